// Nondeterministic functions that nobody declares, each of the type that its name tells.
// sanitizer: assert
// fails-with: values 1 7 200 1
int main(void)
{
    int wanted = nondet_bool();
    int chosen = nondet_int();
    unsigned char byte = nondet_uchar();
    int other = __VERIFIER_nondet_char();
    __CPROVER_assume(chosen > 3 && chosen < 9 && other > 0);
    __CPROVER_assert(other <= 127, "a char is small");
    __CPROVER_assert(byte <= 255, "and so is a byte");
    __ESBMC_assert(!wanted || byte != 200 || chosen != 7, "all at once"); // expect: refuted assert
    return 0;
}
