/*
 * <math.h> for long double, the 80-bit format of x86: its mantissa shows its leading bit.
 */
#include "concrex.h"

#define SIGN_BIT 0x8000
#define INFINITE_FIELD 0x7fff
#define LEADING_BIT ((uint64_t)1 << 63)

static long double assemble(int sign_exponent, uint64_t mantissa)
{
    union long_double_bits u = {.value = 0};
    u.parts.mantissa = mantissa;
    u.parts.sign_exponent = (uint16_t)sign_exponent;
    return u.value;
}

static uint64_t mantissa_of(long double x)
{
    union long_double_bits u = {.value = x};
    return u.parts.mantissa;
}

static int sign_exponent_of(long double x)
{
    union long_double_bits u = {.value = x};
    return u.parts.sign_exponent;
}

static int field_of(long double x) { return sign_exponent_of(x) & INFINITE_FIELD; }

static int is_special(long double x) { return field_of(x) == INFINITE_FIELD; }

/* 2^n, where it is normal. */
static long double power_of_two(long n) { return assemble((int)(16383 + n), LEADING_BIT); }

/* ---- Exponents ---- */

static int exponent_of(long double x)
{
    int field = field_of(x);
    return field != 0 ? field - 16383 : field_of(x * power_of_two(65)) - 16383 - 65;
}

long double frexpl(long double x, int *exponent)
{
    *exponent = 0;
    if (x == 0 || is_special(x)) return x + x;
    *exponent = exponent_of(x) + 1;
    if (field_of(x) == 0) x *= power_of_two(65);
    return assemble((sign_exponent_of(x) & SIGN_BIT) | 16382, mantissa_of(x));
}

static long double scale(long double x, long n)
{
    if (x == 0 || is_special(x)) return x + x;
    long double result = x;
    /* Steps down are so small that only the last one can round. */
    for (int i = 0; i < 3 && n > 16383; i++, n -= 16383) result *= power_of_two(16383);
    for (int i = 0; i < 3 && n < -16382; i++, n += 16318) result *= power_of_two(-16318);
    result *= power_of_two(n > 16383 ? 16383 : n < -16382 ? -16382 : n);
    if (result == 0 || is_special(result)) errno = ERANGE;
    return result;
}

long double ldexpl(long double x, int n) { return scale(x, n); }
long double scalbnl(long double x, int n) { return scale(x, n); }
long double scalblnl(long double x, long n) { return scale(x, n); }

int ilogbl(long double x)
{
    if (x != 0 && !is_special(x)) return exponent_of(x);
    errno = EDOM;
    return is_special(x) && x == x ? INT_MAX : INT_MIN;
}

long double logbl(long double x)
{
    if (x == 0) return -assemble(INFINITE_FIELD, LEADING_BIT);
    if (is_special(x)) return x * x;
    return exponent_of(x);
}

long double significandl(long double x)
{
    if (x == 0 || is_special(x)) return x;
    return scale(x, -exponent_of(x));
}

/* ---- Whole parts ---- */

long double modfl(long double x, long double *whole)
{
    *whole = truncl(x);
    if (is_special(x)) return x != x ? x + x : copysignl(0.0L, x);
    return copysignl(x - *whole, x);
}

static long to_long(long double x)
{
    long double limit = -(long double)LONG_MIN;
    return x >= -limit && x < limit ? (long)x : LONG_MIN;
}

static long long to_long_long(long double x)
{
    long double limit = -(long double)LLONG_MIN;
    return x >= -limit && x < limit ? (long long)x : LLONG_MIN;
}

long lroundl(long double x) { return to_long(roundl(x)); }
long long llroundl(long double x) { return to_long_long(roundl(x)); }
long lrintl(long double x) { return to_long(rintl(x)); }
long long llrintl(long double x) { return to_long_long(rintl(x)); }

/* ---- Neighbours ---- */

/* The magnitude grows from one exponent to the next where the mantissa is full. */
static long double away_from_zero(long double x)
{
    uint64_t mantissa = mantissa_of(x) + 1;
    int sign_exponent = sign_exponent_of(x);
    if (mantissa == 0) return assemble(sign_exponent + 1, LEADING_BIT);
    /* The largest subnormal number is followed by the smallest normal one. */
    if (field_of(x) == 0 && mantissa == LEADING_BIT) sign_exponent++;
    return assemble(sign_exponent, mantissa);
}

static long double toward_zero(long double x)
{
    if (is_special(x)) return assemble(sign_exponent_of(x) - 1, ~(uint64_t)0);
    uint64_t mantissa = mantissa_of(x) - 1;
    int sign_exponent = sign_exponent_of(x);
    if (field_of(x) == 0 || mantissa >= LEADING_BIT) return assemble(sign_exponent, mantissa);
    if (field_of(x) == 1) return assemble(sign_exponent - 1, mantissa);
    return assemble(sign_exponent - 1, ~(uint64_t)0);
}

static long double next(long double x, long double y)
{
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0) return assemble(y < 0 ? SIGN_BIT : 0, 1);
    long double result = (x > 0) == (x < y) ? away_from_zero(x) : toward_zero(x);
    if (field_of(result) == 0 || is_special(result)) errno = ERANGE;
    return result;
}

long double nextafterl(long double x, long double y) { return next(x, y); }
long double nexttowardl(long double x, long double y) { return next(x, y); }

/* ---- Differences and remainders ---- */

long double fdiml(long double x, long double y)
{
    if (x <= y) return 0;
    long double result = x - y;
    if (is_special(result) && !is_special(x) && !is_special(y)) errno = ERANGE;
    return result;
}

long double dreml(long double x, long double y) { return remainderl(x, y); }

long double remquol(long double x, long double y, int *quotient)
{
    long double result = remainderl(x, y);
    *quotient = 0;
    if (result != result || is_special(y)) return result;
    long double size = fabsl(y), rest = fabsl(x);
    /* Whole multiples of eight do not count; if 8y overflows there are none. */
    if (!is_special(size * 8)) rest = fmodl(rest, size * 8);
    int n = 0;
    for (int step = 4; step > 0; step /= 2)
        if (rest >= step * size) {
            rest -= step * size;
            n += step;
        }
    /* What is left is rounded to nearest, ties to even. */
    if (rest > size - rest || (rest == size - rest && n % 2 == 1)) n++;
    *quotient = (sign_exponent_of(x) ^ sign_exponent_of(y)) & SIGN_BIT ? -n : n;
    return result;
}

/* ---- Others ---- */

long double nanl(const char *tag)
{
    char *end;
    int error = errno;
    uint64_t payload = __concrex_parse_unsigned_long_long(tag, &end, 0, PREFIXES_C99);
    errno = error;
    if (*end != '\0') payload = 0;
    payload &= (LEADING_BIT >> 1) - 1;
    return assemble(INFINITE_FIELD, LEADING_BIT | LEADING_BIT >> 1 | payload);
}

long double exp10l(long double x) { return powl(10, x); }
long double pow10l(long double x) { return powl(10, x); }
