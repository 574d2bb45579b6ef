/* A parser of settings such as `size=12`, read with `getchar` and taken apart with the library. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LINE
#define LINE 6
#endif

static char line[LINE + 1];

static size_t read_line(void)
{
    size_t length = 0;
    int c;
    while (length < LINE && (c = getchar()) != EOF && c != '\n')
        line[length++] = (char)c;
    line[length] = '\0';
    return length;
}

static int is_name(const char *text)
{
    if (!isalpha((unsigned char)*text))
        return 0;
    for (; *text != '\0'; text++)
        if (!isalnum((unsigned char)*text))
            return 0;
    return 1;
}

int main(void)
{
    size_t length = read_line();
    char *equals = strchr(line, '=');
    if (equals == NULL)
        return 1;
    *equals = '\0';
    assert(strlen(line) < length);
    if (!is_name(line))
        return 2;
    char *end;
    long value = strtol(equals + 1, &end, 10);
    if (end == equals + 1 || *end != '\0')
        return 3;
    assert(value > -10000 && value < 100000);
    return 0;
}
