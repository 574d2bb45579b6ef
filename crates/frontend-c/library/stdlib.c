/*
 * <stdlib.h> and <inttypes.h>: integer arithmetic and the simple conversions.
 */
#include "concrex.h"

/* ---- Absolute values: that of the smallest number overflows, which the compiler checks ---- */

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

/* ---- Quotient and remainder ---- */

typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;
typedef struct {
    intmax_t quot, rem;
} imaxdiv_t;

div_t div(int a, int b)
{
    div_t result = {a / b, a % b};
    return result;
}

ldiv_t ldiv(long a, long b)
{
    ldiv_t result = {a / b, a % b};
    return result;
}

lldiv_t lldiv(long long a, long long b)
{
    lldiv_t result = {a / b, a % b};
    return result;
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b)
{
    imaxdiv_t result = {a / b, a % b};
    return result;
}

/* ---- Conversions without error reports ---- */

int atoi(const char *text) { return (int)__concrex_parse_long(text, NULL, 10, PREFIXES_C99); }
long atol(const char *text) { return __concrex_parse_long(text, NULL, 10, PREFIXES_C99); }
long long atoll(const char *text)
{
    return __concrex_parse_long_long(text, NULL, 10, PREFIXES_C99);
}
double atof(const char *text) { return __concrex_parse_double(text, NULL); }

/* ---- Other programs ---- */

int system(const char *command)
{
    (void)command;
    return (int)__concrex_input_value(SOURCE_OTHER, "system");
}
