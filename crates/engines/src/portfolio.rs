//! Which engines work on a task, and in which order.

use crate::analyze::Analyze;
use crate::concretize::Concretize;
use crate::desk::Desk;
use crate::drive::Drive;
use crate::execute::Execute;
use crate::explore::Explore;
use crate::induct::Induct;
use crate::infer::Infer;
use crate::kinduct::{Kinduct, Length};
use crate::ledger::Survey;
use crate::limits::tuning::{
    HEAD_START, HEAD_START_OF_ANALYSIS, HEAD_START_OF_SHAPES, NEARLY_OVER,
};
use crate::predicates::Predicates;
use crate::probe::Probe;
use crate::shape::Shape;
use crate::task::{Engine, Share, Task};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};
use verdict::{Cause, Gap, Openings, Position};

/// The engines by name, in the order in which they work: cheap and likely first.
pub const ENGINES: [&str; 11] = [
    "execute",
    "analyze",
    "probe",
    "shape",
    "kinduct",
    "predicates",
    "induct",
    "drive",
    "explore",
    "concretize",
    "infer",
];

/// The stack of an engine that works beside another.
const STACK_BYTES: usize = 256 << 20;

/// Engines, and how those go about it that can be told.
pub struct Portfolio<'a> {
    /// Which engines work; all but `predicates`, `concretize` and `infer` if none is named.
    pub named: &'a [&'a str],
    /// How inputs are tried.
    pub probe: &'a Probe,
    /// How a program is explored.
    pub explore: Explore,
    /// How paths are walked backward.
    pub concretize: Concretize,
    /// How specifications of calls are inferred.
    pub infer: Infer,
}

impl Portfolio<'_> {
    /// Lets engines work until everything is settled or the time is over.
    pub fn run(self, task: &Task<'_>, desk: &Desk<'_>) {
        match self.named {
            [] => self.run_all(task, desk),
            _ => self.run_named(task, desk),
        }
    }

    fn run_named(self, task: &Task<'_>, desk: &Desk<'_>) {
        let share = match self.named {
            [_] => Share::All,
            _ => Share::Part,
        };
        let (kinduct, induct) = self.inductions(Length::All, share);
        let predicates = Predicates {
            solver: self.explore.solver.clone(),
            ..Predicates::default()
        };
        let shape = Shape { share };
        let drive = Drive { share };
        let engines: [&dyn Engine; 11] = [
            &Execute::AtLength,
            &Analyze,
            self.probe,
            &shape,
            &kinduct,
            &predicates,
            &induct,
            &drive,
            &self.explore,
            &self.concretize,
            &self.infer,
        ];
        for engine in engines {
            if self.named.contains(&engine.name()) {
                run_if_open(engine, task, desk);
            }
        }
    }

    fn run_all(self, task: &Task<'_>, desk: &Desk<'_>) {
        run_if_open(&Execute::Briefly, task, desk);
        // What the analysis proves at once nobody has to look for; one that takes long must not keep others
        // from finding violations.
        let search = || self.search(task, desk);
        let analyse = || with_head_start((&Analyze, HEAD_START_OF_ANALYSIS), task, desk, search);
        let shape = Shape { share: Share::Part };
        with_head_start((&shape, HEAD_START_OF_SHAPES), task, desk, analyse);
    }

    /// Lets all engines work that look for executions, one after the other.
    fn search(self, task: &Task<'_>, desk: &Desk<'_>) {
        let (kinduct, induct) = self.inductions(Length::Briefly, Share::Part);
        let kinduct_beside = Kinduct {
            length: Length::Beside,
            ..kinduct.clone()
        };
        // One long execution may be a loop that can be leapt over.
        let runs_long = !desk.facts().is_executed;
        run_if_open(self.probe, task, desk);
        run_if_open(&kinduct, task, desk);
        if runs_long {
            run_if_open(&induct, task, desk);
            run_if_open(&Execute::AtLength, task, desk);
        }
        let later = self.probe.later_share();
        let later = later.filter(|_| self.explore.left.is_zero());
        let explore = Explore {
            left: later.map_or(self.explore.left, |share| desk.limits().time / share),
            ..self.explore
        };
        let left = explore.left;
        if !is_over(desk) {
            let drive = Drive { share: Share::Part };
            let beside: [&dyn Engine; 3] = [&induct, &drive, &kinduct_beside];
            let beside = &beside[usize::from(runs_long)..];
            run_beside(&explore, beside, task, desk);
        }
        // What an exploration has come to the end of is not tried any longer.
        let now = Instant::now();
        if now + left + NEARLY_OVER >= desk.limits().deadline() {
            run_if_open(self.probe, task, desk);
        }
    }

    fn inductions(&self, length: Length, share: Share) -> (Kinduct, Induct) {
        let solver = self.explore.solver.clone();
        let kinduct = Kinduct {
            solver: solver.clone(),
            length,
        };
        (kinduct, Induct { solver, share })
    }
}

fn is_over(desk: &Desk<'_>) -> bool {
    desk.ledger().is_settled() || desk.limits().is_over()
}

fn run_if_open(engine: &dyn Engine, task: &Task<'_>, desk: &Desk<'_>) {
    if !is_over(desk) {
        run(engine, task, desk);
    }
}

/// Runs an engine on a thread of its own, and does other work as soon as it has ended or has had its head start.
fn with_head_start(
    (engine, head_start): (&dyn Engine, Duration),
    task: &Task<'_>,
    desk: &Desk<'_>,
    work: impl FnOnce(),
) {
    let (ended, wait) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let spawned = thread.spawn_scoped(scope, move || {
            run_if_open(engine, task, desk);
            drop(ended);
        });
        match spawned {
            // Nothing is ever sent: the channel closes when the engine has ended.
            Ok(_) => drop(wait.recv_timeout(head_start)),
            Err(_) => run_if_open(engine, task, desk),
        }
        work();
    });
}

/// Runs an engine, and others beside it if the first has not ended after a while: what it settles
/// at once stays as quick and as simple as it is.
fn run_beside(first: &dyn Engine, others: &[&dyn Engine], task: &Task<'_>, desk: &Desk<'_>) {
    let (ended, wait) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let other = std::thread::Builder::new().stack_size(STACK_BYTES);
        // Without a thread there is only the first.
        let _ = other.spawn_scoped(scope, move || {
            if wait.recv_timeout(HEAD_START) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            // What was found already is not looked for again.
            desk.wait_for_candidates();
            let has_ended = || wait.try_recv() == Err(TryRecvError::Disconnected);
            for engine in others {
                if !has_ended() {
                    run_if_open(*engine, task, desk);
                }
            }
        });
        run(first, task, desk);
        drop(ended);
        if !desk.ledger().has_gaps() {
            desk.dismiss();
        }
    });
}

/// Runs an engine. One that panics costs its own work, and nothing else.
pub fn run(engine: &dyn Engine, task: &Task<'_>, desk: &Desk<'_>) {
    if catch_unwind(AssertUnwindSafe(|| engine.run(task, desk))).is_err() {
        let mut openings = Openings::default();
        let panicked = Cause::Gap(Gap::Panicked(engine.name()));
        openings.add(panicked, Position::default());
        let survey = Survey {
            openings,
            alarms: BTreeSet::new(),
            visits: None,
            how: String::new(),
        };
        desk.conclude(engine.name(), survey, |_| true);
    }
}
