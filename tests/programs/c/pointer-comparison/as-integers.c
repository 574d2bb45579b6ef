// expect: proved
// As integers any two addresses have an order, whichever it is.
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int local = 1, *heap = malloc(sizeof *heap);
    static int fixed;
    uintptr_t a = (uintptr_t)&local, b = (uintptr_t)heap, c = (uintptr_t)&fixed;
    uintptr_t low = a < b ? a : b, high = a < b ? b : a;
    low = c < low ? c : low;
    high = c > high ? c : high;
    int ordered = low < high && (a > b || b > a) && heap != &local;
    free(heap);
    return ordered ? 0 : 1;
}
