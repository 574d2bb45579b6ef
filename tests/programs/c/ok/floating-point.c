// expect: proved
// Signed zeros, infinities, NaN, rounding and the order of operations.
// stdout: 1 1 1
// stdout: 0 0 1 1
// stdout: 1 1
// stdout: 0.10000000000000001 0.30000000000000004 0.100000001
// stdout: 1 1
// stdout: 1 6.80565e+38 1.67772e+07
// stdout: 2 -2 3 1000000000
// stdout: 100000000 100000096
// stdout: 1.414 1.500 -3.0 -2.0
#include <float.h>
#include <math.h>
#include <stdio.h>

static double kahan(const float *values, int count)
{
    float sum = 0, carry = 0;
    for (int i = 0; i < count; i++) {
        float y = values[i] - carry, t = sum + y;
        carry = (t - sum) - y;
        sum = t;
    }
    return sum;
}

int main(void)
{
    double zero = 0.0, negative = -zero, infinite = 1 / zero, nan = infinite - infinite;
    printf("%d %d %d\n", zero == negative, signbit(negative) != 0, 1 / negative < 0);
    printf("%d %d %d %d\n", nan == nan, nan < 1, !(nan >= 1), isnan(nan) != 0);
    printf("%d %d\n", infinite > DBL_MAX, -infinite < -DBL_MAX);
    printf("%.17g %.17g %.9g\n", 0.1, 0.1 + 0.2, 0.1f);
    printf("%d %d\n", (1e16 + 1) - 1e16 == 0, 1e16 - 1e16 + 1 == 1);
    printf("%g %g %g\n", DBL_MIN / 2 > 0 ? 1.0 : 0.0, FLT_MAX * 2.0, (double)(float)16777217);
    printf("%d %d %d %d\n", (int)2.9, (int)-2.9, (int)(0.1 * 3 * 10), (int)1e9f);
    float parts[101] = {1e8f};
    for (int i = 1; i <= 100; i++)
        parts[i] = 1;
    float naive = 0;
    for (int i = 0; i <= 100; i++)
        naive += parts[i];
    printf("%.0f %.0f\n", naive, kahan(parts, 101));
    printf("%.3f %.3f %.1f %.1f\n", sqrt(2), fabs(-1.5), floor(-2.5), ceil(-2.5));
    return 0;
}
