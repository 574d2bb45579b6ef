// arguments:
#include <assert.h>
#include <string.h>

int main(void)
{
    char word[8];
    strcpy(word, "concrex");
    int vowels = 0;
    for (size_t i = 0; i < strlen(word); i++)
        vowels += strchr("aeiou", word[i]) != NULL;
    assert(vowels == 2);
    return 0;
}
