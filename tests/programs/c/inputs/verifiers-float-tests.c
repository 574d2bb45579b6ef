// What CBMC's programs ask of floating point numbers without a declaration.
// fails-with: values -1e300
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double d = __VERIFIER_nondet_double();
    float f = (float)1e-40;
    assert(!__CPROVER_isnormalf(f));
    assert(__CPROVER_isnormald(1e-40));
    assert(__CPROVER_isnand(d) || d == d);
    assert(__CPROVER_signd(-0.0) && !__CPROVER_signd(0.0));
    if (__CPROVER_isinfd(d * 1e300)) assert(d > 0); // expect: refuted assert
    return 0;
}
