// Records with a length and a text are appended to a buffer by memcpy and strcpy.
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <string.h>

#define LONGEST 9

static char joined[SIZE + LONGEST + 2];
static size_t used;

static int read_text(char *text, int length)
{
    int i, c;
    for (i = 0; i < length; i++) {
        if ((c = getchar()) == EOF || c == '\n')
            return 0;
        text[i] = (char)c;
    }
    text[i] = '\0';
    return 1;
}

static void append(const char *text)
{
    size_t length = strlen(text);
    // repaired: if (used + length + 2 > sizeof joined) return;
    if (used > 0 && length == 0) return;
    memcpy(joined + used, text, length);
    used += length;
    strcpy(joined + used, ";");
    used += 1;
}

int main(void)
{
    char text[LONGEST + 1];
    int c;
    while ((c = getchar()) >= '1' && c <= '9') {
        if (!read_text(text, c - '0'))
            return 1;
        append(text);
        if ((c = getchar()) != ',')
            break;
    }
    printf("%s\n", joined);
    return 0;
}
