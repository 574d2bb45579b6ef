//! Shifts.

use super::Ints;
use super::arithmetic::product_fits;
use super::bits::Bits;
use super::congruence::Congruence;
use super::division::floor_divided;
use super::span::Spans;
use ir::BinaryOp;

/// A shift by any of some amounts: the join of the shifts by each.
pub(super) fn shift(op: BinaryOp, a: &Ints, by: &Ints) -> Ints {
    let bits = a.width.bits();
    let (least, greatest) = by.unsigned();
    let first = least.min(u128::from(bits)) as u32;
    let last = greatest.min(u128::from(bits)) as u32;
    let amounts = (first..=last).filter(|amount| *amount == bits || by.contains((*amount).into()));
    let results = amounts.map(|amount| by_amount(op, a, amount));
    let joined = results.reduce(|one, other| Ints {
        width: a.width,
        spans: one.spans.join(other.spans),
        congruence: one.congruence.join(other.congruence),
        bits: one.bits.join(other.bits),
    });
    joined.unwrap_or(Ints::top(a.width)).reduced()
}

/// A shift by an amount, which is the width if that or more is shifted by.
fn by_amount(op: BinaryOp, a: &Ints, amount: u32) -> Ints {
    let beyond = amount == a.width.bits();
    match op {
        BinaryOp::AShr => arithmetic_right(a, amount.min(a.width.bits() - 1)),
        _ if beyond => Ints::constant(a.width, 0),
        BinaryOp::Shl => left(a, amount),
        _ => logical_right(a, amount),
    }
}

fn left(a: &Ints, amount: u32) -> Ints {
    let width = a.width;
    let mut spans = Spans::EMPTY;
    for span in a.spans.iter() {
        let length = match span.length() > width.mask() >> amount {
            true => width.mask(),
            false => span.length() << amount,
        };
        spans.add_arc(width, span.min << amount, length);
    }
    let power = Ints::constant(width, 1 << amount);
    let congruence = match a.congruence.times(power.congruence) {
        // The highest power is negative as a signed number.
        Some(exact) if amount + 1 < width.bits() && product_fits(a, &power) => exact,
        _ => Congruence::ALL,
    };
    let below = (1 << amount) - 1;
    Ints {
        width,
        spans,
        congruence,
        bits: Bits {
            zeros: width.truncate(a.bits.zeros << amount | below),
            ones: width.truncate(a.bits.ones << amount),
        },
    }
}

fn logical_right(a: &Ints, amount: u32) -> Ints {
    let width = a.width;
    let mut spans = Spans::EMPTY;
    for span in a.spans.iter() {
        spans.add_unsigned(width, span.min >> amount, span.max >> amount);
    }
    let congruence = match a.spans.high {
        None => floor_divided(a.congruence, 1 << amount),
        Some(_) => Congruence::ALL,
    };
    Ints {
        width,
        spans,
        congruence,
        bits: Bits {
            zeros: a.bits.zeros >> amount | (width.mask() & !(width.mask() >> amount)),
            ones: a.bits.ones >> amount,
        },
    }
}

fn arithmetic_right(a: &Ints, amount: u32) -> Ints {
    let width = a.width;
    let shifted = |encoding: u128| width.sign_extend(encoding) >> amount;
    let mut spans = Spans::EMPTY;
    for span in a.spans.iter() {
        spans.add_signed(width, shifted(span.min), shifted(span.max));
    }
    Ints {
        width,
        spans,
        congruence: floor_divided(a.congruence, 1 << amount),
        bits: Bits {
            zeros: width.truncate(shifted(a.bits.zeros) as u128),
            ones: width.truncate(shifted(a.bits.ones) as u128),
        },
    }
}
