//! Exponential functions, logarithms and the hyperbolic functions.

use super::{high, magnitude, polynomial, raise, with_high};
use std::f64::consts::{LOG2_E, LOG10_E};

/// The first 33 bits of the logarithm of 2, and what is left of it.
const LN_2: f64 = 0.693_147_180_369_123_8;
const LN_2_REST: f64 = 1.908_214_929_270_587_7e-10;
/// The largest number whose exponential is finite.
const LARGEST: f64 = 709.782_712_893_384;
const TWO_54: f64 = 18_014_398_509_481_984.0;
/// The coefficients of the logarithm.
const L: [f64; 7] = [
    0.666_666_666_666_673_5,
    0.399_999_999_994_094_2,
    0.285_714_287_436_623_9,
    0.222_221_984_321_497_84,
    0.181_835_721_616_180_5,
    0.153_138_376_992_093_73,
    0.147_981_986_051_165_86,
];

fn exp(x: f64) -> f64 {
    const SMALLEST: f64 = -745.133_219_101_941_1;
    let size = magnitude(x);
    if size >= 0x4086_2e42 {
        if x.is_nan() {
            return x;
        }
        if x > LARGEST {
            return f64::INFINITY;
        }
        if x < SMALLEST {
            return 0.0;
        }
    }
    if size < 0x3e30_0000 {
        return 1.0 + x;
    }
    let (upper, lower, k) = match size > 0x3fd6_2e42 {
        true => without_powers(x),
        false => (x, 0.0, 0),
    };
    let x = upper - lower;
    let t = x * x;
    let c = x - t * polynomial(
        t,
        &[
            0.166_666_666_666_666_02,
            -0.002_777_777_777_701_559_3,
            6.613_756_321_437_934e-5,
            -1.653_390_220_546_525_2e-6,
            4.138_136_797_057_238_5e-8,
        ],
    );
    if k == 0 {
        return 1.0 - ((x * c) / (c - 2.0) - x);
    }
    let y = 1.0 - ((lower - (x * c) / (2.0 - c)) - upper);
    match k >= -1021 {
        true => raise(y, k),
        false => raise(y, k + 1000) * 2f64.powi(-1000),
    }
}

/// A number of at least half the logarithm of 2 as k times that, and the rest in two parts.
fn without_powers(x: f64) -> (f64, f64, i32) {
    let k = match magnitude(x) < 0x3ff0_a2b2 {
        true => x.signum() as i32,
        false => (LOG2_E * x + 0.5f64.copysign(x)) as i32,
    };
    let count = f64::from(k);
    (x - count * LN_2, count * LN_2_REST, k)
}

pub(crate) fn expm1(x: f64) -> f64 {
    let size = magnitude(x);
    if size >= 0x4043_687a {
        if x.is_nan() {
            return x;
        }
        if x > LARGEST {
            return f64::INFINITY;
        }
        if x < 0.0 {
            return -1.0;
        }
    }
    if size < 0x3c90_0000 {
        return x;
    }
    let (x, c, k) = match size > 0x3fd6_2e42 {
        true => {
            let (upper, lower, k) = without_powers(x);
            let x = upper - lower;
            (x, (upper - x) - lower, k)
        }
        false => (x, 0.0, 0),
    };
    let half = 0.5 * x;
    let square = x * half;
    let r = polynomial(
        square,
        &[
            1.0,
            -0.033_333_333_333_333_13,
            0.001_587_301_587_254_814_6,
            -7.936_507_578_674_88e-5,
            4.008_217_827_329_362e-6,
            -2.010_992_181_836_243_7e-7,
        ],
    );
    let t = 3.0 - r * half;
    let e = square * ((r - t) / (6.0 - x * t));
    if k == 0 {
        return x - (x * e - square);
    }
    let e = (x * (e - c) - c) - square;
    match k {
        -1 => 0.5 * (x - e) - 0.5,
        1 if x < -0.25 => -2.0 * (e - (x + 0.5)),
        1 => 1.0 + 2.0 * (x - e),
        ..=-2 | 57.. => raise(1.0 - (e - x), k) - 1.0,
        ..20 => {
            let t = with_high(0.0, 0x3ff0_0000 - (0x0020_0000 >> k));
            raise(t - (e - x), k)
        }
        _ => {
            let t = with_high(0.0, (0x3ff - k) << 20);
            raise((x - (e + t)) + 1.0, k)
        }
    }
}

/// A positive finite number as a power of two and what that is multiplied with; the upper half of it.
struct Scaled {
    number: f64,
    high: i32,
    exponent: i32,
}

/// The scaled number; or the value of a logarithm of what has none.
fn scaled(x: f64) -> Result<Scaled, f64> {
    if x == 0.0 {
        return Err(f64::NEG_INFINITY);
    }
    if x < 0.0 {
        return Err(f64::NAN);
    }
    if !x.is_finite() {
        return Err(x);
    }
    let (number, exponent) = match high(x) < 0x0010_0000 {
        true => (x * TWO_54, -54),
        false => (x, 0),
    };
    Ok(Scaled {
        number,
        high: high(number) & 0x000f_ffff,
        exponent: exponent + (high(number) >> 20) - 1023,
    })
}

pub(crate) fn log(x: f64) -> f64 {
    let scaled = match scaled(x) {
        Ok(scaled) => scaled,
        Err(value) => return value,
    };
    let part = scaled.high;
    // From the root of 1/2 to that of 2.
    let carry = (part + 0x95f64) & 0x10_0000;
    let f = with_high(scaled.number, part | (carry ^ 0x3ff0_0000)) - 1.0;
    let k = f64::from(scaled.exponent + (carry >> 20));
    if 0x000f_ffff & (2 + part) < 3 {
        if f == 0.0 {
            return match k == 0.0 {
                true => 0.0,
                false => k * LN_2 + k * LN_2_REST,
            };
        }
        let r = f * f * (0.5 - 0.333_333_333_333_333_3 * f);
        return match k == 0.0 {
            true => f - r,
            false => k * LN_2 - ((r - k * LN_2_REST) - f),
        };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let odd = w * polynomial(w, &[L[1], L[3], L[5]]);
    let even = z * polynomial(w, &[L[0], L[2], L[4], L[6]]);
    let r = even + odd;
    let is_central = (part - 0x6147a) | (0x6b851 - part) > 0;
    match (is_central, k == 0.0) {
        (true, true) => {
            let half = 0.5 * f * f;
            f - (half - s * (half + r))
        }
        (true, false) => {
            let half = 0.5 * f * f;
            k * LN_2 - ((half - (s * (half + r) + k * LN_2_REST)) - f)
        }
        (false, true) => f - s * (f - r),
        (false, false) => k * LN_2 - ((s * (f - r) - k * LN_2_REST) - f),
    }
}

pub(crate) fn log10(x: f64) -> f64 {
    const LOG10_2: f64 = 0.301_029_995_663_611_77;
    const LOG10_2_REST: f64 = 3.694_239_077_158_931e-13;
    let scaled = match scaled(x) {
        Ok(scaled) => scaled,
        Err(value) => return value,
    };
    let carry = i32::from(scaled.exponent < 0);
    let number = with_high(scaled.number, scaled.high | (0x3ff - carry) << 20);
    let y = f64::from(scaled.exponent + carry);
    let z = y * LOG10_2_REST + LOG10_E * log(number);
    z + y * LOG10_2
}

pub(crate) fn log1p(x: f64) -> f64 {
    let size = magnitude(x);
    let upper = high(x);
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x <= -1.0 {
        return match x == -1.0 {
            true => f64::NEG_INFINITY,
            false => f64::NAN,
        };
    }
    if size < 0x3e20_0000 {
        return match size < 0x3c90_0000 {
            true => x,
            false => x - x * x * 0.5,
        };
    }
    let is_near = upper < 0x3fda_827a && (upper > 0 || upper <= 0xbfd2_bec3_u32 as i32);
    let (f, part, k, c) = match is_near {
        true => (x, 1, 0, 0.0),
        false => one_more(x),
    };
    let k = f64::from(k);
    let half = 0.5 * f * f;
    if part == 0 {
        if f == 0.0 {
            return match k == 0.0 {
                true => 0.0,
                false => k * LN_2 + (c + k * LN_2_REST),
            };
        }
        let r = half * (1.0 - 0.666_666_666_666_666_6 * f);
        return match k == 0.0 {
            true => f - r,
            false => k * LN_2 - ((r - (k * LN_2_REST + c)) - f),
        };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * polynomial(z, &L);
    match k == 0.0 {
        true => f - (half - s * (half + r)),
        false => k * LN_2 - ((half - (s * (half + r) + (k * LN_2_REST + c))) - f),
    }
}

/// 1 + x scaled, less one: that, a measure of its fraction, the exponent, and what rounding lost.
fn one_more(x: f64) -> (f64, i32, i32, f64) {
    let is_huge = high(x) >= 0x4340_0000;
    let sum = if is_huge { x } else { 1.0 + x };
    let mut k = (high(sum) >> 20) - 1023;
    let lost = match (is_huge, k > 0) {
        (true, _) => 0.0,
        (false, true) => (1.0 - (sum - x)) / sum,
        (false, false) => (x - (sum - 1.0)) / sum,
    };
    let mut part = high(sum) & 0x000f_ffff;
    let number = if part < 0x6a09e {
        with_high(sum, part | 0x3ff0_0000)
    } else {
        k += 1;
        let number = with_high(sum, part | 0x3fe0_0000);
        part = (0x0010_0000 - part) >> 2;
        number
    };
    (number - 1.0, part, k, lost)
}

/// Half of the exponential of what is too large for it, or infinite.
fn half_exp(x: f64, half: f64) -> f64 {
    if magnitude(x) < 0x4086_2e42 {
        return half * exp(x);
    }
    if x.to_bits() <= 0x4086_33ce_8fb9_f87d {
        let root = exp(0.5 * x);
        return half * root * root;
    }
    f64::INFINITY.copysign(half)
}

pub(crate) fn sinh(x: f64) -> f64 {
    let size = magnitude(x);
    if !x.is_finite() || size < 0x3e30_0000 {
        return x;
    }
    let half = 0.5f64.copysign(x);
    if size >= 0x4036_0000 {
        return half_exp(x.abs(), half);
    }
    let t = expm1(x.abs());
    match size < 0x3ff0_0000 {
        true => half * (2.0 * t - t * t / (t + 1.0)),
        false => half * (t + t / (t + 1.0)),
    }
}

pub(crate) fn cosh(x: f64) -> f64 {
    let size = magnitude(x);
    if !x.is_finite() {
        return x * x;
    }
    if size < 0x3fd6_2e43 {
        let t = expm1(x.abs());
        let w = 1.0 + t;
        return match size < 0x3c80_0000 {
            true => w,
            false => 1.0 + (t * t) / (w + w),
        };
    }
    if size < 0x4036_0000 {
        let t = exp(x.abs());
        return 0.5 * t + 0.5 / t;
    }
    half_exp(x.abs(), 0.5)
}

pub(crate) fn tanh(x: f64) -> f64 {
    let size = magnitude(x);
    if x.is_nan() {
        return x;
    }
    if size < 0x3c80_0000 {
        return x * (1.0 + x);
    }
    let value = if size >= 0x4036_0000 {
        1.0
    } else if size >= 0x3ff0_0000 {
        1.0 - 2.0 / (expm1(2.0 * x.abs()) + 2.0)
    } else {
        let t = expm1(-2.0 * x.abs());
        -t / (t + 2.0)
    };
    value.copysign(x)
}
