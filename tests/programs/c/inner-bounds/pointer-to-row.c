// expect: proved
// Stepping over rows with a pointer to array, up to the end of the last row.
enum { WIDTH = 5 };

static int row_sum(int (*row)[WIDTH])
{
    int sum = 0;
    for (int c = 0; c < WIDTH; c++)
        sum += (*row)[c];
    return sum;
}

int main(void)
{
    int table[3][WIDTH] = {{1, 2, 3, 4, 5}, {[4] = 10}, {[0] = 7, [2] = 7}};
    int total = 0;
    for (int (*row)[WIDTH] = table; row < table + 3; row++)
        total += row_sum(row);
    return total == 39 ? 0 : 1;
}
