// expect: proved
// The pointer wanders through the block and comes back before free.
#include <stdlib.h>

int main(void)
{
    int count = 6;
    int *cursor = malloc(count * sizeof *cursor);
    for (int i = 0; i < count; i++)
        *cursor++ = i;
    int sum = 0;
    while (count-- > 0)
        sum += *--cursor;
    free(cursor);
    return sum == 15 ? 0 : 1;
}
