// The column index runs into the next row of the board.
// sanitizer: undefined
enum { ROWS = 3, COLUMNS = 4 };

static int board[ROWS][COLUMNS];

int main(void)
{
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            board[r][c] = 10 * r + c;
    int diagonal = 0;
    for (int i = 0; i < ROWS; i++)
        diagonal += board[i][i + 1];
    for (int i = 0; i < ROWS - 1; i++)
        diagonal += board[i][i + 3]; // expect: refuted inner-bounds
    return diagonal;
}
