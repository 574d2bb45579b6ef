// The imaginary part of a square is twice the product of the parts.
#include <assert.h>
#include <complex.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || x > 9 || y < 0 || y > 9) return 0;
    double complex z = x + y * I;
    z *= z;
    assert(cimag(z) != 24 || creal(z) != 7); // expect: refuted assert
    return 0;
}
