//! Sets of machine integers: intervals, a congruence and known bits, each of which sharpens the others.

mod arithmetic;
mod bits;
mod bitwise;
mod casts;
mod compare;
mod conditions;
mod congruence;
mod counts;
mod division;
mod forward;
mod reduce;
mod refine;
mod shifts;
mod span;
mod widen;

use bits::Bits;
use congruence::Congruence;
use ir::Width;
use span::{Span, Spans};

/// A non-empty set of integers of one width: those in an interval in each half of the circle, with
/// the residue of a congruence and with some bits.
///
/// The two intervals are as much as a signed and an unsigned one, see [`Ints::signed`] and
/// [`Ints::unsigned`]. The congruence is one of signed values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ints {
    width: Width,
    spans: Spans,
    congruence: Congruence,
    bits: Bits,
}

impl Ints {
    /// All integers of a width.
    pub fn top(width: Width) -> Ints {
        Ints::within(width, Spans::full(width))
    }

    /// One integer; what does not fit the width is cut.
    pub fn constant(width: Width, value: u128) -> Ints {
        let value = width.truncate(value);
        Ints {
            width,
            spans: Spans::unsigned(width, value, value),
            congruence: Congruence::constant(width.sign_extend(value)),
            bits: Bits::constant(width, value),
        }
    }

    /// The integers between two signed ends, which are moved into the width. They must be in order.
    pub fn from_signed(width: Width, min: i128, max: i128) -> Ints {
        let least = width.sign_extend(width.signed_min());
        let greatest = width.signed_max() as i128;
        let (min, max) = (min.clamp(least, greatest), max.clamp(least, greatest));
        Ints::of_spans(width, Spans::signed(width, min, max))
    }

    /// The integers between two unsigned ends, which are moved into the width. They must be in order.
    pub fn from_unsigned(width: Width, min: u128, max: u128) -> Ints {
        let (min, max) = (min.min(width.mask()), max.min(width.mask()));
        Ints::of_spans(width, Spans::unsigned(width, min, max))
    }

    /// The width of the integers.
    pub fn width(&self) -> Width {
        self.width
    }

    /// The least and the greatest as signed numbers. After widening, these may be beyond the members.
    pub fn signed(&self) -> (i128, i128) {
        let value = |encoding| self.width.sign_extend(encoding);
        let Spans { low, high } = self.spans;
        match (high, low) {
            (Some(high), Some(low)) => (value(high.min), low.max as i128),
            (Some(one), None) | (None, Some(one)) => (value(one.min), value(one.max)),
            // No set is empty.
            (None, None) => (0, 0),
        }
    }

    /// The least and the greatest as unsigned numbers. After widening, these may be beyond the members.
    pub fn unsigned(&self) -> (u128, u128) {
        let Spans { low, high } = self.spans;
        match (low, high) {
            (Some(low), Some(high)) => (low.min, high.max),
            (Some(one), None) | (None, Some(one)) => (one.min, one.max),
            // No set is empty.
            (None, None) => (0, 0),
        }
    }

    /// The integer, if it is only one.
    pub fn as_constant(&self) -> Option<u128> {
        let (min, max) = self.unsigned();
        (min == max).then_some(min)
    }

    /// The members by their encodings in ascending order, if they are at most so many. May say no
    /// although they are, where bits and congruence share few integers.
    pub fn members(&self, at_most: usize) -> Option<Vec<u128>> {
        let mut attempts = at_most.saturating_mul(4);
        let mut members = Vec::new();
        for span in self.spans.iter() {
            let mut rest = self.tightened(span);
            while let Some(Span { min, max }) = rest {
                if self.contains(min) {
                    members.push(min);
                }
                if members.len() > at_most || attempts == 0 {
                    return None;
                }
                attempts -= 1;
                rest = (min < max).then(|| Span { min: min + 1, max });
                rest = rest.and_then(|rest| self.tightened(rest));
            }
        }
        Some(members)
    }

    /// Whether an integer is in the set, by its encoding.
    pub fn contains(&self, value: u128) -> bool {
        self.spans.contains(value)
            && self.bits.contains(value)
            && self.congruence.contains(self.width.sign_extend(value))
    }

    /// The distance of members and one of them as signed numbers, where that is more than one.
    pub fn step(&self) -> Option<(i128, i128)> {
        let step = i128::try_from(self.congruence.modulus()).ok()?;
        (step > 1).then(|| (step, self.congruence.residue()))
    }

    /// Whether all integers of the width are in the set.
    pub fn is_top(&self) -> bool {
        *self == Ints::top(self.width)
    }

    /// The integers that are in either, and what cannot be told apart from them.
    #[must_use]
    pub fn join(&self, other: &Ints) -> Ints {
        // Where paths meet, most variables have not changed.
        if self == other {
            return *self;
        }
        let joined = Ints {
            width: self.width,
            spans: self.spans.join(other.spans),
            congruence: self.congruence.join(other.congruence),
            bits: self.bits.join(other.bits),
        };
        joined.reduced()
    }

    /// The integers that are in both; `None` if there are none.
    #[must_use]
    pub fn meet(&self, other: &Ints) -> Option<Ints> {
        if other.includes_parts(self) {
            return Some(*self);
        }
        let both = Ints {
            width: self.width,
            spans: self.spans.meet(other.spans),
            congruence: self.congruence.meet(other.congruence)?,
            bits: self.bits.meet(other.bits)?,
        };
        both.reduce()
    }

    /// Whether all integers of the other set are in this one. May say no although it is so.
    pub fn includes(&self, other: &Ints) -> bool {
        self.includes_parts(other) || self.includes_parts(&other.reduced())
    }

    fn includes_parts(&self, other: &Ints) -> bool {
        self.spans.includes(other.spans)
            && self.congruence.includes(other.congruence)
            && self.bits.includes(other.bits)
    }

    /// Nothing but intervals is known. They must not be empty.
    fn within(width: Width, spans: Spans) -> Ints {
        Ints {
            width,
            spans,
            congruence: Congruence::ALL,
            bits: Bits::UNKNOWN,
        }
    }

    /// The integers in some intervals; all, if these are empty.
    fn of_spans(width: Width, spans: Spans) -> Ints {
        Ints::within(width, spans).reduced()
    }

    /// The integers with some bits.
    fn of_bits(width: Width, bits: Bits) -> Ints {
        let bits = bits.only(width.mask());
        Ints {
            bits,
            ..Ints::top(width)
        }
        .reduced()
    }

    /// The integers of a congruence.
    fn of_congruence(width: Width, congruence: Congruence) -> Ints {
        Ints {
            congruence,
            ..Ints::top(width)
        }
        .reduced()
    }
}
