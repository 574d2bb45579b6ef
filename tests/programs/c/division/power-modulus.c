// A modulus beyond 32 bits is cancelled to zero before the last call.
// sanitizer: undefined
static long long power(long long base, int exponent, long long modulus)
{
    long long result = 1;
    while (exponent-- > 0)
        result = result * base % modulus; // expect: refuted division
    return result;
}

int main(void)
{
    long long modulus = 1LL << 33;
    if (power(3, 5, modulus) != 243)
        return 1;
    modulus -= 8589934592LL;
    return (int)power(2, 0, modulus) + (int)power(2, 3, modulus);
}
