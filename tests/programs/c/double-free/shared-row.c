// expect: proved
// Several rows share one block, which is freed through the first row only.
#include <stdlib.h>

int main(void)
{
    enum { ROWS = 3, COLUMNS = 4 };
    int *rows[ROWS], sum = 0;
    rows[0] = malloc(ROWS * COLUMNS * sizeof(int));
    for (int r = 1; r < ROWS; r++)
        rows[r] = rows[r - 1] + COLUMNS;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            rows[r][c] = r * c;
    for (int r = 0; r < ROWS; r++) {
        sum += rows[r][COLUMNS - 1];
        if (r + 1 == ROWS)
            free(rows[0]);
    }
    return sum == 9 ? 0 : 1;
}
