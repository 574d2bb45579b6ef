// expect: proved
// The block is remembered by a static pointer into its middle, then freed.
#include <stdlib.h>

static int *centre;

static void open_window(int radius)
{
    centre = (int *)malloc((2 * radius + 1) * sizeof(int)) + radius;
    for (int i = -radius; i <= radius; i++)
        centre[i] = i;
}

static void close_window(int radius)
{
    free(centre - radius);
    centre = NULL;
}

int main(void)
{
    open_window(3);
    int edge = centre[-3] + centre[3];
    close_window(3);
    return edge;
}
