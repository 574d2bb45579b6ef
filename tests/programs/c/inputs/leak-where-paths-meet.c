// sanitizer: leak
// fails-with: values 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int *buffer = malloc(16 * sizeof *buffer); // expect: refuted leak
    buffer[0] = 1;
    if (__VERIFIER_nondet_int() > 0)
        buffer = NULL;
    exit(0);
}
