// The terminator has no room if the string is as long as the buffer.
// time: 20s
// sanitizer: address
// fails-with: stdin "0123456789abcdef"
#include <stdio.h>
#include <stddef.h>

static void copy(char *to, size_t size, const char *from)
{
    size_t i = 0;
    while (i < size && from[i] != '\0') {
        to[i] = from[i];
        i++;
    }
    to[i] = '\0'; // expect: refuted bounds
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
