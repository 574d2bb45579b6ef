// Nobody asks about values that were never written, but one of them is a divisor: it can be zero.
// property: division
// sanitizer: undefined
int __VERIFIER_nondet_int(void);

int main(void)
{
    int share;
    if (__VERIFIER_nondet_int() > 10)
        share = 5;
    return 100 / share; // expect: refuted division
}
