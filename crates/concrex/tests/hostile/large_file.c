// expect: unknown
// It is ended before it comes to the assertion.
#include <assert.h>
#include <stdio.h>
#ifdef NATIVE
static char zeros[1 << 20];
static void harm(void)
{
    FILE *file = fopen("large", "w");
    for (int i = 0; i < 10240; i++) fwrite(zeros, 1, sizeof zeros, file);
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
