// expect: proved
// va_copy allows a second walk over the same arguments.
// exit: 5
#include <stdarg.h>

static int above_average(int count, ...)
{
    va_list first, second;
    va_start(first, count);
    va_copy(second, first);
    int sum = 0, above = 0;
    for (int i = 0; i < count; i++)
        sum += va_arg(first, int);
    for (int i = 0; i < count; i++)
        above += va_arg(second, int) * count > sum;
    va_end(second);
    va_end(first);
    return above;
}

int main(void)
{
    return above_average(4, 1, 2, 3, 10) + 2 * above_average(6, 5, 5, 5, 6, 6, 0)
        - above_average(3, 0, 1, 2) * 10 + (above_average(2, 7, 7) == 0 ? 4 : 0);
}
