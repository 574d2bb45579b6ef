// A year in milliseconds fits a long of 64 bits, not one of 32.
// arch: ilp32
// sanitizer: undefined
static long milliseconds(long days)
{
    return days * 24 * 60 * 60 * 1000; // expect: refuted overflow
}

int main(void)
{
    long total = 0;
    for (long days = 1; days <= 365; days *= 5)
        total = milliseconds(days);
    return total > 0 ? 0 : 1;
}
