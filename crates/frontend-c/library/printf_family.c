/*
 * <stdio.h>: the public names of the printf family.
 */
#include "concrex.h"

#define UNLIMITED SIZE_MAX

/* Each variadic function hands its arguments to the function that takes a list. */
#define FORWARD(result, last, call) \
    do { \
        va_list list; \
        va_start(list, last); \
        result = call; \
        va_end(list); \
    } while (0)

int vfprintf(FILE *stream, const char *format, va_list list)
{
    return __concrex_print(stream, format, list);
}

int vprintf(const char *format, va_list list) { return __concrex_print(stdout, format, list); }

int vsprintf(char *buffer, const char *format, va_list list)
{
    return __concrex_print_to_buffer(buffer, UNLIMITED, format, list);
}

int vsnprintf(char *buffer, size_t capacity, const char *format, va_list list)
{
    return __concrex_print_to_buffer(buffer, capacity, format, list);
}

int vasprintf(char **result, const char *format, va_list list)
{
    return __concrex_print_to_allocation(result, format, list);
}

static int print_to_descriptor(int descriptor, const char *format, va_list list)
{
    FILE stream = {.descriptor = descriptor, .writable = 1};
    return __concrex_print(&stream, format, list);
}

int vdprintf(int descriptor, const char *format, va_list list)
{
    return print_to_descriptor(descriptor, format, list);
}

int printf(const char *format, ...)
{
    int result;
    FORWARD(result, format, __concrex_print(stdout, format, list));
    return result;
}

int fprintf(FILE *stream, const char *format, ...)
{
    int result;
    FORWARD(result, format, __concrex_print(stream, format, list));
    return result;
}

int sprintf(char *buffer, const char *format, ...)
{
    int result;
    FORWARD(result, format, __concrex_print_to_buffer(buffer, UNLIMITED, format, list));
    return result;
}

int snprintf(char *buffer, size_t capacity, const char *format, ...)
{
    int result;
    FORWARD(result, format, __concrex_print_to_buffer(buffer, capacity, format, list));
    return result;
}

int asprintf(char **text, const char *format, ...)
{
    int result;
    FORWARD(result, format, __concrex_print_to_allocation(text, format, list));
    return result;
}

int __asprintf(char **text, const char *format, ...)
{
    int result;
    FORWARD(result, format, __concrex_print_to_allocation(text, format, list));
    return result;
}

int dprintf(int descriptor, const char *format, ...)
{
    int result;
    FORWARD(result, format, print_to_descriptor(descriptor, format, list));
    return result;
}

/* ---- Fortified: the compiler adds a flag, and the size of the buffer if it knows it ---- */

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list list)
{
    (void)flag;
    return __concrex_print(stream, format, list);
}

int __vprintf_chk(int flag, const char *format, va_list list)
{
    (void)flag;
    return __concrex_print(stdout, format, list);
}

static int print_within(char *buffer, size_t size, const char *format, va_list list)
{
    int result = __concrex_print_to_buffer(buffer, size, format, list);
    __concrex_check(result < 0 || (size_t)result < size, "bounds",
                    "sprintf writes past the end of its buffer");
    return result;
}

int __vsprintf_chk(char *buffer, int flag, size_t size, const char *format, va_list list)
{
    (void)flag;
    return print_within(buffer, size, format, list);
}

static int print_limited(char *buffer, size_t capacity, size_t size, const char *format,
                         va_list list)
{
    __concrex_check(capacity <= size, "bounds", "snprintf is told more than the buffer's size");
    return __concrex_print_to_buffer(buffer, capacity, format, list);
}

int __vsnprintf_chk(char *buffer, size_t capacity, int flag, size_t size, const char *format,
                    va_list list)
{
    (void)flag;
    return print_limited(buffer, capacity, size, format, list);
}

int __vasprintf_chk(char **text, int flag, const char *format, va_list list)
{
    (void)flag;
    return __concrex_print_to_allocation(text, format, list);
}

int __vdprintf_chk(int descriptor, int flag, const char *format, va_list list)
{
    (void)flag;
    return print_to_descriptor(descriptor, format, list);
}

int __printf_chk(int flag, const char *format, ...)
{
    int result;
    (void)flag;
    FORWARD(result, format, __concrex_print(stdout, format, list));
    return result;
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    int result;
    (void)flag;
    FORWARD(result, format, __concrex_print(stream, format, list));
    return result;
}

int __sprintf_chk(char *buffer, int flag, size_t size, const char *format, ...)
{
    int result;
    (void)flag;
    FORWARD(result, format, print_within(buffer, size, format, list));
    return result;
}

int __snprintf_chk(char *buffer, size_t capacity, int flag, size_t size, const char *format, ...)
{
    int result;
    (void)flag;
    FORWARD(result, format, print_limited(buffer, capacity, size, format, list));
    return result;
}

int __asprintf_chk(char **text, int flag, const char *format, ...)
{
    int result;
    (void)flag;
    FORWARD(result, format, __concrex_print_to_allocation(text, format, list));
    return result;
}

int __dprintf_chk(int descriptor, int flag, const char *format, ...)
{
    int result;
    (void)flag;
    FORWARD(result, format, print_to_descriptor(descriptor, format, list));
    return result;
}
