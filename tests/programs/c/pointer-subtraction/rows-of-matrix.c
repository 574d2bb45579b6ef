// expect: proved
// Pointers to rows subtract in rows, pointers to cells in cells.
int main(void)
{
    int grid[4][6] = {{0}};
    int (*first)[6] = grid, (*last)[6] = &grid[3];
    int *a = &grid[2][1], *b = &grid[2][5];
    int distance = (int)(b - a);
    for (int (*row)[6] = first; row != last; row++)
        distance += (int)(last - row);
    return distance == 4 + 3 + 2 + 1 ? 0 : 1;
}
