// expect: proved
// Compound literals as arguments, as arrays, as lvalues and in static storage.
// stdout: 4 4
// stdout: 6 4
// stdout: 3 5 7 7 16
// stdout: 12 e
#include <stdio.h>

struct vector { int x, y; };

static struct vector *origin = &(struct vector){1, 1};

static struct vector add(struct vector a, struct vector b)
{
    return (struct vector){a.x + b.x, a.y + b.y};
}

static int total(const int *values)
{
    int sum = 0;
    while (*values)
        sum += *values++;
    return sum;
}

int main(void)
{
    struct vector v = add((struct vector){3, 4}, (struct vector){.y = -1});
    v = add(v, *origin);
    printf("%d %d\n", v.x, v.y);
    printf("%d %d\n", total((int[]){1, 2, 3, 0}), total((const int[5]){[2] = 9, [0] = 4}));
    int *cells = (int[3]){0};
    for (int i = 0; i < 6; i++)
        cells[i % 3] += i;
    (struct vector){5, 6}.x;
    origin->x += ((struct vector){5, 6}).y;
    printf("%d %d %d %d %zu\n", cells[0], cells[1], cells[2], origin->x, sizeof(int[4]){1});
    int seen = 0;
    for (int round = 0; round < 3; round++) {
        int *fresh = &(int){round};
        seen = seen * 10 + (*fresh)++;
    }
    printf("%d %c\n", seen, "literal"[(int){3}]);
    return 0;
}
