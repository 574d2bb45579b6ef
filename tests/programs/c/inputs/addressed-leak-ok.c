// expect: proved
// An address that was freed or is held by an integer until the end is not lost.
#include <stdint.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static uintptr_t handle;

int main(void)
{
    int *block = malloc(sizeof *block);
    handle = (uintptr_t)block;
    if (__VERIFIER_nondet_int()) {
        free(block);
        handle = 0;
    }
    block = NULL;
    while (__VERIFIER_nondet_int())
        ;
    return 0;
}
