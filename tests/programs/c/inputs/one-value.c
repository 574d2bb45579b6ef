// A sensor's reading is scrambled into a divisor, which is zero for exactly one of all readings.
// sanitizer: undefined
// fails-with: values 2436121381
unsigned __VERIFIER_nondet_uint(void);

static unsigned scramble(unsigned reading)
{
    return (reading * 2654435761u) ^ 0x5bd1e995u;
}

int main(void)
{
    unsigned reading = __VERIFIER_nondet_uint();
    unsigned share = 1000000u / scramble(reading); // expect: refuted division
    return share > 0;
}
