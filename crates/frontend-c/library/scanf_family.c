/*
 * <stdio.h>: the public names of the scanf family. glibc's headers rename them by the standard in
 * force, which matters only for extensions that are older than C99.
 */
#include "concrex.h"

static int scan_stream(FILE *stream, const char *format, va_list list)
{
    struct source from = {.stream = stream};
    return __concrex_scan(&from, format, list);
}

static int scan_text(const char *text, const char *format, va_list list)
{
    struct source from = {.text = text};
    return __concrex_scan(&from, format, list);
}

#define DEFINE_FAMILY(prefix) \
    int prefix##vfscanf(FILE *stream, const char *format, va_list list) \
    { \
        return scan_stream(stream, format, list); \
    } \
    int prefix##vscanf(const char *format, va_list list) \
    { \
        return scan_stream(stdin, format, list); \
    } \
    int prefix##vsscanf(const char *text, const char *format, va_list list) \
    { \
        return scan_text(text, format, list); \
    } \
    int prefix##fscanf(FILE *stream, const char *format, ...) \
    { \
        va_list list; \
        va_start(list, format); \
        int result = scan_stream(stream, format, list); \
        va_end(list); \
        return result; \
    } \
    int prefix##scanf(const char *format, ...) \
    { \
        va_list list; \
        va_start(list, format); \
        int result = scan_stream(stdin, format, list); \
        va_end(list); \
        return result; \
    } \
    int prefix##sscanf(const char *text, const char *format, ...) \
    { \
        va_list list; \
        va_start(list, format); \
        int result = scan_text(text, format, list); \
        va_end(list); \
        return result; \
    }

DEFINE_FAMILY()
DEFINE_FAMILY(__isoc99_)
DEFINE_FAMILY(__isoc23_)
