// A three by five matrix read with rows and columns exchanged.
// sanitizer: address
#include <stdlib.h>

static double at(const double *matrix, int columns, int row, int column)
{
    return matrix[row * columns + column]; // expect: refuted bounds
}

int main(void)
{
    int rows = 3, columns = 5;
    double *matrix = malloc(rows * columns * sizeof *matrix);
    for (int i = 0; i < rows * columns; i++)
        matrix[i] = i * 0.5;
    double trace = 0;
    for (int r = 0; r < columns; r++)
        for (int c = 0; c < rows; c++)
            trace += at(matrix, columns, r, c);
    free(matrix);
    return trace > 0 ? 0 : 1;
}
