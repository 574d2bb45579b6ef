// expect: proved
// stdout: 7 1
// An operand that is a constant after a comma still has its effect.
#include <stdio.h>

static int count;

static int bump(int by)
{
    count += by;
    return count;
}

int main(void)
{
    int seen = (bump(4), 1) || bump(100);
    int other = ((count += 3), 0) ? 9 : 1;
    if (seen != 1) return 1;
    printf("%d %d\n", count, other);
    return 0;
}
