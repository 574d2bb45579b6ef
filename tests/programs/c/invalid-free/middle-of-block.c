// Leading blanks are skipped with the only pointer to the block.
// sanitizer: address
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = malloc(16);
    strcpy(text, "   trimmed");
    while (*text == ' ')
        text++;
    int length = (int)strlen(text);
    free(text); // expect: refuted invalid-free
    return length == 7 ? 0 : 1;
}
