/*
 * The conversions e, f and g of printf, exactly.
 *
 * A binary number m * 2^e is the integer m * 2^e if e >= 0, else the integer m * 5^-e divided by
 * 10^-e. So every one is a whole number of powers of ten, and is rounded to the digits wanted by
 * looking at all of the others.
 */
#include "concrex.h"

#define LIMB_BASE 1000000000u
#define LIMB_DIGITS 9
/* The smallest 80-bit number, 2^-16445 with 64 bits of mantissa before it, has 11515 digits. */
#define MOST_LIMBS 1284

/* The value is limbs * 10^-scale. */
struct decimal {
    uint32_t limbs[MOST_LIMBS]; /* the lowest first */
    int count;
    int scale;
};

/* There is always room for a limb; to say so makes it plain that nothing is written beyond. */
static void append_limb(struct decimal *d, uint32_t limb)
{
    if (d->count < MOST_LIMBS) d->limbs[d->count++] = limb;
}

static void multiply(struct decimal *d, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < d->count; i++) {
        carry += (uint64_t)d->limbs[i] * factor;
        d->limbs[i] = (uint32_t)(carry % LIMB_BASE);
        carry /= LIMB_BASE;
    }
    if (carry != 0) append_limb(d, (uint32_t)carry);
}

/* Multiplies by base^power in steps of base^step, the largest power of it that fits a limb. */
static void multiply_power(struct decimal *d, uint32_t base, int power, int step)
{
    while (power > 0) {
        uint32_t factor = 1;
        int taken = power < step ? power : step;
        for (int i = 0; i < taken; i++) factor *= base;
        multiply(d, factor);
        power -= taken;
    }
}

static void set(struct decimal *d, uint64_t mantissa, int exponent)
{
    while (exponent < 0 && mantissa % 2 == 0 && mantissa != 0) {
        mantissa /= 2;
        exponent++;
    }
    if (mantissa == 0) exponent = 0;
    d->count = 0;
    for (; mantissa != 0; mantissa /= LIMB_BASE)
        append_limb(d, (uint32_t)(mantissa % LIMB_BASE));
    d->scale = exponent < 0 ? -exponent : 0;
    multiply_power(d, 2, exponent, 29);
    multiply_power(d, 5, -exponent, 12);
}

/* The powers of ten that fit a limb. */
static const uint32_t powers_of_ten[LIMB_DIGITS] = {1,      10,      100,      1000,     10000,
                                                    100000, 1000000, 10000000, 100000000};

/* The digit at a power of ten. */
static int digit_at(const struct decimal *d, long long power)
{
    long long index = power + d->scale;
    if (index < 0 || index >= (long long)d->count * LIMB_DIGITS) return 0;
    uint32_t limb = d->limbs[index / LIMB_DIGITS];
    return (int)(limb / powers_of_ten[index % LIMB_DIGITS] % 10);
}

/* The power of ten of the first digit; 0 for zero. */
static int first_power(const struct decimal *d)
{
    if (d->count == 0) return 0;
    int digits = 0;
    uint32_t limb = d->limbs[d->count - 1];
    while (digits < LIMB_DIGITS && limb >= powers_of_ten[digits]) digits++;
    return (d->count - 1) * LIMB_DIGITS + digits - 1 - d->scale;
}

static void add_power_of_ten(struct decimal *d, int index)
{
    if (index < 0) return; /* it never is */
    int limb = index / LIMB_DIGITS;
    while (d->count <= limb && d->count < MOST_LIMBS) append_limb(d, 0);
    uint32_t carry = powers_of_ten[index % LIMB_DIGITS];
    for (; carry != 0 && limb < MOST_LIMBS; limb++, carry = carry >= LIMB_BASE) {
        if (limb == d->count) append_limb(d, 0);
        carry += d->limbs[limb];
        d->limbs[limb] = carry % LIMB_BASE;
    }
}

static int is_anything_below(const struct decimal *d, int power)
{
    for (int p = -d->scale; p < power; p++)
        if (digit_at(d, p) != 0) return 1;
    return 0;
}

/* Rounds to a multiple of a power of ten, ties to even. The digits below it remain, and are not
 * to be looked at. */
static void round_to(struct decimal *d, long long power)
{
    if (power <= -(long long)d->scale || power > first_power(d) + 1LL) return;
    int last = (int)power;
    int next = digit_at(d, last - 1);
    if (next < 5) return;
    if (next == 5 && digit_at(d, last) % 2 == 0 && !is_anything_below(d, last - 1)) return;
    add_power_of_ten(d, last + d->scale);
}

/* Writes the digits from one power of ten down to another. */
static void write_digits(struct sink *sink, const struct decimal *d, long long from, long long to)
{
    for (long long power = from; power >= to; power--)
        __concrex_sink_put(sink, (char)('0' + digit_at(d, power)));
}

static void write_fixed(struct sink *sink, const struct conversion *how, const struct decimal *d,
                        const char *sign, long long precision)
{
    int first = first_power(d) > 0 ? first_power(d) : 0;
    int has_point = precision > 0 || how->alternate;
    long long length = 1LL + first + has_point + precision;
    __concrex_sink_open_field(sink, how, sign, length);
    write_digits(sink, d, first, 0);
    if (has_point) __concrex_sink_put(sink, '.');
    write_digits(sink, d, -1, -precision);
    __concrex_sink_close_field(sink, how, sign, length);
}

static void write_scientific(struct sink *sink, const struct conversion *how,
                             const struct decimal *d, const char *sign, long long precision)
{
    int upper = how->letter == 'E' || how->letter == 'G';
    int exponent = first_power(d);
    int magnitude = exponent < 0 ? -exponent : exponent;
    int exponent_digits = magnitude < 100 ? 2 : magnitude < 1000 ? 3 : 4;
    int has_point = precision > 0 || how->alternate;
    long long length = 1LL + has_point + precision + 2 + exponent_digits;
    __concrex_sink_open_field(sink, how, sign, length);
    write_digits(sink, d, exponent, exponent);
    if (has_point) __concrex_sink_put(sink, '.');
    write_digits(sink, d, exponent - 1LL, exponent - precision);
    __concrex_sink_put(sink, upper ? 'E' : 'e');
    __concrex_sink_put(sink, exponent < 0 ? '-' : '+');
    for (int i = exponent_digits - 1; i >= 0; i--)
        __concrex_sink_put(sink, (char)('0' + magnitude / (int)powers_of_ten[i] % 10));
    __concrex_sink_close_field(sink, how, sign, length);
}

/* The style of g: scientific for very small and large numbers, without trailing zeros. */
static void format_shorter(struct sink *sink, const struct conversion *how, struct decimal *d,
                           const char *sign, long long digits)
{
    round_to(d, first_power(d) - digits + 1);
    int exponent = first_power(d);
    long long kept = digits;
    if (!how->alternate)
        while (kept > 1 && digit_at(d, exponent - kept + 1) == 0) kept--;
    if (exponent < -4 || exponent >= digits) {
        write_scientific(sink, how, d, sign, kept - 1);
    } else {
        long long precision = kept - 1 - exponent;
        write_fixed(sink, how, d, sign, precision > 0 ? precision : 0);
    }
}

void __concrex_format_decimal(struct sink *sink, const struct conversion *how,
                              struct binary_number number)
{
    struct decimal d = {.count = 0};
    const char *sign = __concrex_sign(how, number.negative);
    long long precision = how->precision < 0 ? 6 : how->precision;
    set(&d, number.mantissa, number.exponent);
    switch (how->letter) {
    case 'f':
    case 'F':
        round_to(&d, -precision);
        write_fixed(sink, how, &d, sign, precision);
        break;
    case 'e':
    case 'E':
        round_to(&d, first_power(&d) - precision);
        write_scientific(sink, how, &d, sign, precision);
        break;
    default: format_shorter(sink, how, &d, sign, precision == 0 ? 1 : precision); break;
    }
}
