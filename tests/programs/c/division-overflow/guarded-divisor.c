// expect: proved
// The special divisor is handled before the division.
// exit: 4
#include <limits.h>

static int negated_or_divided(int value, int divisor, int *saturated)
{
    if (divisor == -1 && value == INT_MIN) {
        ++*saturated;
        return INT_MAX;
    }
    return value / divisor + value % divisor;
}

int main(void)
{
    int saturated = 0;
    for (int divisor = -4; divisor <= 4; divisor++)
        for (int i = 0; i < 4; i++)
            if (divisor != 0)
                negated_or_divided(INT_MIN, divisor, &saturated);
    return saturated;
}
