// Swapping by exclusive or loses the value if both pointers are the same.
// entry: swap
// sanitizer: assert
// fails-with: call int one = 5; swap(&one, &one)
#include <assert.h>

void swap(int *a, int *b)
{
    if (!a || !b)
        return;
    int old = *a;
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
    assert(*b == old); // expect: refuted assert
}
