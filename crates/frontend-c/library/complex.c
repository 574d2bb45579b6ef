/*
 * <complex.h>, as far as it is exact, and the products and quotients of complex numbers as gcc's
 * run-time library computes them.
 */
#include "concrex.h"

/* ---- Parts ---- */

double creal(_Complex double z) { return __real__ z; }
float crealf(_Complex float z) { return __real__ z; }
long double creall(_Complex long double z) { return __real__ z; }

double cimag(_Complex double z) { return __imag__ z; }
float cimagf(_Complex float z) { return __imag__ z; }
long double cimagl(_Complex long double z) { return __imag__ z; }

_Complex double conj(_Complex double z) { return ~z; }
_Complex float conjf(_Complex float z) { return ~z; }
_Complex long double conjl(_Complex long double z) { return ~z; }

/* ---- Products: (a + bi)(c + di), where infinities that became NaNs are found again (G.5.1) ---- */

#define IS_INFINITE(x) __builtin_isinf(x)
#define UNIT(x, copysign) copysign(IS_INFINITE(x) ? 1 : 0, x)
#define UNLESS_NUMBER(x, copysign) if (__builtin_isnan(x)) x = copysign(0, x)

#define MULTIPLY(name, type, copysign, infinity)                                                    \
    _Complex type name(type a, type b, type c, type d)                                              \
    {                                                                                               \
        type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                        \
        type x = ac - bd, y = ad + bc;                                                              \
        if (__builtin_isnan(x) && __builtin_isnan(y)) {                                             \
            _Bool recover = 0;                                                                      \
            if (IS_INFINITE(a) || IS_INFINITE(b)) {                                                 \
                a = UNIT(a, copysign);                                                              \
                b = UNIT(b, copysign);                                                              \
                UNLESS_NUMBER(c, copysign);                                                         \
                UNLESS_NUMBER(d, copysign);                                                         \
                recover = 1;                                                                        \
            }                                                                                       \
            if (IS_INFINITE(c) || IS_INFINITE(d)) {                                                 \
                c = UNIT(c, copysign);                                                              \
                d = UNIT(d, copysign);                                                              \
                UNLESS_NUMBER(a, copysign);                                                         \
                UNLESS_NUMBER(b, copysign);                                                         \
                recover = 1;                                                                        \
            }                                                                                       \
            if (!recover && (IS_INFINITE(ac) || IS_INFINITE(bd) || IS_INFINITE(ad)                  \
                             || IS_INFINITE(bc))) {                                                 \
                UNLESS_NUMBER(a, copysign);                                                         \
                UNLESS_NUMBER(b, copysign);                                                         \
                UNLESS_NUMBER(c, copysign);                                                         \
                UNLESS_NUMBER(d, copysign);                                                         \
                recover = 1;                                                                        \
            }                                                                                       \
            if (recover) {                                                                          \
                x = infinity * (a * c - b * d);                                                     \
                y = infinity * (a * d + b * c);                                                     \
            }                                                                                       \
        }                                                                                           \
        return __builtin_complex(x, y);                                                             \
    }

MULTIPLY(__mulsc3, float, __builtin_copysignf, __builtin_inff())
MULTIPLY(__muldc3, double, __builtin_copysign, __builtin_inf())
MULTIPLY(__mulxc3, long double, __builtin_copysignl, __builtin_infl())

/* ---- Quotients: (a + bi) / (c + di) ---- */

/* What zeros and infinities give where the formula has no number. */
#define CORRECT_QUOTIENT(copysign, infinity)                                                        \
    if (__builtin_isnan(x) && __builtin_isnan(y)) {                                                 \
        if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {                     \
            x = copysign(infinity, c) * a;                                                          \
            y = copysign(infinity, c) * b;                                                          \
        } else if ((IS_INFINITE(a) || IS_INFINITE(b)) && __builtin_isfinite(c)                      \
                   && __builtin_isfinite(d)) {                                                      \
            a = UNIT(a, copysign);                                                                  \
            b = UNIT(b, copysign);                                                                  \
            x = infinity * (a * c + b * d);                                                         \
            y = infinity * (b * c - a * d);                                                         \
        } else if ((IS_INFINITE(c) || IS_INFINITE(d)) && __builtin_isfinite(a)                      \
                   && __builtin_isfinite(b)) {                                                      \
            c = UNIT(c, copysign);                                                                  \
            d = UNIT(d, copysign);                                                                  \
            x = 0 * (a * c + b * d);                                                                \
            y = 0 * (b * c - a * d);                                                                \
        }                                                                                           \
    }

/* In double, floats neither overflow nor underflow. */
_Complex float __divsc3(float a, float b, float c, float d)
{
    double aa = a, bb = b, cc = c, dd = d;
    double denominator = cc * cc + dd * dd;
    float x = (float)((aa * cc + bb * dd) / denominator);
    float y = (float)((bb * cc - aa * dd) / denominator);
    CORRECT_QUOTIENT(__builtin_copysignf, __builtin_inff())
    return __builtin_complex(x, y);
}

/* Smith's method, scaled as Baudin and Smith do. */
#define DIVIDE(name, type, fabs, copysign, infinity, max, min, epsilon)                             \
    _Complex type name(type a, type b, type c, type d)                                              \
    {                                                                                               \
        const type big = max / 2, scale = 1 / epsilon, large = big * epsilon;                       \
        type ratio, denominator, x, y;                                                              \
        _Bool swaps = fabs(c) < fabs(d);                                                            \
        type larger = swaps ? fabs(d) : fabs(c);                                                    \
        if (larger >= big) {                                                                        \
            a = a / 2, b = b / 2, c = c / 2, d = d / 2;                                             \
            larger = larger / 2;                                                                    \
        }                                                                                           \
        if (larger < epsilon                                                                        \
            || fabs(a) < min && fabs(b) < large && larger < large                                   \
            || fabs(b) < min && fabs(a) < large && larger < large)                                  \
            a = a * scale, b = b * scale, c = c * scale, d = d * scale;                             \
        if (swaps) {                                                                                \
            ratio = c / d;                                                                          \
            denominator = c * ratio + d;                                                            \
            if (fabs(ratio) > min) {                                                                \
                x = (a * ratio + b) / denominator;                                                  \
                y = (b * ratio - a) / denominator;                                                  \
            } else {                                                                                \
                x = (c * (a / d) + b) / denominator;                                                \
                y = (c * (b / d) - a) / denominator;                                                \
            }                                                                                       \
        } else {                                                                                    \
            ratio = d / c;                                                                          \
            denominator = d * ratio + c;                                                            \
            if (fabs(ratio) > min) {                                                                \
                x = (b * ratio + a) / denominator;                                                  \
                y = (b - a * ratio) / denominator;                                                  \
            } else {                                                                                \
                x = (a + d * (b / c)) / denominator;                                                \
                y = (b - d * (a / c)) / denominator;                                                \
            }                                                                                       \
        }                                                                                           \
        CORRECT_QUOTIENT(copysign, infinity)                                                        \
        return __builtin_complex(x, y);                                                             \
    }

DIVIDE(__divdc3, double, __builtin_fabs, __builtin_copysign, __builtin_inf(), __DBL_MAX__,
       __DBL_MIN__, __DBL_EPSILON__)
DIVIDE(__divxc3, long double, __builtin_fabsl, __builtin_copysignl, __builtin_infl(), __LDBL_MAX__,
       __LDBL_MIN__, __LDBL_EPSILON__)
