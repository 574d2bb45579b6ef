// A mark is put behind the terminator.
// time: 20s
// open: the fault needs a line of 63 bytes
// sanitizer: address
// fails-with: stdin "012345678901234567890123456789012345678901234567890123456789abcdef"
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
    line[length + 1] = '.'; // expect: refuted bounds
    reverse(line, length);
    puts(line);
    return 0;
}
