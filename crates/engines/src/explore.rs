//! Symbolic execution with state matching, after Anand, Păsăreanu and Visser, "Symbolic Execution
//! with Abstraction".
//!
//! States are executed by [`crate::symbolic`]. Here they wait in a `frontier`, are taken up by a `search`,
//! and those that a visited one subsumes are dropped (`matching`).
//!
//! Everything that is found is only a candidate, which is handed in at the desk and executed there.

mod frontier;
mod guide;
mod matching;
mod merge;
mod search;
mod stages;
mod team;
mod transfer;

use crate::desk::Desk;
use crate::ledger::Visits;
use crate::statistics::Statistics;
use crate::symbolic::Setting;
use ir::Program;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use verdict::{ClaimId, Gap, Openings};

pub use frontier::Strategy;
pub use matching::Matching;
pub use merge::Merging;
pub use stages::{Explore, Stage};

/// Its name.
pub(crate) const ENGINE: &str = "explore";

/// What to explore, and how far.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is executed.
    pub setting: Setting,
    /// The order in which states are taken up.
    pub strategy: Strategy,
    /// Which states are dropped because others were visited.
    pub matching: Matching,
    /// Whether states are merged where paths meet.
    pub merging: Merging,
    /// The most memory to use, in bytes.
    pub memory: Option<u64>,
    /// The most iterations of loops on a path.
    pub depth: Option<u32>,
    /// The most objects that an unknown caller may give on a path before the search is given up.
    pub nodes: Option<u32>,
    /// How many threads explore.
    pub jobs: NonZeroUsize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            setting: Setting::default(),
            strategy: Strategy::default(),
            matching: Matching::default(),
            merging: Merging::default(),
            memory: None,
            depth: None,
            nodes: None,
            jobs: NonZeroUsize::MIN,
        }
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
