// expect: proved
// memmove is made for overlapping ranges, in both directions.
// stdout: aabcdefg
// stdout: abcdefgg
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[] = "abcdefgh";
    memmove(text + 1, text, 7);
    puts(text);
    memmove(text, text + 1, 7);
    memmove(text, text, sizeof text);
    puts(text);
    return 0;
}
