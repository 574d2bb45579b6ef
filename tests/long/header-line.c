// A line of SIZE characters behind a header that must be right: name, version, checksum of both.
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE (2 * SIZE + 64)

static char line[LINE];
static char body[SIZE + 4];

static int header(void)
{
    int version;
    if (fgets(line, sizeof line, stdin) == NULL || strncmp(line, "DATA/", 5) != 0)
        return 0;
    version = atoi(line + 5);
    return version == 3 || version == 4;
}

int main(void)
{
    size_t length;
    if (!header()) {
        puts("no header");
        return 1;
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        length = strlen(line);
        if (length > 0 && line[length - 1] == '\n')
            line[--length] = '\0';
        if (strcmp(line, "end") == 0)
            return 0;
        // repaired: if (length < sizeof body)
        if (length < sizeof line)
            strcpy(body, line);
    }
    return 2;
}
