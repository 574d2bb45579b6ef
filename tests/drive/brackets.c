// Brackets move the end of the buffer, as in sendmail's crackaddr; characters are read one by one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
static char out[SIZE+20];
int main(void) {
    char *bp = out, *lim = &out[SIZE]; int c, angle = 0, paren = 0, quote = 0;
    while ((c = getchar()) != '\n' && c != EOF) {
        int ok = bp < lim;
        if (quote) { if (c == '"') quote = 0; if (ok) *bp++ = c; continue; }
        switch (c) {
        case '"': quote = 1; break;
        case '(': if (ok) { paren++; lim--; } break;
        case ')': if (paren > 0) { paren--; lim++; } break;
        case '<': if (!angle) { angle = 1;  } break;
        case '>': if (angle) { angle = 0; lim++; } break;
        default: break;
        }
        if (ok) *bp++ = c;
    }
    if (bp < out + sizeof out) *bp = 0;
    puts(out);
    return 0;
}
