//! Changes of width.

use super::Ints;
use super::bits::Bits;
use super::span::Spans;
use ir::{CastOp, Width};

impl Ints {
    /// What a change of width gives; of another cast, all integers.
    #[must_use]
    pub fn cast(op: CastOp, to: Width, operand: &Ints) -> Ints {
        match op {
            CastOp::Truncate => truncate(operand, to),
            CastOp::ZeroExtend => zero_extend(operand, to),
            CastOp::SignExtend => sign_extend(operand, to),
            _ => Ints::top(to),
        }
    }
}

fn truncate(a: &Ints, to: Width) -> Ints {
    let mut spans = Spans::EMPTY;
    for span in a.spans.iter() {
        spans.add_arc(to, span.min, span.length());
    }
    let (min, max) = a.signed();
    let fits = |value: i128| to.sign_extend(value as u128) == value;
    Ints {
        width: to,
        spans,
        congruence: match fits(min) && fits(max) {
            true => a.congruence,
            false => a.congruence.wrapped(to.bits()),
        },
        bits: a.bits.only(to.mask()),
    }
    .reduced()
}

fn zero_extend(a: &Ints, to: Width) -> Ints {
    let mut spans = Spans::EMPTY;
    for span in a.spans.iter() {
        spans.add_unsigned(to, span.min, span.max);
    }
    let zeros = to.mask() & !a.width.mask();
    Ints {
        width: to,
        spans,
        congruence: match a.spans.high {
            None => a.congruence,
            Some(_) => a.congruence.wrapped(a.width.bits()),
        },
        bits: Bits {
            zeros: a.bits.zeros | zeros,
            ones: a.bits.ones,
        },
    }
    .reduced()
}

fn sign_extend(a: &Ints, to: Width) -> Ints {
    let value = |encoding: u128| a.width.sign_extend(encoding);
    let mut spans = Spans::EMPTY;
    for span in a.spans.iter() {
        spans.add_signed(to, value(span.min), value(span.max));
    }
    let extended = |bits: u128| to.truncate(value(bits) as u128);
    Ints {
        width: to,
        spans,
        congruence: a.congruence,
        bits: Bits {
            zeros: extended(a.bits.zeros),
            ones: extended(a.bits.ones),
        },
    }
    .reduced()
}
