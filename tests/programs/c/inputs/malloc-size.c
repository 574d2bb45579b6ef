// The header is written even if the message is shorter than it.
// sanitizer: address
// fails-with: values 3
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint();
    if (size == 0 || size > 64)
        return 0;
    unsigned char *message = malloc(size);
    if (!message)
        return 1;
    message[0] = 1;
    message[3] = (unsigned char)size; // expect: refuted bounds
    free(message);
    return 0;
}
