//! Symbolic execution with state matching, after Anand, Păsăreanu and Visser, "Symbolic Execution
//! with Abstraction".
//!
//! A `state` is a set of concrete states: its values are terms over variables that stand for
//! what the environment chooses, under a path condition. Operations work on states (`step`),
//! claims are checked on every path (`check`): where the negated claim is possible, the
//! assignment that the solver gives is a candidate for a counterexample (`witness`). States
//! wait in a `frontier`, and those that a visited one subsumes are dropped (`matching`).
//!
//! Everything that is found is only a candidate: whoever calls [`explore`] executes it.

mod cells;
mod check;
mod codec;

mod context;
mod contract;
mod evaluate;
mod flow;
mod frontier;
mod globals;
mod guide;
mod heap;
mod input;
mod layout;
mod lazy;
mod leak;
mod leftovers;
mod matching;
mod memory;
mod merge;
mod minimise;
mod path;
mod ranges;
mod search;
mod start;
mod state;
mod step;
mod stretch;
mod team;
mod transfer;
mod value;
mod witness;

use ir::{ClaimKind, ClaimSet, Program, Span};
use solve::{Backend, Interrupt};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::Sum;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use frontier::Strategy;
pub use globals::{Call, Changed, Globals};
pub use matching::Matching;
pub use merge::Merging;
pub use witness::Witness;

/// What to explore, and how far.
#[derive(Clone, Debug)]
pub struct Options {
    /// The claims to check.
    pub claims: ClaimSet,
    /// Who calls the entry procedure.
    pub caller: Caller,
    /// What is assumed of an unknown caller.
    pub assumed: Assumed,
    /// What globals hold when an unknown caller calls.
    pub globals: Arc<Globals>,
    /// The contract of the procedure that an unknown caller calls.
    pub contract: Option<::contract::Contract>,
    /// The order in which states are taken up.
    pub strategy: Strategy,
    /// Which states are dropped because others were visited.
    pub matching: Matching,
    /// Whether states are merged where paths meet.
    pub merging: Merging,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// When to stop before that, to match states in another way; unless hardly anything depends on
    /// inputs, or a violation was found in a program that the system calls.
    pub turn: Option<Instant>,
    /// How long to go on after a claim turns out to be violated.
    pub grace: Option<Duration>,
    /// The most memory to use, in bytes.
    pub memory: Option<u64>,
    /// The most loop turns on a path.
    pub depth: Option<u32>,
    /// The most objects that an unknown caller may give on a path before the search is given up.
    pub nodes: Option<u32>,
    /// How many threads explore.
    pub jobs: NonZeroUsize,
    /// Who decides conditions.
    pub solver: Backend,
    /// Stops it from another thread.
    pub interrupt: Interrupt,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            claims: ClaimSet::usual(),
            caller: Caller::System,
            assumed: Assumed::default(),
            globals: Arc::default(),
            contract: None,
            strategy: Strategy::default(),
            matching: Matching::default(),
            merging: Merging::default(),
            deadline: None,
            turn: None,
            grace: None,
            memory: None,
            depth: None,
            nodes: None,
            jobs: NonZeroUsize::MIN,
            solver: Backend::default(),
            interrupt: Interrupt::default(),
        }
    }
}

/// Who calls the entry procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// The system: globals hold what the program says.
    System,
    /// Anyone: parameters, the globals that can have changed and what they lead to are arbitrary.
    Unknown,
}

/// What is assumed of an unknown caller, beyond contracts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Assumed {
    /// No pointer is null.
    pub nonnull: bool,
    /// No pointers form a cycle.
    pub acyclic: bool,
    /// No two pointers lead to the same object.
    pub noalias: bool,
}

/// Counters of an exploration.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Paths that came to their end.
    pub paths: u64,
    /// Operations executed.
    pub steps: u64,
    /// Times that execution forked.
    pub forks: u64,
    /// Times that it did not, because both ways met.
    pub merged: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// The time for them.
    pub solving: Duration,
    /// States that wait.
    pub waiting: u64,
    /// States that were compared with visited ones.
    pub checks: u64,
    /// Those of them that a visited one subsumes.
    pub matched: u64,
    /// Those of them whose abstraction alone is subsumed.
    pub matched_abstractly: u64,
    /// Those that were kept, because none does.
    pub stored: u64,
}

impl<'s> Sum<&'s Statistics> for Statistics {
    fn sum<I: Iterator<Item = &'s Statistics>>(all: I) -> Statistics {
        all.fold(Statistics::default(), |sum, one| Statistics {
            paths: sum.paths + one.paths,
            steps: sum.steps + one.steps,
            forks: sum.forks + one.forks,
            merged: sum.merged + one.merged,
            queries: sum.queries + one.queries,
            solving: sum.solving + one.solving,
            waiting: sum.waiting + one.waiting,
            checks: sum.checks + one.checks,
            matched: sum.matched + one.matched,
            matched_abstractly: sum.matched_abstractly + one.matched_abstractly,
            stored: sum.stored + one.stored,
        })
    }
}

/// A violation that the solver found a way to.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The kind of claim.
    pub kind: ClaimKind,
    /// Where, in the user's code.
    pub place: Span,
    /// What the environment has to choose.
    pub witness: Witness,
}

/// What became of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reception {
    /// It was executed and fails as claimed: the claim is settled.
    Confirmed,
    /// It fails when it is executed, but nobody outside can be shown that: the claim stays open.
    Unseen,
    /// It does not fail when it is executed, so what was taken to end there may go on.
    Rejected,
}

/// Who is told of what is found.
pub trait Observer: Send {
    /// A candidate for a counterexample, to be executed.
    fn candidate(&mut self, candidate: &Candidate) -> Reception;

    /// How far it got, now and then.
    fn progress(&mut self, _statistics: &Statistics) {}
}

/// The result of an exploration.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// How it ended.
    pub end: End,
    /// Why not every execution was followed to its end, and how often.
    pub gaps: BTreeMap<Arc<str>, u64>,
    /// Bounds on the environment within which every execution was followed.
    pub bounds: BTreeSet<Arc<str>>,
    /// Candidates that did not fail when they were executed.
    pub rejected: Vec<(ClaimKind, Span)>,
    /// What was done.
    pub statistics: Statistics,
}

/// How an exploration ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// No state is left.
    Exhausted,
    /// No state is left but those whose abstractions were subsumed.
    Abstracted,
    /// A generalised state may violate a claim, which says nothing of the program.
    Overreached,
    /// An unknown caller gave more objects than were asked for.
    Grown,
    /// No state is left but those beyond the depth.
    Depth(u32),
    /// The time is over.
    Time,
    /// The memory is full.
    Memory,
    /// It was told to stop.
    Interrupted,
    /// A violation was found, and the time to look for others is over.
    Grace,
}

/// Explores a program from its entry.
pub fn explore(program: &Program, options: &Options, observer: &mut dyn Observer) -> Exploration {
    search::run(program, options, observer)
}
