//! The functions of `java.lang.StrictMath`, whose every bit is fixed: Java defines them as the
//! results of the algorithms of the library `fdlibm`. They are evaluated here in the same order,
//! with the same constants.
//!
//! Of the algorithms and constants of `fdlibm`: Copyright (C) 1993 by Sun Microsystems, Inc. All rights
//! reserved. Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to use, copy, modify,
//! and distribute this software is freely granted, provided that this notice is preserved.

mod circular;
mod exponential;
mod inverse;
mod reduce;

pub(crate) use circular::{cos, sin, tan};
pub(crate) use exponential::{cosh, expm1, log, log1p, log10, sinh, tanh};
pub(crate) use inverse::{acos, asin, atan, atan2};

/// The upper half of the encoding: the sign, the exponent and 20 bits of the fraction. Magnitudes
/// are compared by it.
fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

/// The upper half without the sign.
fn magnitude(x: f64) -> i32 {
    high(x) & 0x7fff_ffff
}

/// The same number with another upper half.
fn with_high(x: f64, high: i32) -> f64 {
    f64::from_bits(x.to_bits() & 0xffff_ffff | u64::from(high as u32) << 32)
}

/// The number without the lower half of its encoding, so that its square is exact.
fn cut(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !0xffff_ffff)
}

/// Multiplies with a power of two by adding to the exponent.
fn raise(x: f64, exponent: i32) -> f64 {
    with_high(x, high(x).wrapping_add(exponent << 20))
}

/// A polynomial by Horner's scheme: the constant coefficient is the first.
fn polynomial(x: f64, coefficients: &[f64]) -> f64 {
    let mut rest = coefficients.iter().rev();
    let last = rest.next().copied().unwrap_or(0.0);
    rest.fold(last, |sum, coefficient| coefficient + x * sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    /// What OpenJDK 17 gives, by `StrictMath`: see `strict/expected.txt`.
    #[test]
    fn agrees_with_java() {
        let mut wrong = String::new();
        let mut count = 0;
        for line in include_str!("strict/expected.txt").lines() {
            let mut words = line.split(' ');
            let name = words.next().unwrap();
            let mut number =
                || f64::from_bits(u64::from_str_radix(words.next().unwrap(), 16).unwrap());
            let (x, y, expected) = (number(), number(), number());
            let found = match name {
                "sin" => sin(x),
                "cos" => cos(x),
                "tan" => tan(x),
                "asin" => asin(x),
                "acos" => acos(x),
                "atan" => atan(x),
                "atan2" => atan2(x, y),
                "log" => log(x),
                "log10" => log10(x),
                "log1p" => log1p(x),
                "expm1" => expm1(x),
                "sinh" => sinh(x),
                "cosh" => cosh(x),
                "tanh" => tanh(x),
                other => panic!("{other}"),
            };
            count += 1;
            let both_nan = found.is_nan() && expected.is_nan();
            if found.to_bits() != expected.to_bits() && !both_nan {
                let _ = writeln!(wrong, "{name}({x:e}, {y:e}) = {expected:e}, not {found:e}");
            }
        }
        assert!(count > 800);
        assert_eq!(wrong, "");
    }
}
