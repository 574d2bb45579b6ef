// expect: proved
// char is signed here; bytes above 127 need care.
// stdout: -23 -23 233 0
// stdout: -128 -1 1
// stdout: 2 1 1
// stdout: 4294963199
// stdout: 24 Qq
// stdout: 126 127 -128 -127
#include <ctype.h>
#include <limits.h>
#include <stdio.h>

static unsigned histogram[256];

int main(void)
{
    char high = '\xe9';
    signed char same = high;
    unsigned char byte = high;
    printf("%d %d %d %d\n", high, same, byte, high == 0xe9);
    printf("%d %d %d\n", CHAR_MIN, '\377', '\xff' < 0);
    for (const char *c = "caf\xc3\xa9 \xc3\xbc"; *c; c++)
        histogram[(unsigned char)*c]++;
    printf("%u %u %u\n", histogram[0xc3], histogram['c'], histogram[' ']);
    unsigned hash = 0;
    for (const char *c = "\x80\x7f"; *c; c++)
        hash = hash * 33 + *c;
    printf("%u\n", hash);
    int upper = 0;
    for (const char *c = "MiXed CaSe 42"; *c; c++)
        upper += isupper((unsigned char)*c) ? 1 : isdigit((unsigned char)*c) ? 10 : 0;
    printf("%d %c%c\n", upper, toupper('q'), tolower('Q'));
    char counter = 126;
    for (int i = 0; i < 4; i++)
        printf("%d%c", counter++, i < 3 ? ' ' : '\n');
    return high >> 1 == -12 && byte >> 1 == 116 ? 0 : 1;
}
