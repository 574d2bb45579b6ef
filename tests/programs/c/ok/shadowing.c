// expect: proved
// Inner names hide outer ones, in every kind of scope.
// stdout: 1 33
// stdout: 100 12
// stdout: c 99 2.5
#include <stdio.h>

static int x = 1;

typedef int number;

static int parameter(int x)
{
    int y = x;
    {
        int x = y * 2;
        y += x;
        for (int x = 0; x < 3; x++)
            y += x;
        y += x;
    }
    return y + x;
}

struct x { int x; };

static int tags(void)
{
    struct x { char c[3]; } inner = {"ab"};
    struct x *x = &inner;
    return (int)sizeof *x + x->c[0];
}

static int self(void)
{
    int size = sizeof size, *p = &size;
    number number = 3;
    number *= *p;
    return number;
}

int main(void)
{
    printf("%d %d\n", x, parameter(5));
    printf("%d %d\n", tags(), self());
    int outer = x;
    double x = 2.5;
    if (x > outer) {
        char x = 'c';
        printf("%c", x);
    } else {
        x = 0;
    }
    for (int x = 7; x < 8; x++) {
        int x = 99;
        printf(" %d", x);
    }
    printf(" %.1f\n", x);
    return 0;
}
