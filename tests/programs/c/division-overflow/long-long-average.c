// The average of differences with a computed divisor.
// sanitizer: undefined
#include <limits.h>

static long long per_step(long long from, long long to, long long steps)
{
    return (to - from) / steps; // expect: refuted division-overflow
}

int main(void)
{
    long long forward = per_step(0, 90, 3), backward = per_step(90, 0, -3);
    long long extreme = per_step(LLONG_MAX, -1, forward - backward - 1);
    return extreme > 0 ? 0 : 1;
}
