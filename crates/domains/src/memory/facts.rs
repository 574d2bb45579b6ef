//! What is known of the elements of an array beside its cells, up to a place that is a number with
//! relations.

use super::extent::Extent;
use crate::linear::Linear;
use crate::value::Slot;
use ir::Scalar;

/// What is known of the elements of a single object.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Facts {
    /// Elements that were written one after the other, by their first place.
    pub(crate) filled: Vec<Filled>,
    /// Whether there is a zero byte; where, is [`crate::state::Quantity::Terminator`].
    pub(crate) has_terminator: bool,
}

/// The first elements of an array, as many as [`crate::state::Quantity::Filled`] says. Of none of them, any
/// description is right.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Filled {
    /// The place of the first.
    pub(crate) start: u64,
    /// The distance of two.
    pub(crate) stride: u64,
    /// The bytes of each.
    pub(crate) size: u64,
    pub(crate) scalar: Scalar,
    /// What each of them holds.
    pub(crate) slot: Slot,
}

impl Filled {
    /// All places that elements can have.
    pub(crate) fn extent(&self) -> Extent {
        let count = (u64::MAX - self.start) / self.stride;
        Extent::places(self.start, self.stride, count.max(1), self.size)
    }

    /// Which element lies at an offset, if that is one of their places for sure.
    pub(crate) fn index(&self, offset: &Linear) -> Option<Linear> {
        let distance = offset.plus(-i128::from(self.start))?;
        distance.divided(i128::from(self.stride))
    }

    /// Whether both speak of the same places.
    pub(crate) fn is_like(&self, other: &Filled) -> bool {
        self.start == other.start
            && self.stride == other.stride
            && self.size == other.size
            && self.scalar == other.scalar
    }
}

impl Facts {
    pub(crate) fn is_empty(&self) -> bool {
        self.filled.is_empty() && !self.has_terminator
    }

    /// Those about the same places.
    pub(crate) fn like(&self, filled: &Filled) -> Option<&Filled> {
        self.filled.iter().find(|other| other.is_like(filled))
    }

    /// What is known of both.
    pub(crate) fn combine(&self, other: &Facts, both: impl Fn(&Slot, &Slot) -> Slot) -> Facts {
        let filled = self.filled.iter().filter_map(|filled| {
            let there = other.like(filled)?;
            Some(Filled {
                slot: both(&filled.slot, &there.slot),
                ..filled.clone()
            })
        });
        Facts {
            filled: filled.collect(),
            has_terminator: self.has_terminator && other.has_terminator,
        }
    }

    /// Whether another knows everything that is known here.
    pub(crate) fn includes(&self, other: &Facts) -> bool {
        let is_known = |filled: &Filled| {
            let there = other.like(filled);
            there.is_some_and(|there| filled.slot.includes(&there.slot))
        };
        self.filled.iter().all(is_known) && (!self.has_terminator || other.has_terminator)
    }
}
