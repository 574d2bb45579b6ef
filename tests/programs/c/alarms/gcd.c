// The divisor becomes zero.
// time: 20s
// open: what `scanf` reads is not found in time
// sanitizer: undefined
// fails-with: stdin "4 2"
#include <stdio.h>

static unsigned gcd(unsigned a, unsigned b)
{
    unsigned rest = a % b; // expect: refuted division
    return rest == 1 ? rest : gcd(b, rest);
}

int main(void)
{
    unsigned a, b;
    if (scanf("%u %u", &a, &b) != 2 || a == 0 || b == 0)
        return 1;
    printf("%u\n", gcd(a, b));
    return 0;
}
