/*
 * <math.h> for float: as math.c.
 */
#include "concrex.h"

#define SIGN_BIT ((uint32_t)1 << 31)
#define FRACTION_BITS 0x7fffffu
#define INFINITE_FIELD 0xff

static uint32_t bits_of(float x)
{
    union float_bits u = {.value = x};
    return u.bits;
}

static float from_bits(uint32_t bits)
{
    union float_bits u = {.bits = bits};
    return u.value;
}

static int field_of(float x) { return (int)(bits_of(x) >> 23 & INFINITE_FIELD); }

static int is_special(float x) { return field_of(x) == INFINITE_FIELD; }

static float infinity(void) { return from_bits((uint32_t)INFINITE_FIELD << 23); }

/* 2^25 makes every subnormal number normal. */
#define LIFT 25
#define LIFTED(x) ((x) * 33554432.0f)

/* ---- Exponents ---- */

static int exponent_of(float x)
{
    int field = field_of(x);
    return field != 0 ? field - 127 : field_of(LIFTED(x)) - 127 - LIFT;
}

float frexpf(float x, int *exponent)
{
    *exponent = 0;
    if (x == 0 || is_special(x)) return x + x;
    *exponent = exponent_of(x) + 1;
    if (field_of(x) == 0) x = LIFTED(x);
    return from_bits((bits_of(x) & (SIGN_BIT | FRACTION_BITS)) | (uint32_t)126 << 23);
}

/* Scaled in double a float loses nothing before the end. */
static float scale(float x, long n)
{
    if (x == 0 || is_special(x)) return x + x;
    float result = (float)__concrex_scale(x, n > 500 ? 500 : n < -500 ? -500 : n);
    if (result == 0 || is_special(result)) errno = ERANGE;
    return result;
}

float ldexpf(float x, int n) { return scale(x, n); }
float scalbnf(float x, int n) { return scale(x, n); }
float scalblnf(float x, long n) { return scale(x, n); }

int ilogbf(float x)
{
    if (x != 0 && !is_special(x)) return exponent_of(x);
    errno = EDOM;
    return is_special(x) && x == x ? INT_MAX : INT_MIN;
}

float logbf(float x)
{
    if (x == 0) return -infinity();
    if (is_special(x)) return x * x;
    return (float)exponent_of(x);
}

float significandf(float x)
{
    if (x == 0 || is_special(x)) return x;
    return scale(x, -exponent_of(x));
}

/* ---- Whole parts ---- */

float modff(float x, float *whole)
{
    *whole = truncf(x);
    if (is_special(x)) return x != x ? x + x : copysignf(0.0f, x);
    return copysignf(x - *whole, x);
}

/* Numbers that long cannot hold, and NaN, give its smallest value as on x86. */
static long to_long(float x)
{
    float limit = -(float)LONG_MIN;
    return x >= -limit && x < limit ? (long)x : LONG_MIN;
}

static long long to_long_long(float x)
{
    float limit = -(float)LLONG_MIN;
    return x >= -limit && x < limit ? (long long)x : LLONG_MIN;
}

long lroundf(float x) { return to_long(roundf(x)); }
long long llroundf(float x) { return to_long_long(roundf(x)); }
long lrintf(float x) { return to_long(rintf(x)); }
long long llrintf(float x) { return to_long_long(rintf(x)); }

/* ---- Neighbours ---- */

static float step(float x, int up)
{
    if (x == 0) return from_bits(up ? 1 : SIGN_BIT | 1);
    float result = from_bits((x > 0) == up ? bits_of(x) + 1 : bits_of(x) - 1);
    if (field_of(result) == 0 || is_special(result)) errno = ERANGE;
    return result;
}

float nextafterf(float x, float y)
{
    if (x != x || y != y) return x + y;
    return x == y ? y : step(x, x < y);
}

float nexttowardf(float x, long double y)
{
    if (x != x || y != y) return (float)(x + y);
    return x == y ? (float)y : step(x, x < y);
}

/* ---- Differences and remainders ---- */

float fdimf(float x, float y)
{
    if (x <= y) return 0;
    float result = x - y;
    if (is_special(result) && !is_special(x) && !is_special(y)) errno = ERANGE;
    return result;
}

float dremf(float x, float y) { return remainderf(x, y); }

float remquof(float x, float y, int *quotient)
{
    float result = remainderf(x, y);
    *quotient = 0;
    if (result != result || is_special(y)) return result;
    float size = fabsf(y), rest = fabsf(x);
    /* Whole multiples of eight do not count; if 8y overflows there are none. */
    if (!is_special(size * 8)) rest = fmodf(rest, size * 8);
    int n = 0;
    for (int step = 4; step > 0; step /= 2)
        if (rest >= step * size) {
            rest -= step * size;
            n += step;
        }
    /* What is left is rounded to nearest, ties to even. */
    if (rest > size - rest || (rest == size - rest && n % 2 == 1)) n++;
    *quotient = (bits_of(x) ^ bits_of(y)) >> 31 ? -n : n;
    return result;
}

/* ---- Others ---- */

float nanf(const char *tag)
{
    char *end;
    int error = errno;
    uint64_t payload = __concrex_parse_unsigned_long_long(tag, &end, 0, PREFIXES_C99);
    errno = error;
    if (*end != '\0') payload = 0;
    return from_bits((uint32_t)INFINITE_FIELD << 23 | (uint32_t)1 << 22 |
                     ((uint32_t)payload & FRACTION_BITS >> 1));
}

float exp10f(float x) { return powf(10, x); }
float pow10f(float x) { return powf(10, x); }
