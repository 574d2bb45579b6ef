// The remainder is undefined where the quotient is, although it would be zero.
// sanitizer: undefined
#include <limits.h>

static int is_multiple(long value, long of)
{
    return value % of == 0; // expect: refuted division-overflow
}

int main(void)
{
    long value = -1;
    int multiples = 0;
    while (value > LONG_MIN / 2)
        value *= 2;
    multiples += is_multiple(value, -1);
    value *= 2;
    multiples += is_multiple(value, -1);
    return multiples == 2 ? 0 : 1;
}
