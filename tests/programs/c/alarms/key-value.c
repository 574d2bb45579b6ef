// A line without the sign has no position of it.
// time: 20s
// sanitizer: none -- gcc has no check for it
// fails-with: stdin "a"
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[80], key[80];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\n')
        line[--length] = '\0';
    char *equals = strchr(line, '=');
    size_t size = (size_t)(equals - line); // expect: refuted pointer-subtraction
    memcpy(key, line, size);
    key[size] = '\0';
    printf("%s: %s\n", key, equals + 1);
    return 0;
}
