// expect: proved
// Both ends of a range such as a-z are read before they are used.
#include <stdio.h>

int main(void)
{
    char low, high;
    if (scanf("%c-%c", &low, &high) != 2)
        return 1;
    if (high < low)
        return 2;
    return 0;
}
