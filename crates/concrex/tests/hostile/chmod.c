// expect: refuted
// What Landlock has no rule for.
#include <assert.h>
#include <stdio.h>
#ifdef NATIVE
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
static void harm(void)
{
    syscall(SYS_fchmodat, AT_FDCWD, "@OUTSIDE@/kept", 0777);
    syscall(SYS_truncate, "@OUTSIDE@/kept", 0L);
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
