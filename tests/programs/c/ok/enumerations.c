// expect: proved
// Enumerators as constants, flags and array bounds; enumerations as integers.
// stdout: ---.rw-.-wx.r-x.
// stdout: -1 0 10 11 14 1
// stdout: 16 B 0 1
// stdout: 50 51 2
#include <stdio.h>

enum permission { NONE, READ = 1 << 0, WRITE = 1 << 1, EXECUTE = 1 << 2, ALL = READ | WRITE | EXECUTE };
enum level { LOW = -2, BELOW, MIDDLE, HIGH = MIDDLE + 10, TOP, COUNT = TOP - LOW + 1 };
enum { BUFFER = sizeof(long) * 2, LETTER = 'A' };

typedef enum { OFF, ON } switch_state;

static switch_state toggle(switch_state state)
{
    return !state;
}

static void show(enum permission p)
{
    putchar(p & READ ? 'r' : '-');
    putchar(p & WRITE ? 'w' : '-');
    putchar(p & EXECUTE ? 'x' : '-');
    putchar('.');
}

int main(void)
{
    for (enum permission p = NONE; p <= ALL; p = (enum permission)(p + 3))
        show(p);
    show(ALL & ~WRITE);
    putchar('\n');
    int seen[COUNT] = {0};
    for (enum level l = LOW; l <= TOP; l++)
        seen[l - LOW]++;
    printf("%d %d %d %d %d %d\n", BELOW, MIDDLE, HIGH, TOP, COUNT, seen[COUNT - 1]);
    printf("%d %c %d %d\n", BUFFER, LETTER + 1, toggle(ON), toggle(toggle(ON)));
    {
        enum { READ = 50, LOW };
        printf("%d %d %d\n", READ, LOW, WRITE);
    }
    return 0;
}
