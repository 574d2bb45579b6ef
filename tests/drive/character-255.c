// The character 255 is taken for none, as in sendmail's prescan.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#define NOCHAR -1
static char buf[SIZE];
static void prescan(void) {
    char *q = buf; int c = NOCHAR; int d, quoted = 0;
    for (;;) {
        if (c != NOCHAR) {
            if (q >= &buf[sizeof buf - 5 > 0 ? sizeof buf - 5 : 0]) { printf("too long"); return; }
            *q++ = (char)c;
        }
        d = getchar();
        if (d == EOF) break;
        c = (char)d;
        if (c == '\\') {
            if (quoted) { *q++ = '\\'; c = NOCHAR; quoted = 0; }
            else { quoted = 1; }
            *q++ = (char)d;
            c = NOCHAR;
        }
        else if (c == NOCHAR) { *q++ = (char)d; }
    }
    if (q < buf + sizeof buf) *q = 0;
}
int main(void) { prescan(); return 0; }
