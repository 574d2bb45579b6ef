// expect: proved
// Promotions and the usual arithmetic conversions at their corners.
// stdout: 300 44 0 -201
// stdout: 65535 4294967295 0
// stdout: 0 1 1
// stdout: 4294967295 1 1
// stdout: 4294967295 18446744073709551615
// stdout: 8 1
// stdout: -1 255 -1
// stdout: 1 0 15
// stdout: -1294967296 2147483648
// stdout: 32 1 -7
#include <limits.h>
#include <stdio.h>

int main(void)
{
    unsigned char a = 200, b = 100;
    unsigned char sum = a + b;
    printf("%d %d %d %d\n", a + b, sum, (unsigned char)(a - 2 * b), ~a);
    short negative = -1;
    unsigned short positive = negative;
    printf("%d %u %d\n", positive, (unsigned)negative, positive == negative);
    printf("%d %d %d\n", -1 < 1u, -1L < 1u, (short)-1 < (unsigned short)1);
    unsigned u = UINT_MAX;
    long wide = u;
    int narrow = (int)(wide + 2);
    printf("%ld %d %ld\n", wide, narrow, (long)-u);
    long mixed = 1 ? -1 : 0u;
    printf("%ld %lu\n", mixed, (unsigned long)(int)u);
    printf("%d %d\n", (int)sizeof(1 ? 'a' : 1L), (int)sizeof(char) - 2 < 0);
    signed char small = (signed char)0x1ff;
    int extended = small & 0xff, plain = small;
    printf("%d %d %d\n", small, extended, plain);
    unsigned long long big = -1;
    printf("%d %d %llu\n", big == -1, big == 0xffffffff, big >> 60);
    printf("%d %u\n", (int)3000000000u, (unsigned)-2147483648);
    int shift = 1 << 4 + 1, precedence = 7 & 3 == 3;
    printf("%d %d %d\n", shift, precedence, -7 / 2 * 2 + -7 % 2);
    return 0;
}
