// arguments:
#include <stdio.h>

int main(void)
{
    int digits[3], count = 0;
    for (int c = getchar(); c >= '0' && c <= '9'; c = getchar())
        digits[count++] = c - '0';
    return count ? digits[count - 1] : 0;
}
