// expect: proved
// Two allocations in a row may get the same address; each is freed once.
#include <stdlib.h>

int main(void)
{
    unsigned long sum = 0;
    for (int i = 1; i <= 4; i++) {
        unsigned long *cell = malloc(sizeof *cell);
        *cell = (unsigned long)i;
        sum += *cell;
        free(cell);
    }
    return sum == 10 ? 0 : 1;
}
