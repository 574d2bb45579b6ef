// expect: proved
// Definitions with identifier lists, whose parameters are promoted on the way in.
// stdout: 1024 -27
// stdout: 3.000 d 1.25
#include <stdio.h>

int power(base, exponent)
    int base;
    unsigned exponent;
{
    int result = 1;
    while (exponent-- > 0)
        result *= base;
    return result;
}

static double mean(values, count)
    const double values[];
    int count;
{
    double sum = 0;
    int i;
    for (i = 0; i < count; i++)
        sum += values[i];
    return sum / count;
}

char shifted(c, by)
    char c;
    short by;
{
    return c + by;
}

float halved(x)
    float x;
{
    return x / 2;
}

int main()
{
    double values[3] = {1.5, 2.5, 5.0};
    printf("%d %d\n", power(2, 10u), power(-3, 3u));
    printf("%.3f %c %.2f\n", mean(values, 3), shifted('a', 3), halved(2.5f));
    return 0;
}
