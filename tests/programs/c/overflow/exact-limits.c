// expect: proved
// Every operation lands exactly on a limit of its type.
#include <limits.h>

int main(void)
{
    int high = INT_MAX - 1, low = INT_MIN + 1;
    high++;
    low--;
    int same = low + -0;
    int product = 46340 * 46341, other = -32768 * 65536;
    long edge = (long)INT_MAX + 1;
    edge *= -1;
    long long largest = LLONG_MAX / 2 * 2 + 1;
    return high == INT_MAX && same == INT_MIN && product == 2147441940 && other == INT_MIN
        && edge == INT_MIN && largest == LLONG_MAX && high + low == -1 ? 0 : 1;
}
