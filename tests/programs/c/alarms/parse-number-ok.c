// expect: proved
// time: 20s
// open: the last digit and the limit belong together
// A number of the input, refused where it does not fit.
#include <limits.h>
#include <stdio.h>

static int parse(int *result)
{
    int c = getchar(), value = 0, digits = 0;
    while (c >= '0' && c <= '9') {
        int digit = c - '0';
        if (value > (INT_MAX - digit) / 10)
            return 0;
        value = value * 10 + digit;
        digits++;
        if (digits > 20)
            return 0;
        c = getchar();
    }
    *result = value;
    return digits > 0;
}

int main(void)
{
    int number;
    if (!parse(&number))
        return 1;
    printf("%d\n", number);
    return 0;
}
