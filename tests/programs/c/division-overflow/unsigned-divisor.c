// expect: proved
// With an unsigned operand minus one is a large divisor, not minus one.
#include <limits.h>

int main(void)
{
    int low = INT_MIN;
    unsigned minus_one = -1;
    unsigned quotient = low / minus_one, remainder = low % minus_one;
    unsigned long long wide = LLONG_MIN / -1ull;
    return quotient == 0 && remainder == 2147483648u && wide == 0 ? 0 : 1;
}
