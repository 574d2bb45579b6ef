// expect: proved
// Room for the terminator keeps the length positive.
#include <string.h>

static int reversed_equals(const char *word, const char *other)
{
    size_t length = strlen(word);
    char copy[length + 1];
    for (size_t i = 0; i < length; i++)
        copy[i] = word[length - 1 - i];
    copy[length] = '\0';
    return strcmp(copy, other) == 0;
}

int main(void)
{
    return reversed_equals("", "") && reversed_equals("stop", "pots") ? 0 : 1;
}
