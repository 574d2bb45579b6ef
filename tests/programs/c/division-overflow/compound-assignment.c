// A countdown of divisors reaches minus one with /=.
// sanitizer: undefined
#include <limits.h>

int main(void)
{
    int quotients[4] = {INT_MAX, 7, INT_MIN, 9};
    for (int divisor = 1; divisor >= -1; divisor -= 2)
        for (int i = 0; i < 4; i++)
            quotients[i] /= divisor; // expect: refuted division-overflow
    return quotients[0] < 0 ? 0 : 1;
}
