// expect: proved
// time: 20s
// Operations of a calculator by function pointers.
#include <stdio.h>

static int add(int a, int b) { return (a + b) % 100; }
static int multiply(int a, int b) { return a * b % 100; }
static int smaller(int a, int b) { return a < b ? a : b; }

typedef int (*operation)(int, int);
static const operation operations[] = { add, multiply, smaller };

int main(void)
{
    int c, value = 1;
    while ((c = getchar()) != EOF) {
        int which = c % 3;
        value = operations[which](value, c);
    }
    printf("%d\n", value);
    return 0;
}
