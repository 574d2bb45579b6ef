//! The engine `drive`: execution that asks an abstract model for its next input.
//!
//! After Kroening, Groce and Clarke, *Counterexample Guided Abstraction Refinement via Program
//! Execution*. The program is executed in the interpreter, from input to input, with a snapshot before
//! each. An abstract model of what is ahead says which answers are worth a try (`model`); as long as the
//! abstract state repeats, so do the answers, and the model is not asked again (`repeat`). So a buffer
//! that overflows after a million bytes costs as many questions as one that does after ten.
//!
//! It proves nothing: whatever it did not execute is left open.

mod dictionary;
mod driver;
mod model;
mod repeat;
mod search;
mod word;

use crate::desk::{Desk, Run};
use crate::environment::Caller;
use crate::limits::tuning::{DRIVING, SHARE_OF_DRIVING};
use crate::statistics::Statistics;
use crate::task::{Engine, Share, Task};
use driver::Driver;
use search::Search;
use std::time::Instant;
use verdict::{Gap, Place};

/// Its name.
pub(crate) const ENGINE: &str = "drive";

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Drive {
    /// How long it may take.
    pub share: Share,
}

impl Engine for Drive {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let started = Instant::now();
        let mut statistics = None;
        let gap = match refusal(task) {
            Some(gap) => gap,
            None => {
                let deadline = match self.share {
                    Share::All => desk.limits().deadline(),
                    Share::Part => desk.limits().share(DRIVING, SHARE_OF_DRIVING),
                };
                let mut driver = Driver::new(task, desk, deadline);
                let stopped = Search::new(&mut driver).run();
                statistics = Some(Statistics {
                    paths: driver.counters.runs,
                    steps: driver.counters.steps,
                    queries: driver.counters.questions,
                    checks: driver.counters.looks,
                    ..Statistics::default()
                });
                stopped.unwrap_or_else(unexecuted)
            }
        };
        desk.leave_open(ENGINE, gap);
        desk.keep(Run {
            engine: ENGINE,
            stage: None,
            seconds: started.elapsed().as_secs_f64(),
            statistics,
        });
    }
}

/// Why a task is none for this engine.
fn refusal(task: &Task<'_>) -> Option<Gap> {
    match (task.program.entry, task.caller) {
        (None, _) => Some(Gap::NoEntry),
        (Some(_), Caller::Unknown) => {
            let what = "executing for a caller that is not known".into();
            Some(Gap::Unable(Place::of(ir::Span::NONE), what))
        }
        (Some(_), Caller::System) => None,
    }
}

/// Executions that no answer which was tried leads to.
fn unexecuted() -> Gap {
    let what = "inputs that no comparison of the program tells apart were not all tried".into();
    Gap::Undecided(Place::of(ir::Span::NONE), what)
}
