// expect: proved
// Fields without terminator are handled by functions that take a limit.
// stdout: full|ok|
#include <stdio.h>
#include <string.h>

int main(void)
{
    char fields[2][4];
    strncpy(fields[0], "fullest", 4);
    strncpy(fields[1], "ok", 4);
    size_t total = 0;
    for (int i = 0; i < 2; i++) {
        total += strnlen(fields[i], sizeof fields[i]);
        printf("%.4s|", fields[i]);
    }
    putchar('\n');
    return total == 6 && strncmp(fields[0], "fulfil", 3) == 0 && memchr(fields[0], 0, 4) == NULL ? 0 : 1;
}
