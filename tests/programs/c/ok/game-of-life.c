// expect: proved
// A glider on a torus, with double buffering.
// stdout: ......
// stdout: ......
// stdout: ...#..
// stdout: ....#.
// stdout: ..###.
// stdout: ......
#include <stdio.h>
#include <string.h>

enum { SIZE = 6 };

typedef unsigned char world[SIZE][SIZE];

static int neighbours(world w, int r, int c)
{
    int count = 0;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if (dr || dc)
                count += w[(r + dr + SIZE) % SIZE][(c + dc + SIZE) % SIZE];
    return count;
}

static void step(world from, world to)
{
    for (int r = 0; r < SIZE; r++)
        for (int c = 0; c < SIZE; c++) {
            int n = neighbours(from, r, c);
            to[r][c] = n == 3 || (n == 2 && from[r][c]);
        }
}

int main(void)
{
    world worlds[2];
    static const char *const start[] = {".#", "..#", "###"};
    memset(worlds, 0, sizeof worlds);
    for (int r = 0; r < 3; r++)
        for (int c = 0; start[r][c]; c++)
            worlds[0][r][c] = start[r][c] == '#';
    for (int generation = 0; generation < 8; generation++)
        step(worlds[generation % 2], worlds[1 - generation % 2]);
    for (int r = 0; r < SIZE; r++) {
        for (int c = 0; c < SIZE; c++)
            putchar(worlds[0][r][c] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
