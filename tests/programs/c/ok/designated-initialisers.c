// expect: proved
// Designators may come in any order, repeat and continue behind an index.
// stdout: 7: 0 7 8 5 2 0 9
// stdout: box green blue: 0,0 0,4 3,4 3,0
// stdout: 02204
#include <stdio.h>

enum colour { RED, GREEN, BLUE, COLOURS };

static const char *const names[COLOURS] = {[BLUE] = "blue", [RED] = "red", [GREEN] = "green"};

struct shape {
    int corners[4][2];
    struct { enum colour fill, line; } style;
    const char *label;
};

static struct shape box = {
    .label = "box",
    .style.line = BLUE,
    .corners = {[1] = {0, 4}, {3, 4}, [3][0] = 3},
    .style.fill = GREEN,
};

int main(void)
{
    int gaps[] = {[3] = 1, 2, [1] = 7, 8, [6] = 9, [3] = 5};
    printf("%zu:", sizeof gaps / sizeof gaps[0]);
    for (unsigned i = 0; i < sizeof gaps / sizeof gaps[0]; i++)
        printf(" %d", gaps[i]);
    printf("\n%s %s %s:", box.label, names[box.style.fill], names[box.style.line]);
    for (int i = 0; i < 4; i++)
        printf(" %d,%d", box.corners[i][0], box.corners[i][1]);
    int row[8] = {[1 ... 3] = 2, [6] = 4};
    printf("\n%d%d%d%d%d\n", row[0], row[1], row[3], row[4], row[6]);
    return 0;
}
