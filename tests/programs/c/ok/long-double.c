// expect: proved
// Extended precision keeps digits that double loses.
// stdout: 9007199254740993 9007199254740992
// stdout: 1 0
// stdout: 3325.2567300797 1.000e+600
// stdout: 4611686018427387904 16
// stdout: 0 1 0.33333
#include <stdio.h>

static long double power(long double base, unsigned exponent)
{
    long double result = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1)
            result *= base;
    return result;
}

int main(void)
{
    long double big = 9007199254740993.0L;
    double rounded = big;
    printf("%.0Lf %.0f\n", big, rounded);
    long double tiny = 1.0L + 1e-19L;
    printf("%d %d\n", tiny > 1.0L, 1.0 + 1e-19 > 1.0);
    printf("%.10Lf %.3Le\n", power(1.5L, 20), power(10, 300) * power(10, 300));
    printf("%lld %zu\n", (long long)(power(2, 62) + 0.5L), sizeof(long double));
    long double third = 1 / 3.0L;
    float single = third;
    printf("%d %d %.5Lf\n", third == 1.0 / 3.0, third * 3 == 1, (long double)single);
    return 0;
}
