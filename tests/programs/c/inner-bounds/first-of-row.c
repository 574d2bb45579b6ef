// `*m[2]` is `m[2][0]`, in a matrix of two rows, also behind a pointer.
struct board { int cells[2][3]; int score; };

static void clear(struct board *board, int row)
{
    *board->cells[row] = 0; // expect: refuted inner-bounds
}

int main(void)
{
    struct board board = {{{1, 2, 3}, {4, 5, 6}}, 7};
    clear(&board, 1);
    clear(&board, 2);
    return board.score;
}
