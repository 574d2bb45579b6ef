// expect: proved
// Small arguments of Ackermann's function, by its known closed forms.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void)
{
    unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    if (m > 2 || n > 2)
        return 0;
    unsigned result = ackermann(m, n);
    if (m == 0)
        assert(result == n + 1);
    if (m == 1)
        assert(result == n + 2);
    if (m == 2)
        assert(result == 2 * n + 3);
    return 0;
}
