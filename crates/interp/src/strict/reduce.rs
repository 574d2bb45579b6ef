//! Angles without the multiples of a quarter turn in them.

mod huge;

use super::{high, magnitude};
use std::f64::consts::FRAC_PI_2;

/// An angle of at most an eighth of a turn, as the sum of two numbers of which the second is far
/// smaller, and the quarter turns that were taken away, modulo 4.
pub(super) struct Reduced {
    pub(super) angle: f64,
    pub(super) rest: f64,
    pub(super) quarters: i32,
}

/// 2 / pi.
const PER_QUARTER: f64 = f64::from_bits(0x3fe4_5f30_6dc9_c883);

/// The first 33 bits of pi / 2, what is left of it, the first 33 bits of that, and so on.
const PARTS: [(f64, f64); 3] = [
    (
        f64::from_bits(0x3ff9_21fb_5440_0000),
        f64::from_bits(0x3dd0_b461_1a62_6331),
    ),
    (
        f64::from_bits(0x3dd0_b461_1a60_0000),
        f64::from_bits(0x3ba3_198a_2e03_7073),
    ),
    (
        f64::from_bits(0x3ba3_198a_2e00_0000),
        f64::from_bits(0x397b_839a_2520_49c1),
    ),
];

/// Takes multiples of pi / 2 from an angle that has at least half of it.
pub(super) fn reduce(x: f64) -> Reduced {
    let size = magnitude(x);
    let reduced = if !x.is_finite() {
        return Reduced {
            angle: f64::NAN,
            rest: f64::NAN,
            quarters: 0,
        };
    } else if size < 0x4002_d97c {
        once(x.abs())
    } else if size <= 0x4139_21fb {
        often(x.abs())
    } else {
        huge::reduce(x.abs())
    };
    match x < 0.0 {
        true => Reduced {
            angle: -reduced.angle,
            rest: -reduced.rest,
            quarters: -reduced.quarters & 3,
        },
        false => reduced,
    }
}

/// Below three quarters of half a turn.
fn once(x: f64) -> Reduced {
    let near = magnitude(x) == high(FRAC_PI_2);
    let mut left = x - PARTS[0].0;
    let mut tail = PARTS[0].1;
    if near {
        left -= PARTS[1].0;
        tail = PARTS[1].1;
    }
    let angle = left - tail;
    Reduced {
        angle,
        rest: (left - angle) - tail,
        quarters: 1,
    }
}

/// Up to 2^19 quarters, which fit exactly into a product with 33 bits.
fn often(x: f64) -> Reduced {
    let size = magnitude(x);
    let quarters = (x * PER_QUARTER + 0.5) as i32;
    let count = f64::from(quarters);
    let exponent = |x: f64| high(x) >> 20 & 0x7ff;
    let mut left = x - count * PARTS[0].0;
    let mut tail = count * PARTS[0].1;
    let mut angle = left - tail;
    let is_far = quarters < 32 && size != high(count * FRAC_PI_2);
    // Every part gives 33 more bits, as far as they were lost.
    let lost = |angle: f64| (size >> 20) - exponent(angle);
    for (part, most) in [(PARTS[1], 16), (PARTS[2], 49)] {
        if is_far || lost(angle) <= most {
            break;
        }
        let before = left;
        tail = count * part.0;
        left = before - tail;
        tail = count * part.1 - ((before - left) - tail);
        angle = left - tail;
    }
    Reduced {
        angle,
        rest: (left - angle) - tail,
        quarters: quarters & 3,
    }
}
