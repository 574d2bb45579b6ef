// expect: proved
// Every column of a row of variable length.
extern int __VERIFIER_nondet_int(void);

static void clear(int rows, int columns, int table[rows][columns], int row, int column)
{
    table[row][column] = 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int column = __VERIFIER_nondet_int();
    if (n < 1 || n > 4 || column < 0 || column >= n)
        return 0;
    int table[2][n];
    clear(2, n, table, 1, column);
    return table[1][column];
}
