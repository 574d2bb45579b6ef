// The count promises one number more than there is.
// sanitizer: none -- gcc does not count variadic arguments
#include <stdarg.h>

static int sum(int count, ...)
{
    va_list numbers;
    va_start(numbers, count);
    int total = 0;
    while (count-- > 0)
        total += va_arg(numbers, int); // expect: refuted bounds
    va_end(numbers);
    return total;
}

int main(void)
{
    int right = sum(3, 10, 20, 30);
    return right == 60 ? sum(4, 1, 2, 3) > 0 : 1;
}
