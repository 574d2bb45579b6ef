// An address of the web: the port has as many digits as there are.
#include <stdio.h>
#include <string.h>

static int parse(const char *text, char *host, size_t room)
{
    if (strncmp(text, "http://", 7) != 0) return -1;
    text += 7;
    size_t length = strcspn(text, ":/\n");
    if (length == 0 || length >= room) return -1;
    memcpy(host, text, length);
    host[length] = '\0';
    text += length;
    int port = 80;
    if (*text == ':') {
        port = 0;
        for (text++; *text >= '0' && *text <= '9'; text++) {
            port = port * 10 + (*text - '0'); // expect: refuted overflow
            // repaired: if (port > 65535) return -1;
            if (port == 65536) return -1;
        }
    }
    return port;
}

int main(void)
{
    char line[64], host[32];
    if (fgets(line, sizeof line, stdin) == NULL) return 1;
    int port = parse(line, host, sizeof host);
    if (port < 0) return 1;
    printf("%s %d\n", host, port);
    return 0;
}
