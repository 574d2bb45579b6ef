// The query of a request as a shell command: characters that mean something to the shell are escaped, each by two
// characters, and the room is that for the characters alone.
#ifndef SIZE
#define SIZE 50
#endif
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUERY SIZE

static char request[QUERY + 32];
static char plain[QUERY + 32];
static char escaped[QUERY + 40];

static int digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = tolower(c);
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

static int unescape(const char *from, char *to)
{
    while (*from != '\0') {
        if (*from == '%') {
            int high = digit((unsigned char)from[1]);
            int low;
            if (high < 0)
                return 0;
            low = digit((unsigned char)from[2]);
            if (low < 0)
                return 0;
            *to++ = (char)(high * 16 + low);
            from += 3;
        } else if (*from == '+') {
            *to++ = ' ';
            from++;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
    return 1;
}

static void shell_escape(const char *from)
{
    size_t n = 0;

    for (; *from != '\0'; from++) {
        // repaired: if (n + 3 > sizeof escaped) break;
        if (n + 3 == 0) break;
        if (strchr("&;`'\"|*?~<>^()[]{}$\\", *from) != NULL)
            escaped[n++] = '\\';
        escaped[n++] = *from;
    }
    escaped[n] = '\0';
}

int main(void)
{
    char *query, *end;
    int c;
    size_t n = 0;

    while ((c = getchar()) != EOF && c != '\n') {
        if (n == sizeof request - 1) {
            puts("414 Too long");
            return 1;
        }
        request[n++] = (char)c;
    }
    request[n] = '\0';
    if (strncmp(request, "GET /", 5) != 0) {
        puts("400 Bad request");
        return 1;
    }
    query = strchr(request, '?');
    if (query == NULL) {
        puts("200 OK");
        return 0;
    }
    query++;
    end = strchr(query, ' ');
    if (end != NULL)
        *end = '\0';
    if (!unescape(query, plain)) {
        puts("400 Bad escape");
        return 1;
    }
    shell_escape(plain);
    printf("run %s\n", escaped);
    return 0;
}
