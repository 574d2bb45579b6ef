/*
 * The integer square root by bisection.
 *
 *     concrex check examples/c/square_root.c
 *
 * finds that the square of the middle does not fit an int, long before the answer is wrong.
 */
#include <assert.h>
#include <limits.h>
#include <stdio.h>

/* The largest r with r * r <= n. */
static int square_root(int n)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (middle * middle <= n)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

int main(void)
{
    static const int numbers[] = {0, 1, 2, 99, 100, 46340, 65025, 1000000, INT_MAX};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        long n = numbers[i], root = square_root(numbers[i]);
        printf("sqrt(%ld) = %ld\n", n, root);
        assert(root * root <= n && n < (root + 1) * (root + 1));
    }
    return 0;
}
