// expect: proved
// A formatter of its own on top of stdarg.
// stdout: it is ok, beef and 1010
// stdout: 0.667 ? 1000.000
// stdout: 41
#include <stdarg.h>
#include <stdio.h>

static char *number(char *end, unsigned long value, unsigned base)
{
    *--end = '\0';
    do
        *--end = "0123456789abcdef"[value % base];
    while (value /= base);
    return end;
}

static int vprint(const char *format, va_list arguments)
{
    char buffer[70], *text;
    int written = 0;
    for (; *format; format++) {
        if (*format != '{') {
            putchar(*format);
            written++;
            continue;
        }
        switch (*++format) {
        case 'x': text = number(buffer + sizeof buffer, va_arg(arguments, unsigned long), 16); break;
        case 'b': text = number(buffer + sizeof buffer, (unsigned)va_arg(arguments, int), 2); break;
        case 's': text = va_arg(arguments, char *); break;
        case 'c': buffer[0] = (char)va_arg(arguments, int); buffer[1] = 0; text = buffer; break;
        case 'f': snprintf(text = buffer, sizeof buffer, "%.3f", va_arg(arguments, double)); break;
        default: text = "?";
        }
        while (*text) {
            putchar(*text++);
            written++;
        }
        format++;
    }
    return written;
}

static int print(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int written = vprint(format, arguments);
    va_end(arguments);
    return written;
}

int main(void)
{
    int n = print("{s} is {c}{c}, {x} and {b}\n", "it", 'o', 'k', 0xbeefUL, 10);
    n += print("{f} {q} {f}\n", 2.0f / 3, 1e3);
    printf("%d\n", n);
    return 0;
}
