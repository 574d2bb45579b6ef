/* All 92 solutions of the eight queens. */
static int column[8], rising[15], falling[15];

static int place(int row)
{
    if (row == 8)
        return 1;
    int solutions = 0;
    for (int c = 0; c < 8; c++) {
        if (column[c] || rising[row + c] || falling[row - c + 7])
            continue;
        column[c] = rising[row + c] = falling[row - c + 7] = 1;
        solutions += place(row + 1);
        column[c] = rising[row + c] = falling[row - c + 7] = 0;
    }
    return solutions;
}

int main(void)
{
    return place(0) != 92;
}
