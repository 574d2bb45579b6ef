//! The inverse functions of sine, cosine and tangent.

use super::{cut, magnitude, polynomial};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// What is left of pi / 2.
const FRAC_PI_2_REST: f64 = 6.123_233_995_736_766e-17;
/// The upper half of 1.
const ONE: i32 = 0x3ff0_0000;

/// asin(x) - x, divided by x, as a function of the square.
fn ratio(z: f64) -> f64 {
    let p = z * polynomial(
        z,
        &[
            0.166_666_666_666_666_66,
            -0.325_565_818_622_400_9,
            0.201_212_532_134_862_93,
            -0.040_055_534_500_679_41,
            0.000_791_534_994_289_814_5,
            3.479_331_075_960_212e-5,
        ],
    );
    let q = polynomial(
        z,
        &[
            1.0,
            -2.403_394_911_734_414,
            2.020_945_760_233_505_7,
            -0.688_283_971_605_453_3,
            0.077_038_150_555_901_94,
        ],
    );
    p / q
}

pub(crate) fn asin(x: f64) -> f64 {
    let size = magnitude(x);
    if size >= ONE {
        return match x.abs() == 1.0 {
            true => x * FRAC_PI_2 + x * FRAC_PI_2_REST,
            false => f64::NAN,
        };
    }
    if size < 0x3e40_0000 {
        return x;
    }
    if size < 0x3fe0_0000 {
        return x + x * ratio(x * x);
    }
    let t = (1.0 - x.abs()) * 0.5;
    let s = t.sqrt();
    let angle = if size >= 0x3fef_3333 {
        FRAC_PI_2 - (2.0 * (s + s * ratio(t)) - FRAC_PI_2_REST)
    } else {
        let w = cut(s);
        let c = (t - w * w) / (s + w);
        let p = 2.0 * s * ratio(t) - (FRAC_PI_2_REST - 2.0 * c);
        let q = FRAC_PI_4 - 2.0 * w;
        FRAC_PI_4 - (p - q)
    };
    match x > 0.0 {
        true => angle,
        false => -angle,
    }
}

pub(crate) fn acos(x: f64) -> f64 {
    let size = magnitude(x);
    if size >= ONE {
        return match x {
            1.0 => 0.0,
            -1.0 => PI + 2.0 * FRAC_PI_2_REST,
            _ => f64::NAN,
        };
    }
    if size < 0x3fe0_0000 {
        if size <= 0x3c60_0000 {
            return FRAC_PI_2 + FRAC_PI_2_REST;
        }
        return FRAC_PI_2 - (x - (FRAC_PI_2_REST - x * ratio(x * x)));
    }
    if x < 0.0 {
        let z = (1.0 + x) * 0.5;
        let s = z.sqrt();
        let w = ratio(z) * s - FRAC_PI_2_REST;
        return PI - 2.0 * (s + w);
    }
    let z = (1.0 - x) * 0.5;
    let s = z.sqrt();
    let upper = cut(s);
    let c = (z - upper * upper) / (s + upper);
    let w = ratio(z) * s + c;
    2.0 * (upper + w)
}

pub(crate) fn atan(x: f64) -> f64 {
    /// The angles that are taken away, and what is left of each.
    const ANGLES: [(f64, f64); 4] = [
        (0.463_647_609_000_806_1, 2.269_877_745_296_168_7e-17),
        (FRAC_PI_4, 3.061_616_997_868_383e-17),
        (0.982_793_723_247_329, 1.390_331_103_123_099_8e-17),
        (FRAC_PI_2, FRAC_PI_2_REST),
    ];
    const A: [f64; 11] = [
        0.333_333_333_333_329_3,
        -0.199_999_999_998_764_83,
        0.142_857_142_725_034_66,
        -0.111_111_104_054_623_56,
        0.090_908_871_334_365_07,
        -0.076_918_762_050_448_3,
        0.066_610_731_373_875_31,
        -0.058_335_701_337_905_735,
        0.049_768_779_946_159_324,
        -0.036_531_572_744_216_916,
        0.016_285_820_115_365_782,
    ];
    if x.is_nan() {
        return x;
    }
    let size = magnitude(x);
    let sign = if x.is_sign_negative() { -1.0 } else { 1.0 };
    if size >= 0x4410_0000 {
        return sign * (ANGLES[3].0 + ANGLES[3].1);
    }
    if size < 0x3e20_0000 {
        return x;
    }
    let positive = x.abs();
    let (reduced, taken) = match size {
        ..0x3fdc_0000 => (x, None),
        0x3fdc_0000..0x3fe6_0000 => ((2.0 * positive - 1.0) / (2.0 + positive), Some(0)),
        0x3fe6_0000..0x3ff3_0000 => ((positive - 1.0) / (positive + 1.0), Some(1)),
        0x3ff3_0000..0x4003_8000 => ((positive - 1.5) / (1.0 + 1.5 * positive), Some(2)),
        _ => (-1.0 / positive, Some(3)),
    };
    let z = reduced * reduced;
    let w = z * z;
    let even = z * polynomial(w, &[A[0], A[2], A[4], A[6], A[8], A[10]]);
    let odd = w * polynomial(w, &[A[1], A[3], A[5], A[7], A[9]]);
    match taken {
        None => reduced - reduced * (even + odd),
        Some(index) => {
            let (angle, rest): (f64, f64) = ANGLES[index];
            sign * (angle - ((reduced * (even + odd) - rest) - reduced))
        }
    }
}

pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    const PI_REST: f64 = 1.224_646_799_147_353_2e-16;
    if x.is_nan() || y.is_nan() {
        return x + y;
    }
    if x == 1.0 {
        return atan(y);
    }
    let is_left = x.is_sign_negative();
    let angle = if y == 0.0 {
        if is_left { PI } else { 0.0 }
    } else if x == 0.0 {
        FRAC_PI_2
    } else if x.is_infinite() {
        match (y.is_infinite(), is_left) {
            (true, false) => FRAC_PI_4,
            (true, true) => 3.0 * FRAC_PI_4,
            (false, false) => 0.0,
            (false, true) => PI,
        }
    } else if y.is_infinite() {
        FRAC_PI_2
    } else {
        let difference = (magnitude(y) - magnitude(x)) >> 20;
        let acute = if difference > 60 {
            FRAC_PI_2 + 0.5 * PI_REST
        } else if is_left && difference < -60 {
            0.0
        } else {
            atan((y / x).abs())
        };
        match is_left {
            false => acute,
            true if y.is_sign_negative() => return (acute - PI_REST) - PI,
            true => PI - (acute - PI_REST),
        }
    };
    match y.is_sign_negative() {
        true => -angle,
        false => angle,
    }
}
