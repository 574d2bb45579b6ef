// expect: proved
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *buffer = malloc(16 * sizeof *buffer);
    int *first = buffer;
    buffer[0] = 1;
    if (__VERIFIER_nondet_int() > 0)
        buffer = NULL;
    free(first);
    exit(0);
}
