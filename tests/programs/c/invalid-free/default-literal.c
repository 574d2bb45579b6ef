// A missing value is replaced by a string literal and freed like the others.
// sanitizer: address
#include <stdlib.h>
#include <string.h>

static char *value_of(const char *line)
{
    const char *separator = strchr(line, ':');
    if (!separator)
        return "none";
    char *copy = malloc(strlen(separator));
    return strcpy(copy, separator + 1);
}

int main(void)
{
    static const char *const lines[] = {"host:local", "port:80", "debug"};
    for (int i = 0; i < 3; i++) {
        char *value = value_of(lines[i]);
        free(value); // expect: refuted invalid-free
    }
    return 0;
}
