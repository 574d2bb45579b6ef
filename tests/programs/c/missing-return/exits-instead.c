// expect: proved
// The path without a value ends the program.
// exit: 5
#include <stdlib.h>

static int checked(int index, int size)
{
    if (index < size)
        return index;
    exit(size);
}

int main(void)
{
    int sum = 0;
    for (int i = 0; ; i++)
        sum += checked(i, 5);
    return sum;
}
