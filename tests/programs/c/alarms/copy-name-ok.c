// expect: proved
// time: 20s
// A copy of a string into a buffer of fixed size that is always terminated.
#include <stdio.h>
#include <stddef.h>

static void copy(char *to, size_t size, const char *from)
{
    size_t i = 0;
    while (i + 1 < size && from[i] != '\0') {
        to[i] = from[i];
        i++;
    }
    to[i] = '\0';
}

int main(void)
{
    char line[128], name[16];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    copy(name, sizeof name, line);
    puts(name);
    return 0;
}
