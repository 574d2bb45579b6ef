// A block that only an integer leads to was freed on one of two ways.
// sanitizer: address
// fails-with: values 1 1 0
#include <stdint.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int seen = 0, freed = 0;
    int *block = malloc(sizeof *block);
    uintptr_t handle = (uintptr_t)block;
    *block = 0;
    if (__VERIFIER_nondet_int())
        free(block);
    block = NULL;
    while (__VERIFIER_nondet_int())
        seen = 1;
    if (seen)
        freed = *(int *)handle; // expect: refuted use-after-free
    exit(freed);
}
