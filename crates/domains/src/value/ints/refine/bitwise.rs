//! Operands of bitwise operators and of shifts by a constant.

use super::super::Ints;
use super::super::bits::Bits;
use super::super::span::Spans;
use super::Operands;

/// Where the result has a 1 both have; where it has a 0 and one has a 1, the other has not.
pub(super) fn refine_and(a: &Ints, b: &Ints, result: &Ints) -> Operands {
    let width = a.width;
    let (least, _) = result.unsigned();
    let refined = |of: &Ints, other: &Ints| {
        let bits = Bits {
            zeros: result.bits.zeros & other.bits.ones,
            ones: result.bits.ones,
        };
        of.meet(&Ints {
            bits: bits_of(bits)?,
            // No operand is below the result.
            ..Ints::within(width, Spans::unsigned(width, least, width.mask()))
        })
    };
    let a = refined(a, b)?;
    let b = refined(b, &a)?;
    Some((a, b))
}

/// Where the result has a 0 both have; where it has a 1 and one has a 0, the other has not.
pub(super) fn refine_or(a: &Ints, b: &Ints, result: &Ints) -> Operands {
    let width = a.width;
    let (_, greatest) = result.unsigned();
    let refined = |of: &Ints, other: &Ints| {
        let bits = Bits {
            zeros: result.bits.zeros,
            ones: result.bits.ones & other.bits.zeros,
        };
        of.meet(&Ints {
            bits: bits_of(bits)?,
            // No operand is above the result.
            ..Ints::within(width, Spans::unsigned(width, 0, greatest))
        })
    };
    let a = refined(a, b)?;
    let b = refined(b, &a)?;
    Some((a, b))
}

/// Bits that do not contradict each other.
fn bits_of(bits: Bits) -> Option<Bits> {
    (bits.zeros & bits.ones == 0).then_some(bits)
}

/// The amount, if it is one below the width.
fn amount(a: &Ints, by: &Ints) -> Option<u32> {
    let amount = by.as_constant()?;
    (amount < a.width.bits().into()).then_some(amount as u32)
}

pub(super) fn refine_shl(a: &Ints, by: &Ints, result: &Ints) -> Option<Ints> {
    let Some(amount) = amount(a, by) else {
        return Some(*a);
    };
    let width = a.width;
    let bits = Bits {
        zeros: result.bits.zeros >> amount,
        ones: result.bits.ones >> amount,
    };
    let a = a.meet(&Ints {
        bits,
        ..Ints::top(width)
    })?;
    // Without wrapping, the shift keeps the order.
    if a.unsigned().1 <= width.mask() >> amount {
        let (min, max) = result.unsigned();
        let min = min.div_ceil(1 << amount);
        return a.meet(&Ints::within(
            width,
            Spans::unsigned(width, min, max >> amount),
        ));
    }
    let (least, greatest) = a.signed();
    let limit = (width.signed_max() >> amount) as i128;
    if -limit - 1 <= least && greatest <= limit {
        let (min, max) = result.signed();
        // `x << amount >= min` just where `x` is at least the quotient, rounded up.
        let up = (min >> amount) + i128::from(min & low_bits(amount) != 0);
        return a.meet(&Ints::within(
            width,
            Spans::signed(width, up, max >> amount),
        ));
    }
    Some(a)
}

fn low_bits(amount: u32) -> i128 {
    ((1u128 << amount) - 1) as i128
}

/// Of a shift to the right, of either kind.
pub(super) fn refine_right(a: &Ints, by: &Ints, result: &Ints) -> Option<Ints> {
    let Some(amount) = amount(a, by) else {
        return Some(*a);
    };
    let width = a.width;
    let below = (1 << amount) - 1;
    let mut spans = Spans::EMPTY;
    // The highest bits of the result are zeros or its sign, so nothing is lost at the top.
    let shifted = |value: u128| width.truncate(value << amount);
    for span in result.spans.iter() {
        spans.add_unsigned(width, shifted(span.min), shifted(span.max) | below);
    }
    a.meet(&Ints {
        bits: Bits {
            zeros: shifted(result.bits.zeros),
            ones: shifted(result.bits.ones),
        },
        ..Ints::within(width, spans)
    })
}
