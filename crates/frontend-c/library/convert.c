/*
 * <stdlib.h> and <inttypes.h>: strtol and its family.
 */
#include "concrex.h"

/* What was read: a magnitude, which is out of every range if too_large, and its sign. */
struct parsed_integer {
    unsigned long long magnitude;
    int negative;
    int too_large;
};

/* The length of a prefix of the base at the text, 0 if there is none. It counts only if a digit
 * of the base follows. */
static size_t prefix_length(const char *text, int base, char letter)
{
    if (text[0] != '0' || __concrex_lower((unsigned char)text[1]) != letter) return 0;
    return __concrex_digit_value((unsigned char)text[2]) < base ? 2 : 0;
}

/* Leaves *end at the text itself if there is no number. */
static struct parsed_integer parse(const char *text, const char **end, int base,
                                   enum integer_prefixes prefixes)
{
    struct parsed_integer result = {0, 0, 0};
    *end = text;
    while (__concrex_is_space((unsigned char)*text)) text++;
    if (*text == '-' || *text == '+') {
        result.negative = *text == '-';
        text++;
    }
    size_t hexadecimal = base == 0 || base == 16 ? prefix_length(text, 16, 'x') : 0;
    size_t binary = 0;
    if (prefixes == PREFIXES_C23 && (base == 0 || base == 2)) binary = prefix_length(text, 2, 'b');
    if (base == 0) base = hexadecimal ? 16 : binary ? 2 : *text == '0' ? 8 : 10;
    text += hexadecimal + binary;

    const unsigned int radix = (unsigned int)base;
    for (;; text++) {
        unsigned int digit = (unsigned int)__concrex_digit_value((unsigned char)*text);
        if (digit >= radix) return result;
        *end = text + 1;
        if (result.magnitude > (ULLONG_MAX - digit) / radix)
            result.too_large = 1;
        else
            result.magnitude = result.magnitude * radix + digit;
    }
}

static int is_bad_base(int base)
{
    if (base == 0 || (base >= 2 && base <= 36)) return 0;
    errno = EINVAL;
    return 1;
}

static long long parse_signed(const char *text, char **end, int base, long long largest,
                              enum integer_prefixes prefixes)
{
    if (is_bad_base(base)) return 0;
    const char *stop;
    struct parsed_integer number = parse(text, &stop, base, prefixes);
    if (end != NULL) *end = (char *)stop;
    unsigned long long limit = (unsigned long long)largest + (number.negative ? 1 : 0);
    if (number.too_large || number.magnitude > limit) {
        errno = ERANGE;
        return number.negative ? -largest - 1 : largest;
    }
    if (!number.negative) return (long long)number.magnitude;
    if (number.magnitude == limit) return -largest - 1;
    return -(long long)number.magnitude;
}

static unsigned long long parse_unsigned(const char *text, char **end, int base,
                                         unsigned long long largest,
                                         enum integer_prefixes prefixes)
{
    if (is_bad_base(base)) return 0;
    const char *stop;
    struct parsed_integer number = parse(text, &stop, base, prefixes);
    if (end != NULL) *end = (char *)stop;
    if (number.too_large || number.magnitude > largest) {
        errno = ERANGE;
        return largest;
    }
    /* The standard asks for negation in the unsigned type: "-1" is its largest value. */
    return number.negative ? 0 - number.magnitude : number.magnitude;
}

long __concrex_parse_long(const char *text, char **end, int base, enum integer_prefixes prefixes)
{
    return (long)parse_signed(text, end, base, LONG_MAX, prefixes);
}

unsigned long __concrex_parse_unsigned_long(const char *text, char **end, int base,
                                            enum integer_prefixes prefixes)
{
    return (unsigned long)parse_unsigned(text, end, base, ULONG_MAX, prefixes);
}

long long __concrex_parse_long_long(const char *text, char **end, int base,
                                    enum integer_prefixes prefixes)
{
    return parse_signed(text, end, base, LLONG_MAX, prefixes);
}

unsigned long long __concrex_parse_unsigned_long_long(const char *text, char **end, int base,
                                                      enum integer_prefixes prefixes)
{
    return parse_unsigned(text, end, base, ULLONG_MAX, prefixes);
}

/* ---- The public names: as in C99, and as programs compiled for C23 call them ---- */

#define DEFINE_FAMILY(prefix, prefixes) \
    long prefix##strtol(const char *text, char **end, int base) \
    { \
        return __concrex_parse_long(text, end, base, prefixes); \
    } \
    unsigned long prefix##strtoul(const char *text, char **end, int base) \
    { \
        return __concrex_parse_unsigned_long(text, end, base, prefixes); \
    } \
    long long prefix##strtoll(const char *text, char **end, int base) \
    { \
        return parse_signed(text, end, base, LLONG_MAX, prefixes); \
    } \
    unsigned long long prefix##strtoull(const char *text, char **end, int base) \
    { \
        return parse_unsigned(text, end, base, ULLONG_MAX, prefixes); \
    } \
    intmax_t prefix##strtoimax(const char *text, char **end, int base) \
    { \
        return parse_signed(text, end, base, LLONG_MAX, prefixes); \
    } \
    uintmax_t prefix##strtoumax(const char *text, char **end, int base) \
    { \
        return parse_unsigned(text, end, base, ULLONG_MAX, prefixes); \
    } \
    long long prefix##strtoq(const char *text, char **end, int base) \
    { \
        return parse_signed(text, end, base, LLONG_MAX, prefixes); \
    } \
    unsigned long long prefix##strtouq(const char *text, char **end, int base) \
    { \
        return parse_unsigned(text, end, base, ULLONG_MAX, prefixes); \
    }

DEFINE_FAMILY(, PREFIXES_C99)
DEFINE_FAMILY(__isoc23_, PREFIXES_C23)
