// expect: proved
// time: 20s
// A line is turned around in place.
#include <stdio.h>
#include <string.h>

static void reverse(char *text, size_t length)
{
    if (length == 0)
        return;
    size_t i = 0, j = length - 1;
    while (i < j) {
        char c = text[i];
        text[i++] = text[j];
        text[j--] = c;
    }
}

int main(void)
{
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t length = strlen(line);
    reverse(line, length);
    puts(line);
    return 0;
}
