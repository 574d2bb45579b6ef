// expect: proved
// Bases, suffixes, multi-character constants and hexadecimal floats.
// stdout: 2147483647 493 11 0
// stdout: 4 8 8 4 8
// stdout: 18446744073709551615 18446744073709551615 -2147483648
// stdout: 1 1 1
// stdout: 97 10 0 127
// stdout: 24930 1633837924 258
// stdout: '"\ 4
// stdout: 16 0.75 0.5 21.5
// stdout: 1000 0.5 5 0.0015
// stdout: 4 8 16
// stdout: 0x1.8p-1 1
// stdout: 0 1
#include <stdio.h>

#define WIDTH(x) ((int)sizeof(x))

int main(void)
{
    printf("%d %d %d %d\n", 0x7fffFFFF, 0755, 0b1011, 00);
    printf("%d %d %d %d %d\n", WIDTH(1), WIDTH(1l), WIDTH(4294967295), WIDTH(0xffffffff), WIDTH(1ull));
    printf("%lu %llu %d\n", 18446744073709551615UL, 0xFFFFFFFFFFFFFFFFLLU, -2147483647 - 1);
    printf("%d %d %d\n", 0x80000000 > 0, 2147483648 > 0, -0x80000000 > 0);
    printf("%d %d %d %d\n", 'a', '\n', '\0', '\x7f');
    printf("%d %d %d\n", 'ab', 'abcd', '\1\2');
    printf("%c%c%c %d\n", '\'', '"', '\\', WIDTH('a'));
    printf("%g %g %g %g\n", 0x1p4, 0x1.8p-1, 0x.8p0, 0xA.Cp+1);
    printf("%g %g %g %g\n", 1e3, .5, 5., 1.5e-3);
    printf("%d %d %d\n", WIDTH(1.0f), WIDTH(1.0), WIDTH(1.0L));
    printf("%a %d\n", 0.75, 0x1.fffffep127f > 3.4e38f);
    printf("%d %d\n", 1.1f == 1.1, 0.5f == 0.5);
    return 0;
}
