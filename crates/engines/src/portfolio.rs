//! Which engines work on a task, and in which order.

use crate::analyze::Analyze;
use crate::concretize::Concretize;
use crate::desk::Desk;
use crate::drive::Drive;
use crate::execute::Execute;
use crate::explore::Explore;
use crate::induct::Induct;
use crate::kinduct::Kinduct;
use crate::ledger::Survey;
use crate::limits::tuning::HEAD_START;
use crate::probe::Probe;
use crate::task::{Engine, Share, Task};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::RecvTimeoutError;
use verdict::{Cause, Gap, Openings, Position};

/// The engines by name, in the order in which they work: cheap and likely first.
pub const ENGINES: [&str; 8] = [
    "execute",
    "analyze",
    "probe",
    "kinduct",
    "induct",
    "drive",
    "explore",
    "concretize",
];

/// Those that work only if they are named, or beside others.
const ON_REQUEST: [&str; 2] = ["drive", "concretize"];

/// The stack of an engine that works beside another.
const STACK_BYTES: usize = 256 << 20;

/// Lets engines work until everything is settled or the time is over: those that are named, or all.
/// How they go about it, if they are asked to, is theirs to know.
pub fn portfolio(
    task: &Task<'_>,
    desk: &Desk<'_>,
    named: &[&str],
    probe: &Probe,
    explore: Explore,
    concretize: Concretize,
) {
    let share = match named {
        [_] => Share::All,
        _ => Share::Part,
    };
    let solver = explore.solver.clone();
    let is_over = || desk.ledger().is_settled() || desk.limits().is_over();
    let is_asked_for = |engine: &dyn Engine| match named {
        [] => !ON_REQUEST.contains(&engine.name()),
        named => named.contains(&engine.name()),
    };
    let work = |engine: &dyn Engine| {
        if is_asked_for(engine) && !is_over() {
            run(engine, task, desk);
        }
    };
    work(&Execute::Briefly);
    work(&Analyze);
    work(probe);
    work(&Kinduct {
        solver: solver.clone(),
        share,
    });
    work(&Induct { solver, share });
    work(&Execute::AtLength);
    work(&Drive);
    let later = probe.later_share().filter(|_| explore.left.is_zero());
    let explore = Explore {
        left: later.map_or(explore.left, |share| desk.limits().time / share),
        ..explore
    };
    match named.is_empty() && !is_over() {
        true => run_beside(&explore, &Drive, task, desk),
        false => work(&explore),
    }
    work(&concretize);
    work(probe);
}

/// Runs an engine, and another one beside it if the first has not ended after a while: what it settles
/// at once stays as quick and as simple as it is.
fn run_beside(first: &dyn Engine, second: &dyn Engine, task: &Task<'_>, desk: &Desk<'_>) {
    let (ended, wait) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let other = std::thread::Builder::new().stack_size(STACK_BYTES);
        // Without a thread there is only the first.
        let _ = other.spawn_scoped(scope, move || {
            let is_over = || desk.ledger().is_settled() || desk.ledger().refuted() > 0;
            if wait.recv_timeout(HEAD_START) == Err(RecvTimeoutError::Timeout) && !is_over() {
                run(second, task, desk);
            }
        });
        run(first, task, desk);
        drop(ended);
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
