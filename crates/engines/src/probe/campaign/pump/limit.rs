//! Where repetitions lead to: what goes further with each of them, and how many it takes to come to its limit.

use crate::limits::tuning::{FEW_REPETITIONS, MOST_LIMITS_APPROACHED};
use interp::{Compares, Distances, Extents, Writes};

/// What goes further.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Limit {
    /// An operation writes further into an object, up to its end.
    End(Writes),
    /// The operands of a comparison come nearer to each other, until it turns out otherwise.
    Turn(Compares),
}

/// A limit, and how to come to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Growth {
    /// How many repetitions it takes to get there.
    pub(super) repetitions: usize,
    pub(super) limit: Limit,
    /// How much further it goes with each repetition, times [`FEW_REPETITIONS`].
    pub(super) by: u64,
}

/// Everything that goes further with a repetition, what is the nearest to its limit first.
#[derive(Debug)]
pub(super) struct Growing {
    pub(super) ends: Vec<Growth>,
    pub(super) turns: Vec<Growth>,
}

/// What a few repetitions more do that a few alone do not: what the first few do once is no growth.
pub(super) fn growing(few: &Extents, more: &Extents) -> Growing {
    let ends = more.furthest().filter_map(|(writes, end)| {
        let start = few.end_of(writes);
        let left = writes.room.saturating_sub(start);
        let by = end.saturating_sub(start);
        // What is written for the first time has not grown.
        growth(Limit::End(writes), left, if start == 0 { 0 } else { by })
    });
    let turns = more.distances().filter_map(|(at, after)| {
        let (left, by) = approached(few.distances_of(at)?, after)?;
        growth(Limit::Turn(at), left, by)
    });
    Growing {
        ends: nearest(ends.collect()),
        turns: nearest(turns.collect()),
    }
}

/// The growth of what is so far from its limit after a few repetitions, and comes so much nearer with as many more.
fn growth(limit: Limit, left: u64, by: u64) -> Option<Growth> {
    let few = FEW_REPETITIONS as u64;
    // What goes further by less than one in two repetitions may not go on to do so.
    (by >= few / 2).then(|| Growth {
        repetitions: FEW_REPETITIONS.saturating_add(left.saturating_mul(few).div_ceil(by) as usize),
        limit,
        by,
    })
}

/// How far apart the operands of a comparison were, and by how much they came nearer, if they stayed apart.
fn approached(before: Distances, after: Distances) -> Option<(u64, u64)> {
    if after.most < 0 && after.most > before.most {
        Some((before.most.unsigned_abs(), before.most.abs_diff(after.most)))
    } else if after.least > 0 && after.least < before.least {
        Some((
            before.least.unsigned_abs(),
            before.least.abs_diff(after.least),
        ))
    } else {
        None
    }
}

/// Those that are the nearest. Operations that come to their limits together are approached once.
fn nearest(mut found: Vec<Growth>) -> Vec<Growth> {
    found.sort_unstable();
    found.dedup_by_key(|growth| growth.repetitions);
    found.truncate(MOST_LIMITS_APPROACHED);
    found
}

impl Growing {
    /// Without what another repetition leads to by itself.
    pub(super) fn without(mut self, known: &[Limit]) -> Growing {
        for growing in [&mut self.ends, &mut self.turns] {
            growing.retain(|growth| !known.contains(&growth.limit));
        }
        self
    }

    /// All of it.
    pub(super) fn all(&self) -> impl Iterator<Item = Growth> {
        self.ends.iter().chain(&self.turns).copied()
    }

    /// Where it leads to.
    pub(super) fn limits(&self) -> Vec<Limit> {
        self.all().map(|growth| growth.limit).collect()
    }

    /// What tells repetitions apart.
    pub(super) fn signature(&self) -> (Vec<(Limit, u64)>, Vec<Limit>) {
        let ends = self.ends.iter().map(|growth| (growth.limit, growth.by));
        let turns = self.turns.iter().map(|growth| growth.limit);
        (ends.collect(), turns.collect())
    }

    /// Whether nothing goes further.
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty() && self.turns.is_empty()
    }

    /// How many comparisons are expected to turn out otherwise before so many repetitions: they may be there to hold
    /// them back.
    pub(super) fn guards(&self, repetitions: usize) -> u64 {
        let turns = self.turns.iter();
        turns.filter(|turn| turn.repetitions <= repetitions).count() as u64
    }
}
