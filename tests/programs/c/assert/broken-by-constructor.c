// What a function sets before main starts.
// sanitizer: assert
#include <assert.h>

static int level;

__attribute__((constructor)) static void raise_level(void)
{
    level = 3;
}

int main(void)
{
    assert(level == 0); // expect: refuted assert
    return 0;
}
