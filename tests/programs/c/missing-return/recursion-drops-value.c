// The recursive call's result is computed and not returned.
// sanitizer: none -- gcc checks this in C++ only
static unsigned gcd(unsigned a, unsigned b)
{
    if (b == 0)
        return a;
    gcd(b, a % b);
}

int main(void)
{
    if (gcd(12, 0) != 12)
        return 1;
    unsigned divisor = gcd(48, 36); // expect: refuted missing-return
    return divisor == 12 ? 0 : 1;
}
