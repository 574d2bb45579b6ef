// expect: proved
// An arena rounds its cursor up before it hands out memory.
#include <stddef.h>
#include <stdint.h>

static _Alignas(max_align_t) unsigned char arena[64];
static size_t used;

static void *take(size_t size, size_t alignment)
{
    used = (used + alignment - 1) & ~(alignment - 1);
    void *memory = arena + used;
    used += size;
    return memory;
}

int main(void)
{
    char *tag = take(1, 1);
    int *count = take(sizeof(int), _Alignof(int));
    short *half = take(sizeof(short), _Alignof(short));
    double *weight = take(sizeof(double), _Alignof(double));
    *tag = 't', *count = 3, *half = 4, *weight = 0.5;
    int aligned = (uintptr_t)weight % _Alignof(double) == 0 && used == 24;
    return aligned && *count + *half == 7 ? 0 : 1;
}
