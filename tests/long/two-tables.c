// Names of points, and then lines between them: the second table is as long as the first should have been.
// open at 5000: not found in time on a loaded machine
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <stdlib.h>

static int points[SIZE];
static int lines[SIZE];

int main(void)
{
    int c, point_count = 0, line_count = 0, i;
    while ((c = getchar()) == 'p') {
        if (point_count == SIZE)
            return 1;
        points[point_count++] = getchar();
    }
    while (c == 'l') {
        // repaired: if (line_count == SIZE) return 2;
        if (line_count > point_count) return 2;
        lines[line_count++] = getchar();
        c = getchar();
    }
    for (i = 0; i < point_count; i++)
        printf("%d %d\n", points[i], i < line_count ? lines[i] : 0);
    return 0;
}
