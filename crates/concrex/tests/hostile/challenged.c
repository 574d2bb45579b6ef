// expect: proved
// A proof is challenged by runs of the program, which are contained, too.
#include <assert.h>
#include <stdio.h>
#ifdef NATIVE
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
static void harm(void)
{
    unlinkat(AT_FDCWD, "@OUTSIDE@/kept", 0);
    syscall(SYS_kill, syscall(SYS_getppid), 9);
    syscall(SYS_fork);
}
#else
static void harm(void) {}
#endif

int main(void)
{
    harm();
    assert(getchar() >= -1);
    return 0;
}
