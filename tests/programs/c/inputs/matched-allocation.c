// Two buffers that differ in nothing but their sizes.
// sanitizer: address
// fails-with: values 0 1 0
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int seen = 0;
    char *line = calloc(__VERIFIER_nondet_int() ? 81 : 80, 1);
    while (__VERIFIER_nondet_int())
        seen = 1;
    if (seen)
        line[80] = 'x'; // expect: refuted bounds
    free(line);
    return 0;
}
