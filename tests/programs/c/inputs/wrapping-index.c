// entry: pick
// An index of 64 bits times the size of an element wraps around to one of the first elements.
// fails-with: call pick((int[4]){0}, 1)
// sanitizer: assert
#include <assert.h>

int pick(int *p, unsigned long j)
{
    if (!p || j > 3)
        return 0;
    unsigned long i = 0x4000000000000000 + j;
    char *at = (char *)p + 4 * i;
    p[j] = 7;
    *(int *)at = 9;
    assert(p[j] != 9); // expect: refuted assert
    return 0;
}
