// A copy of a word is allocated without room for its terminator.
// sanitizer: address
#include <stdlib.h>
#include <string.h>

static char *reversed(const char *word)
{
    size_t length = strlen(word);
    char *result = malloc(length);
    for (size_t i = 0; i < length; i++)
        result[i] = word[length - 1 - i];
    result[length] = '\0'; // expect: refuted bounds
    return result;
}

int main(void)
{
    char *word = reversed("drawer");
    int same = strcmp(word, "reward") == 0;
    free(word);
    return same ? 0 : 1;
}
