//! Which engines work on a task, and in which order.

use crate::analyze::Analyze;
use crate::concretize::Concretize;
use crate::desk::Desk;
use crate::drive::Drive;
use crate::execute::Execute;
use crate::explore::Explore;
use crate::ledger::Survey;
use crate::limits::tuning::HEAD_START;
use crate::task::{Engine, Task};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use verdict::{Cause, Gap, Openings, Position};

/// The engines by name, in the order in which they work: cheap and likely first.
pub const ENGINES: [&str; 5] = ["execute", "analyze", "drive", "explore", "concretize"];

/// The stack of an engine that works beside another.
const STACK_BYTES: usize = 256 << 20;

/// Those that work only if they are named,
/// or beside others.
const ON_REQUEST: [&str; 2] = ["drive", "concretize"];

/// Lets engines work until everything is settled or the time is over: those that are named, or all.
/// How they go about it, if they are asked to, is theirs to know.
pub fn portfolio(
    task: &Task<'_>,
    desk: &Desk<'_>,
    named: &[&str],
    explore: Explore,
    concretize: Concretize,
) {
    let engines: [&dyn Engine; 5] = [&Execute, &Analyze, &Drive, &explore, &concretize];
    for engine in engines {
        let is_usual = named.is_empty() && !ON_REQUEST.contains(&engine.name());
        let is_asked_for = is_usual || named.contains(&engine.name());
        if !is_asked_for || desk.ledger().is_settled() || desk.limits().is_over() {
            continue;
        }
        match named.is_empty() && engine.name() == explore.name() {
            true => run_beside(engine, &Drive, task, desk),
            false => run(engine, task, desk),
        }
    }
}

/// Runs an engine, and another one beside it if the first has not ended after a while: what it settles
/// at once stays as quick and as simple as it is.
fn run_beside(first: &dyn Engine, second: &dyn Engine, task: &Task<'_>, desk: &Desk<'_>) {
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
            if !has_ended() && !desk.ledger().is_settled() {
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
