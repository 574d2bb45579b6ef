// expect: proved
// A zero divisor is excluded by &&, by ?: and by the loop.
// exit: 6
static int divides(int d, int n)
{
    return d != 0 && n % d == 0;
}

int main(void)
{
    int divisors = 0, sum = 0;
    for (int d = -3; d <= 12; d++)
        divisors += d > 0 && divides(d, 12);
    for (int d = 5; d; d--)
        sum += 60 / d;
    sum += divisors ? sum / divisors : 0;
    return sum == 137 + 22 && !divides(0, 7) ? divisors : 0;
}
