// expect: proved
// entry: check
// Quotient and remainder make up the dividend again.
#include <assert.h>

void check(signed char dividend, signed char divisor)
{
    if (divisor == 0)
        return;
    int quotient = dividend / divisor, remainder = dividend % divisor;
    assert(quotient * divisor + remainder == dividend);
    assert(remainder == 0 || (remainder < 0) == (dividend < 0));
}
