// expect: proved
// entry: swap
// Swapping by a third variable works for all pointers, the same one twice included.
#include <assert.h>

void swap(int *a, int *b)
{
    if (!a || !b)
        return;
    int old_a = *a, old_b = *b;
    int third = *a;
    *a = *b;
    *b = third;
    assert(*a == old_b && *b == old_a);
}
