// The claim about a sum speaks of its own operands, not of the whole sum before it.
// sanitizer: undefined
#include <stdio.h>

static int series(const int *a)
{
    return a[0] + a[1] - a[2] + a[3] - a[4] + a[5] * 2 - a[6] + a[7] + a[0] + a[1] + a[2] + // expect: refuted overflow
           a[3] + a[4] + a[5] + a[6] + a[7];
}

int main(void)
{
    int large[8] = {1000000000, 1000000000, 0, 0, 0, 0, 0, 140000000};
    int small[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    printf("%d\n", series(small));
    return series(large) == 0;
}
