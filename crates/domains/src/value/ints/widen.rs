//! Widening and narrowing.

use super::Ints;
use super::bits::Bits;
use super::span::{Span, Spans};
use crate::value::Thresholds;
use ir::Width;

impl Ints {
    /// The integers of both sets, and so many more that every chain of widenings ends. An end that
    /// grows goes to the next threshold, then to the end of its half of the width.
    ///
    /// No component is sharpened by the others, as that could undo the widening of one of them: every
    /// component of the result is that of `self` or one of finitely many that are less precise.
    #[must_use]
    pub fn widen(&self, newer: &Ints, thresholds: &Thresholds) -> Ints {
        if self.includes(newer) {
            return *self;
        }
        let width = self.width;
        let spans = widen_spans(width, self.spans, newer.spans, thresholds);
        let joined = self.bits.join(newer.bits);
        let bits = if joined == self.bits {
            joined
        } else {
            // A number that is counted up changes ever higher bits. What stays is the alignment, and
            // what the intervals say.
            let aligned = u128::MAX.checked_shr(128 - joined.trailing()).unwrap_or(0);
            let seen = spans.iter().map(|span| Bits::of_span(width, span));
            let seen = seen.reduce(Bits::join).unwrap_or(Bits::UNKNOWN);
            joined.only(aligned | seen.known())
        };
        Ints {
            width,
            spans,
            congruence: self
                .congruence
                .join(newer.congruence)
                .fit(width.signed_max()),
            bits,
        }
    }

    /// A set between `newer` and `self`, which includes `newer`: ends that widening took to the end
    /// of the width come back. Each does once, so chains end.
    #[must_use]
    pub fn narrow(&self, newer: &Ints) -> Ints {
        let Some(newer) = self.meet(newer) else {
            return *self;
        };
        let full = Spans::full(self.width);
        let narrowed = Ints {
            width: self.width,
            spans: Spans {
                low: narrow_half(full.low, self.spans.low, newer.spans.low),
                high: narrow_half(full.high, self.spans.high, newer.spans.high),
            },
            congruence: match self.congruence.is_all() {
                true => newer.congruence,
                false => self.congruence,
            },
            bits: self.bits,
        };
        narrowed.reduced()
    }
}

fn widen_spans(width: Width, old: Spans, new: Spans, thresholds: &Thresholds) -> Spans {
    let full = Spans::full(width);
    let widen = |full: Option<Span>, old: Option<Span>, new: Option<Span>| match (full, old, new) {
        (Some(full), Some(old), Some(new)) => Some(Span {
            min: match new.min < old.min {
                true => threshold_down(width, new.min, thresholds).max(full.min),
                false => old.min,
            },
            max: match new.max > old.max {
                true => threshold_up(width, new.max, thresholds).min(full.max),
                false => old.max,
            },
        }),
        (_, old, new) => old.or(new),
    };
    Spans {
        low: widen(full.low, old.low, new.low),
        high: widen(full.high, old.high, new.high),
    }
}

/// The nearest threshold that is not below an encoding, read as a signed or as an unsigned number; the
/// greatest number if there is none in the width.
fn threshold_up(width: Width, encoding: u128, thresholds: &Thresholds) -> u128 {
    let unsigned = i128::try_from(encoding).ok();
    let unsigned = unsigned.and_then(|value| thresholds.next_up(value));
    let unsigned = unsigned.map(|threshold| threshold as u128);
    let signed = thresholds.next_up(width.sign_extend(encoding));
    let signed = signed.map(|threshold| threshold as u128);
    let signed = signed.map(|threshold| width.truncate(threshold));
    let both = [unsigned, signed].into_iter().flatten();
    let both = both.filter(|threshold| *threshold >= encoding);
    both.min().unwrap_or(width.mask())
}

/// The nearest threshold that is not above an encoding, as [`threshold_up`].
fn threshold_down(width: Width, encoding: u128, thresholds: &Thresholds) -> u128 {
    let unsigned = i128::try_from(encoding).ok();
    let unsigned = unsigned.and_then(|value| thresholds.next_down(value));
    let unsigned = unsigned.and_then(|threshold| u128::try_from(threshold).ok());
    let signed = thresholds.next_down(width.sign_extend(encoding));
    let signed = signed.map(|threshold| width.truncate(threshold as u128));
    let both = [unsigned, signed].into_iter().flatten();
    let both = both.filter(|threshold| *threshold <= encoding);
    both.max().unwrap_or(0)
}

/// The ends of a half that are those of the width, as the newer one has them.
fn narrow_half(full: Option<Span>, old: Option<Span>, new: Option<Span>) -> Option<Span> {
    let (full, old) = (full?, old?);
    let (at_min, at_max) = (old.min == full.min, old.max == full.max);
    match new {
        None if at_min || at_max => None,
        None => Some(old),
        Some(new) => Some(Span {
            min: if at_min { new.min } else { old.min },
            max: if at_max { new.max } else { old.max },
        }),
    }
}
