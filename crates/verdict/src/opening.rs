//! What was not followed to its end: places at which executions were left, and why.
//!
//! Everything that an engine says about claims it does not refute comes down to this. A claim that
//! can still be reached from where executions were left is not settled by that engine; all others
//! are, because every execution that could violate them was followed.

use crate::claim::{ClaimId, Place};
use ir::{ClaimKind, Location, ProcedureId, SourceMap};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why executions were left.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cause {
    /// They were given up.
    Gap(Gap),
    /// They are beyond a bound that is part of the verdict.
    Bound(Bound),
}

/// Why executions were given up.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Gap {
    /// The time is over.
    Time,
    /// The memory is full.
    Memory,
    /// It was told to stop.
    Interrupted,
    /// A violation was found, and the time to look for others is over.
    Found,
    /// An unknown caller gives ever larger structures.
    Grown,
    /// States that stand for more executions than there are may violate the claim.
    Overapproximated,
    /// The program has no entry.
    NoEntry,
    /// The engine failed.
    Panicked(&'static str),
    /// The only execution violates a claim.
    Violated(Place),
    /// Something that could not be represented in the program.
    Unsupported(Place, Arc<str>),
    /// Something that the engine cannot do.
    Unable(Place, Arc<str>),
    /// A question that the solver did not answer.
    Undecided(Place, Arc<str>),
    /// Undefined behaviour of a kind that nobody asked about, if it has one.
    Undefined(Place, Option<ClaimKind>),
    /// A function is called that nobody defines.
    Missing(Arc<str>),
    /// A violation that did not happen when it was executed.
    Rejected(ClaimId),
    /// A violation that was not confirmed.
    Unseen(ClaimId),
    /// A violation for which no input could be completed.
    Incomplete(ClaimId),
}

/// A bound that is part of a verdict.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bound {
    /// Paths with at most so many iterations of loops.
    Iterations(u32),
    /// Paths of at most so many lines of the user's code.
    Lines(u32),
    /// States whose abstraction was visited were not followed.
    AbstractMatching,
    /// Executions with at most so many objects of each class.
    Objects(u32),
    /// Executions with at most so many calls of one procedure inside each other.
    Calls(u32),
    /// The environment does no more than this.
    Environment(Arc<str>),
}

impl Gap {
    /// Whether executions may go on anywhere in the program from here, and not only along its edges:
    /// nobody knows what undefined behaviour or unknown code does, nor where executions went another
    /// way that were taken to violate a claim and do not.
    pub fn leads_anywhere(&self) -> bool {
        match self {
            Gap::Unsupported(..)
            | Gap::Undefined(..)
            | Gap::Missing(_)
            | Gap::NoEntry
            | Gap::Panicked(_)
            | Gap::Rejected(_)
            | Gap::Unseen(_)
            | Gap::Incomplete(_) => true,
            Gap::Time
            | Gap::Memory
            | Gap::Interrupted
            | Gap::Found
            | Gap::Grown
            | Gap::Overapproximated
            | Gap::Violated(_)
            | Gap::Unable(..)
            | Gap::Undecided(..) => false,
        }
    }

    /// Why, for people.
    pub fn describe(&self, files: &SourceMap) -> String {
        match self {
            Gap::Time => "the limit of time was reached".to_string(),
            Gap::Memory => "the limit of memory was reached".to_string(),
            Gap::Interrupted => "it was interrupted".to_string(),
            Gap::Found => "not settled when a violation was found; `--all` goes on".to_string(),
            Gap::Grown => "what the caller gives grows without end".to_string(),
            Gap::Overapproximated => {
                "states that stand for more executions may violate it".to_string()
            }
            Gap::NoEntry => "the program has no entry".to_string(),
            Gap::Panicked(engine) => {
                format!("the engine `{engine}` failed; this is a defect of Concrex")
            }
            Gap::Violated(place) => {
                format!("the execution stops at {}", place.display(files))
            }
            Gap::Unsupported(place, what) | Gap::Unable(place, what) => {
                format!("{}: unsupported: {what}", place.display(files))
            }
            Gap::Undecided(place, why) => format!("{}: {why}", place.display(files)),
            Gap::Undefined(place, None) => {
                format!(
                    "{}: undefined behaviour that is no claim",
                    place.display(files)
                )
            }
            Gap::Undefined(place, Some(kind)) => {
                let title = kind.title();
                format!(
                    "{}: {title}, which was not asked about",
                    place.display(files)
                )
            }
            Gap::Missing(function) => {
                format!("the function `{function}` is called, which is not defined")
            }
            Gap::Rejected(claim) => {
                let title = claim.kind().title();
                let place = claim.place().display(files);
                format!("{place}: {title} that did not happen when it was executed")
            }
            Gap::Unseen(claim) => {
                let title = claim.kind().title();
                let place = claim.place().display(files);
                format!("{place}: {title}, which was not confirmed")
            }
            Gap::Incomplete(claim) => {
                let title = claim.kind().title();
                let place = claim.place().display(files);
                format!("{place}: {title}, but no input for it could be completed")
            }
        }
    }
}

/// Where an execution is: a location for each call that is under way. Recursion that repeats itself
/// is there once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Position(Vec<(ProcedureId, Location)>);

impl Position {
    /// A position; of calls that are waited for, the location behind the call.
    pub fn new(frames: impl IntoIterator<Item = (ProcedureId, Location)>) -> Position {
        let mut frames: Vec<(ProcedureId, Location)> = frames.into_iter().collect();
        frames.sort_unstable();
        frames.dedup();
        Position(frames)
    }

    /// The locations that execution can go on from.
    pub fn locations(&self) -> impl Iterator<Item = (ProcedureId, Location)> {
        self.0.iter().copied()
    }
}

/// All places at which executions were left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Openings(BTreeMap<Cause, BTreeMap<Position, u64>>);

impl Openings {
    /// An execution was left.
    pub fn add(&mut self, cause: Cause, position: Position) {
        *self
            .0
            .entry(cause)
            .or_default()
            .entry(position)
            .or_default() += 1;
    }

    /// Adds those of another.
    pub fn extend(&mut self, other: Openings) {
        for (cause, positions) in other.0 {
            let here = self.0.entry(cause).or_default();
            for (position, times) in positions {
                *here.entry(position).or_default() += times;
            }
        }
    }

    /// Whether every execution was followed to its end.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The causes, each with the positions at which executions were left for it.
    pub fn iter(&self) -> impl Iterator<Item = (&Cause, impl Iterator<Item = &Position>)> {
        self.0
            .iter()
            .map(|(cause, positions)| (cause, positions.keys()))
    }

    /// The causes.
    pub fn causes(&self) -> impl Iterator<Item = &Cause> {
        self.0.keys()
    }
}
