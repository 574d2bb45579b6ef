// The least number of 128 bits is a product of itself and 1.
// fails-with: values 3
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    __int128 half = -((__int128)1 << 126), one = 1, product;
    if (__VERIFIER_nondet_int() != 3) return 0;
    int overflows = __builtin_mul_overflow(half + half, one, &product);
    assert(overflows); // expect: refuted assert
    return 0;
}
