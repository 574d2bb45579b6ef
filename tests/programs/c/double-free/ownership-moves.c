// expect: proved
// Each block has one owner although several names see it.
#include <stdlib.h>

static int *move(int **from)
{
    int *moved = *from;
    *from = NULL;
    return moved;
}

int main(void)
{
    int *a = malloc(sizeof *a), *b = NULL, *c = NULL;
    *a = 8;
    b = move(&a);
    c = move(&b);
    int value = *c;
    free(a);
    free(b);
    free(c);
    return value == 8 ? 0 : 1;
}
