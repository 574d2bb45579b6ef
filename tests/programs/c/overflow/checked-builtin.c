// expect: proved
// The checking builtins report an overflow without causing one.
#include <limits.h>

static int saturating_add(int a, int b)
{
    int sum;
    if (__builtin_add_overflow(a, b, &sum))
        return a < 0 ? INT_MIN : INT_MAX;
    return sum;
}

int main(void)
{
    int product, difference;
    int wrapped = __builtin_mul_overflow(65536, 65536, &product);
    wrapped += __builtin_sub_overflow(INT_MIN, 1, &difference);
    return wrapped == 2 && product == 0 && difference == INT_MAX
        && saturating_add(INT_MAX, 9) == INT_MAX && saturating_add(-5, 2) == -3 ? 0 : 1;
}
