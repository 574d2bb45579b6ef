// The offset of this element wraps around to 0; its index is outside all the same.
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 2 || n > 4)
        return 0;
    long sums[n];
    unsigned long i = __VERIFIER_nondet_ulong();
    if (i < 100 || 8 * i >= 16)
        return 0;
    sums[i] = 1; // expect: refuted bounds
    return 0;
}
