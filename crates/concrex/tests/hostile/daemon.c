// expect: refuted
// Two children in sessions of their own that would stay, with the pipe to whoever waits.
#include <assert.h>
#include <stdio.h>
#ifdef NATIVE
#include <sys/syscall.h>
#include <unistd.h>
static void harm(void)
{
    if (syscall(SYS_fork) == 0) {
        syscall(SYS_setsid);
        syscall(SYS_fork);
        for (;;) pause();
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
