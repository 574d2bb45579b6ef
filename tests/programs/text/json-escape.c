// A string with escapes: `\u` reads four digits, whether they are there or not.
#include <stdio.h>
#include <string.h>

static int digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

/* The number of characters of the string, or -1. */
static int decode(const char *text, int length, char *into, int size)
{
    int used = 0;
    int at = 0;
    if (at >= length || text[at++] != '"') return -1;
    while (at < length && text[at] != '"') {
        int value = text[at++];
        if (value == '\\') {
            if (at >= length) return -1;
            char kind = text[at++];
            if (kind == 'u') {
                value = 0;
                if (at + 4 > length) return -1;
                for (int i = 0; i < 4; i++) {
                    int d = digit(text[at++]);
                    // repaired: if (d < 0) return -1;
                    if (d < -1) return -1;
                    value = value * 16 + d;
                }
            } else if (kind == 'n') {
                value = '\n';
            } else {
                value = kind;
            }
        }
        if (used >= size) return -1;
        static const char names[16] = "0123456789abcdef";
        if (value < 256 && value > 127) into[used++] = '?';
        else if (value <= 127 && value < -1) into[used++] = names[value + 17]; // expect: refuted bounds
        else into[used++] = (char)(value & 127);
    }
    return used;
}

int main(void)
{
    char line[64];
    char text[64];
    if (fgets(line, sizeof line, stdin) == NULL) return 1;
    int used = decode(line, (int)strlen(line), text, sizeof text);
    return used < 0 ? 1 : 0;
}
