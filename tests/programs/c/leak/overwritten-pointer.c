// The only pointer to the first buffer is overwritten in the loop.
// sanitizer: leak
#include <stdlib.h>

static char *scratch;

int main(void)
{
    int widest = 0;
    for (int width = 8; width <= 32; width *= 2) {
        scratch = malloc(width); // expect: refuted leak
        scratch[width - 1] = 'x';
        widest = width;
    }
    free(scratch);
    scratch = NULL;
    return widest == 32 ? 0 : 1;
}
