// A verifier's function that is called without a declaration gives what its name says.
// property: assert
// sanitizer: assert
int main(void)
{
    double ratio = __VERIFIER_nondet_double();
    if (ratio > 0.25 && ratio < 0.5)
        __VERIFIER_assert(ratio != 0.375); // expect: refuted assert
    return 0;
}
