// A small formatter meets a directive without an argument.
// sanitizer: none -- gcc does not count variadic arguments
#include <stdarg.h>

static int digits(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = 0;
    for (; *format; format++) {
        if (*format != '#')
            continue;
        unsigned value = va_arg(arguments, unsigned); // expect: refuted bounds
        do
            count++;
        while (value /= 10);
    }
    va_end(arguments);
    return count;
}

int main(void)
{
    return digits("#:#", 12u, 345u) == 5 ? digits("#/#/#", 1u, 2u) : 1;
}
