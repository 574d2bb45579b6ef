// The value (void *)-1 means "failed" and is checked like a null pointer.
// sanitizer: address
#include <stdint.h>

static char arena[32];
static unsigned used;

static void *reserve(unsigned size)
{
    if (used + size > sizeof arena)
        return (void *)(intptr_t)-1;
    used += size;
    return arena + used - size;
}

int main(void)
{
    for (int block = 0; block < 5; block++) {
        char *bytes = reserve(8);
        if (!bytes)
            return 1;
        *bytes = 'a'; // expect: refuted invalid-deref
    }
    return 0;
}
