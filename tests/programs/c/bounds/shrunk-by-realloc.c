// After shrinking the block the old count is still used.
// sanitizer: address
#include <stdlib.h>

int main(void)
{
    int count = 10;
    long *totals = calloc(count, sizeof *totals);
    for (int i = 0; i < count; i++)
        totals[i] = i;
    totals = realloc(totals, 6 * sizeof *totals);
    long sum = 0;
    for (int i = 0; i < count; i++)
        sum += totals[i]; // expect: refuted bounds
    free(totals);
    return sum == 45 ? 0 : 1;
}
