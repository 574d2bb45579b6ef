// arguments:
#include <stdlib.h>

/* The last element is one too far. */
static int sum(const int *items, int count)
{
    int total = 0;
    for (int i = 0; i <= count; i++)
        total += items[i];
    return total;
}

int main(void)
{
    int *items = calloc(4, sizeof *items);
    if (!items)
        return 1;
    int total = sum(items, 4);
    free(items);
    return total;
}
