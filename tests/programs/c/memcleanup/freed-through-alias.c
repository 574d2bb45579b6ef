// expect: proved
// Blocks are freed through pointers of other types and by realloc.
// property: memcleanup
#include <stdlib.h>

union any { int *numbers; void *memory; };

int main(void)
{
    union any block = {.numbers = calloc(4, sizeof(int))};
    void *other = malloc(1);
    other = realloc(other, 100);
    block.numbers[3] = 9;
    int last = block.numbers[3];
    free(block.memory);
    free((char *)other);
    free(NULL);
    return last == 9 ? 0 : 1;
}
