// expect: proved
// Fewer arguments are read than were passed, of promoted types.
#include <stdarg.h>

static double first_two(int unused, ...)
{
    va_list list;
    va_start(list, unused);
    double x = va_arg(list, double);
    int c = va_arg(list, int);
    va_end(list);
    return x + c;
}

int main(void)
{
    float quarter = 0.25f;
    char letter = 3;
    return first_two(0, quarter, letter, "never read", 8LL) == 3.25 ? 0 : 1;
}
