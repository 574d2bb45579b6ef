// expect: proved
// Parameters and pointers of variable array type, stepped row by row.
// exit: 14
static int sum(int count, const int values[count])
{
    int total = 0;
    for (int i = 0; i < count; i++)
        total += values[i];
    return total + (sizeof values == sizeof(int *));
}

static int total(int rows, int columns, int grid[rows][columns])
{
    int result = 0;
    int (*row)[columns] = grid;
    while (rows-- > 0)
        result += sum(sizeof *row / sizeof **row, *row++);
    return result;
}

int main(void)
{
    int grid[2][3] = {{1, 1, 1}, {2, 2, 2}};
    return total(2, 3, grid) + sum(1, grid[1]);
}
