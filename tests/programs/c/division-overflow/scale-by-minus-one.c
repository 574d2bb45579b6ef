// Dividing the smallest int by minus one.
// sanitizer: undefined
#include <limits.h>

static int scale(int value, int divisor)
{
    return value / divisor; // expect: refuted division-overflow
}

int main(void)
{
    const int values[] = {100, -100, INT_MAX, INT_MIN};
    int positive = 0;
    for (int i = 0; i < 4; i++)
        for (int divisor = 3; divisor >= -1; divisor -= 2)
            if (scale(values[i], divisor) > 0)
                positive++;
    return positive;
}
