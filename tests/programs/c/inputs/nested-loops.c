// Column and row are mixed up, which does no harm on boards that are not too wide.
// sanitizer: undefined
// fails-with: values 4 2
int __VERIFIER_nondet_int(void);

#define ROWS 3
#define COLUMNS 4

int main(void)
{
    char board[ROWS][COLUMNS] = {{0}};
    int width = __VERIFIER_nondet_int(), height = __VERIFIER_nondet_int();
    if (width < 1 || width > COLUMNS || height < 1 || height > ROWS)
        return 0;
    int filled = 0;
    for (int x = 0; x < width; x++)
        for (int y = 0; y < height; y++) {
            board[x][y] = 1; // expect: refuted bounds
            filled++;
        }
    return filled != width * height;
}
