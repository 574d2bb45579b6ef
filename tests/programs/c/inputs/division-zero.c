// The average of nothing.
// sanitizer: undefined
// fails-with: values 0
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 10)
        return 1;
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += i;
    return sum / count > 4; // expect: refuted division
}
