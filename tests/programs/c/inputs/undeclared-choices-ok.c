// expect: proved
// Undeclared choices keep to the ranges of the types that their names tell.
int main(void)
{
    __CPROVER_size_t size = nondet_size_t();
    __CPROVER_bool flag = nondet_bool();
    __CPROVER_ssize_t difference = __nondet_long();
    float ratio = nondet_float();
    __CPROVER_assume(ratio >= 0.25f && ratio <= 0.5f);
    __CPROVER_assert(flag == 0 || flag == 1, "a truth value");
    __CPROVER_assert(size >= 0, "sizes have no sign");
    __CPROVER_assert(difference >= 0 || difference < 0, "differences have one");
    __CPROVER_assert(ratio + ratio <= 1.0f, "not a whole number");
    __ESBMC_assert(nondet_uchar() < 256 && __VERIFIER_nondet_short() < 32768, "narrow ones");
    return 0;
}
