// expect: proved
// snprintf and sscanf with widths, precisions and flags.
// stdout: [   42|42   |-0042|+42] 23
// stdout: [ff|0XFF|10|010|4294967295]
// stdout: [   3.142|1.2e+04 |0.0001|1E-10]
// stdout: [abc|   abc|abc   |ab|z|%]
// stdout: [44|4464|-5|1099511627776|4]
// stdout: [   7|7   |2.72]
// stdout: 3 14 July 1789 14
// stdout: 4 255 15 25.0 x
// stdout: 2 key value
// stdout: 1 12 1789
#include <stdio.h>

int main(void)
{
    char buffer[64];
    int length = snprintf(buffer, sizeof buffer, "[%5d|%-5d|%05d|%+d]", 42, 42, -42, 42);
    printf("%s %d\n", buffer, length);
    printf("[%x|%#X|%o|%#o|%u]\n", 255u, 255u, 8u, 8u, -1u);
    printf("[%8.3f|%-8.1e|%g|%G]\n", 3.14159, 12345.678, 0.0001, 1e-10);
    printf("[%s|%6s|%-6s|%.2s|%c|%%]\n", "abc", "abc", "abc", "abc", 'z');
    printf("[%hhd|%hd|%ld|%lld|%zu]\n", (char)300, (short)70000, -5L, 1LL << 40, sizeof(int));
    printf("[%*d|%-*d|%.*f]\n", 4, 7, 4, 7, 2, 2.71828);
    int day, year, consumed;
    char month[8];
    int fields = sscanf("  14 July 1789!", "%d %7s %d%n", &day, month, &year, &consumed);
    printf("%d %d %s %d %d\n", fields, day, month, year, consumed);
    unsigned hex, octal;
    float ratio;
    char c;
    fields = sscanf("ff:17:2.5e1x", "%x:%o:%f%c", &hex, &octal, &ratio, &c);
    printf("%d %u %u %.1f %c\n", fields, hex, octal, ratio, c);
    fields = sscanf("key=value;", "%7[a-z]=%63[^;]", month, buffer);
    printf("%d %s %s\n", fields, month, buffer);
    fields = sscanf("12 apples", "%d %d", &day, &year);
    printf("%d %d %d\n", fields, day, year);
    return 0;
}
