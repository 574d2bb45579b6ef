// expect: proved
// A rectangle of any size on the board fills as many squares as it has.
#include <assert.h>

int __VERIFIER_nondet_int(void);

#define ROWS 3
#define COLUMNS 4

int main(void)
{
    char board[ROWS][COLUMNS] = {{0}};
    int width = __VERIFIER_nondet_int(), height = __VERIFIER_nondet_int();
    if (width < 1 || width > COLUMNS || height < 1 || height > ROWS)
        return 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            board[y][x] = 1;
    int filled = 0;
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
            filled += board[y][x];
    assert(filled == width * height);
    return 0;
}
