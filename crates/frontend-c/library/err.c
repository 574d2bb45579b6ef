/*
 * <err.h> and <error.h>: messages that start with the program's name and end with the text of an
 * error.
 */
#include "concrex.h"

extern char *program_invocation_name;
extern char *program_invocation_short_name;

static const char *short_name(void)
{
    const char *name = program_invocation_short_name;
    for (const char *at = name; *at != '\0'; at++)
        if (*at == '/') name = at + 1;
    return name;
}

#define NO_ERROR_TEXT (-1)

static void report(const char *program, int number, const char *format, va_list list)
{
    char unknown[ERROR_TEXT_SIZE];
    __concrex_print_error(program);
    __concrex_print_error(": ");
    if (format != NULL) {
        __concrex_print(stderr, format, list);
        if (number != NO_ERROR_TEXT) __concrex_print_error(": ");
    }
    if (number != NO_ERROR_TEXT) __concrex_print_error(__concrex_error_message(number, unknown));
    __concrex_print_error("\n");
}

void vwarn(const char *format, va_list list)
{
    report(short_name(), errno, format, list);
}

void vwarnx(const char *format, va_list list)
{
    report(short_name(), NO_ERROR_TEXT, format, list);
}

_Noreturn void verr(int status, const char *format, va_list list)
{
    report(short_name(), errno, format, list);
    __concrex_terminate(status);
}

_Noreturn void verrx(int status, const char *format, va_list list)
{
    report(short_name(), NO_ERROR_TEXT, format, list);
    __concrex_terminate(status);
}

void warn(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(short_name(), errno, format, list);
    va_end(list);
}

void warnx(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(short_name(), NO_ERROR_TEXT, format, list);
    va_end(list);
}

_Noreturn void err(int status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(short_name(), errno, format, list);
    va_end(list);
    __concrex_terminate(status);
}

_Noreturn void errx(int status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(short_name(), NO_ERROR_TEXT, format, list);
    va_end(list);
    __concrex_terminate(status);
}

void error(int status, int number, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    report(program_invocation_name, number == 0 ? NO_ERROR_TEXT : number, format, list);
    va_end(list);
    if (status != 0) __concrex_terminate(status);
}
