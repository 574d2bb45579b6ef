//! Sine, cosine and tangent: a polynomial on an eighth of a turn around zero, with angles reduced
//! to that.

use super::reduce::reduce;
use super::{cut, high, magnitude, polynomial, with_high};
use std::f64::consts::FRAC_PI_4;

/// The upper half of pi / 4.
const EIGHTH: i32 = 0x3fe9_21fb;

pub(crate) fn sin(x: f64) -> f64 {
    if magnitude(x) <= EIGHTH {
        return kernel_sin(x, None);
    }
    let reduced = reduce(x);
    let (angle, rest) = (reduced.angle, reduced.rest);
    match reduced.quarters {
        0 => kernel_sin(angle, Some(rest)),
        1 => kernel_cos(angle, rest),
        2 => -kernel_sin(angle, Some(rest)),
        _ => -kernel_cos(angle, rest),
    }
}

pub(crate) fn cos(x: f64) -> f64 {
    if magnitude(x) <= EIGHTH {
        return kernel_cos(x, 0.0);
    }
    let reduced = reduce(x);
    let (angle, rest) = (reduced.angle, reduced.rest);
    match reduced.quarters {
        0 => kernel_cos(angle, rest),
        1 => -kernel_sin(angle, Some(rest)),
        2 => -kernel_cos(angle, rest),
        _ => kernel_sin(angle, Some(rest)),
    }
}

pub(crate) fn tan(x: f64) -> f64 {
    if magnitude(x) <= EIGHTH {
        return kernel_tan(x, 0.0, Quarter::Even);
    }
    let reduced = reduce(x);
    let quarter = match reduced.quarters & 1 {
        0 => Quarter::Even,
        _ => Quarter::Odd,
    };
    kernel_tan(reduced.angle, reduced.rest, quarter)
}

/// The sine of the sum, where there are two numbers.
fn kernel_sin(x: f64, rest: Option<f64>) -> f64 {
    const FIRST: f64 = -0.166_666_666_666_666_32;
    const FURTHER: [f64; 5] = [
        0.008_333_333_333_322_49,
        -0.000_198_412_698_298_579_5,
        2.755_731_370_707_006_8e-6,
        -2.505_076_025_340_686_3e-8,
        1.589_690_995_211_55e-10,
    ];
    if magnitude(x) < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = polynomial(z, &FURTHER);
    match rest {
        None => x + v * (FIRST + z * r),
        Some(y) => x - ((z * (0.5 * y - v * r) - y) - v * FIRST),
    }
}

/// The cosine of the sum.
fn kernel_cos(x: f64, rest: f64) -> f64 {
    const COEFFICIENTS: [f64; 6] = [
        0.041_666_666_666_666_6,
        -0.001_388_888_888_887_411,
        2.480_158_728_947_673e-5,
        -2.755_731_435_139_066_3e-7,
        2.087_572_321_298_175e-9,
        -1.135_964_755_778_819_5e-11,
    ];
    let size = magnitude(x);
    if size < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * polynomial(z, &COEFFICIENTS);
    if size < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * rest));
    }
    // About a quarter of x, so that one minus it is exact.
    let part = match size > 0x3fe9_0000 {
        true => 0.28125,
        false => with_high(0.0, size - 0x0020_0000),
    };
    let half = 0.5 * z - part;
    (1.0 - part) - (half - (z * r - x * rest))
}

/// Whether an odd number of quarter turns was taken away: then the cotangent is asked for.
#[derive(Clone, Copy, PartialEq)]
enum Quarter {
    Even,
    Odd,
}

/// The tangent of the sum, or -1 divided by it.
fn kernel_tan(x: f64, rest: f64, quarter: Quarter) -> f64 {
    const T: [f64; 13] = [
        0.333_333_333_333_334_1,
        0.133_333_333_333_201_24,
        0.053_968_253_976_226_05,
        0.021_869_488_294_859_542,
        0.008_863_239_823_599_3,
        0.003_592_079_107_591_312_4,
        0.001_456_209_454_325_290_3,
        0.000_588_041_240_820_264_1,
        0.000_246_463_134_818_469_9,
        7.817_944_429_395_571e-5,
        7.140_724_913_826_082e-5,
        -1.855_863_748_552_754_6e-5,
        2.590_730_518_636_337e-5,
    ];
    const FRAC_PI_4_REST: f64 = 3.061_616_997_868_383e-17;
    let is_large = magnitude(x) >= 0x3fe5_9428;
    let is_negative = high(x) < 0;
    if magnitude(x) < 0x3e30_0000 {
        return match quarter {
            Quarter::Even => x,
            Quarter::Odd if x == 0.0 => 1.0 / x.abs(),
            Quarter::Odd => {
                let sum = x + rest;
                minus_inverse(sum, rest - (cut(sum) - x))
            }
        };
    }
    let (mut x, mut y) = (x, rest);
    if is_large {
        if is_negative {
            (x, y) = (-x, -y);
        }
        x = (FRAC_PI_4 - x) + (FRAC_PI_4_REST - y);
        y = 0.0;
    }
    let z = x * x;
    let w = z * z;
    let odd = polynomial(w, &[T[1], T[3], T[5], T[7], T[9], T[11]]);
    let even = z * polynomial(w, &[T[2], T[4], T[6], T[8], T[10], T[12]]);
    let s = z * x;
    let mut r = y + z * (s * (odd + even) + y);
    r += T[0] * s;
    let w = x + r;
    if is_large {
        let v = if quarter == Quarter::Even { 1.0 } else { -1.0 };
        let sign = if is_negative { -1.0 } else { 1.0 };
        return sign * (v - 2.0 * (x - (w * w / (w + v) - r)));
    }
    match quarter {
        Quarter::Even => w,
        Quarter::Odd => minus_inverse(w, r - (cut(w) - x)),
    }
}

/// -1 divided by a number, which is its upper half and a rest, more exactly than a division.
fn minus_inverse(number: f64, rest: f64) -> f64 {
    let inverse = -1.0 / number;
    let t = cut(inverse);
    let s = 1.0 + t * cut(number);
    t + inverse * (s + t * rest)
}
