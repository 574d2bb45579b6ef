// What a recursion returns is related to what it is given.
// expect: proved
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int sum(int a, int b)
{
    if (b == 0) return a;
    return sum(a + 1, b - 1);
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a < 0 || a > 1000000 || b < 0 || b > 1000) return 0;
    assert(sum(a, b) == a + b);
    return 0;
}
