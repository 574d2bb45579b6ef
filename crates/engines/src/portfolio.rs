//! Which engines work on a task, and in which order.

use crate::analyze::Analyze;
use crate::concretize::Concretize;
use crate::desk::Desk;
use crate::drive::Drive;
use crate::execute::Execute;
use crate::explore::Explore;
use crate::induct::Induct;
use crate::infer::Infer;
use crate::kinduct::Kinduct;
use crate::ledger::Survey;
use crate::limits::tuning::{HEAD_START, NEARLY_OVER};
use crate::probe::Probe;
use crate::shape::Shape;
use crate::task::{Engine, Share, Task};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use std::time::Instant;
use verdict::{Cause, Gap, Openings, Position};

/// The engines by name, in the order in which they work: cheap and likely first.
pub const ENGINES: [&str; 10] = [
    "execute",
    "analyze",
    "probe",
    "shape",
    "kinduct",
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
    /// Which engines work; all but `shape`, `concretize` and `infer` if none is named.
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
        let (kinduct, induct) = self.inductions(share);
        let shape = Shape { share };
        let drive = Drive { share };
        let engines: [&dyn Engine; 10] = [
            &Execute::AtLength,
            &Analyze,
            self.probe,
            &shape,
            &kinduct,
            &induct,
            &drive,
            &self.explore,
            &self.concretize,
            &self.infer,
        ];
        for engine in engines {
            if self.named.contains(&engine.name()) && !is_over(desk) {
                run(engine, task, desk);
            }
        }
    }

    fn run_all(self, task: &Task<'_>, desk: &Desk<'_>) {
        let (kinduct, induct) = self.inductions(Share::Part);
        let work = |engine: &dyn Engine| {
            if !is_over(desk) {
                run(engine, task, desk);
            }
        };
        work(&Execute::Briefly);
        // One long execution may be a loop that can be leapt over.
        let runs_long = !desk.facts().is_executed;
        if !is_over(desk) {
            self.analyze_and_probe(task, desk);
        }
        work(&kinduct);
        if runs_long {
            work(&induct);
            work(&Execute::AtLength);
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
            let beside: [&dyn Engine; 2] = [&induct, &drive];
            let beside = &beside[usize::from(runs_long)..];
            run_beside(&explore, beside, task, desk);
        }
        // What an exploration has come to the end of is not tried any longer.
        let now = Instant::now();
        if now + left + NEARLY_OVER >= desk.limits().deadline() {
            work(self.probe);
        }
    }

    /// Analyses the program, and tries inputs: at the same time, if the analysis does not come to an end at once.
    fn analyze_and_probe(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let (ended, wait) = std::sync::mpsc::channel::<()>();
        let probe = self.probe;
        let try_inputs = move || {
            // Nobody sends anything: the analysis has ended, or it takes longer.
            let _ = wait.recv_timeout(HEAD_START);
            if !is_over(desk) {
                run(probe, task, desk);
            }
        };
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            let beside = thread.spawn_scoped(scope, try_inputs);
            run(&Analyze, task, desk);
            drop(ended);
            if beside.is_err() && !is_over(desk) {
                run(probe, task, desk);
            }
        });
    }

    fn inductions(&self, share: Share) -> (Kinduct, Induct) {
        let solver = self.explore.solver.clone();
        let kinduct = Kinduct {
            solver: solver.clone(),
            share,
        };
        (kinduct, Induct { solver, share })
    }
}

fn is_over(desk: &Desk<'_>) -> bool {
    desk.ledger().is_settled() || desk.limits().is_over()
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
                if !has_ended() && !is_over(desk) {
                    run(*engine, task, desk);
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
