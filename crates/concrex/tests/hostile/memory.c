// expect: unknown
// It is ended before it comes to the assertion.
#include <assert.h>
#include <stdio.h>
#ifdef NATIVE
#include <stdlib.h>
#include <string.h>
static void harm(void)
{
    for (;;) {
        char *more = malloc(1 << 20);
        if (more) memset(more, 1, 1 << 20);
    }
}
#else
static void harm(void) {}
#endif

int main(void)
{
    harm();
    assert(getchar() != 'x');
    return 0;
}
