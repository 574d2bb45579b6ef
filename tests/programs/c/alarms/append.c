// The terminator has no room in a full buffer.
// time: 20s
// open: the fault needs a line of 24 bytes
// sanitizer: address
// fails-with: stdin "0123456789012345678901234567"
#include <stdio.h>
#include <string.h>

#define SIZE 24

static void append(char *to, const char *from)
{
    size_t used = strlen(to);
    while (*from && used < SIZE)
        to[used++] = *from++;
    to[used] = '\0'; // expect: refuted bounds
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
