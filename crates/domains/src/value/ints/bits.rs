//! Bits whose value is known.

use super::span::Span;
use ir::Width;

/// For each bit, whether it is known, and what it is. Above the width, nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Bits {
    /// Known to be 0.
    pub(crate) zeros: u128,
    /// Known to be 1.
    pub(crate) ones: u128,
}

impl Bits {
    pub(crate) const UNKNOWN: Bits = Bits { zeros: 0, ones: 0 };

    pub(crate) fn constant(width: Width, value: u128) -> Bits {
        Bits::masked(width.mask(), value)
    }

    /// The bits of `known` are as in `value`.
    pub(crate) fn masked(known: u128, value: u128) -> Bits {
        Bits {
            zeros: known & !value,
            ones: known & value,
        }
    }

    /// What all members of a span share: the bits above the highest in which its ends differ.
    pub(crate) fn of_span(width: Width, span: Span) -> Bits {
        let below = u128::MAX
            .checked_shr((span.min ^ span.max).leading_zeros())
            .unwrap_or(0);
        Bits::masked(width.mask() & !below, span.min)
    }

    pub(crate) fn known(self) -> u128 {
        self.zeros | self.ones
    }

    /// How many of the lowest bits are known without a gap.
    pub(crate) fn trailing(self) -> u32 {
        self.known().trailing_ones()
    }

    pub(crate) fn join(self, other: Bits) -> Bits {
        Bits {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        }
    }

    /// What both know; `None` if they contradict each other.
    pub(crate) fn meet(self, other: Bits) -> Option<Bits> {
        let both = Bits {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
        };
        (both.zeros & both.ones == 0).then_some(both)
    }

    pub(crate) fn includes(self, other: Bits) -> bool {
        self.zeros & !other.zeros == 0 && self.ones & !other.ones == 0
    }

    pub(crate) fn contains(self, value: u128) -> bool {
        value & self.zeros == 0 && !value & self.ones == 0
    }

    pub(crate) fn complement(self) -> Bits {
        Bits {
            zeros: self.ones,
            ones: self.zeros,
        }
    }

    /// Only what is known of some bits.
    pub(crate) fn only(self, bits: u128) -> Bits {
        Bits {
            zeros: self.zeros & bits,
            ones: self.ones & bits,
        }
    }

    /// The least number with these bits that is at least `from`, if there is one in the width.
    pub(crate) fn next(self, width: Width, from: u128) -> Option<u128> {
        let wrong = (from & self.zeros) | (!from & self.ones);
        if wrong == 0 {
            return Some(from);
        }
        let wrong = 127 - wrong.leading_zeros();
        let raised = if self.ones >> wrong & 1 == 1 {
            wrong
        } else {
            // The bit has to fall, so one above it has to rise: the lowest that can.
            let above = u128::MAX.checked_shl(wrong + 1).unwrap_or(0);
            let free = width.mask() & above & !self.known() & !from;
            if free == 0 {
                return None;
            }
            free.trailing_zeros()
        };
        let below = (1u128 << raised) - 1;
        Some((from & !below) | 1 << raised | (self.ones & below))
    }

    /// The greatest number with these bits that is at most `from`, if there is one.
    pub(crate) fn previous(self, width: Width, from: u128) -> Option<u128> {
        let mirrored = width.truncate(!from);
        let found = self.complement().next(width, mirrored)?;
        Some(width.truncate(!found))
    }

    /// The bits of the sum with a carry, after LLVM's `KnownBits::computeForAddCarry`.
    pub(crate) fn sum(width: Width, a: Bits, b: Bits, carry: bool) -> Bits {
        let carry = u128::from(carry);
        let most = (!a.zeros).wrapping_add(!b.zeros).wrapping_add(carry);
        let least = a.ones.wrapping_add(b.ones).wrapping_add(carry);
        let carried_zero = !(most ^ a.zeros ^ b.zeros);
        let carried_one = least ^ a.ones ^ b.ones;
        let known = a.known() & b.known() & (carried_zero | carried_one) & width.mask();
        Bits {
            zeros: !most & known,
            ones: least & known,
        }
    }
}
