// expect: refuted
#include <assert.h>
#include <stdio.h>
#ifdef NATIVE
#include <netinet/in.h>
#include <sys/syscall.h>
#include <unistd.h>
static void harm(void)
{
    struct sockaddr_in to = {AF_INET, htons(@PORT@), {htonl(INADDR_LOOPBACK)}};
    int s = syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
    syscall(SYS_connect, s, &to, sizeof to);
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
