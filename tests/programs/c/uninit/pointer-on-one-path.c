// A local pointer is set only when the name is known, and then followed.
// sanitizer: none -- gcc has no memory sanitizer
#include <string.h>

static int port_of(const char *service)
{
    static const int http = 80, ssh = 22;
    const int *port;
    if (strcmp(service, "http") == 0)
        port = &http;
    else if (strcmp(service, "ssh") == 0)
        port = &ssh;
    return *port; // expect: refuted uninit
}

int main(void)
{
    return port_of("http") + port_of("ssh") == 102 ? port_of("smtp") != 25 : 1;
}
