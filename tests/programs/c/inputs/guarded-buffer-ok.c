// expect: proved
// A buffer of any size that is filled from the input with a guard.
#include <stdio.h>
#define SIZE 100000

static char line[SIZE];

int main(void)
{
    int used = 0, c;
    while ((c = getchar()) != EOF)
        if (used < SIZE - 1)
            line[used++] = (char)c;
    line[used] = 0;
    return 0;
}
