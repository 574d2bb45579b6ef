// The most negative number has no positive counterpart.
// sanitizer: undefined
#include <limits.h>

static int absolute(int value)
{
    return value < 0 ? -value : value; // expect: refuted overflow
}

int main(void)
{
    const int samples[] = {3, -8, INT_MAX, -INT_MAX, INT_MIN};
    int peak = 0;
    for (int i = 0; i < 5; i++)
        if (absolute(samples[i]) > peak)
            peak = absolute(samples[i]);
    return peak == INT_MAX ? 0 : 1;
}
