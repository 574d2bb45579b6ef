/*
 * Floating point numbers for printf: what is special about each type, and the conversion a.
 * The conversions e, f and g are in float_decimal.c.
 */
#include "concrex.h"

#define NO_NUMBER_DIGITS 3

/* ---- Fields ---- */

static long long padding(const struct conversion *how, const char *prefix, long long body_length)
{
    long long used = (long long)__concrex_prefix_length(prefix) + body_length;
    return how->width > used ? how->width - used : 0;
}

void __concrex_sink_open_field(struct sink *sink, const struct conversion *how, const char *prefix,
                               long long body_length)
{
    int missing = (int)padding(how, prefix, body_length);
    if (!how->left && !how->zero) __concrex_sink_repeat(sink, ' ', missing);
    __concrex_sink_write(sink, prefix, (size_t)__concrex_prefix_length(prefix));
    if (!how->left && how->zero) __concrex_sink_repeat(sink, '0', missing);
}

void __concrex_sink_close_field(struct sink *sink, const struct conversion *how,
                                const char *prefix, long long body_length)
{
    if (how->left) __concrex_sink_repeat(sink, ' ', (int)padding(how, prefix, body_length));
}

static int is_upper_case(const struct conversion *how)
{
    return how->letter >= 'A' && how->letter <= 'Z';
}

static void format_infinity(struct sink *sink, const struct conversion *how, int negative)
{
    const char *text = is_upper_case(how) ? "INF" : "inf";
    __concrex_sink_field(sink, how, __concrex_sign(how, negative), 0, text, NO_NUMBER_DIGITS);
}

static void format_nan(struct sink *sink, const struct conversion *how, int negative)
{
    const char *text = is_upper_case(how) ? "NAN" : "nan";
    __concrex_sink_field(sink, how, __concrex_sign(how, negative), 0, text, NO_NUMBER_DIGITS);
}

/* ---- Hexadecimal ---- */

/* A number as the conversion a shows it: leading.fraction * 2^exponent. */
struct hexadecimal {
    int negative;
    unsigned int leading;
    uint64_t fraction; /* its first digit in the highest four bits */
    int exponent;
};

static int fraction_digit(const struct hexadecimal *h, int i)
{
    return i < 16 ? (int)(h->fraction >> (60 - 4 * i) & 15) : 0;
}

/* Rounds the fraction to some digits, ties to even. */
static void round_fraction(struct hexadecimal *h, int digits)
{
    if (digits >= 16) return;
    uint64_t unit = digits == 0 ? 0 : (uint64_t)1 << (64 - 4 * digits);
    uint64_t rest = digits == 0 ? h->fraction : h->fraction & (unit - 1);
    uint64_t half = digits == 0 ? (uint64_t)1 << 63 : unit >> 1;
    int odd = digits == 0 ? (int)(h->leading & 1) : (h->fraction & unit) != 0;
    h->fraction -= rest;
    if (rest < half || (rest == half && !odd)) return;
    h->fraction += unit;
    if (digits == 0 || h->fraction == 0) h->leading++;
    if (h->leading == 16) {
        h->leading = 1;
        h->exponent += 4;
    }
}

static int significant_digits(const struct hexadecimal *h)
{
    int digits = 16;
    while (digits > 0 && fraction_digit(h, digits - 1) == 0) digits--;
    return digits;
}

/* The decimal digits of an exponent, at least `least` of them; returns where they start. */
static int exponent_digits(char *text, int size, int exponent, int least)
{
    int first = size;
    int rest = exponent < 0 ? -exponent : exponent;
    for (; rest > 0 || size - first < least; rest /= 10) text[--first] = (char)('0' + rest % 10);
    return first;
}

static void format_hexadecimal(struct sink *sink, const struct conversion *how,
                               struct hexadecimal number)
{
    if (how->precision >= 0) round_fraction(&number, how->precision);
    int digits = how->precision >= 0 ? how->precision : significant_digits(&number);
    int upper = is_upper_case(how);
    const char *alphabet = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    int has_point = digits > 0 || how->alternate;
    char exponent[8];
    int first = exponent_digits(exponent, (int)sizeof exponent, number.exponent, 1);

    char prefix[4];
    const char *sign = __concrex_sign(how, number.negative);
    size_t at = 0;
    if (sign[0] != '\0') prefix[at++] = sign[0];
    prefix[at++] = '0';
    prefix[at++] = upper ? 'X' : 'x';
    prefix[at] = '\0';

    long long length = 1LL + has_point + digits + 2 + ((int)sizeof exponent - first);
    __concrex_sink_open_field(sink, how, prefix, length);
    __concrex_sink_put(sink, alphabet[number.leading]);
    if (has_point) __concrex_sink_put(sink, '.');
    for (int i = 0; i < digits; i++) __concrex_sink_put(sink, alphabet[fraction_digit(&number, i)]);
    __concrex_sink_put(sink, upper ? 'P' : 'p');
    __concrex_sink_put(sink, number.exponent < 0 ? '-' : '+');
    __concrex_sink_write(sink, exponent + first, sizeof exponent - (size_t)first);
    __concrex_sink_close_field(sink, how, prefix, length);
}

static int is_hexadecimal(const struct conversion *how)
{
    return how->letter == 'a' || how->letter == 'A';
}

/* ---- The two types ---- */

void __concrex_format_double(struct sink *sink, const struct conversion *how, double value)
{
    union double_bits u = {.value = value};
    int negative = (int)(u.bits >> 63);
    int exponent = (int)(u.bits >> 52 & 0x7ff);
    uint64_t fraction = u.bits & 0xfffffffffffffULL;
    if (exponent == 0x7ff) {
        if (fraction == 0)
            format_infinity(sink, how, negative);
        else
            format_nan(sink, how, negative);
    } else if (is_hexadecimal(how)) {
        struct hexadecimal h = {negative, exponent != 0, fraction << 12, exponent - 1023};
        if (exponent == 0) h.exponent = fraction == 0 ? 0 : -1022;
        format_hexadecimal(sink, how, h);
    } else {
        struct binary_number n = {negative, fraction, -1074};
        if (exponent != 0) {
            n.mantissa |= (uint64_t)1 << 52;
            n.exponent = exponent - 1075;
        }
        __concrex_format_decimal(sink, how, n);
    }
}

void __concrex_format_long_double(struct sink *sink, const struct conversion *how,
                                  long double value)
{
    union long_double_bits u = {.value = value};
    uint64_t mantissa = u.parts.mantissa;
    int negative = u.parts.sign_exponent >> 15;
    int exponent = u.parts.sign_exponent & 0x7fff;
    if (exponent == 0x7fff) {
        if (mantissa << 1 == 0)
            format_infinity(sink, how, negative);
        else
            format_nan(sink, how, negative);
        return;
    }
    /* Subnormal numbers have the exponent of the smallest normal ones. */
    if (exponent == 0) exponent = 1;
    if (is_hexadecimal(how)) {
        /* The leading digit is the first four bits of the mantissa. */
        struct hexadecimal h = {negative, (unsigned int)(mantissa >> 60), mantissa << 4,
                                mantissa == 0 ? 0 : exponent - 16383 - 3};
        format_hexadecimal(sink, how, h);
    } else {
        struct binary_number n = {negative, mantissa, exponent - 16383 - 63};
        __concrex_format_decimal(sink, how, n);
    }
}
