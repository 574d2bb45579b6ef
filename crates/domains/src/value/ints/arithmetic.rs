//! Sums, differences and products.

use super::Ints;
use super::bits::Bits;
use super::congruence::Congruence;
use super::span::{Span, Spans};

pub(super) fn add(a: &Ints, b: &Ints) -> Ints {
    let width = a.width;
    let mut spans = Spans::EMPTY;
    for x in a.spans.iter() {
        for y in b.spans.iter() {
            // Neither is longer than a half.
            spans.add_arc(width, x.min.wrapping_add(y.min), x.length() + y.length());
        }
    }
    let ((a_min, a_max), (b_min, b_max)) = (a.signed(), b.signed());
    let ends = [a_min.checked_add(b_min), a_max.checked_add(b_max)];
    Ints {
        width,
        spans,
        congruence: exact_or_wrapped(a, ends, a.congruence.plus(b.congruence)),
        bits: Bits::sum(width, a.bits, b.bits, false),
    }
    .reduced()
}

pub(super) fn sub(a: &Ints, b: &Ints) -> Ints {
    let width = a.width;
    let mut spans = Spans::EMPTY;
    for x in a.spans.iter() {
        for y in b.spans.iter() {
            spans.add_arc(width, x.min.wrapping_sub(y.max), x.length() + y.length());
        }
    }
    let ((a_min, a_max), (b_min, b_max)) = (a.signed(), b.signed());
    let ends = [a_min.checked_sub(b_max), a_max.checked_sub(b_min)];
    let negated = b.congruence.negated();
    let congruence = negated.and_then(|negated| a.congruence.plus(negated));
    Ints {
        width,
        spans,
        congruence: exact_or_wrapped(a, ends, congruence),
        // In two's complement, `a - b = a + !b + 1`.
        bits: Bits::sum(width, a.bits, b.bits.complement(), true),
    }
    .reduced()
}

pub(super) fn mul(a: &Ints, b: &Ints) -> Ints {
    let width = a.width;
    let mut spans = Spans::EMPTY;
    for x in a.magnitudes() {
        for y in b.magnitudes() {
            let product = x.span.times(y.span);
            match product {
                Some(product) if x.negative == y.negative => {
                    spans.add_arc(width, product.min, product.length());
                }
                Some(product) => {
                    spans.add_arc(width, product.max.wrapping_neg(), product.length());
                }
                None => return wrapped_mul(a, b),
            }
        }
    }
    let congruence = match a.congruence.times(b.congruence) {
        Some(exact) if product_fits(a, b) => exact,
        _ => a
            .congruence
            .times_wrapped(b.congruence, width.bits().min(126)),
    };
    Ints {
        width,
        spans,
        congruence,
        bits: Bits::UNKNOWN,
    }
    .reduced()
}

/// A product that is too large to be computed as a number.
fn wrapped_mul(a: &Ints, b: &Ints) -> Ints {
    let width = a.width;
    if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
        return Ints::constant(width, x.wrapping_mul(y));
    }
    let bits = width.bits().min(126);
    Ints::of_congruence(width, a.congruence.times_wrapped(b.congruence, bits))
}

/// The congruence of an exact result between two ends, as it is after the result is cut to the width.
fn exact_or_wrapped(
    of: &Ints,
    ends: [Option<i128>; 2],
    congruence: Option<Congruence>,
) -> Congruence {
    let fits = |end: Option<i128>| end.is_some_and(|end| of.fits(end));
    match congruence {
        None => Congruence::ALL,
        Some(exact) if ends.into_iter().all(fits) => exact,
        Some(exact) => exact.wrapped(of.width.bits()),
    }
}

/// Whether no product of signed values leaves the width.
pub(super) fn product_fits(a: &Ints, b: &Ints) -> bool {
    a.magnitudes().all(|x| {
        b.magnitudes().all(|y| {
            let limit = a.width.signed_max() + u128::from(x.negative != y.negative);
            let product = x.span.times(y.span);
            product.is_some_and(|product| product.max <= limit)
        })
    })
}

/// Numbers of one sign, by how far they are from zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Magnitudes {
    pub(super) negative: bool,
    pub(super) span: Span,
}

impl Ints {
    /// The signed values, those of each sign apart.
    pub(super) fn magnitudes(&self) -> impl Iterator<Item = Magnitudes> + Clone {
        let negated = |encoding: u128| self.width.truncate(encoding.wrapping_neg());
        let low = self.spans.low.map(|span| Magnitudes {
            negative: false,
            span,
        });
        let high = self.spans.high.map(|span| Magnitudes {
            negative: true,
            span: Span {
                min: negated(span.max),
                max: negated(span.min),
            },
        });
        [low, high].into_iter().flatten()
    }

    /// Whether a number is a signed value of the width.
    pub(super) fn fits(&self, number: i128) -> bool {
        self.width.sign_extend(number as u128) == number
    }
}

impl Span {
    /// The products of members, unless they become too large.
    pub(super) fn times(self, other: Span) -> Option<Span> {
        Some(Span {
            min: self.min.checked_mul(other.min)?,
            max: self.max.checked_mul(other.max)?,
        })
    }
}
