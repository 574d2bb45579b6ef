// The second walk continues the first one's list instead of a copy.
// sanitizer: none -- gcc does not count variadic arguments
#include <stdarg.h>

static int next(va_list *list)
{
    return va_arg(*list, int); // expect: refuted bounds
}

static int spread(int count, ...)
{
    va_list list;
    va_start(list, count);
    int largest = next(&list);
    for (int i = 1; i < count; i++) {
        int value = next(&list);
        largest = value > largest ? value : largest;
    }
    int above = largest - next(&list);
    va_end(list);
    return above;
}

int main(void)
{
    return spread(3, 4, 9, 2) != 1000;
}
