/*
 * <stdlib.h>: strtod, strtof and strtold, correctly rounded. Decimal digits are converted in
 * float_scale.c.
 */
#include "concrex.h"

enum number_kind { KIND_NONE, KIND_ZERO, KIND_FINITE, KIND_INFINITE, KIND_NAN };

/* What a text says, before it is rounded to a type. */
struct parsed_number {
    enum number_kind kind;
    int negative;
    struct scaled scaled; /* of a finite number */
    uint64_t payload;     /* of a NaN */
    const char *end;
};

/* ---- Reading the text ---- */

/* How many characters of the word the text starts with, in any case; 0 if not all of them. */
static size_t match_word(const char *text, const char *word)
{
    size_t n = 0;
    while (word[n] != '\0' && __concrex_lower((unsigned char)text[n]) == word[n]) n++;
    return word[n] == '\0' ? n : 0;
}

/* After "nan": (characters) may follow, and if they are a number it is the payload. */
static void parse_payload(const char *text, struct parsed_number *number)
{
    number->end = text;
    if (*text != '(') return;
    const char *start = text + 1, *end = start;
    while (__concrex_digit_value((unsigned char)*end) < 36 || *end == '_') end++;
    if (*end != ')') return;
    number->end = end + 1;
    char *stop;
    uint64_t payload = __concrex_parse_unsigned_long_long(start, &stop, 0, PREFIXES_C99);
    if (stop == end) number->payload = payload;
}

/* Reads an exponent after its letter if there is one, else leaves the text where it is. */
static const char *parse_exponent(const char *text, int letter, long long *exponent)
{
    if (__concrex_lower((unsigned char)*text) != letter) return text;
    const char *at = text + 1;
    int negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    if (!__concrex_is_digit(*at)) return text;
    long long value = 0;
    for (; __concrex_is_digit(*at); at++)
        if (value < 1000000000000LL) value = value * 10 + (*at - '0');
    *exponent += negative ? -value : value;
    return at;
}

/* Appends a bit behind the mantissa. */
static void append_bit(struct scaled *s, int bit)
{
    if (s->mantissa >> 63 == 0)
        s->mantissa = s->mantissa << 1 | (uint64_t)bit;
    else if (s->exponent++ == 0)
        s->tail = bit ? TAIL_HALF : TAIL_NONE;
    else if (bit && s->tail == TAIL_HALF)
        s->tail = TAIL_ABOVE_HALF;
    else if (bit && s->tail == TAIL_NONE)
        s->tail = TAIL_BELOW_HALF;
}

static void parse_hexadecimal(const char *text, struct parsed_number *number)
{
    struct scaled s = {0, 0, TAIL_NONE};
    long long exponent = 0;
    int seen_point = 0;
    for (;; text++) {
        int digit = __concrex_digit_value((unsigned char)*text);
        if (digit < 16) {
            for (int bit = 3; bit >= 0; bit--) append_bit(&s, digit >> bit & 1);
            if (seen_point) exponent -= 4;
        } else if (*text == '.' && !seen_point) {
            seen_point = 1;
        } else {
            break;
        }
    }
    number->end = parse_exponent(text, 'p', &exponent);
    number->kind = s.mantissa == 0 ? KIND_ZERO : KIND_FINITE;
    if (s.mantissa == 0) return;
    for (; s.mantissa >> 63 == 0; s.exponent--) s.mantissa <<= 1;
    exponent += s.exponent;
    s.exponent = exponent > 1000000 ? 1000000 : exponent < -1000000 ? -1000000 : (int)exponent;
    number->scaled = s;
}

static void parse_decimal(const char *text, struct parsed_number *number)
{
    const char *start = text;
    long long exponent = 0;
    int digits = 0, seen_point = 0, zero = 1;
    for (;; text++) {
        if (__concrex_is_digit(*text)) {
            digits = 1;
            if (*text != '0') zero = 0;
            if (seen_point) exponent--;
        } else if (*text == '.' && !seen_point) {
            seen_point = 1;
        } else {
            break;
        }
    }
    if (!digits) return;
    number->end = parse_exponent(text, 'e', &exponent);
    number->kind = zero ? KIND_ZERO : KIND_FINITE;
    if (!zero) number->scaled = __concrex_scale_decimal(start, text, exponent);
}

static struct parsed_number parse(const char *text)
{
    struct parsed_number number = {KIND_NONE, 0, {0, 0, TAIL_NONE}, 0, text};
    while (__concrex_is_space((unsigned char)*text)) text++;
    if (*text == '-' || *text == '+') {
        number.negative = *text == '-';
        text++;
    }
    if (match_word(text, "inf")) {
        number.kind = KIND_INFINITE;
        number.end = text + (match_word(text, "infinity") ? 8 : 3);
    } else if (match_word(text, "nan")) {
        number.kind = KIND_NAN;
        parse_payload(text + 3, &number);
    } else if (match_word(text, "0x") &&
               __concrex_digit_value((unsigned char)text[text[2] == '.' ? 3 : 2]) < 16) {
        parse_hexadecimal(text + 2, &number);
    } else {
        parse_decimal(text, &number);
    }
    if (number.kind == KIND_NONE) number.negative = 0;
    return number;
}

/* ---- Rounding to a type ---- */

/* A binary type: the bits of its mantissa, the exponent of the last bit of its smallest numbers,
 * and the exponent field of its infinity. */
struct format {
    int precision;
    int least_exponent;
    int infinite_field;
};

/* A value of the type: its whole mantissa and its exponent field. */
struct encoded {
    uint64_t mantissa;
    int field;
};

static enum tail combine_tail(uint64_t rest, uint64_t half, enum tail tail)
{
    if (rest > half) return TAIL_ABOVE_HALF;
    if (rest == half) return tail == TAIL_NONE ? TAIL_HALF : TAIL_ABOVE_HALF;
    return rest == 0 && tail == TAIL_NONE ? TAIL_NONE : TAIL_BELOW_HALF;
}

/* Drops bits until the last one has the given exponent; the tail says what was dropped. */
static struct scaled drop_to(struct scaled s, int exponent)
{
    int dropped = exponent - s.exponent;
    s.exponent = exponent;
    if (dropped == 0) return s;
    if (dropped > 64) {
        s.mantissa = 0;
        s.tail = TAIL_BELOW_HALF;
        return s;
    }
    uint64_t half = (uint64_t)1 << (dropped - 1);
    uint64_t rest = s.mantissa & (half | (half - 1));
    s.mantissa = dropped == 64 ? 0 : s.mantissa >> dropped;
    s.tail = combine_tail(rest, half, s.tail);
    return s;
}

/* Rounds the tail away, ties to even; a mantissa that becomes too long loses its last bit. */
static struct scaled round_tail(struct scaled s, int precision)
{
    int up = s.tail == TAIL_ABOVE_HALF || (s.tail == TAIL_HALF && s.mantissa % 2 == 1);
    s.mantissa += (uint64_t)up;
    if (up && s.mantissa == (precision == 64 ? 0 : (uint64_t)1 << precision)) {
        s.mantissa = (uint64_t)1 << (precision - 1);
        s.exponent++;
    }
    return s;
}

static struct encoded encode_finite(struct scaled s, const struct format *format)
{
    struct scaled kept = drop_to(s, s.exponent + 64 - format->precision);
    struct scaled rounded = round_tail(kept, format->precision);
    /* Underflow is judged after rounding as if the exponent had no bound, as the machine does. */
    int tiny = rounded.exponent < format->least_exponent;
    if (kept.exponent < format->least_exponent) {
        kept = drop_to(s, format->least_exponent);
        rounded = round_tail(kept, format->precision);
    }
    if (tiny && kept.tail != TAIL_NONE) errno = ERANGE;

    struct encoded result = {rounded.mantissa, 0};
    if (rounded.mantissa >> (format->precision - 1) != 0)
        result.field = rounded.exponent - format->least_exponent + 1;
    if (result.field >= format->infinite_field) {
        errno = ERANGE;
        result.field = format->infinite_field;
        result.mantissa = (uint64_t)1 << (format->precision - 1);
    }
    return result;
}

static struct encoded encode(const struct parsed_number *number, const struct format *format)
{
    struct encoded result = {0, 0};
    uint64_t leading = (uint64_t)1 << (format->precision - 1);
    switch (number->kind) {
    case KIND_FINITE: return encode_finite(number->scaled, format);
    case KIND_INFINITE:
        result.field = format->infinite_field;
        result.mantissa = leading;
        return result;
    case KIND_NAN:
        result.field = format->infinite_field;
        result.mantissa = leading | leading >> 1 | (number->payload & ((leading >> 1) - 1));
        return result;
    default: return result;
    }
}

float __concrex_parse_float(const char *text, char **end)
{
    static const struct format format = {24, -149, 255};
    struct parsed_number number = parse(text);
    if (end != NULL) *end = (char *)number.end;
    struct encoded e = encode(&number, &format);
    union float_bits u;
    u.bits = (uint32_t)number.negative << 31 | (uint32_t)e.field << 23 |
             ((uint32_t)e.mantissa & 0x7fffff);
    return u.value;
}

double __concrex_parse_double(const char *text, char **end)
{
    static const struct format format = {53, -1074, 2047};
    struct parsed_number number = parse(text);
    if (end != NULL) *end = (char *)number.end;
    struct encoded e = encode(&number, &format);
    union double_bits u;
    u.bits = (uint64_t)number.negative << 63 | (uint64_t)e.field << 52 |
             (e.mantissa & 0xfffffffffffffULL);
    return u.value;
}

long double __concrex_parse_long_double(const char *text, char **end)
{
    static const struct format format = {64, -16445, 32767};
    struct parsed_number number = parse(text);
    if (end != NULL) *end = (char *)number.end;
    struct encoded e = encode(&number, &format);
    union long_double_bits u = {.value = 0};
    u.parts.mantissa = e.mantissa;
    u.parts.sign_exponent = (uint16_t)(number.negative << 15 | e.field);
    return u.value;
}

float strtof(const char *text, char **end) { return __concrex_parse_float(text, end); }
double strtod(const char *text, char **end) { return __concrex_parse_double(text, end); }
long double strtold(const char *text, char **end)
{
    return __concrex_parse_long_double(text, end);
}

float strtof32(const char *text, char **end) { return __concrex_parse_float(text, end); }
double strtof64(const char *text, char **end) { return __concrex_parse_double(text, end); }
