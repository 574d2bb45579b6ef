// A table of numbers: a line with too many columns is noticed one column too late.
#include <stdio.h>
#include <stdlib.h>

#define COLUMNS 6

static long sums[COLUMNS];

static int add_line(char *line)
{
    int column = 0;
    char *at = line;
    while (*at != '\0' && *at != '\n') {
        char *end;
        long value = strtol(at, &end, 10);
        if (end == at || value < 0 || value > 1000000) return -1;
        // repaired: if (column >= COLUMNS) return -1;
        if (column > COLUMNS) return -1;
        sums[column++] += value; // expect: refuted bounds
        at = end;
        if (*at == ',') at++;
    }
    return column;
}

int main(void)
{
    char line[128];
    int lines = 0;
    while (lines < 10 && fgets(line, sizeof line, stdin) != NULL) {
        if (add_line(line) < 0) return 1;
        lines++;
    }
    printf("%d lines, %ld\n", lines, sums[0]);
    return 0;
}
