/*
 * <math.h>: the functions behind isnan, signbit and their like, for the three types.
 */
#include "concrex.h"

enum class { FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL };

/* The class of a number from the fields of its representation. */
static enum class class_of(int exponent, int largest_exponent, uint64_t fraction)
{
    if (exponent == largest_exponent) return fraction == 0 ? FP_INFINITE : FP_NAN;
    if (exponent == 0) return fraction == 0 ? FP_ZERO : FP_SUBNORMAL;
    return FP_NORMAL;
}

static enum class classify(double x)
{
    union double_bits u = {.value = x};
    return class_of((int)(u.bits >> 52 & 0x7ff), 0x7ff, u.bits & 0xfffffffffffffULL);
}

static enum class classifyf(float x)
{
    union float_bits u = {.value = x};
    return class_of((int)(u.bits >> 23 & 0xff), 0xff, u.bits & 0x7fffff);
}

static enum class classifyl(long double x)
{
    union long_double_bits u = {.value = x};
    return class_of(u.parts.sign_exponent & 0x7fff, 0x7fff, u.parts.mantissa << 1);
}

static int sign(double x)
{
    union double_bits u = {.value = x};
    return (int)(u.bits >> 63);
}

static int signf(float x)
{
    union float_bits u = {.value = x};
    return (int)(u.bits >> 31);
}

static int signl(long double x)
{
    union long_double_bits u = {.value = x};
    return u.parts.sign_exponent >> 15;
}

#define DEFINE_FOR(type, f) \
    int __fpclassify##f(type x) { return classify##f(x); } \
    int __signbit##f(type x) { return sign##f(x); } \
    int __isnan##f(type x) { return classify##f(x) == FP_NAN; } \
    int isnan##f(type x) { return classify##f(x) == FP_NAN; } \
    int __isinf##f(type x) \
    { \
        if (classify##f(x) != FP_INFINITE) return 0; \
        return sign##f(x) ? -1 : 1; \
    } \
    int isinf##f(type x) \
    { \
        if (classify##f(x) != FP_INFINITE) return 0; \
        return sign##f(x) ? -1 : 1; \
    } \
    int __finite##f(type x) { return classify##f(x) > FP_INFINITE; } \
    int finite##f(type x) { return classify##f(x) > FP_INFINITE; } \
    int __iseqsig##f(type x, type y) { return x == y; }

DEFINE_FOR(double, )
DEFINE_FOR(float, f)
DEFINE_FOR(long double, l)

/* A signaling NaN has a zero where a quiet one has its highest fraction bit. */

int __issignaling(double x)
{
    union double_bits u = {.value = x};
    return classify(x) == FP_NAN && (u.bits >> 51 & 1) == 0;
}

int __issignalingf(float x)
{
    union float_bits u = {.value = x};
    return classifyf(x) == FP_NAN && (u.bits >> 22 & 1) == 0;
}

int __issignalingl(long double x)
{
    union long_double_bits u = {.value = x};
    return classifyl(x) == FP_NAN && (u.parts.mantissa >> 62 & 1) == 0;
}
