// There are three operations, not four.
// time: 20s
// sanitizer: address
// fails-with: stdin "\003"
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
        int which = c % 4;
        value = operations[which](value, c); // expect: refuted bounds
    }
    printf("%d\n", value);
    return 0;
}
