/*
 * Exact conversion of decimal digits to a binary mantissa, for strtod and scanf.
 *
 * The number is a fraction of two big integers. Its quotient is found bit by bit, and what remains
 * says how to round.
 */
#include "concrex.h"

/* No 80-bit number, nor the middle between two, has more significant digits than this; further
 * ones matter only by whether one of them is not zero. */
#define MOST_DIGITS 11600
/* Room for 5^(MOST_DIGITS + 5000), and for MOST_DIGITS digits. */
#define MOST_LIMBS 1220
/* Beyond these powers of ten every type overflows or underflows. */
#define LARGEST_POWER 5000

struct big {
    uint32_t limbs[MOST_LIMBS]; /* the lowest first, the highest not zero */
    int count;
};

static void multiply_add(struct big *b, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < b->count; i++) {
        carry += (uint64_t)b->limbs[i] * factor;
        b->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) b->limbs[b->count++] = (uint32_t)carry;
}

static void multiply_power_of_five(struct big *b, long long power)
{
    for (; power >= 13; power -= 13) multiply_add(b, 1220703125u, 0);
    for (; power > 0; power--) multiply_add(b, 5, 0);
}

static int bit_length(const struct big *b)
{
    int bits = (b->count - 1) * 32;
    for (uint32_t limb = b->limbs[b->count - 1]; limb != 0; limb >>= 1) bits++;
    return bits;
}

static void shift_left(struct big *b, int bits)
{
    int limbs = bits / 32;
    for (int i = b->count - 1; i >= 0; i--) b->limbs[i + limbs] = b->limbs[i];
    for (int i = 0; i < limbs; i++) b->limbs[i] = 0;
    b->count += limbs;
    if (bits % 32 != 0) multiply_add(b, (uint32_t)1 << bits % 32, 0);
}

/* Negative, zero or positive as a is less than, equal to or greater than b. */
static int compare(const struct big *a, const struct big *b)
{
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

/* a -= b, where a >= b */
static void subtract(struct big *a, const struct big *b)
{
    uint32_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        uint64_t taken = (uint64_t)(i < b->count ? b->limbs[i] : 0) + borrow;
        borrow = a->limbs[i] < taken;
        a->limbs[i] = (uint32_t)(a->limbs[i] - taken);
    }
    while (a->count > 0 && a->limbs[a->count - 1] == 0) a->count--;
}

/* Reads the digits; returns the power of ten that makes up for those which were left out. */
static long long read_digits(struct big *b, const char *digits, const char *end)
{
    int taken = 0, lost = 0;
    long long left_out = 0;
    b->count = 0;
    for (; digits < end; digits++) {
        if (!__concrex_is_digit(*digits)) continue;
        uint32_t digit = (uint32_t)(*digits - '0');
        if (taken == MOST_DIGITS) {
            left_out++;
            lost |= digit != 0;
        } else if (taken > 0 || digit != 0) {
            multiply_add(b, 10, digit);
            taken++;
        }
    }
    if (!lost) return left_out;
    /* One more digit stands for all that were left out. */
    multiply_add(b, 10, 1);
    return left_out - 1;
}

static int count_significant(const char *digits, const char *end)
{
    int count = 0;
    for (; digits < end; digits++)
        if (__concrex_is_digit(*digits) && (count > 0 || *digits != '0')) count++;
    return count;
}

struct scaled __concrex_scale_decimal(const char *digits, const char *end, long long exponent)
{
    struct scaled result = {(uint64_t)1 << 63, 1000000, TAIL_NONE};
    long long power = count_significant(digits, end) + exponent;
    if (power > LARGEST_POWER) return result;
    if (power < -LARGEST_POWER) {
        result.exponent = -1000000;
        return result;
    }
    struct big numerator, denominator;
    exponent += read_digits(&numerator, digits, end);
    denominator.limbs[0] = 1;
    denominator.count = 1;
    multiply_power_of_five(&numerator, exponent);
    multiply_power_of_five(&denominator, -exponent);

    /* Make 1 <= numerator / denominator < 2. */
    int shift = bit_length(&denominator) - bit_length(&numerator);
    if (shift > 0) shift_left(&numerator, shift);
    if (shift < 0) shift_left(&denominator, -shift);
    if (compare(&numerator, &denominator) < 0) {
        shift_left(&numerator, 1);
        shift++;
    }
    result.mantissa = 0;
    for (int bit = 63; bit >= 0 && numerator.count > 0; bit--) {
        if (compare(&numerator, &denominator) >= 0) {
            result.mantissa |= (uint64_t)1 << bit;
            subtract(&numerator, &denominator);
        }
        shift_left(&numerator, 1);
    }
    int order = compare(&numerator, &denominator);
    if (numerator.count > 0)
        result.tail = order < 0 ? TAIL_BELOW_HALF : order == 0 ? TAIL_HALF : TAIL_ABOVE_HALF;
    result.exponent = (int)exponent - shift - 63;
    return result;
}
