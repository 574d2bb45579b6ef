// expect: proved
// stdout: 0 2 4 6
// A constant that is initialised again each time a jump leads back.
#include <stdio.h>

int main(void)
{
    int round = 0;
again:;
    const int twice[2] = {2 * round, round};
    printf(round == 0 ? "%d" : " %d", twice[0]);
    if (++round < 4)
        goto again;
    printf("\n");
    return 0;
}
