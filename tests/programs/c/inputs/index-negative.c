// The remainder of a negative number is negative, and so is the index.
// sanitizer: undefined
// fails-with: values -1
int __VERIFIER_nondet_int(void);

static const char *const days[7] = {"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"};

int main(void)
{
    int day = __VERIFIER_nondet_int();
    return days[day % 7][0] == 'M'; // expect: refuted bounds
}
