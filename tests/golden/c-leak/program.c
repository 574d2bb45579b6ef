// arguments:
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text)
{
    char *block = malloc(strlen(text) + 1);
    return block ? strcpy(block, text) : NULL;
}

int main(void)
{
    char *first = copy("first");
    char *second = copy("second");
    free(second);
    return first != NULL && first[0] == 'g';
}
