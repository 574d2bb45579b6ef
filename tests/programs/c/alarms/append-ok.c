// expect: proved
// time: 20s
// Two strings in one buffer, cut where it is full.
#include <stdio.h>
#include <string.h>

#define SIZE 24

static void append(char *to, const char *from)
{
    size_t used = strlen(to);
    while (*from && used < SIZE - 1)
        to[used++] = *from++;
    to[used] = '\0';
}

int main(void)
{
    char text[SIZE] = "";
    char line[40];
    while (fgets(line, sizeof line, stdin))
        append(text, line);
    printf("%s", text);
    return 0;
}
