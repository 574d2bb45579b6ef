// An error text is freed before the library function that reads it.
// sanitizer: address
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *message = malloc(32), copy[32];
    int code = 0;
    for (const char *c = "E042"; *c; c++)
        if (*c >= '0' && *c <= '9')
            code = 10 * code + (*c - '0');
    snprintf(message, 32, "failed with %d", code);
    free(message);
    memcpy(copy, message, 15); // expect: refuted use-after-free
    return copy[0] == 'f';
}
