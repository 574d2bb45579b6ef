// expect: proved
// Loops made of goto: forwards, backwards, out of nests and into blocks.
// stdout: 8 16 111
// stdout: 1 13 17
// stdout: 0 20 20
// stdout: 28
#include <stdio.h>

static int collatz(int n)
{
    int steps = 0;
top:
    if (n == 1)
        goto end;
    steps++;
    if (n & 1)
        goto odd;
    n /= 2;
    goto top;
odd:
    n = 3 * n + 1;
    goto top;
end:
    return steps;
}

static int find_pair(int product, int *x, int *y)
{
    for (*x = 2; *x < 20; ++*x)
        for (*y = *x; *y < 20; ++*y)
            if (*x * *y == product)
                goto found;
    return 0;
found:
    return 1;
}

int main(void)
{
    int x, y, n = 0;
    printf("%d %d %d\n", collatz(6), collatz(7), collatz(27));
    int found = find_pair(221, &x, &y);
    printf("%d %d %d\n", found, x, y);
    found = find_pair(23, &x, &y);
    printf("%d %d %d\n", found, x, y);
    goto inside;
    while (n < 20) {
        n += 100;
inside:
        n += 7;
        if (n % 2 == 0) {
            int local;
again:
            local = n / 2;
            n = local;
            if (n > 40)
                goto again;
        }
    }
    printf("%d\n", n);
    return 0;
}
