//! How far a run gets: into objects, and towards the turn of comparisons.

use super::{Branches, Counters, Observer, USERS};
use crate::memory::Memory;
use crate::prepare::Interpreter;
use ir::{Op, ProcedureId};
use rustc_hash::FxHashMap;

/// How far into objects each operation wrote, how near the operands of comparisons came, and which branches were
/// taken.
///
/// Operations of the library are told apart by the place of the user's code that they were called from.
#[derive(Clone, Debug, Default)]
pub struct Extents {
    pub(super) frame: Counters,
    /// The branches that were taken.
    pub branches: Branches,
    furthest: FxHashMap<Writes, Extent>,
    distances: FxHashMap<Compares, Distances>,
    /// How many writes and comparisons there were.
    clock: u64,
}

/// What one operation writes to objects of one size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Writes {
    routine: u32,
    at: u32,
    /// The size of the objects, in bytes.
    pub room: u64,
}

/// How far an operation wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// The furthest end, from the start of the object.
    pub end: u64,
    /// When it came there first.
    pub moment: u64,
}

/// A comparison in the user's code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Compares {
    routine: u32,
    at: u32,
}

/// By how much left operands of a comparison were larger than right ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distances {
    /// By the least.
    pub least: i64,
    /// By the most.
    pub most: i64,
    /// How often they were compared.
    pub times: u64,
    /// When they were compared last.
    pub moment: u64,
}

impl Extents {
    /// How far into objects of one size each operation wrote.
    pub fn furthest(&self) -> impl Iterator<Item = (Writes, Extent)> {
        self.furthest
            .iter()
            .map(|(writes, extent)| (*writes, *extent))
    }

    /// How far an operation wrote.
    pub fn end_of(&self, writes: Writes) -> u64 {
        self.furthest.get(&writes).map_or(0, |extent| extent.end)
    }

    /// How far apart the operands of comparisons in the user's code were.
    pub fn distances(&self) -> impl Iterator<Item = (Compares, Distances)> {
        self.distances
            .iter()
            .map(|(at, distances)| (*at, *distances))
    }

    /// How far apart the operands of a comparison were, if it came to that.
    pub fn distances_of(&self, compares: Compares) -> Option<Distances> {
        self.distances.get(&compares).copied()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.furthest.clear();
        self.distances.clear();
        self.branches = Branches::default();
        self.clock = 0;
    }
}

impl Interpreter<'_> {
    /// Whether a comparison is the condition of a claim: where it turns out otherwise, the claim is violated.
    pub fn is_claim(&self, compares: Compares) -> bool {
        let routine = self.routines.get(compares.routine as usize);
        let edge = routine.and_then(|routine| routine.sites.get(compares.at as usize));
        edge.is_some_and(|edge| {
            let procedure = &self.program[ProcedureId(compares.routine)];
            matches!(procedure[*edge].op, Op::Check(_))
        })
    }
}

impl Observer for Extents {
    const COMPARES: bool = true;
    const ACCESSES: bool = true;

    #[inline(always)]
    fn branch(&mut self, at: usize, taken: bool, target: u32) {
        self.branches.branch(at, taken, target);
    }

    #[inline(always)]
    fn compare(&mut self, at: usize, left: u64, right: u64) {
        if self.frame.part != USERS {
            return;
        }
        self.clock += 1;
        let compares = Compares {
            routine: self.branches.routine,
            at: at as u32,
        };
        let distance = distance(left, right);
        let distances = self.distances.entry(compares).or_insert(Distances {
            least: distance,
            most: distance,
            times: 0,
            moment: 0,
        });
        distances.least = distances.least.min(distance);
        distances.most = distances.most.max(distance);
        distances.times += 1;
        distances.moment = self.clock;
    }

    fn access(&mut self, at: usize, memory: &Memory, (address, object): (u64, u64), size: u64) {
        let Some((_, object)) = memory.provenance(object) else {
            return;
        };
        self.clock += 1;
        let writes = Writes {
            routine: self.frame.first,
            at: at as u32,
            room: object.size,
        };
        let end = address.wrapping_sub(object.base).wrapping_add(size);
        // One that begins before its object has not gone far.
        let end = if end > object.size { 0 } else { end };
        let furthest = self.furthest.entry(writes).or_default();
        if end > furthest.end {
            *furthest = Extent {
                end,
                moment: self.clock,
            };
        }
    }
}

/// How much larger the left number is. Narrow numbers were extended with zeros and may have a sign.
fn distance(left: u64, right: u64) -> i64 {
    match (u32::try_from(left), u32::try_from(right)) {
        (Ok(left), Ok(right)) => i64::from(left as i32) - i64::from(right as i32),
        _ => left.wrapping_sub(right) as i64,
    }
}
