// expect: proved
// Integers made from unrelated pointers may be subtracted.
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int *a = malloc(sizeof *a), *b = malloc(sizeof *b), apart = 0;
    if (!a || !b)
        return 1;
    uintptr_t forward = (uintptr_t)b - (uintptr_t)a, backward = (uintptr_t)a - (uintptr_t)b;
    apart = forward + backward == 0 && forward != 0;
    free(a);
    free(b);
    return apart ? 0 : 1;
}
