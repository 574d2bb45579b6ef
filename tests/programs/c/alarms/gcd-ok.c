// expect: proved
// time: 20s
// The greatest common divisor by recursion.
#include <stdio.h>

static unsigned gcd(unsigned a, unsigned b)
{
    if (b == 0)
        return a;
    return gcd(b, a % b);
}

int main(void)
{
    unsigned a, b;
    if (scanf("%u %u", &a, &b) != 2 || a == 0 || b == 0)
        return 1;
    printf("%u\n", gcd(a, b));
    return 0;
}
