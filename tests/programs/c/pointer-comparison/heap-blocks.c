// The older of two blocks is guessed from their addresses.
// sanitizer: none -- needs -fsanitize=pointer-compare
#include <stdlib.h>

int main(void)
{
    char *blocks[3];
    int ascending = 0;
    for (int i = 0; i < 3; i++)
        blocks[i] = calloc(1, 24);
    for (int i = 1; i < 3; i++)
        if (blocks[i] > blocks[i - 1]) // expect: refuted pointer-comparison
            ascending++;
    for (int i = 0; i < 3; i++)
        free(blocks[i]);
    return ascending > 2;
}
