// expect: refuted
#include <assert.h>
#include <stdio.h>
#ifdef NATIVE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
static void harm(void)
{
    int parent = syscall(SYS_getppid);
    syscall(SYS_kill, parent, SIGKILL);
    syscall(SYS_kill, -parent, SIGKILL);
    syscall(SYS_tgkill, parent, parent, SIGKILL);
    syscall(SYS_kill, -getpgid(parent), SIGKILL);
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
