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
    /// When it was met last, before its limit.
    moment: u64,
    /// Whether more repetitions meet it more often.
    is_repeated: bool,
}

impl Growth {
    /// Whether it is met once, when everything is over that leads elsewhere: it cannot hold that back.
    fn comes_after(&self, other: &Growth) -> bool {
        !self.is_repeated && self.moment > other.moment
    }

    /// Whether an execution with so many repetitions came as far as it should.
    pub(super) fn is_on_track(&self, extents: &Extents, repetitions: usize) -> bool {
        let left = match self.limit {
            Limit::End(writes) => writes.room.saturating_sub(extents.end_of(writes)),
            Limit::Turn(at) => extents.distances_of(at).map_or(u64::MAX, left),
        };
        let by = u128::from(self.by);
        let whole = self.repetitions as u128 * by / FEW_REPETITIONS as u128;
        let expected = repetitions as u128 * by / FEW_REPETITIONS as u128;
        whole.saturating_sub(left.into()) >= expected - expected / 4
    }
}

/// How far apart the operands of a comparison stay.
fn left(distances: Distances) -> u64 {
    if distances.most < 0 {
        distances.most.unsigned_abs()
    } else if distances.least > 0 {
        distances.least.unsigned_abs()
    } else {
        0
    }
}

/// Everything that goes further with a repetition, what is the nearest to its limit first.
#[derive(Debug)]
pub(super) struct Growing {
    /// What violates a claim at its limit: what is written, and what claims compare.
    pub(super) ends: Vec<Growth>,
    pub(super) turns: Vec<Growth>,
}

/// What a few repetitions more do that a few alone do not: what the first few do once is no growth.
/// Some comparisons are those of claims.
pub(super) fn growing(
    few: &Extents,
    more: &Extents,
    is_claim: impl Fn(Compares) -> bool,
) -> Growing {
    let ends = more.furthest().filter_map(|(writes, extent)| {
        let start = few.end_of(writes);
        let left = writes.room.saturating_sub(start);
        // What is written for the first time has not grown.
        let by = if start == 0 {
            0
        } else {
            extent.end.saturating_sub(start)
        };
        Some(Growth {
            moment: extent.moment,
            ..growth(Limit::End(writes), left, by)?
        })
    });
    let turns = more.distances().filter_map(|(at, after)| {
        let before = few.distances_of(at)?;
        let (left, by) = approached(before, after)?;
        Some(Growth {
            moment: after.moment,
            is_repeated: after.times != before.times,
            ..growth(Limit::Turn(at), left, by)?
        })
    });
    let is_of_a_claim = |turn: &Growth| matches!(turn.limit, Limit::Turn(at) if is_claim(at));
    let (claims, turns): (Vec<Growth>, _) = turns.partition(is_of_a_claim);
    Growing {
        ends: nearest(ends.chain(claims).collect()),
        turns: nearest(turns),
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
        moment: 0,
        is_repeated: true,
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

    /// How many comparisons are expected to turn out otherwise on the way to an end: they may be there to hold
    /// repetitions back.
    pub(super) fn guards(&self, end: &Growth) -> u64 {
        let turns = self.turns.iter();
        let before = turns.filter(|turn| turn.repetitions <= end.repetitions);
        before.filter(|turn| !turn.comes_after(end)).count() as u64
    }
}
