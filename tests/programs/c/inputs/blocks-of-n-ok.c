// expect: proved
// As many elements as were allocated, whatever their number is.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 100000)
        return 0;
    int *squares = malloc(count * sizeof *squares);
    if (!squares)
        return 0;
    for (int i = 0; i < count; i++)
        squares[i] = i % 10;
    free(squares);
    return 0;
}
