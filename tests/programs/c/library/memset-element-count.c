// The buffer's size is multiplied by the element size twice.
// sanitizer: address
#include <stdlib.h>
#include <string.h>

static short *cleared(size_t count)
{
    size_t size = count * sizeof(short);
    short *cells = malloc(size);
    memset(cells, 0, size * sizeof *cells); // expect: refuted bounds
    return cells;
}

int main(void)
{
    short *cells = cleared(10);
    int first = cells[0];
    free(cells);
    return first;
}
