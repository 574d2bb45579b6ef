// The caller may pass the address of a global.
// entry: set
// assume: nonnull
// sanitizer: assert
// fails-with: call set(&level)
#include <assert.h>

int level;

void set(int *target)
{
    level = 1;
    *target = 2;
    assert(level == 1); // expect: refuted assert
}
