// expect: proved
// Structures are passed, returned, assigned and compared member by member.
// stdout: -0 -1 -1
// stdout: 55 10946
// stdout: a a b 34 99
// stdout: 89
#include <stdio.h>

struct complex { double re, im; };
struct matrix { int cells[2][2]; };
struct wrapper { char tag; struct matrix m; struct complex c; };

static struct complex multiply(struct complex a, struct complex b)
{
    return (struct complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static struct matrix product(struct matrix a, struct matrix b)
{
    struct matrix result = {{{0}}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                result.cells[i][j] += a.cells[i][k] * b.cells[k][j];
    return result;
}

static struct wrapper changed(struct wrapper w)
{
    w.tag++;
    w.m.cells[1][1] = 99;
    return w;
}

int main(void)
{
    struct complex z = {1, 0}, i = {0, 1};
    for (int n = 0; n < 3; n++)
        z = multiply(z, i);
    printf("%g %g %g\n", z.re, z.im, multiply(z, z).re);
    struct matrix step = {{{1, 1}, {1, 0}}}, power = {{{1, 0}, {0, 1}}};
    for (int n = 0; n < 10; n++)
        power = product(power, step);
    printf("%d %d\n", power.cells[0][1], product(power, power).cells[0][0]);
    struct wrapper original = {'a', power, z}, copy = original, array[2];
    array[0] = changed(original);
    array[1] = array[0];
    array[0].tag = '!';
    printf("%c %c %c %d %d\n", original.tag, copy.tag, array[1].tag, copy.m.cells[1][1],
           array[1].m.cells[1][1]);
    printf("%d\n", (original.tag == 'a' ? original : copy).m.cells[0][0]);
    return 0;
}
