// expect: proved
// A flag remembers whether the buffer came from the heap.
#include <stdlib.h>
#include <string.h>

static int palindrome(const char *word)
{
    char local[8];
    size_t length = strlen(word);
    int on_heap = length >= sizeof local;
    char *reversed = on_heap ? malloc(length + 1) : local;
    for (size_t i = 0; i < length; i++)
        reversed[i] = word[length - 1 - i];
    reversed[length] = '\0';
    int same = strcmp(word, reversed) == 0;
    if (on_heap)
        free(reversed);
    return same;
}

int main(void)
{
    return palindrome("level") && palindrome("deified deified") && !palindrome("ab") ? 0 : 1;
}
