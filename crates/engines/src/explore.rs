//! Symbolic execution with state matching, after Anand, Păsăreanu and Visser, "Symbolic Execution
//! with Abstraction".
//!
//! A `state` is a set of concrete states: its values are terms over variables that stand for
//! what the environment chooses, under a path condition. Operations work on states (`step`),
//! claims are checked on every path (`check`): where the negated claim is possible, the
//! assignment that the solver gives is a candidate for a counterexample (`witness`). States
//! wait in a `frontier`, and those that a visited one subsumes are dropped (`matching`).
//!
//! Everything that is found is only a candidate, which is handed in at the desk and executed there.

pub(crate) mod cells;
pub(crate) mod check;
mod codec;
pub(crate) mod context;
mod contract;
mod evaluate;
mod frontier;
mod globals;
mod guide;
pub(crate) mod heap;
mod input;
pub(crate) mod layout;
mod lazy;
mod leak;
mod leftovers;
mod matching;
mod memory;
mod merge;
mod minimise;
pub(crate) mod path;
mod ranges;
mod search;
mod stages;
mod start;
pub(crate) mod state;
pub(crate) mod step;
pub(crate) mod stretch;
mod team;
mod transfer;
pub(crate) mod value;
pub(crate) mod witness;

use crate::desk::Desk;
use crate::ledger::Visits;
use ir::{ClaimSet, Program};
use solve::{Backend, Interrupt};
use std::collections::BTreeSet;
use std::iter::Sum;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use verdict::{ClaimId, Gap, Openings};

pub use frontier::Strategy;
pub use globals::{Call, Changed, Globals};
pub use matching::Matching;
pub use merge::Merging;
pub use stages::{Explore, Stage};

/// Its name.
pub(crate) const ENGINE: &str = "explore";

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

/// The result of an exploration.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// Why it ended before all states were followed, if it did.
    pub stopped: Option<Gap>,
    /// Where executions were left.
    pub openings: Openings,
    /// Claims that generalised states may violate.
    pub alarms: BTreeSet<ClaimId>,
    /// How often each edge was taken.
    pub visits: Visits,
    /// What was done.
    pub statistics: Statistics,
}

/// Explores a program from its entry.
pub fn explore(program: &Program, options: &Options, desk: &Desk<'_>) -> Exploration {
    search::run(program, options, desk)
}
