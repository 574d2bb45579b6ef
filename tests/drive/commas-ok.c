// What is kept of a line that was read before.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[2 * SIZE + 10], kept[SIZE];
    int n = 0;
    if (!fgets(line, sizeof line, stdin)) return 1;
    for (int i = 0; line[i]; i++) if (line[i] == ',' && n < SIZE) kept[n++] = line[i];
    return n;
}
