// A declaration without a value is reached again: what the array held is gone.
// sanitizer: none -- memory that was written before
#include <stdio.h>

int main(void)
{
    int round = 0;
again:;
    int seen[3];
    if (round == 0)
        seen[0] = 5;
    if (round == 1)
        printf("%d\n", seen[0]); // expect: refuted uninit
    if (++round < 2)
        goto again;
    return 0;
}
