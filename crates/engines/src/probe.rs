//! The engine `probe`: concrete executions, chosen by what they cover.
//!
//! Inputs are changed at random, by what the program compares them with and by what it mentions; those
//! that cover something new are kept and changed again. An input that violates a claim is made short and
//! handed in. What was not tried may do anything, so nothing is said about claims that are not violated.
//!
//! The parts are those of every fuzzer: `testcase` and `environment` (inputs), `executor`, `feedback`
//! (coverage), `corpus` (what is kept, and what is changed next), `mutate`, `text` and `replace`
//! (changes), `dictionary` (what the program mentions), `minimise`, `campaign` (the loop).

mod campaign;
mod corpus;
mod dictionary;
mod environment;
mod executor;
mod feedback;
mod minimise;
mod mutate;
mod random;
mod repetition;
mod replace;
mod testcase;
#[cfg(test)]
mod tests;
mod text;

use crate::concretize::Line;
use crate::desk::{Desk, Run};
use crate::environment::Caller;
use crate::ledger::Want;
use crate::limits::tuning::{
    FIRST_PROBES_OF_VALUES, PATIENCE_WITH_TEXTS, PATIENCE_WITH_VALUES,
    SHARE_OF_LATER_PROBES_OF_TEXTS, SHARE_OF_LATER_PROBES_OF_VALUES, SHARE_OF_PROBES,
};
use crate::task::{Engine, Task};
use campaign::{Campaign, Progress, Pumped, Watcher};
use dictionary::Dictionary;
use executor::Executor;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use testcase::Testcase;
use verdict::{Candidate, ClaimId, Gap, Size};

/// Its name.
const ENGINE: &str = "probe";

/// How long inputs are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// Other engines work, too: for a short while at first, and in the end for what is left.
    #[default]
    Beside,
    /// For all the time there is.
    Alone,
}

/// The engine.
#[derive(Debug, Default)]
pub struct Probe {
    seed: u64,
    effort: Effort,
    found: Mutex<Found>,
}

/// What runs of the engine have found so far.
#[derive(Debug, Default)]
struct Found {
    cases: Vec<Testcase>,
    summary: Summary,
    pumped: Pumped,
}

/// What the engine did.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many inputs were executed.
    pub executions: u64,
    /// How long that took, in seconds.
    pub seconds: f64,
    /// How many sides of branches were covered, those of the library for each call of it.
    pub covered: usize,
    /// How many inputs cover them.
    pub kept: usize,
    /// The texts that cover them: of each input the longest.
    pub texts: Vec<Vec<u8>>,
    /// The lines of the user's code that were executed.
    pub lines: BTreeSet<Line>,
}

impl Probe {
    /// Chooses inputs by a seed, and starts with texts that are known.
    pub fn new(seed: u64, effort: Effort, texts: Vec<Vec<u8>>) -> Probe {
        let cases = texts.into_iter().map(Testcase::of_text).collect();
        let found = Found {
            cases,
            ..Found::default()
        };
        Probe {
            seed,
            effort,
            found: Mutex::new(found),
        }
    }

    /// What it did.
    pub fn summary(&self) -> Summary {
        self.found().summary.clone()
    }

    /// The part of the time that is to be left for another run: more where texts are read.
    pub(crate) fn later_share(&self) -> Option<u32> {
        let found = self.found();
        match found.cases.iter().any(Testcase::has_texts) {
            true => Some(SHARE_OF_LATER_PROBES_OF_TEXTS),
            false => (!found.cases.is_empty()).then_some(SHARE_OF_LATER_PROBES_OF_VALUES),
        }
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn probe(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let started = Instant::now();
        let limits = desk.limits();
        let mut found = self.found();
        let is_first = found.summary.executions == 0;
        let (until, patience) = match is_first && self.effort == Effort::Beside {
            true => (
                limits.share(limits.time, SHARE_OF_PROBES),
                Patience::Limited,
            ),
            false => (limits.deadline(), Patience::Endless),
        };
        if desk.has_to_stop(until).is_some() {
            return;
        }
        let Some(executor) = Executor::new(task.program, task.selected, until, limits.memory)
        else {
            return;
        };
        let dictionary = Dictionary::of(task.program);
        let seed = self.seed.wrapping_add(found.summary.executions);
        let mut campaign = Campaign::new(executor, dictionary, seed);
        campaign.pumped = std::mem::take(&mut found.pumped).resumed();
        let mut watcher = AtDesk {
            desk,
            until,
            patience,
            handed_in: BTreeSet::new(),
        };
        campaign.start(std::mem::take(&mut found.cases), &mut watcher);
        campaign.search(&mut watcher);
        found.cases = campaign.cases().cloned().collect();
        found.summary.executions += campaign.progress().executions;
        found.summary.seconds += started.elapsed().as_secs_f64();
        found.summary.covered = campaign.progress().covered;
        found.summary.kept = campaign.progress().kept;
        if self.effort == Effort::Alone {
            found.summary.texts = campaign.cases().filter_map(Testcase::text).collect();
            found.summary.lines = campaign.lines();
        }
        found.pumped = std::mem::take(&mut campaign.pumped);
        drop(found);
        desk.leave_open(ENGINE, Gap::Time);
    }
}

impl Engine for Probe {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        // Heaps that an unknown caller gives are not made yet.
        if task.caller != Caller::System {
            return;
        }
        let started = Instant::now();
        self.probe(task, desk);
        desk.keep(Run {
            engine: ENGINE,
            stage: None,
            seconds: started.elapsed().as_secs_f64(),
            statistics: None,
        });
    }
}

/// Whether to go on if nothing new is covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Patience {
    /// For a while.
    Limited,
    /// For as long as there is time.
    Endless,
}

/// A campaign for the claims of a task.
struct AtDesk<'a, 'd> {
    desk: &'a Desk<'d>,
    until: Instant,
    patience: Patience,
    /// The claims for which a candidate was handed in: it is being executed, or was.
    handed_in: BTreeSet<ClaimId>,
}

impl Watcher for AtDesk<'_, '_> {
    fn wants(&mut self, claim: ClaimId) -> bool {
        // Whatever it takes, one is enough.
        let any = Size {
            given: usize::MAX,
            steps: u64::MAX,
        };
        !self.handed_in.contains(&claim) && self.desk.wants(claim, any) == Want::Candidate
    }

    fn found(&mut self, candidate: Candidate) {
        self.handed_in.insert(candidate.claim);
        self.desk.hand_in(ENGINE, candidate);
    }

    fn is_over(&mut self, progress: &Progress) -> bool {
        let now = Instant::now();
        let least = match progress.has_texts {
            true => PATIENCE_WITH_TEXTS,
            false => PATIENCE_WITH_VALUES,
        };
        let tried = now - progress.started;
        let is_fruitless = now - progress.last_new > least.max(tried / 2);
        let is_long = !progress.has_texts && tried > FIRST_PROBES_OF_VALUES;
        let is_tired = self.patience == Patience::Limited && (is_fruitless || is_long);
        is_tired || self.desk.has_to_stop(self.until).is_some()
    }
}
