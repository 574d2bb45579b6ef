//! Comparisons and predicates of floats.

use super::host::Host;
use super::{Floats, Interval, greatest, least};
use crate::value::Ints;
use ir::BinaryOp;

impl Floats {
    /// What a comparison of floats gives, in one bit.
    pub fn compare(op: BinaryOp, left: &Floats, right: &Floats) -> Ints {
        let nan = left.nan || right.nan;
        let (Some(a), Some(b)) = (left.numbers, right.numbers) else {
            return Ints::condition(false, true);
        };
        let (can_hold, can_fail) = match op {
            BinaryOp::FEq => {
                let apart = a.max < b.min || b.max < a.min;
                (
                    !apart,
                    !(a.min == a.max && b.min == b.max && a.min == b.min),
                )
            }
            BinaryOp::FLt => (a.min < b.max, a.max >= b.min),
            BinaryOp::FLe => (a.min <= b.max, a.max > b.min),
            _ => (true, true),
        };
        Ints::condition(can_hold, can_fail || nan)
    }

    /// What the operands of a comparison can be where it gives `truth`; `None` if there are no such
    /// operands.
    #[must_use]
    pub fn refine_compare(
        op: BinaryOp,
        left: &Floats,
        right: &Floats,
        truth: bool,
    ) -> Option<(Floats, Floats)> {
        let Some(host) = Host::new(left.kind) else {
            return Some((*left, *right));
        };
        if truth {
            let (a, b) = (left.numbers?, right.numbers?);
            let (a, b) = refine_numbers(host, op, a, b)?;
            let only = |of: &Floats, numbers| Floats {
                numbers: Some(numbers),
                nan: false,
                ..*of
            };
            return Some((only(left, a), only(right, b)));
        }
        // With a NaN on one side, the comparison fails whatever the other side is.
        let refined = match (left.numbers, right.numbers) {
            (Some(a), Some(b)) => refute_numbers(host, op, a, b),
            _ => None,
        };
        let keep = |of: &Floats, other: &Floats, refined: Option<Interval>| match other.nan {
            true => Some(*of),
            false => Floats::nonempty(of.kind, refined, of.nan),
        };
        let a = keep(left, right, refined.map(|(a, _)| a))?;
        let b = keep(right, left, refined.map(|(_, b)| b))?;
        Some((a, b))
    }

    /// Whether they are NaNs, in one bit.
    pub fn is_nan(&self) -> Ints {
        Ints::condition(self.nan, self.numbers.is_some())
    }

    /// Whether they are infinite, in one bit.
    pub fn is_infinite(&self) -> Ints {
        let Some(Interval { min, max }) = self.numbers else {
            return Ints::condition(false, true);
        };
        let finite = min != max || !min.is_infinite();
        Ints::condition(min.is_infinite() || max.is_infinite(), finite || self.nan)
    }

    /// Their sign bits.
    pub fn sign_bit(&self) -> Ints {
        let negative = self.numbers.map(|numbers| numbers.min.is_sign_negative());
        let positive = self.numbers.map(|numbers| numbers.max.is_sign_positive());
        Ints::condition(
            negative.unwrap_or(false) || self.nan,
            positive.unwrap_or(false) || self.nan,
        )
    }
}

/// With both zeros at an end that is a zero, as comparisons do not tell them apart.
fn up(end: f64) -> f64 {
    if end == 0.0 { 0.0 } else { end }
}

fn down(end: f64) -> f64 {
    if end == 0.0 { -0.0 } else { end }
}

/// The numbers for which a comparison holds.
fn refine_numbers(
    host: Host,
    op: BinaryOp,
    a: Interval,
    b: Interval,
) -> Option<(Interval, Interval)> {
    let (a_max, b_min) = match op {
        BinaryOp::FEq => {
            let wide = |of: Interval| Interval {
                min: down(of.min),
                max: up(of.max),
            };
            return Some((a.meet(wide(b))?, b.meet(wide(a))?));
        }
        // Nothing is below the least number, and nothing above the greatest.
        BinaryOp::FLt if b.max == f64::NEG_INFINITY || a.min == f64::INFINITY => return None,
        BinaryOp::FLt => (host.below(b.max), host.above(a.min)),
        BinaryOp::FLe => (up(b.max), down(a.min)),
        _ => return Some((a, b)),
    };
    Some((
        Interval::new(a.min, least(a.max, a_max))?,
        Interval::new(greatest(b.min, b_min), b.max)?,
    ))
}

/// The numbers for which a comparison fails.
fn refute_numbers(
    host: Host,
    op: BinaryOp,
    a: Interval,
    b: Interval,
) -> Option<(Interval, Interval)> {
    let swapped = |(b, a)| (a, b);
    match op {
        BinaryOp::FEq => Some((without(host, a, b)?, without(host, b, a)?)),
        BinaryOp::FLt => refine_numbers(host, BinaryOp::FLe, b, a).map(swapped),
        BinaryOp::FLe => refine_numbers(host, BinaryOp::FLt, b, a).map(swapped),
        _ => Some((a, b)),
    }
}

/// Without the number that the other is, if it is one number.
fn without(host: Host, of: Interval, other: Interval) -> Option<Interval> {
    if other.min != other.max {
        return Some(of);
    }
    let value = other.min;
    if of.min == value && of.max == value {
        return None;
    }
    Interval::new(
        if of.min == value {
            host.above(of.min)
        } else {
            of.min
        },
        if of.max == value {
            host.below(of.max)
        } else {
            of.max
        },
    )
}
