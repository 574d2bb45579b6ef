// Brackets move the end of the buffer, as in sendmail's crackaddr; the line is read first.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
static char out[SIZE+20];
static void crackaddr(const char *addr) {
    char *bp = out, *lim = &out[SIZE]; int c, angle = 0, paren = 0, quote = 0;
    while ((c = *addr++) != 0) {
        int ok = bp < lim;
        if (quote) { if (c == '"') quote = 0; if (ok) *bp++ = c; continue; }
        switch (c) {
        case '"': quote = 1; break;
        case '(': if (ok) { paren++; lim--; } break;
        case ')': if (paren > 0) { paren--; lim++; } break;
        case '<': if (!angle) { angle = 1; lim--; } break;
        case '>': if (angle) { angle = 0; lim++; } break;
        default: break;
        }
        if (ok) *bp++ = c;
    }
    *bp = 0;
}
int main(void) {
    static char line[8 * SIZE+200];
    if (!fgets(line, sizeof line, stdin)) return 1;
    crackaddr(line);
    puts(out);
    return 0;
}
