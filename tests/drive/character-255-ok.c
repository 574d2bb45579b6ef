// The character 255 is taken for none, as in sendmail's prescan.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
static char buf[SIZE];
int main(void) { char *q = buf; int d;
    while ((d = getchar()) != EOF) { if (q >= &buf[sizeof buf - 1]) break; *q++ = (char)d; }
    *q = 0; return 0; }
