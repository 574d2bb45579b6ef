// expect: refuted
#include <assert.h>
#include <stdio.h>
#ifdef NATIVE
#include <fcntl.h>
#include <unistd.h>
static void harm(void) { unlinkat(AT_FDCWD, "@OUTSIDE@/kept", 0); }
#else
static void harm(void) {}
#endif

int main(void)
{
    harm();
    assert(getchar() != 'x');
    return 0;
}
