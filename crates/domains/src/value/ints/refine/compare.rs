//! Operands of comparisons and overflow predicates that hold or fail.

use super::super::Ints;
use super::super::span::{Span, Spans};
use super::Operands;
use ir::BinaryOp;

pub(super) fn refine(op: BinaryOp, a: &Ints, b: &Ints, truth: bool) -> Operands {
    let swapped = |operands: Operands| operands.map(|(b, a)| (a, b));
    match (op, truth) {
        (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => a.meet(b).map(|both| (both, both)),
        (BinaryOp::Eq, false) | (BinaryOp::Ne, true) => Some((without(a, b)?, without(b, a)?)),
        (BinaryOp::ULe, true) => unsigned_at_most(a, b, 0),
        (BinaryOp::ULt, true) | (BinaryOp::USubOverflows, true) => unsigned_at_most(a, b, 1),
        (BinaryOp::ULe, false) => swapped(unsigned_at_most(b, a, 1)),
        (BinaryOp::ULt, false) | (BinaryOp::USubOverflows, false) => {
            swapped(unsigned_at_most(b, a, 0))
        }
        (BinaryOp::SLe, true) => signed_at_most(a, b, 0),
        (BinaryOp::SLt, true) => signed_at_most(a, b, 1),
        (BinaryOp::SLe, false) => swapped(signed_at_most(b, a, 1)),
        (BinaryOp::SLt, false) => swapped(signed_at_most(b, a, 0)),
        (BinaryOp::SAddOverflows, false) => {
            Some((beside_sum(a, b.signed())?, beside_sum(b, a.signed())?))
        }
        (BinaryOp::SSubOverflows, false) => difference_stays(a, b),
        (BinaryOp::UAddOverflows, false) => {
            let room = |of: &Ints, other: &Ints| up_to(of, of.width.mask() - other.unsigned().0);
            Some((room(a, b)?, room(b, a)?))
        }
        (BinaryOp::UAddOverflows, true) => {
            // `a > mask - b`.
            let above = |of: &Ints, other: &Ints| {
                let missing = of.width.mask() - other.unsigned().1;
                from(of, missing.checked_add(1)?)
            };
            Some((above(a, b)?, above(b, a)?))
        }
        (BinaryOp::UMulOverflows, false) => {
            let room = |of: &Ints, other: &Ints| match other.unsigned().0 {
                0 => Some(*of),
                factor => up_to(of, of.width.mask() / factor),
            };
            Some((room(a, b)?, room(b, a)?))
        }
        (BinaryOp::UMulOverflows, true) => {
            let above = |of: &Ints, other: &Ints| {
                let factor = other.unsigned().1;
                from(of, of.width.mask().checked_div(factor)?.checked_add(1)?)
            };
            Some((above(a, b)?, above(b, a)?))
        }
        (BinaryOp::SMulOverflows, false) => Some((product_stays(a, b)?, product_stays(b, a)?)),
        _ => Some((*a, *b)),
    }
}

fn up_to(of: &Ints, max: u128) -> Option<Ints> {
    of.meet(&Ints::within(of.width, Spans::unsigned(of.width, 0, max)))
}

fn from(of: &Ints, min: u128) -> Option<Ints> {
    let mask = of.width.mask();
    of.meet(&Ints::within(
        of.width,
        Spans::unsigned(of.width, min, mask),
    ))
}

/// `a + gap <= b` without wrapping.
fn unsigned_at_most(a: &Ints, b: &Ints, gap: u128) -> Operands {
    let max = b.unsigned().1.checked_sub(gap)?;
    let min = a.unsigned().0.checked_add(gap)?;
    Some((up_to(a, max)?, from(b, min)?))
}

/// `a + gap <= b` without wrapping, of signed values.
fn signed_at_most(a: &Ints, b: &Ints, gap: i128) -> Operands {
    let (least, greatest) = Ints::top(a.width).signed();
    let max = b.signed().1.checked_sub(gap)?;
    let min = a.signed().0.checked_add(gap)?;
    Some((
        signed_between(a, least, max)?,
        signed_between(b, min, greatest)?,
    ))
}

/// Those between two ends, which may be beyond the width.
fn signed_between(of: &Ints, min: i128, max: i128) -> Option<Ints> {
    let (least, greatest) = of.signed();
    let (min, max) = (min.max(least), max.min(greatest));
    of.meet(&Ints::within(of.width, Spans::signed(of.width, min, max)))
}

/// Those to which a number between two others can be added.
fn beside_sum(of: &Ints, (min, max): (i128, i128)) -> Option<Ints> {
    let (least, greatest) = Ints::top(of.width).signed();
    // Where the difference is too large for a number, it is no bound.
    let from = least.saturating_sub(max);
    let to = greatest.saturating_sub(min);
    signed_between(of, from, to)
}

/// `a - b` is a signed value.
fn difference_stays(a: &Ints, b: &Ints) -> Operands {
    let (least, greatest) = Ints::top(a.width).signed();
    let ((a_min, a_max), (b_min, b_max)) = (a.signed(), b.signed());
    let left = signed_between(
        a,
        least.saturating_add(b_min),
        greatest.saturating_add(b_max),
    )?;
    let right = signed_between(
        b,
        a_min.saturating_sub(greatest),
        a_max.saturating_sub(least),
    )?;
    Some((left, right))
}

/// Those whose product with some number of the other is a signed value.
fn product_stays(of: &Ints, other: &Ints) -> Option<Ints> {
    let least = other.magnitudes().map(|part| part.span.min).min()?;
    if least == 0 {
        return Some(*of);
    }
    let limit = of.width.signed_min() / least;
    // A limit of 2^127 is none.
    match i128::try_from(limit) {
        Ok(limit) => signed_between(of, -limit, limit),
        Err(_) => Some(*of),
    }
}

/// Without the number that the other is, if it is one number at an end.
fn without(of: &Ints, other: &Ints) -> Option<Ints> {
    let Some(value) = other.as_constant() else {
        return Some(*of);
    };
    let trimmed = |span: Span| match (span.min == value, span.max == value) {
        (true, true) => None,
        (true, false) => Span::new(span.min + 1, span.max),
        (false, true) => Span::new(span.min, span.max - 1),
        (false, false) => Some(span),
    };
    let spans = Spans {
        low: of.spans.low.and_then(trimmed),
        high: of.spans.high.and_then(trimmed),
    };
    Ints { spans, ..*of }.reduce()
}
