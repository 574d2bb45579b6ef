// A bit number from outside may be larger than the word.
// sanitizer: undefined
// fails-with: values 32
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned bit = __VERIFIER_nondet_uint();
    unsigned mask = 1u << bit; // expect: refuted shift
    return mask == 0;
}
