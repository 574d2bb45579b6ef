// expect: refuted
#include <assert.h>
#include <stdio.h>
#ifdef NATIVE
#include <sys/syscall.h>
#include <unistd.h>
static void harm(void)
{
    for (int i = 0; i < 1000; i++) syscall(SYS_fork);
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
