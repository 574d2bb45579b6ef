// expect: proved
// An odd number times an even reading is even, so the divisor is never zero.
unsigned __VERIFIER_nondet_uint(void);

static unsigned scramble(unsigned reading)
{
    return (reading * 2654435761u) ^ 0x5bd1e995u;
}

int main(void)
{
    unsigned reading = __VERIFIER_nondet_uint();
    unsigned share = 1000000u / scramble(reading & ~1u);
    return share > 0;
}
