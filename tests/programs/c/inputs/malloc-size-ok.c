// expect: proved
// First and last byte of a block of any size are inside of it.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint();
    if (size == 0 || size > 4096)
        return 0;
    unsigned char *message = malloc(size);
    if (!message)
        return 1;
    message[0] = 1;
    message[size - 1] = 2;
    free(message);
    return 0;
}
