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

/// What a few repetitions do that the test case without them does not.
pub(super) fn growing(before: &Extents, few: &Extents) -> Growing {
    let ends = few.furthest().filter_map(|(writes, end)| {
        let start = before.end_of(writes);
        let left = writes.room.saturating_sub(start);
        growth(Limit::End(writes), left, end.saturating_sub(start))
    });
    let turns = few.distances().filter_map(|(at, after)| {
        let (left, by) = approached(before.distances_of(at)?, after)?;
        growth(Limit::Turn(at), left, by)
    });
    Growing {
        ends: nearest(ends.collect()),
        turns: nearest(turns.collect()),
    }
}

fn growth(limit: Limit, left: u64, by: u64) -> Option<Growth> {
    let few = FEW_REPETITIONS as u64;
    // What goes further by less than one in two repetitions may not go on to do so.
    (by >= few / 2).then(|| Growth {
        repetitions: left.saturating_mul(few).div_ceil(by) as usize,
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
    /// What tells repetitions apart.
    pub(super) fn signature(&self) -> (Vec<(Limit, u64)>, Vec<Limit>) {
        let ends = self.ends.iter().map(|growth| (growth.limit, growth.by));
        let turns = self.turns.iter().map(|growth| growth.limit);
        (ends.collect(), turns.collect())
    }

    /// Whether a comparison is expected to turn out otherwise before so many repetitions: it may be there to hold
    /// them back.
    pub(super) fn is_guarded(&self, repetitions: usize) -> bool {
        let mut turns = self.turns.iter();
        turns.any(|turn| turn.repetitions <= repetitions)
    }
}
