//! Angles of more than 2^19 quarter turns: a product with as many digits of 2 / pi as matter, by the
//! method of Payne and Hanek. Digits have 24 bits, so that sums of their products are exact.

use super::Reduced;
use crate::strict::{magnitude, with_high};

/// 2 / pi behind the point.
const TWO_OVER_PI: [i32; 66] = [
    0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163,
    0xabdebb, 0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129,
    0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c,
    0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf,
    0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292,
    0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b, 0x6babf0, 0xcfbc20, 0x9af436, 0x1da9e3,
    0x91615e, 0xe61b08, 0x659985, 0x5f14a0, 0x68408d, 0xffd880, 0x4d7327, 0x310606, 0x1556ca,
    0x73a8c9, 0x60e27b, 0xc08c6b,
];

/// pi / 2 in parts of 24 bits.
const HALF_PI: [f64; 8] = [
    1.570_796_251_296_997,
    7.549_789_415_861_596e-8,
    5.390_302_529_957_765e-15,
    3.282_003_415_807_913e-22,
    1.270_655_753_080_676e-29,
    1.229_333_089_811_113_3e-36,
    2.733_700_538_164_645_6e-44,
    2.167_416_838_778_048_2e-51,
];

const DIGIT: f64 = 16_777_216.0;
const PER_DIGIT: f64 = 1.0 / DIGIT;

/// The digits of the product that are computed at first, besides the leading one.
const FIRST: usize = 4;

pub(super) fn reduce(x: f64) -> Reduced {
    let exponent = (magnitude(x) >> 20) - 1046;
    let x = digits_of(with_high(x, magnitude(x) - (exponent << 20)));
    let skipped = ((exponent - 3) / 24).max(0);
    let product = Product {
        x,
        skipped,
        unit: exponent - 24 * (skipped + 1),
    };
    let mut count = FIRST;
    loop {
        match product.fraction(count) {
            Ok(fraction) => return fraction.angle(),
            Err(more) => count += more,
        }
    }
}

/// A number below 2^24 as up to three digits.
fn digits_of(x: f64) -> Vec<f64> {
    let first = x.trunc();
    let rest = (x - first) * DIGIT;
    let second = rest.trunc();
    let mut digits = vec![first, second, (rest - second) * DIGIT];
    while digits.len() > 1 && digits.last() == Some(&0.0) {
        digits.pop();
    }
    digits
}

/// The product of an angle with 2 / pi, without multiples of 8 and what is too small.
struct Product {
    x: Vec<f64>,
    /// Digits of 2 / pi that give multiples of 8 only.
    skipped: i32,
    /// The exponent of the leading digit.
    unit: i32,
}

/// What is left of the product: digits, the least first, and the exponent of the greatest.
struct Fraction {
    digits: Vec<i32>,
    unit: i32,
    quarters: i32,
    is_negative: bool,
}

impl Product {
    /// The sum of the products that belong to one digit.
    fn column(&self, index: usize) -> f64 {
        let terms = self.x.iter().enumerate().map(|(j, digit)| {
            let at = self.skipped + index as i32 - j as i32;
            let factor = usize::try_from(at).ok().and_then(|at| TWO_OVER_PI.get(at));
            digit * f64::from(factor.copied().unwrap_or(0))
        });
        terms.fold(0.0, |sum, term| sum + term)
    }

    /// The fraction, between -1/2 and 1/2, from so many digits; or how many more it needs since all
    /// of them are zero.
    fn fraction(&self, count: usize) -> Result<Fraction, usize> {
        let unit = self.unit;
        let mut digits = Vec::new();
        let mut z = self.column(count);
        for index in (0..count).rev() {
            let carry = (PER_DIGIT * z).trunc();
            digits.push((z - DIGIT * carry) as i32);
            z = self.column(index) + carry;
        }
        z *= 2f64.powi(unit);
        z -= 8.0 * (z * 0.125).floor();
        let mut quarters = z as i32;
        z -= f64::from(quarters);
        let last = count - 1;
        let is_upper = if unit > 0 {
            let whole = digits[last] >> (24 - unit);
            quarters += whole;
            digits[last] -= whole << (24 - unit);
            digits[last] >> (23 - unit) > 0
        } else if unit == 0 {
            digits[last] >> 23 > 0
        } else {
            z >= 0.5
        };
        if is_upper {
            quarters += 1;
            let has_carry = complement(&mut digits);
            if unit > 0 {
                digits[last] &= (1 << (24 - unit)) - 1;
            } else if unit < 0 {
                z = 1.0 - z;
                if has_carry {
                    z -= 2f64.powi(unit);
                }
            }
        }
        if z == 0.0 && digits[FIRST..].iter().all(|digit| *digit == 0) {
            let zeros = digits[..FIRST].iter().rev().take_while(|d| **d == 0);
            return Err(zeros.count() + 1);
        }
        let unit = put_leading(&mut digits, z, unit);
        Ok(Fraction {
            digits,
            unit,
            quarters,
            is_negative: is_upper,
        })
    }
}

/// One minus the digits; whether there was anything to take away.
fn complement(digits: &mut [i32]) -> bool {
    let mut has_carry = false;
    for digit in digits {
        match has_carry {
            true => *digit = 0xff_ffff - *digit,
            false if *digit != 0 => {
                has_carry = true;
                *digit = 0x100_0000 - *digit;
            }
            false => {}
        }
    }
    has_carry
}

/// Adds what is above the digits, or removes leading zeros; the exponent of the greatest.
fn put_leading(digits: &mut Vec<i32>, z: f64, unit: i32) -> i32 {
    let mut unit = unit;
    if z == 0.0 {
        unit -= 24;
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
            unit -= 24;
        }
        return unit;
    }
    let z = z * 2f64.powi(-unit);
    if z < DIGIT {
        digits.push(z as i32);
        return unit;
    }
    let upper = (PER_DIGIT * z).trunc();
    digits.push((z - DIGIT * upper) as i32);
    digits.push(upper as i32);
    unit + 24
}

impl Fraction {
    /// The product with pi / 2, in two numbers.
    fn angle(&self) -> Reduced {
        let mut weight = 2f64.powi(self.unit);
        let mut parts: Vec<f64> = Vec::new();
        for digit in self.digits.iter().rev() {
            parts.push(weight * f64::from(*digit));
            weight *= PER_DIGIT;
        }
        // The greatest are the first.
        let products: Vec<f64> = (0..parts.len())
            .map(|at| {
                let terms = HALF_PI[..=FIRST].iter().zip(parts[..=at].iter().rev());
                terms.fold(0.0, |sum, (half, part)| sum + half * part)
            })
            .collect();
        let angle = products.iter().rev().fold(0.0, |sum, part| sum + part);
        let first = products.first().copied().unwrap_or(0.0) - angle;
        let rest = products.iter().skip(1).fold(first, |sum, part| sum + part);
        let sign = if self.is_negative { -1.0 } else { 1.0 };
        Reduced {
            angle: sign * angle,
            rest: sign * rest,
            quarters: self.quarters & 3,
        }
    }
}
