// expect: proved
// A matrix is cleared and filled through a pointer converted from the whole array.
// exit: 11
#include <string.h>

int main(void)
{
    int grid[3][4];
    memset(grid, 0, sizeof grid);
    int *cells = (int *)&grid;
    for (int i = 0; i < 12; i++)
        cells[i] = i;
    int (*row)[4] = grid;
    return row[2][3] == (*(row + 2))[3] ? *(*(grid + 2) + 3) : 0;
}
