// expect: proved
// A new block may live where the old one was; only the new pointer is used.
#include <stdlib.h>

int main(void)
{
    int sum = 0;
    int *block = NULL;
    for (int round = 1; round <= 5; round++) {
        free(block);
        block = malloc(sizeof *block);
        *block = round;
        sum += *block;
    }
    free(block);
    block = &sum;
    return *block == 15 ? 0 : 1;
}
