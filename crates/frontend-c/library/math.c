/*
 * <math.h> for double: the functions that take numbers apart and put them together, exactly.
 * Roots, powers, trigonometry and roundings are provided by the compiler.
 */
#include "concrex.h"

#define SIGN_BIT ((uint64_t)1 << 63)
#define FRACTION_BITS 0xfffffffffffffULL
#define INFINITE_FIELD 0x7ff

static uint64_t bits_of(double x)
{
    union double_bits u = {.value = x};
    return u.bits;
}

static double from_bits(uint64_t bits)
{
    union double_bits u = {.bits = bits};
    return u.value;
}

static int field_of(double x) { return (int)(bits_of(x) >> 52 & INFINITE_FIELD); }

static int is_special(double x) { return field_of(x) == INFINITE_FIELD; }

static double infinity(void) { return from_bits((uint64_t)INFINITE_FIELD << 52); }

/* 2^n, where it is normal. */
static double power_of_two(long n) { return from_bits((uint64_t)(1023 + n) << 52); }

/* ---- Exponents ---- */

/* The exponent n of 2^n <= |x| < 2^(n+1), for a finite x that is not zero. */
static int exponent_of(double x)
{
    int field = field_of(x);
    return field != 0 ? field - 1023 : field_of(x * power_of_two(54)) - 1023 - 54;
}

double frexp(double x, int *exponent)
{
    *exponent = 0;
    if (x == 0 || is_special(x)) return x + x;
    *exponent = exponent_of(x) + 1;
    if (field_of(x) == 0) x *= power_of_two(54);
    return from_bits((bits_of(x) & (SIGN_BIT | FRACTION_BITS)) | (uint64_t)1022 << 52);
}

double __concrex_scale(double x, long n)
{
    if (x == 0 || is_special(x)) return x + x;
    double result = x;
    /* Steps down are so small that only the last one can round. */
    for (int i = 0; i < 3 && n > 1023; i++, n -= 1023) result *= power_of_two(1023);
    for (int i = 0; i < 3 && n < -1022; i++, n += 969) result *= power_of_two(-969);
    result *= power_of_two(n > 1023 ? 1023 : n < -1022 ? -1022 : n);
    if (result == 0 || is_special(result)) errno = ERANGE;
    return result;
}

double ldexp(double x, int n) { return __concrex_scale(x, n); }
double scalbn(double x, int n) { return __concrex_scale(x, n); }
double scalbln(double x, long n) { return __concrex_scale(x, n); }

int ilogb(double x)
{
    if (x != 0 && !is_special(x)) return exponent_of(x);
    errno = EDOM;
    return is_special(x) && x == x ? INT_MAX : INT_MIN;
}

double logb(double x)
{
    if (x == 0) return -infinity();
    if (is_special(x)) return x * x;
    return exponent_of(x);
}

double significand(double x)
{
    if (x == 0 || is_special(x)) return x;
    return __concrex_scale(x, -exponent_of(x));
}

/* ---- Whole parts ---- */

double modf(double x, double *whole)
{
    *whole = trunc(x);
    if (is_special(x)) return x != x ? x + x : copysign(0.0, x);
    return copysign(x - *whole, x);
}

/* Numbers that long cannot hold, and NaN, give its smallest value as on x86. */
static long to_long(double x)
{
    double limit = -(double)LONG_MIN;
    return x >= -limit && x < limit ? (long)x : LONG_MIN;
}

static long long to_long_long(double x)
{
    double limit = -(double)LLONG_MIN;
    return x >= -limit && x < limit ? (long long)x : LLONG_MIN;
}

long lround(double x) { return to_long(round(x)); }
long long llround(double x) { return to_long_long(round(x)); }
long lrint(double x) { return to_long(rint(x)); }
long long llrint(double x) { return to_long_long(rint(x)); }

/* ---- Neighbours ---- */

/* The next number from x, which is not y, in the direction of y. */
static double step(double x, int up)
{
    if (x == 0) return from_bits(up ? 1 : SIGN_BIT | 1);
    double result = from_bits((x > 0) == up ? bits_of(x) + 1 : bits_of(x) - 1);
    if (field_of(result) == 0 || is_special(result)) errno = ERANGE;
    return result;
}

double nextafter(double x, double y)
{
    if (x != x || y != y) return x + y;
    return x == y ? y : step(x, x < y);
}

double nexttoward(double x, long double y)
{
    if (x != x || y != y) return (double)(x + y);
    return x == y ? (double)y : step(x, x < y);
}

/* ---- Differences and remainders ---- */

double fdim(double x, double y)
{
    if (x <= y) return 0;
    double result = x - y;
    if (is_special(result) && !is_special(x) && !is_special(y)) errno = ERANGE;
    return result;
}

double drem(double x, double y) { return remainder(x, y); }

double remquo(double x, double y, int *quotient)
{
    double result = remainder(x, y);
    *quotient = 0;
    if (result != result || is_special(y)) return result;
    double size = fabs(y), rest = fabs(x);
    /* Whole multiples of eight do not count; if 8y overflows there are none. */
    if (!is_special(size * 8)) rest = fmod(rest, size * 8);
    int n = 0;
    for (int step = 4; step > 0; step /= 2)
        if (rest >= step * size) {
            rest -= step * size;
            n += step;
        }
    /* What is left is rounded to nearest, ties to even. */
    if (rest > size - rest || (rest == size - rest && n % 2 == 1)) n++;
    *quotient = (bits_of(x) ^ bits_of(y)) >> 63 ? -n : n;
    return result;
}

/* ---- Others ---- */

double nan(const char *tag)
{
    char *end;
    int error = errno;
    uint64_t payload = __concrex_parse_unsigned_long_long(tag, &end, 0, PREFIXES_C99);
    errno = error;
    if (*end != '\0') payload = 0;
    return from_bits((uint64_t)INFINITE_FIELD << 52 | (uint64_t)1 << 51 |
                     (payload & (FRACTION_BITS >> 1)));
}

double exp10(double x) { return pow(10, x); }
double pow10(double x) { return pow(10, x); }
