// A static local keeps its buffer for the next call that never comes.
// property: memcleanup
// sanitizer: none -- the block is still reachable, so it is not lost
#include <stdlib.h>

static int *workspace(int needed)
{
    static int *block, size;
    if (size < needed) {
        free(block);
        block = malloc(needed * sizeof *block); // expect: refuted memcleanup
        size = needed;
    }
    return block;
}

int main(void)
{
    int sum = 0;
    for (int n = 1; n < 6; n++) {
        int *w = workspace(n * 2);
        w[0] = n;
        sum += w[0];
    }
    return sum == 15 ? 0 : 1;
}
