//! Between which numbers the terms of a path lie, as far as comparisons with constants say so. Much
//! that a loop asks about its bound follows from that, and needs no solver.

use crate::limits::tuning::RANGE_TERM_DEPTH;
use logic::{Bits, Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// The widest terms that are looked at.
const WIDEST: u32 = 64;

/// What is known of the numbers on a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges {
    known: FxHashMap<TermId, Range>,
}

/// The numbers that a term can be, as it is read without and with a sign. Both bounds are included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    unsigned: (i128, i128),
    signed: (i128, i128),
}

/// How a comparison reads numbers.
#[derive(Clone, Copy)]
enum Reading {
    Unsigned,
    Signed,
}

impl Range {
    fn all(width: u32) -> Range {
        let half = 1 << (width - 1);
        Range {
            unsigned: (0, 2 * half - 1),
            signed: (-half, half - 1),
        }
    }

    fn point(width: u32, bits: i128) -> Range {
        let half = 1 << (width - 1);
        let signed = if bits < half { bits } else { bits - 2 * half };
        Range {
            unsigned: (bits, bits),
            signed: (signed, signed),
        }
    }

    fn of(self, reading: Reading) -> (i128, i128) {
        match reading {
            Reading::Unsigned => self.unsigned,
            Reading::Signed => self.signed,
        }
    }

    fn of_mut(&mut self, reading: Reading) -> &mut (i128, i128) {
        match reading {
            Reading::Unsigned => &mut self.unsigned,
            Reading::Signed => &mut self.signed,
        }
    }

    /// A bound that it is not moves by one.
    fn exclude(&mut self, value: Range) {
        for reading in [Reading::Unsigned, Reading::Signed] {
            let value = value.of(reading).0;
            let (least, most) = self.of_mut(reading);
            *least += i128::from(*least == value);
            *most -= i128::from(*most == value);
        }
    }

    /// Numbers without a sign bit are read alike.
    fn settle(mut self, width: u32) -> Range {
        let half = 1 << (width - 1);
        if self.signed.0 >= 0 || self.unsigned.1 < half {
            let both = (
                self.signed.0.max(self.unsigned.0),
                self.signed.1.min(self.unsigned.1),
            );
            (self.signed, self.unsigned) = (both, both);
        }
        self
    }
}

impl Ranges {
    /// Takes note of a condition that holds, or does not; a term of which only one number is left,
    /// and that number.
    pub(crate) fn learn(
        &mut self,
        terms: &Terms,
        condition: TermId,
        holds: bool,
    ) -> Option<(TermId, u128)> {
        let (op, args) = (terms.op(condition), terms.args(condition));
        let (reading, a, b) = match (op, args) {
            (Op::Not, &[inner]) => return self.learn(terms, inner, !holds),
            (Op::BvUlt, &[a, b]) => (Reading::Unsigned, a, b),
            (Op::BvSlt, &[a, b]) => (Reading::Signed, a, b),
            (Op::Eq, &[term, value]) => {
                let value = constant(terms, value)?;
                return self.narrow(terms, term, |range| match holds {
                    true => *range = value,
                    false => range.exclude(value),
                });
            }
            _ => return None,
        };
        if let Some(bound) = constant(terms, b) {
            let bound = bound.of(reading).0;
            return self.narrow(terms, a, |range| {
                let (least, most) = range.of_mut(reading);
                match holds {
                    true => *most = (*most).min(bound - 1),
                    false => *least = (*least).max(bound),
                }
            });
        }
        let bound = constant(terms, a)?.of(reading).0;
        self.narrow(terms, b, |range| {
            let (least, most) = range.of_mut(reading);
            match holds {
                true => *least = (*least).max(bound + 1),
                false => *most = (*most).min(bound),
            }
        })
    }

    fn narrow(
        &mut self,
        terms: &Terms,
        term: TermId,
        change: impl FnOnce(&mut Range),
    ) -> Option<(TermId, u128)> {
        let width = width(terms, term)?;
        let mut range = self.range(terms, term, RANGE_TERM_DEPTH)?;
        change(&mut range);
        let range = range.settle(width);
        self.known.insert(term, range);
        let (least, most) = range.unsigned;
        (least == most).then_some((term, least as u128))
    }

    /// Whether a condition holds, if that can be told.
    pub(crate) fn decide(&self, terms: &Terms, condition: TermId) -> Option<bool> {
        let reading = match (terms.op(condition), terms.args(condition)) {
            (Op::Not, &[inner]) => return self.decide(terms, inner).map(|holds| !holds),
            (Op::BvUlt, _) => Reading::Unsigned,
            (Op::BvSlt, _) => Reading::Signed,
            (Op::Eq, &[a, b]) => {
                let (a, b) = (
                    self.range(terms, a, RANGE_TERM_DEPTH)?,
                    self.range(terms, b, RANGE_TERM_DEPTH)?,
                );
                return is_equal(a, b);
            }
            _ => return None,
        };
        let &[a, b] = terms.args(condition) else {
            return None;
        };
        let (a, b) = (
            self.range(terms, a, RANGE_TERM_DEPTH)?.of(reading),
            self.range(terms, b, RANGE_TERM_DEPTH)?.of(reading),
        );
        match (a.1 < b.0, a.0 >= b.1) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    fn range(&self, terms: &Terms, term: TermId, depth: u32) -> Option<Range> {
        let width = width(terms, term)?;
        if let Some(value) = constant(terms, term) {
            return Some(value);
        }
        let found = self.known.get(&term).copied();
        let mut range = found.unwrap_or_else(|| Range::all(width));
        let Some(depth) = depth.checked_sub(1) else {
            return Some(range);
        };
        match (terms.op(term), terms.args(term)) {
            (Op::ZeroExtend(_), &[inner]) => {
                let inner = self.range(terms, inner, depth)?.unsigned;
                range.unsigned = common(range.unsigned, inner);
            }
            (Op::SignExtend(_), &[inner]) => {
                let inner = self.range(terms, inner, depth)?.signed;
                range.signed = common(range.signed, inner);
            }
            (Op::BvAdd, &[inner, by]) => {
                if let Some(by) = constant(terms, by) {
                    let inner = self.range(terms, inner, depth)?;
                    let (least, most) = inner.signed;
                    let sum = (least + by.signed.0, most + by.signed.0);
                    let all = Range::all(width).signed;
                    if sum.0 >= all.0 && sum.1 <= all.1 {
                        range.signed = common(range.signed, sum);
                    }
                }
            }
            (Op::BvAnd, &[_, mask]) => {
                if let Some(mask) = constant(terms, mask) {
                    range.unsigned = common(range.unsigned, (0, mask.unsigned.0));
                }
            }
            (Op::Ite, &[_, a, b]) => {
                let (a, b) = (self.range(terms, a, depth)?, self.range(terms, b, depth)?);
                range.unsigned = common(range.unsigned, hull(a.unsigned, b.unsigned));
                range.signed = common(range.signed, hull(a.signed, b.signed));
            }
            _ => {}
        }
        Some(range.settle(width))
    }
}

fn is_equal(a: Range, b: Range) -> Option<bool> {
    let (a, b) = (a.unsigned, b.unsigned);
    if a.1 < b.0 || b.1 < a.0 {
        return Some(false);
    }
    (a.0 == a.1 && a == b).then_some(true)
}

fn common(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    (a.0.max(b.0), a.1.min(b.1))
}

fn hull(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    (a.0.min(b.0), a.1.max(b.1))
}

fn width(terms: &Terms, term: TermId) -> Option<u32> {
    match terms.sort(term) {
        Sort::Bv(width) if width <= WIDEST => Some(width),
        _ => None,
    }
}

fn constant(terms: &Terms, term: TermId) -> Option<Range> {
    let width = width(terms, term)?;
    let bits = terms.as_value(term).and_then(Bits::to_u128)?;
    Some(Range::point(width, bits as i128))
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Assignment, Value};

    /// Conditions on one number of four bits, and numbers made of it.
    fn conditions(terms: &mut Terms, x: TermId) -> Vec<TermId> {
        let (one, mask) = (terms.bv(4, 1), terms.bv(4, 6));
        let (more, masked) = (terms.bv_add(x, one), terms.bv_and(x, mask));
        let (wide, signed) = (terms.zero_extend(2, x), terms.sign_extend(2, x));
        let mut all = Vec::new();
        for number in [x, more, masked, wide, signed] {
            let width = terms.width(number);
            for value in 0..1 << width {
                let value = terms.bv(width, value);
                all.push(terms.eq(number, value));
                all.push(terms.bv_ult(number, value));
                all.push(terms.bv_ult(value, number));
                all.push(terms.bv_slt(number, value));
                all.push(terms.bv_slt(value, number));
            }
        }
        let negations: Vec<TermId> = all.iter().map(|condition| terms.not(*condition)).collect();
        all.extend(negations);
        all.retain(|condition| ![TermId::TRUE, TermId::FALSE].contains(condition));
        all
    }

    #[test]
    fn says_nothing_that_is_not_so() {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bv(4));
        let conditions = conditions(&mut terms, x);
        // For which of the sixteen numbers each holds, a bit each.
        let truth: Vec<u16> = conditions
            .iter()
            .map(|condition| {
                (0..16).fold(0, |bits, number: u32| {
                    let mut model = Assignment::new();
                    let value = Value::Bits(Bits::new(4, number.into()));
                    model.variables.insert(x, value);
                    bits | u16::from(terms.eval(*condition, &model).is_true()) << number
                })
            })
            .collect();
        let mut decided = 0;
        for (first, of_first) in conditions.iter().zip(&truth) {
            for (second, of_second) in conditions.iter().zip(&truth).step_by(29) {
                let possible = of_first & of_second;
                if possible == 0 {
                    continue;
                }
                let mut ranges = Ranges::default();
                for learnt in [first, second] {
                    if let Some((term, bits)) = ranges.learn(&terms, *learnt, true) {
                        let width = terms.width(term);
                        let value = terms.bv(width, bits);
                        let same = terms.eq(term, value);
                        let is_so = conditions.iter().position(|other| *other == same);
                        assert!(is_so.is_none_or(|at| possible & !truth[at] == 0));
                    }
                }
                for (asked, of_asked) in conditions.iter().zip(&truth) {
                    let answer = match (possible & of_asked, possible & !of_asked) {
                        (0, _) => Some(false),
                        (_, 0) => Some(true),
                        _ => None,
                    };
                    let said = ranges.decide(&terms, *asked);
                    assert!(said.is_none() || said == answer);
                    decided += u64::from(said.is_some());
                }
            }
        }
        assert!(decided > 10_000);
    }
}
