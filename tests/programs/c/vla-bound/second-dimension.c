// The inner dimension of a matrix is the product of a zero.
// sanitizer: undefined
static int cells(int rows, int columns, int layers)
{
    char grid[rows][columns * layers]; // expect: refuted vla-bound
    return (int)sizeof grid;
}

int main(void)
{
    int total = 0;
    for (int layers = 3; layers > -1; layers--)
        total += cells(2, 4, layers);
    return total == 48 ? 0 : 1;
}
