// The life of a variable-length array ends where a jump leads back before its declaration.
// sanitizer: none -- the new array lies where the old one was
#include <stdio.h>

int main(void)
{
    int length = 4, round = 0;
    int *first = 0;
again:;
    int values[length];
    for (int i = 0; i < length; i++)
        values[i] = round;
    if (first)
        printf("%d\n", first[0]); // expect: refuted use-after-scope
    first = values;
    length = 64;
    if (++round < 2)
        goto again;
    return 0;
}
