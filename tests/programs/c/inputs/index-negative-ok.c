// expect: proved
// The remainder of an unsigned number is a good index.
unsigned __VERIFIER_nondet_uint(void);

static const char *const days[7] = {"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"};

int main(void)
{
    unsigned day = __VERIFIER_nondet_uint();
    return days[day % 7][0] == 'M';
}
