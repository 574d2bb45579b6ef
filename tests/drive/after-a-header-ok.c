// A line must be right before others are read.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
int main(void) {
    char line[64]; char buf[SIZE]; int c, i = 0, version;
    if (!fgets(line, sizeof line, stdin)) return 1;
    if (strncmp(line, "MAGIC ", 6) != 0) return 2;
    version = atoi(line + 6);
    if (version != 7) return 3;
    while ((c = getchar()) != EOF && c != '\n') {
        if (i >= SIZE) break;
        buf[i++] = c;
    }
    return i > 0 ? buf[0] : 0;
}
