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
mod replace;
mod testcase;
mod text;

use crate::desk::{Desk, Run};
use crate::explore::Caller;
use crate::ledger::{Survey, Want};
use crate::limits::tuning::{PATIENCE_OF_PROBES, SHARE_OF_PROBES};
use crate::task::{Engine, Task};
use campaign::{Campaign, Progress, Watcher};
use dictionary::Dictionary;
use executor::Executor;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use testcase::Testcase;
use verdict::{Candidate, Cause, ClaimId, Gap, Openings, Position, Size};

/// Its name.
const ENGINE: &str = "probe";

/// The engine.
#[derive(Debug, Default)]
pub struct Probe {
    /// Chooses the inputs.
    pub seed: u64,
    /// The test cases of earlier runs of the engine.
    known: Mutex<Vec<Testcase>>,
}

impl Probe {
    /// With a seed.
    pub fn new(seed: u64) -> Probe {
        Probe {
            seed,
            known: Mutex::default(),
        }
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
        let limits = desk.limits();
        let until = limits.share(limits.time, SHARE_OF_PROBES);
        let executor = Executor::new(task.program, task.selected, until, limits.memory);
        if let Some(executor) = executor {
            let dictionary = Dictionary::of(task.program);
            let mut campaign = Campaign::new(executor, dictionary, self.seed);
            let mut watcher = AtDesk {
                desk,
                until,
                handed_in: BTreeSet::new(),
            };
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            campaign.start(std::mem::take(&mut *known), &mut watcher);
            campaign.search(&mut watcher);
            *known = campaign.cases().cloned().collect();
            conclude(task, desk);
        }
        desk.keep(Run {
            engine: ENGINE,
            stage: None,
            seconds: started.elapsed().as_secs_f64(),
            statistics: None,
        });
    }
}

/// Nothing is known of executions that were not tried.
fn conclude(task: &Task<'_>, desk: &Desk<'_>) {
    let entry = task.program.entry;
    let start = Position::new(entry.map(|entry| (entry, task.program[entry].entry)));
    let mut openings = Openings::default();
    openings.add(Cause::Gap(Gap::Time), start);
    let survey = Survey {
        openings,
        alarms: BTreeSet::new(),
        visits: None,
        how: String::new(),
    };
    desk.conclude(ENGINE, survey, |_| true);
}

/// A campaign for the claims of a task.
struct AtDesk<'a, 'd> {
    desk: &'a Desk<'d>,
    until: Instant,
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
        let patience = PATIENCE_OF_PROBES.max((now - progress.started) / 2);
        now - progress.last_new > patience || self.desk.has_to_stop(self.until).is_some()
    }
}
