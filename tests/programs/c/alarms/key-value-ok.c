// expect: proved
// time: 20s
// open: an address among the arguments of `printf` loses its relations
// Lines `key=value`, split at the first sign of equality.
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
    if (!equals)
        return 1;
    size_t size = (size_t)(equals - line);
    memcpy(key, line, size);
    key[size] = '\0';
    printf("%s: %s\n", key, equals + 1);
    return 0;
}
