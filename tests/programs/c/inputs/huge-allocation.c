// More memory than any machine has is asked for, and the answer is not looked at.
// sanitizer: undefined
#include <stdlib.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void)
{
    unsigned long size = __VERIFIER_nondet_ulong();
    if (size < 0xfffffffffffffff0)
        return 0;
    char *memory = malloc(size);
    *memory = 1; // expect: refuted null
    free(memory);
    return 0;
}
