//! The engine `induct`: counterexamples that take many iterations of loops.
//!
//! After Wang, Gupta and Ivančić, *Induction in CEGAR for Detecting Counterexamples*: a path with a
//! segment that repeats itself, `prefix { segment }^n suffix`, is not followed iteration by iteration,
//! but for all `n` at once, so that its cost does not depend on `n`.
//!
//! [docs/induct.md](../../../docs/induct.md) says how that is done here.

mod closed_form;
mod follow;
mod instance;
mod leap;
mod parameter;
mod pattern;
mod proof;
mod run;
mod search;
mod target;

use crate::desk::{Desk, Run};
use crate::environment::Caller;
use crate::symbolic::context::Context;
use crate::symbolic::{LoopVisit, Setting};
use crate::task::{Engine, Share, Task};
use search::Search;
use solve::Backend;
use std::time::Instant;
use target::Targets;
use verdict::{Gap, Place};

/// Its name.
const ENGINE: &str = "induct";

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Induct {
    /// Who decides conditions.
    pub solver: Backend,
    /// How long it may take.
    pub share: Share,
}

impl Engine for Induct {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let started = Instant::now();
        let mut statistics = None;
        if task.program.entry.is_some() && task.caller == Caller::System {
            let limits = desk.limits();
            let deadline = match self.share {
                Share::All => limits.deadline(),
                Share::Part => limits.share(
                    crate::limits::tuning::INDUCTION,
                    crate::limits::tuning::SHARE_OF_INDUCTION,
                ),
            };
            let setting = Setting {
                visit: LoopVisit::AtHead,
                ..Setting::of(task, limits, self.solver.clone(), deadline)
            };
            let context = Context::new(task.program, &setting);
            let targets = Targets::new(task, desk);
            let mut search = Search::new(context, desk, targets, deadline);
            search.work();
            statistics = Some(search.follower.context.statistics);
        }
        // Counterexamples are all that this engine looks for: of executions that it found none among, it
        // says nothing.
        let what = "proofs by the engine `induct`, which looks for counterexamples alone";
        let gap = Gap::Unable(Place::of(ir::Span::NONE), what.into());
        desk.leave_open(ENGINE, gap);
        desk.keep(Run {
            engine: ENGINE,
            stage: None,
            seconds: started.elapsed().as_secs_f64(),
            statistics,
        });
    }
}
