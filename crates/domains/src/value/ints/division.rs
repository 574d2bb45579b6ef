//! Quotients and remainders, with the values that division by zero has by definition.

use super::Ints;
use super::bits::Bits;
use super::congruence::{Congruence, gcd};
use super::span::{Span, Spans};

pub(super) fn udiv(a: &Ints, b: &Ints) -> Ints {
    let width = a.width;
    let mut spans = Spans::EMPTY;
    for x in a.spans.iter() {
        for y in b.spans.iter() {
            if let Some(quotient) = quotients(x, y) {
                spans.add_unsigned(width, quotient.min, quotient.max);
            }
        }
    }
    if b.contains(0) {
        spans.add_unsigned(width, width.mask(), width.mask());
    }
    let congruence = match b.as_constant() {
        Some(divisor) if a.spans.high.is_none() => floor_divided(a.congruence, divisor),
        _ => Congruence::ALL,
    };
    assembled(a, spans, congruence)
}

pub(super) fn sdiv(a: &Ints, b: &Ints) -> Ints {
    let width = a.width;
    let mut spans = Spans::EMPTY;
    for x in a.magnitudes() {
        for y in b.magnitudes() {
            let Some(quotient) = quotients(x.span, y.span) else {
                continue;
            };
            let start = match x.negative == y.negative {
                true => quotient.min,
                false => quotient.max.wrapping_neg(),
            };
            spans.add_arc(width, start, quotient.length());
        }
    }
    if b.contains(0) {
        if a.spans.low.is_some() {
            spans.add_unsigned(width, width.mask(), width.mask());
        }
        if a.spans.high.is_some() {
            spans.add_unsigned(width, 1, 1);
        }
    }
    // Rounding is towards zero, which is down only for what is not negative.
    let congruence = match b.as_constant() {
        Some(divisor) if divisor <= width.signed_max() => {
            let exact = a.congruence.residue().unsigned_abs().checked_rem(divisor) == Some(0);
            match exact || a.spans.high.is_none() {
                true => floor_divided(a.congruence, divisor),
                false => Congruence::ALL,
            }
        }
        _ => Congruence::ALL,
    };
    assembled(a, spans, congruence)
}

pub(super) fn urem(a: &Ints, b: &Ints) -> Ints {
    let width = a.width;
    let mut spans = Spans::EMPTY;
    for x in a.spans.iter() {
        for y in b.spans.iter() {
            if let Some(rest) = remainders(x, y) {
                spans.add_unsigned(width, rest.min, rest.max);
            }
        }
    }
    if b.contains(0) {
        spans = spans.join(a.spans);
    }
    let exact = congruence_of_remainder(a, b);
    let congruence = match a.spans.high.is_none() && b.spans.high.is_none() {
        true => exact,
        false => exact.wrapped(width.bits()),
    };
    assembled(a, spans, congruence)
}

pub(super) fn srem(a: &Ints, b: &Ints) -> Ints {
    let width = a.width;
    let mut spans = Spans::EMPTY;
    for x in a.magnitudes() {
        for y in b.magnitudes() {
            let Some(rest) = remainders(x.span, y.span) else {
                continue;
            };
            let start = match x.negative {
                false => rest.min,
                true => rest.max.wrapping_neg(),
            };
            spans.add_arc(width, start, rest.length());
        }
    }
    if b.contains(0) {
        spans = spans.join(a.spans);
    }
    assembled(a, spans, congruence_of_remainder(a, b))
}

fn assembled(a: &Ints, spans: Spans, congruence: Congruence) -> Ints {
    Ints {
        width: a.width,
        spans,
        congruence,
        bits: Bits::UNKNOWN,
    }
    .reduced()
}

/// The quotients by the members that are not zero, if there are some.
fn quotients(x: Span, y: Span) -> Option<Span> {
    (y.max > 0).then(|| Span {
        min: x.min / y.max,
        max: x.max / y.min.max(1),
    })
}

/// The remainders by the members that are not zero, if there are some.
fn remainders(x: Span, y: Span) -> Option<Span> {
    let y = Span::new(y.min.max(1), y.max)?;
    let quotient = x.max / y.min;
    if quotient == x.min / y.max {
        // All quotients are the same, and so the remainder is a difference. As a quotient times its
        // divisor is not above the dividend, none of it is negative.
        return Span::new(x.min - quotient * y.max, x.max - quotient * y.min);
    }
    Some(Span {
        min: 0,
        max: x.max.min(y.max - 1),
    })
}

/// The quotients by a number that the modulus is a multiple of, rounded down.
pub(super) fn floor_divided(dividend: Congruence, divisor: u128) -> Congruence {
    match i128::try_from(divisor) {
        Ok(signed) if signed > 0 && dividend.modulus().is_multiple_of(divisor) => {
            let residue = dividend.residue().div_euclid(signed);
            Congruence::new(dividend.modulus() / divisor, residue)
        }
        _ => Congruence::ALL,
    }
}

/// A remainder is `a - q * b` for some `q`, also where `b` is zero.
fn congruence_of_remainder(a: &Ints, b: &Ints) -> Congruence {
    let (a, b) = (a.congruence, b.congruence);
    let divisor = gcd(b.modulus(), b.residue().unsigned_abs());
    Congruence::new(gcd(a.modulus(), divisor), a.residue())
}
