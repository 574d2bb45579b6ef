// expect: proved
// Under the assumption that both are powers of two, so is their product.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

static int is_power(unsigned n)
{
    return n != 0 && (n & (n - 1)) == 0;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a < 256 && b < 256);
    __VERIFIER_assume(is_power(a) && is_power(b));
    assert(is_power(a * b));
    return 0;
}
