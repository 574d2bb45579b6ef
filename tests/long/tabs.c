// Expands the tabs of lines that are up to SIZE characters long: to the next multiple of eight columns, as a
// directive says.
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST (SIZE + 16)

static int width = 8;
static char line[LONGEST];
static char expanded[4 * LONGEST];

static int directive(const char *text)
{
    int n;

    if (strncmp(text, ".tabs ", 6) != 0)
        return 0;
    n = atoi(text + 6);
    if (n >= 1 && n <= 8)
        width = n;
    return 1;
}

static void expand(const char *from)
{
    int column = 0;

    for (; *from != '\0'; from++) {
        // repaired: if (column + width + 1 >= (int)sizeof expanded) break;
        if (column < 0) break;
        if (*from == '\t') {
            do
                expanded[column++] = ' ';
            while (column % width != 0);
        } else if (*from == '\b') {
            if (column > 0)
                column--;
        } else {
            expanded[column++] = *from;
        }
    }
    expanded[column] = '\0';
}

int main(void)
{
    size_t n;

    while (fgets(line, sizeof line, stdin) != NULL) {
        n = strlen(line);
        if (n > 0 && line[n - 1] == '\n')
            line[n - 1] = '\0';
        if (directive(line))
            continue;
        expand(line);
        puts(expanded);
    }
    return 0;
}
