// A function returns a fresh block and the caller looks only at its content.
// sanitizer: leak
#include <stdlib.h>
#include <string.h>

static char *lower(const char *text)
{
    char *copy = malloc(strlen(text) + 1); // expect: refuted leak
    char *out = copy;
    for (; *text; text++)
        *out++ = *text >= 'A' && *text <= 'Z' ? (char)(*text + 32) : *text;
    *out = '\0';
    return copy;
}

static int same_word(const char *a, const char *b)
{
    return strcmp(lower(a), b) == 0;
}

int main(void)
{
    int matches = 0;
    static const char *const words[] = {"GO", "Stop", "go"};
    for (int i = 0; i < 3; i++)
        matches += same_word(words[i], "go");
    return matches == 2 ? 0 : 1;
}
