//! What operators on floats compute.

use super::host::Host;
use super::{Floats, Interval};
use ir::{BinaryOp, UnaryOp};

impl Floats {
    /// What an operator with one operand computes, if that is a float: the change of the sign.
    #[must_use]
    pub fn unary(op: UnaryOp, operand: &Floats) -> Floats {
        match op {
            UnaryOp::FNeg => Floats {
                numbers: operand.numbers.map(Interval::negated),
                ..*operand
            },
            _ => Floats::top(operand.kind),
        }
    }

    /// A sum, difference, product or quotient.
    #[must_use]
    pub fn binary(op: BinaryOp, left: &Floats, right: &Floats) -> Floats {
        let kind = left.kind;
        let Some(host) = Host::new(kind) else {
            return Floats::top(kind);
        };
        let nan = left.nan || right.nan;
        let (Some(a), Some(b)) = (left.numbers, right.numbers) else {
            return Floats {
                kind,
                numbers: None,
                nan: true,
            };
        };
        let (numbers, invalid) = match op {
            BinaryOp::FAdd => sum(host, a, b),
            BinaryOp::FSub => sum(host, a, b.negated()),
            BinaryOp::FMul | BinaryOp::FDiv => product(host, op, a, b),
            _ => return Floats::top(kind),
        };
        let nan = nan || invalid;
        Floats::nonempty(kind, numbers, nan).unwrap_or_else(|| Floats::top(kind))
    }
}

impl Interval {
    fn negated(self) -> Interval {
        Interval {
            min: -self.max,
            max: -self.min,
        }
    }

    /// The part with a sign bit, and the part without.
    pub(super) fn by_sign(self) -> impl Iterator<Item = Interval> + Clone {
        let negative = Interval::new(self.min, super::least(self.max, -0.0));
        let positive = Interval::new(super::greatest(self.min, 0.0), self.max);
        [negative, positive].into_iter().flatten()
    }
}

/// The sums that are numbers, and whether some are not. Rounding keeps the order, so the ends of the
/// sum are the sums of the ends.
fn sum(host: Host, a: Interval, b: Interval) -> (Option<Interval>, bool) {
    let end = |x, y, unknown: f64| {
        let end = host.compute(BinaryOp::FAdd, x, y);
        end.filter(|end| !end.is_nan()).unwrap_or(unknown)
    };
    let opposite = |x: f64, y: f64| x.is_infinite() && y.is_infinite() && x != y;
    let invalid = opposite(a.min, b.max) || opposite(a.max, b.min);
    if invalid && a.min == a.max && b.min == b.max {
        return (None, true);
    }
    let min = end(a.min, b.min, f64::NEG_INFINITY);
    let max = end(a.max, b.max, f64::INFINITY);
    (Interval::new(min, max), invalid)
}

/// The products or quotients that are numbers, and whether some are not. Where no operand changes its
/// sign the result grows or falls with each operand, so its ends are at the corners.
fn product(host: Host, op: BinaryOp, a: Interval, b: Interval) -> (Option<Interval>, bool) {
    let mut numbers: Option<Interval> = None;
    let mut add = |value: f64| {
        let one = Interval::one(value);
        numbers = Some(numbers.map_or(one, |numbers| numbers.join(one)));
    };
    for x in a.by_sign() {
        for y in b.by_sign() {
            for (x_end, y_end) in [
                (x.min, y.min),
                (x.min, y.max),
                (x.max, y.min),
                (x.max, y.max),
            ] {
                let Some(value) = host.compute(op, x_end, y_end) else {
                    continue;
                };
                if !value.is_nan() {
                    add(value);
                } else if x.min != x.max || y.min != y.max {
                    // Near a corner without a value there can be any of its sign.
                    let negative = x_end.is_sign_negative() != y_end.is_sign_negative();
                    let sign = if negative { -1.0 } else { 1.0 };
                    add(0.0 * sign);
                    add(f64::INFINITY * sign);
                }
            }
        }
    }
    let invalid = match op {
        BinaryOp::FMul => (a.has_zero() && b.has_infinity()) || (a.has_infinity() && b.has_zero()),
        _ => (a.has_zero() && b.has_zero()) || (a.has_infinity() && b.has_infinity()),
    };
    (numbers, invalid)
}
