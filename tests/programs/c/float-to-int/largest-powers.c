// expect: proved
// Powers of two at the very edge of each type.
#include <limits.h>

int main(void)
{
    float minimum = -2147483648.0f, under = 2147483520.0f;
    double wide = -9223372036854775808.0, most = 9223372036854774784.0;
    float unsigned_edge = 4294967040.0f;
    return (int)minimum == INT_MIN && (int)under == 2147483520 && (long)wide == LONG_MIN
        && (long)most == 9223372036854774784L && (unsigned)unsigned_edge == 4294967040u
        && (unsigned long)9223372036854775808.0 == 1ul << 63 ? 0 : 1;
}
