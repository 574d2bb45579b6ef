//! Exact evaluation of floating-point operations on encoded values.
//!
//! Arithmetic is that of `rustc_apfloat`. It has no square root, which is
//! computed here from an integer root and rounded once, and no conversion to
//! integers that covers all formats and widths.

use num_bigint::{BigInt, BigUint, Sign};
use rustc_apfloat::ieee::{IeeeFloat, Semantics};
use rustc_apfloat::{Float, FloatConvert, Round};

use crate::bits::Bits;
use crate::op::{FloatClass, Op};
use crate::sort::{FloatFormat, RoundingMode, Sort};

/// An interchange format with `E` exponent bits and `W` bits in all.
struct Format<const E: usize, const W: usize>;

impl<const E: usize, const W: usize> Semantics for Format<E, W> {
    const BITS: usize = W;
    const EXP_BITS: usize = E;
}

/// Runs `$body` with `$F` naming the float type of a [`FloatFormat`].
macro_rules! with_format {
    ($format:expr, $F:ident => $body:expr) => {
        match $format {
            FloatFormat::MINI => {
                type $F = IeeeFloat<Format<4, 8>>;
                $body
            }
            FloatFormat::HALF => {
                type $F = IeeeFloat<Format<5, 16>>;
                $body
            }
            FloatFormat::BFLOAT => {
                type $F = IeeeFloat<Format<8, 16>>;
                $body
            }
            FloatFormat::SINGLE => {
                type $F = IeeeFloat<Format<8, 32>>;
                $body
            }
            FloatFormat::DOUBLE => {
                type $F = IeeeFloat<Format<11, 64>>;
                $body
            }
            FloatFormat::EXTENDED => {
                type $F = IeeeFloat<Format<15, 79>>;
                $body
            }
            _ => {
                type $F = IeeeFloat<Format<15, 128>>;
                $body
            }
        }
    };
}

/// The one encoding of NaN: positive and quiet, without payload.
#[must_use]
pub fn nan(format: FloatFormat) -> Bits {
    let fraction = format.significand_bits() - 1;
    let ones = (1u128 << (format.exponent_bits() + 1)) - 1;
    Bits::new(format.width(), ones << (fraction - 1))
}

/// The class of an encoded float that [`FloatClass::Nan`] names.
#[must_use]
pub fn is_nan(format: FloatFormat, bits: &Bits) -> bool {
    Parts::of(format, bits).class == Class::Nan
}

/// The encoding with every NaN replaced by the one.
#[must_use]
pub fn canonical(format: FloatFormat, bits: &Bits) -> Bits {
    if is_nan(format, bits) {
        nan(format)
    } else {
        bits.clone()
    }
}

/// The float nearest to a decimal number such as `-0.1`, or a hexadecimal one such
/// as `0x1p-3`, as the mode has it.
#[must_use]
pub fn from_decimal(format: FloatFormat, mode: RoundingMode, text: &str) -> Option<Bits> {
    let rm = Bits::new(RoundingMode::BITS, mode.code().into());
    with_format!(format, F => {
        let value = F::from_str_r(text, round_of(&rm)).ok()?.value;
        Some(encode(format, value))
    })
}

/// The float nearest to a fraction, as the mode has it; none if the denominator is zero.
#[must_use]
pub fn from_ratio(
    format: FloatFormat,
    mode: RoundingMode,
    numerator: &BigInt,
    denominator: &BigUint,
) -> Option<Bits> {
    if *denominator == BigUint::ZERO {
        return None;
    }
    // A quotient of a few bits more than the significand, and a last bit that says
    // whether there is a rest, round to the same float as the fraction does.
    let magnitude = numerator.magnitude();
    let bits = u64::from(format.significand_bits()) + 3;
    let shift = (denominator.bits() + bits).saturating_sub(magnitude.bits());
    let shifted = magnitude << shift;
    let (quotient, rest) = (&shifted / denominator, &shifted % denominator);
    let sticky = u8::from(rest != BigUint::ZERO);
    let odd = (quotient << 1u8) + sticky;
    let sign = match numerator.sign() {
        Sign::Minus => "-",
        _ => "",
    };
    from_decimal(format, mode, &format!("{sign}0x{odd:x}p-{}", shift + 1))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Zero,
    Subnormal,
    Normal,
    Infinite,
    Nan,
}

/// The fields of an encoding, taken apart.
struct Parts {
    negative: bool,
    class: Class,
    /// The value of a finite float is `significand * 2^exponent`.
    exponent: i32,
    significand: u128,
}

impl Parts {
    fn of(format: FloatFormat, bits: &Bits) -> Self {
        let raw = raw(bits);
        let fraction_bits = format.significand_bits() - 1;
        let fraction = raw & ((1 << fraction_bits) - 1);
        let max = (1u128 << format.exponent_bits()) - 1;
        let biased = raw >> fraction_bits & max;
        let class = match (biased, fraction) {
            (0, 0) => Class::Zero,
            (0, _) => Class::Subnormal,
            (b, 0) if b == max => Class::Infinite,
            (b, _) if b == max => Class::Nan,
            _ => Class::Normal,
        };
        let hidden = if class == Class::Normal {
            1 << fraction_bits
        } else {
            0
        };
        let bias = (max >> 1) as i32;
        Self {
            negative: bits.sign(),
            class,
            exponent: (biased as i32).max(1) - bias - fraction_bits as i32,
            significand: fraction | hidden,
        }
    }

    fn is(&self, class: FloatClass) -> bool {
        match class {
            FloatClass::Normal => self.class == Class::Normal,
            FloatClass::Subnormal => self.class == Class::Subnormal,
            FloatClass::Zero => self.class == Class::Zero,
            FloatClass::Infinite => self.class == Class::Infinite,
            FloatClass::Nan => self.class == Class::Nan,
            FloatClass::Negative => self.negative && self.class != Class::Nan,
            FloatClass::Positive => !self.negative && self.class != Class::Nan,
        }
    }
}

fn raw(bits: &Bits) -> u128 {
    // Formats and integers in conversions take at most 128 bits.
    bits.to_u128().unwrap_or(0)
}

fn round_of(bits: &Bits) -> Round {
    match RoundingMode::from_code(raw(bits)) {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::Up => Round::TowardPositive,
        RoundingMode::Down => Round::TowardNegative,
        RoundingMode::Zero => Round::TowardZero,
    }
}

/// The result of a floating-point operation; none for any other operation.
/// `sort` is the sort of the result and `sorts` those of the arguments.
pub(crate) fn apply(op: Op, sort: Sort, sorts: &[Sort], args: &[&Bits]) -> Option<Bits> {
    let operand = sorts.iter().find_map(|s| match s {
        Sort::Float(format) => Some(*format),
        _ => None,
    });
    if let Some(format) = operand {
        return from_float(op, format, args);
    }
    let Sort::Float(format) = sort else {
        return None;
    };
    match (op, args) {
        (Op::FpFromBits(_), [a]) => Some(canonical(format, a)),
        (Op::FpFromUbv(_), [rm, a]) => with_format!(format, F => {
            Some(encode(format, F::from_u128_r(raw(a), round_of(rm)).value))
        }),
        (Op::FpFromSbv(_), [rm, a]) => with_format!(format, F => {
            let value = a.to_i128().unwrap_or(0);
            Some(encode(format, F::from_i128_r(value, round_of(rm)).value))
        }),
        _ => None,
    }
}

fn encode<F: Float>(format: FloatFormat, value: F) -> Bits {
    if value.is_nan() {
        nan(format)
    } else {
        Bits::new(format.width(), value.to_bits())
    }
}

fn from_float(op: Op, format: FloatFormat, args: &[&Bits]) -> Option<Bits> {
    match (op, args) {
        (Op::FpIs(class), [a]) => Some(Bits::from_bool(Parts::of(format, a).is(class))),
        (Op::FpToBits, [a]) => Some((*a).clone()),
        (Op::FpSqrt, [rm, a]) => Some(sqrt(format, rm, a)),
        (Op::FpToSbv(width) | Op::FpToUbv(width), [rm, a]) => {
            let zero = Bits::zero(width);
            Some(to_integer(op, width, format, rm, a).unwrap_or(zero))
        }
        (Op::FpToFp(target), [rm, a]) => {
            with_format!(format, F => with_format!(target, G => {
                let mut loses = false;
                let value: G = F::from_bits(raw(a)).convert_r(round_of(rm), &mut loses).value;
                Some(encode(target, value))
            }))
        }
        (Op::FpMin | Op::FpMax, [a, b]) => Some(extremum(op, format, a, b)),
        _ => with_format!(format, F => arithmetic::<F>(op, format, args)),
    }
}

fn arithmetic<F: Float>(op: Op, format: FloatFormat, args: &[&Bits]) -> Option<Bits> {
    let float = |bits: &Bits| F::from_bits(raw(bits));
    let value = match (op, args) {
        (Op::FpAbs, [a]) => float(a).abs(),
        (Op::FpNeg, [a]) => -float(a),
        (Op::FpAdd, [rm, a, b]) => float(a).add_r(float(b), round_of(rm)).value,
        (Op::FpMul, [rm, a, b]) => float(a).mul_r(float(b), round_of(rm)).value,
        (Op::FpDiv, [rm, a, b]) => float(a).div_r(float(b), round_of(rm)).value,
        (Op::FpFma, [rm, a, b, c]) => float(a).mul_add_r(float(b), float(c), round_of(rm)).value,
        (Op::FpRem, [a, b]) => float(a).ieee_rem(float(b)).value,
        (Op::FpRoundToIntegral, [rm, a]) => float(a).round_to_integral(round_of(rm)).value,
        (Op::FpLe, [a, b]) => return Some(Bits::from_bool(float(a) <= float(b))),
        (Op::FpLt, [a, b]) => return Some(Bits::from_bool(float(a) < float(b))),
        (Op::FpEq, [a, b]) => return Some(Bits::from_bool(float(a) == float(b))),
        _ => return None,
    };
    Some(encode(format, value))
}

fn extremum(op: Op, format: FloatFormat, a: &Bits, b: &Bits) -> Bits {
    if is_nan(format, a) {
        return b.clone();
    }
    if is_nan(format, b) {
        return a.clone();
    }
    // Without NaN, sign and magnitude order as numbers do, -0 below +0.
    let key = |bits: &Bits| {
        let magnitude = (raw(bits) & !(1 << (format.width() - 1))).cast_signed();
        if bits.sign() {
            -1 - magnitude
        } else {
            magnitude
        }
    };
    let first = match op {
        Op::FpMin => key(a) <= key(b),
        _ => key(a) >= key(b),
    };
    if first { a.clone() } else { b.clone() }
}

/// The integer that a float rounds to, if it fits.
fn to_integer(op: Op, width: u32, format: FloatFormat, rm: &Bits, a: &Bits) -> Option<Bits> {
    let parts = Parts::of(format, a);
    if matches!(parts.class, Class::Nan | Class::Infinite) {
        return None;
    }
    let significand = BigUint::from(parts.significand);
    let magnitude = if parts.exponent >= 0 {
        significand << parts.exponent.unsigned_abs()
    } else {
        let dropped = parts.exponent.unsigned_abs();
        let whole = &significand >> dropped;
        let half = significand.bit(u64::from(dropped) - 1);
        let rest = significand
            .trailing_zeros()
            .is_some_and(|n| n < u64::from(dropped) - 1);
        let up = match RoundingMode::from_code(raw(rm)) {
            RoundingMode::NearestEven => half && (rest || whole.bit(0)),
            RoundingMode::NearestAway => half,
            RoundingMode::Up => !parts.negative && (half || rest),
            RoundingMode::Down => parts.negative && (half || rest),
            RoundingMode::Zero => false,
        };
        whole + u8::from(up)
    };
    let one = BigUint::from(1u8);
    let limit = match (op, parts.negative) {
        (Op::FpToSbv(_), true) => (one.clone() << (width - 1)) + one,
        (Op::FpToSbv(_), false) => one << (width - 1),
        (_, true) => one,
        (_, false) => one << width,
    };
    let bits = Bits::from_big(width, &magnitude);
    (magnitude < limit).then(|| if parts.negative { bits.neg() } else { bits })
}

fn sqrt(format: FloatFormat, rm: &Bits, a: &Bits) -> Bits {
    let parts = Parts::of(format, a);
    match parts.class {
        Class::Zero | Class::Nan => return a.clone(),
        _ if parts.negative => return nan(format),
        Class::Infinite => return a.clone(),
        Class::Normal | Class::Subnormal => {}
    }
    // Scale to an even exponent and to a root of two bits more than the
    // significand; what is lost beyond them only matters as a sticky bit.
    let bits = 128 - parts.significand.leading_zeros();
    let wanted = 2 * (format.significand_bits() + 2);
    let mut shift = wanted - bits;
    if (parts.exponent - shift as i32) % 2 != 0 {
        shift -= 1;
    }
    let scaled = BigUint::from(parts.significand) << shift;
    let root = scaled.sqrt();
    let sticky = u128::from(&root * &root != scaled);
    let root = Bits::from_big(128, &root);
    let exponent = (parts.exponent - shift as i32) / 2 - 1;
    with_format!(format, F => {
        let rounded = F::from_u128_r(raw(&root) << 1 | sticky, round_of(rm)).value;
        encode(format, rounded.scalbn(exponent))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xorshift(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    #[test]
    fn square_roots_agree_with_the_machine() {
        let mut state = 88172645463325252;
        let rne = Bits::zero(3);
        for _ in 0..20_000 {
            let a = f64::from_bits(xorshift(&mut state) & !(1 << 63));
            let bits = Bits::new(64, a.to_bits().into());
            let ours = sqrt(
                FloatFormat::DOUBLE,
                &rne,
                &canonical(FloatFormat::DOUBLE, &bits),
            );
            let expected = Bits::new(64, a.sqrt().to_bits().into());
            assert_eq!(ours, canonical(FloatFormat::DOUBLE, &expected), "{a:e}");
        }
    }

    #[test]
    fn every_small_square_root_is_the_nearest_below() {
        // Rounding down: root^2 <= a < next(root)^2, checked on exact values.
        let (format, down) = (FloatFormat::MINI, Bits::new(3, 3));
        let value = |bits: &Bits| {
            let p = Parts::of(format, bits);
            p.significand as f64 * f64::from(p.exponent).exp2()
        };
        for code in 1..0x78u128 {
            let a = Bits::new(8, code);
            let root = sqrt(format, &down, &a);
            let next = root.add(&Bits::new(8, 1));
            assert!(
                value(&root).powi(2) <= value(&a) && value(&a) < value(&next).powi(2),
                "{a}"
            );
        }
    }

    #[test]
    fn zeros_are_ordered_by_min_and_max() {
        let (plus, minus) = (Bits::zero(16), Bits::new(16, 0x8000));
        for (a, b) in [(&plus, &minus), (&minus, &plus)] {
            assert_eq!(extremum(Op::FpMin, FloatFormat::HALF, a, b), minus);
            assert_eq!(extremum(Op::FpMax, FloatFormat::HALF, a, b), plus);
        }
    }
}
