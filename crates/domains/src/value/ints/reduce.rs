//! What intervals, congruence and bits tell each other.

use super::Ints;
use super::bits::Bits;
use super::congruence::Congruence;
use super::span::{Span, Spans};

/// Often enough for what a round finds out to come around once; more would be slow and rarely gain.
const ROUNDS: usize = 3;

impl Ints {
    /// The same integers with sharper components; `None` if there are none.
    pub(super) fn reduce(self) -> Option<Ints> {
        let mut current = self;
        for _ in 0..ROUNDS {
            let next = current.round()?;
            let is_done = next == current || next.as_constant().is_some();
            current = next;
            if is_done {
                break;
            }
        }
        Some(current)
    }

    /// The same integers with sharper components. Of a set without members, which cannot be the
    /// result of an operation, all integers.
    pub(super) fn reduced(self) -> Ints {
        let reduced = self.reduce();
        debug_assert!(reduced.is_some(), "empty: {self:?}");
        reduced.unwrap_or_else(|| Ints::top(self.width))
    }

    fn round(self) -> Option<Ints> {
        let Ints { width, spans, .. } = self;
        let seen = spans.iter().map(|span| Bits::of_span(width, span));
        let bits = self.bits.meet(seen.reduce(Bits::join)?)?;
        let bits = bits.meet(self.bits_of_congruence())?;

        let aligned = bits.trailing().min(width.bits());
        let low = width.sign_extend(bits.ones);
        let aligned = match aligned == width.bits() {
            true => Congruence::constant(low),
            false => Congruence::new(1 << aligned, low),
        };
        let congruence = self.congruence.meet(aligned)?;

        let next = Ints {
            congruence,
            bits,
            ..self
        };
        let spans = Spans {
            low: spans.low.and_then(|span| next.tightened(span)),
            high: spans.high.and_then(|span| next.tightened(span)),
        };
        if spans.is_empty() {
            return None;
        }
        let next = Ints { spans, ..next };
        match next.as_constant() {
            Some(value) => next.contains(value).then(|| Ints::constant(width, value)),
            None => Some(next),
        }
    }

    /// The lowest bits, which a multiple of a power of two shares with its residue.
    fn bits_of_congruence(&self) -> Bits {
        let width = self.width.bits();
        let aligned = self.congruence.power_of_two().unwrap_or(width).min(width);
        let below = u128::MAX.checked_shr(128 - aligned).unwrap_or(0);
        Bits::masked(below, self.congruence.residue() as u128)
    }

    /// The ends of a span moved to members.
    pub(super) fn tightened(&self, span: Span) -> Option<Span> {
        let width = self.width;
        let value = |encoding| width.sign_extend(encoding);
        let encoding = |value: i128| width.truncate(value as u128);
        // Signed and unsigned order agree in a half; what leaves the half is beyond the other end.
        let min = self.bits.next(width, span.min)?;
        let min = self.congruence.next(value(min))?;
        let max = self.bits.previous(width, span.max)?;
        let max = self.congruence.previous(value(max))?;
        if min > max || min < value(span.min) || value(span.max) < max {
            return None;
        }
        Span::new(encoding(min), encoding(max))
    }
}
