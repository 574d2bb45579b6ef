// The hint that a step is never zero is wrong on the last round.
// sanitizer: undefined
static unsigned quotient(unsigned dividend, unsigned divisor)
{
    if (divisor == 0)
        __builtin_unreachable(); // expect: refuted unreachable-marker
    return dividend / divisor;
}

int main(void)
{
    unsigned sum = 0;
    for (unsigned step = 64; ; step /= 2) {
        sum += quotient(128, step);
        if (sum > 1000)
            break;
    }
    return 0;
}
