// No grade is returned for points that are out of range, and the caller uses it.
// sanitizer: none -- no sanitizer for C sees it
// fails-with: values -5
int __VERIFIER_nondet_int(void);

static int grade(int points)
{
    if (points >= 90)
        return 1;
    if (points >= 0)
        return 2;
}

int main(void)
{
    return grade(__VERIFIER_nondet_int()) == 1; // expect: refuted missing-return
}
