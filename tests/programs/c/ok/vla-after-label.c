// expect: proved
// stdout: 6
// A jump back before a variable-length array, which nobody looks at any more; one past it; and an object whose address
// is kept over a jump.
#include <stdio.h>

int main(void)
{
    int rounds = 0, total = 0;
    int *kept = 0;
again:;
    int last;
    int squares[rounds + 1];
    for (int i = 0; i <= rounds; i++)
        squares[i] = i;
    last = squares[rounds];
    total += last;
    if (!kept)
        kept = &last;
    if (rounds++ == 3)
        goto done;
    goto again;
done:
    *kept = total;
    printf("%d\n", last);
    return 0;
}
