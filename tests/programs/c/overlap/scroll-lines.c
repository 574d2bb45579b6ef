// Scrolling a screen by two rows while copying three.
// sanitizer: address
#include <string.h>

enum { ROWS = 6, COLUMNS = 20 };

static char screen[ROWS][COLUMNS];

static void scroll(int by, int rows)
{
    char *cells = (char *)screen;
    memcpy(cells, cells + by * COLUMNS, rows * COLUMNS); // expect: refuted overlap
}

int main(void)
{
    for (int r = 0; r < ROWS; r++)
        memset(screen[r], 'a' + r, COLUMNS);
    scroll(3, 3);
    scroll(2, 3);
    return screen[0][0] == 'f' ? 0 : 1;
}
