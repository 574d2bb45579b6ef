//! IEEE 754 circuits, exact in every rounding mode.
//!
//! Arithmetic unpacks its operands ([`unpack`]), computes an exact result or
//! one with a sticky last bit, and rounds once ([`round`]).

mod arith;
mod convert;
mod remainder;
mod round;
mod unpack;

use logic::{FloatClass, FloatFormat, Op, Sort};

use crate::gates::{Edge, Gates};
use crate::words::{self, Word};

/// The circuit of a floating-point operation; none for other operations.
/// `format` is that of the first operand that is a float, or of the result.
pub(super) fn build(
    g: &mut Gates,
    op: Op,
    sort: Sort,
    format: FloatFormat,
    args: &[&[Edge]],
) -> Option<Word> {
    Some(match (op, args) {
        (Op::FpAbs, [a]) => {
            let mut word = a.to_vec();
            clear_sign(&mut word);
            word
        }
        (Op::FpNeg, [a]) => {
            let (nan, mut word) = (is_nan(g, format, a), a.to_vec());
            let sign = words::sign(a);
            let flipped = g.xor(sign, !nan);
            if let Some(top) = word.last_mut() {
                *top = flipped;
            }
            word
        }
        (Op::FpToBits, [a]) => a.to_vec(),
        (Op::FpLt, [a, b]) => vec![less(g, format, a, b, Strictness::Strict)],
        (Op::FpLe, [a, b]) => vec![less(g, format, a, b, Strictness::OrEqual)],
        (Op::FpEq, [a, b]) => vec![equal(g, format, a, b)],
        (Op::FpMin, [a, b]) => extremum(g, format, a, b, Extremum::Least),
        (Op::FpMax, [a, b]) => extremum(g, format, a, b, Extremum::Greatest),
        (Op::FpIs(class), [a]) => vec![is(g, format, class, a)],
        (Op::FpAdd, [rm, a, b]) => arith::add(g, format, rm, a, b),
        (Op::FpMul, [rm, a, b]) => arith::mul(g, format, rm, a, b),
        (Op::FpDiv, [rm, a, b]) => arith::div(g, format, rm, a, b),
        (Op::FpFma, [rm, a, b, c]) => arith::fma(g, format, rm, [a, b, c]),
        (Op::FpSqrt, [rm, a]) => arith::sqrt(g, format, rm, a),
        (Op::FpRem, [a, b]) => remainder::remainder(g, format, a, b),
        (Op::FpRoundToIntegral, [rm, a]) => convert::round_to_integral(g, format, rm, a),
        (Op::FpToFp(target), [rm, a]) => convert::to_format(g, format, target, rm, a),
        (Op::FpFromSbv(_), [rm, a]) => {
            let magnitude = g.abs(a);
            convert::from_integer(g, format, rm, words::sign(a), &magnitude)
        }
        (Op::FpFromUbv(_), [rm, a]) => convert::from_integer(g, format, rm, Edge::FALSE, a),
        (Op::FpToSbv(_) | Op::FpToUbv(_), [rm, a]) => {
            convert::to_integer(g, format, op, sort.bits()? as usize, rm, a)
        }
        _ => return None,
    })
}

/// The fields of an encoding.
struct Fields<'a> {
    fraction: &'a [Edge],
    exponent: &'a [Edge],
    sign: Edge,
}

fn fields(format: FloatFormat, a: &[Edge]) -> Fields<'_> {
    let cut = format.significand_bits() as usize - 1;
    let top = format.width() as usize - 1;
    Fields {
        fraction: &a[..cut],
        exponent: &a[cut..top],
        sign: a[top],
    }
}

fn clear_sign(word: &mut [Edge]) {
    if let Some(top) = word.last_mut() {
        *top = Edge::FALSE;
    }
}

/// Whether an encoding is of a NaN, the canonical one or not.
pub(super) fn is_nan(g: &mut Gates, format: FloatFormat, a: &[Edge]) -> Edge {
    is(g, format, FloatClass::Nan, a)
}

fn is(g: &mut Gates, format: FloatFormat, class: FloatClass, a: &[Edge]) -> Edge {
    let Fields {
        fraction,
        exponent,
        sign,
    } = fields(format, a);
    let (top, bottom) = (g.and_all(exponent), g.is_zero(exponent));
    let empty = g.is_zero(fraction);
    match class {
        FloatClass::Normal => g.and(!top, !bottom),
        FloatClass::Subnormal => g.and(bottom, !empty),
        FloatClass::Zero => g.and(bottom, empty),
        FloatClass::Infinite => g.and(top, empty),
        FloatClass::Nan => g.and(top, !empty),
        FloatClass::Negative | FloatClass::Positive => {
            let nan = g.and(top, !empty);
            let signed = if class == FloatClass::Negative {
                sign
            } else {
                !sign
            };
            g.and(signed, !nan)
        }
    }
}

enum Strictness {
    Strict,
    OrEqual,
}

fn less(
    g: &mut Gates,
    format: FloatFormat,
    a: &[Edge],
    b: &[Edge],
    strictness: Strictness,
) -> Edge {
    let (mag_a, mag_b) = (&a[..a.len() - 1], &b[..b.len() - 1]);
    let (sign_a, sign_b) = (words::sign(a), words::sign(b));
    let (below, above) = match strictness {
        Strictness::Strict => (g.ult(mag_a, mag_b), g.ult(mag_b, mag_a)),
        Strictness::OrEqual => (g.ule(mag_a, mag_b), g.ule(mag_b, mag_a)),
    };
    // With equal signs the magnitudes decide; otherwise the sign, unless both are zero.
    let same = g.mux(sign_a, above, below);
    let apart = g.xor(sign_a, sign_b);
    let ordered = g.mux(apart, sign_a, same);
    let (zero_a, zero_b) = (g.is_zero(mag_a), g.is_zero(mag_b));
    let zeros = g.and(zero_a, zero_b);
    let if_zeros = Edge::constant(matches!(strictness, Strictness::OrEqual));
    let ordered = g.mux(zeros, if_zeros, ordered);
    let (nan_a, nan_b) = (is_nan(g, format, a), is_nan(g, format, b));
    let numbers = g.and(!nan_a, !nan_b);
    g.and(numbers, ordered)
}

fn equal(g: &mut Gates, format: FloatFormat, a: &[Edge], b: &[Edge]) -> Edge {
    let same = g.eq_word(a, b);
    let nan = is_nan(g, format, a);
    let same = g.and(same, !nan);
    let (zero_a, zero_b) = (
        is(g, format, FloatClass::Zero, a),
        is(g, format, FloatClass::Zero, b),
    );
    let zeros = g.and(zero_a, zero_b);
    g.or(same, zeros)
}

enum Extremum {
    Least,
    Greatest,
}

fn extremum(g: &mut Gates, format: FloatFormat, a: &[Edge], b: &[Edge], which: Extremum) -> Word {
    let (mag_a, mag_b) = (&a[..a.len() - 1], &b[..b.len() - 1]);
    let (sign_a, sign_b) = (words::sign(a), words::sign(b));
    let (below, above) = (g.ult(mag_a, mag_b), g.ult(mag_b, mag_a));
    let same = g.mux(sign_a, above, below);
    let apart = g.xor(sign_a, sign_b);
    let a_below = g.mux(apart, sign_a, same);
    let a_wins = match which {
        Extremum::Least => a_below,
        Extremum::Greatest => !a_below,
    };
    let (nan_a, nan_b) = (is_nan(g, format, a), is_nan(g, format, b));
    let a_wins = g.and(a_wins, !nan_a);
    let a_wins = g.or(a_wins, nan_b);
    g.mux_word(a_wins, a, b)
}
