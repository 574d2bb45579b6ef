// One cell more is used than there are.
// time: 20s
// sanitizer: undefined
// fails-with: stdin "01234567890"
#include <stddef.h>
#include <stdio.h>
#define MOST 10

struct cell {
    int value;
    struct cell *next;
};

static struct cell cells[MOST];

static int total;

static void count(struct cell *cell)
{
    total |= cell->value & 7;
}

static void each(struct cell *first, void (*visit)(struct cell *))
{
    for (struct cell *cell = first; cell != NULL; cell = cell->next)
        visit(cell);
}

int main(void)
{
    struct cell *first = NULL;
    int used = 0, c;
    while ((c = getchar()) != EOF && used <= MOST) {
        struct cell *cell = &cells[used++];
        cell->value = c; // expect: refuted bounds
        cell->next = first;
        first = cell;
    }
    each(first, count);
    return total > 0;
}
