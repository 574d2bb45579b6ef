// expect: proved
// The cast happens before the multiplication, the check before the addition.
// stdout: 9999999800000001 0 0 -3
#include <limits.h>
#include <stdio.h>

static int safe_add(int a, int b)
{
    if (b > 0 ? a > INT_MAX - b : a < INT_MIN - b)
        return 0;
    return a + b;
}

int main(void)
{
    int side = 99999999;
    long long area = (long long)side * side;
    printf("%lld %d %d %d\n", area, safe_add(INT_MAX, 1), safe_add(INT_MIN, -1), safe_add(4, -7));
    return 0;
}
