//! Intervals of machine integers.
//!
//! The integers of a width are a circle, on which the signed and the unsigned order cut at different
//! places. Both cuts together make two halves: the integers that are not negative, and the negative
//! ones. In a half both orders agree, so an interval in each half is as much as a signed and an
//! unsigned interval together.

use ir::Width;

/// The integers from one to another, both included, in one half. By their unsigned encodings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Span {
    pub(crate) min: u128,
    pub(crate) max: u128,
}

impl Span {
    pub(crate) fn new(min: u128, max: u128) -> Option<Span> {
        (min <= max).then_some(Span { min, max })
    }

    /// One less than the number of its members.
    pub(crate) fn length(self) -> u128 {
        self.max - self.min
    }

    pub(crate) fn contains(self, value: u128) -> bool {
        self.min <= value && value <= self.max
    }

    fn join(self, other: Span) -> Span {
        Span {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }
}

/// An interval in each half, or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Spans {
    /// Of the integers that are not negative.
    pub(crate) low: Option<Span>,
    /// Of the negative integers.
    pub(crate) high: Option<Span>,
}

impl Spans {
    pub(crate) const EMPTY: Spans = Spans {
        low: None,
        high: None,
    };

    pub(crate) fn full(width: Width) -> Spans {
        let mut spans = Spans::EMPTY;
        spans.add_unsigned(width, 0, width.mask());
        spans
    }

    pub(crate) fn unsigned(width: Width, min: u128, max: u128) -> Spans {
        let mut spans = Spans::EMPTY;
        spans.add_unsigned(width, min, max);
        spans
    }

    pub(crate) fn signed(width: Width, min: i128, max: i128) -> Spans {
        let mut spans = Spans::EMPTY;
        spans.add_signed(width, min, max);
        spans
    }

    pub(crate) fn is_empty(self) -> bool {
        self.low.is_none() && self.high.is_none()
    }

    /// The intervals that there are.
    pub(crate) fn iter(self) -> impl Iterator<Item = Span> + Clone {
        [self.low, self.high].into_iter().flatten()
    }

    /// Also the integers between two encodings; none if they are in the wrong order.
    pub(crate) fn add_unsigned(&mut self, width: Width, min: u128, max: u128) {
        let middle = width.signed_max();
        self.low = hull(self.low, Span::new(min, max.min(middle)));
        self.high = hull(self.high, Span::new(min.max(middle + 1), max));
    }

    /// Also the integers between two that fit the width; none if they are in the wrong order.
    pub(crate) fn add_signed(&mut self, width: Width, min: i128, max: i128) {
        let encode = |value: i128| width.truncate(value as u128);
        if max >= 0 && min <= max {
            self.add_unsigned(width, min.max(0) as u128, max as u128);
        }
        if min < 0 && min <= max {
            self.add_unsigned(width, encode(min), encode(max.min(-1)));
        }
    }

    /// Also `length + 1` integers from `start` on, around the circle.
    pub(crate) fn add_arc(&mut self, width: Width, start: u128, length: u128) {
        let start = width.truncate(start);
        if length >= width.mask() {
            self.add_unsigned(width, 0, width.mask());
        } else if length <= width.mask() - start {
            self.add_unsigned(width, start, start + length);
        } else {
            self.add_unsigned(width, start, width.mask());
            self.add_unsigned(width, 0, length - (width.mask() - start) - 1);
        }
    }

    pub(crate) fn join(self, other: Spans) -> Spans {
        Spans {
            low: hull(self.low, other.low),
            high: hull(self.high, other.high),
        }
    }

    pub(crate) fn meet(self, other: Spans) -> Spans {
        let both = |a: Option<Span>, b: Option<Span>| {
            let (a, b) = (a?, b?);
            Span::new(a.min.max(b.min), a.max.min(b.max))
        };
        Spans {
            low: both(self.low, other.low),
            high: both(self.high, other.high),
        }
    }

    pub(crate) fn includes(self, other: Spans) -> bool {
        let inside = |a: Option<Span>, b: Option<Span>| match (a, b) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a.min <= b.min && b.max <= a.max,
        };
        inside(self.low, other.low) && inside(self.high, other.high)
    }

    pub(crate) fn contains(self, value: u128) -> bool {
        self.iter().any(|span| span.contains(value))
    }
}

fn hull(a: Option<Span>, b: Option<Span>) -> Option<Span> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.join(b)),
        (a, b) => a.or(b),
    }
}
