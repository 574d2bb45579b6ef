// A record of a text and its length; only what is quoted is kept.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct line { char text[SIZE]; int length; };
static struct line line;
static void put(struct line *to, int c) { to->text[to->length++] = (char)c; }
int main(void)
{
    int c, quoted = 0;
    while ((c = getchar()) != EOF) {
        if (c == '"') quoted = !quoted;
        else if (quoted) put(&line, c);
    }
    return 0;
}
