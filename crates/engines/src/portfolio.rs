//! Which engines work on a task, and in which order.

use crate::analyze::Analyze;
use crate::concretize::Concretize;
use crate::desk::Desk;
use crate::execute::Execute;
use crate::explore::Explore;
use crate::induct::{Induct, Share};
use crate::ledger::Survey;
use crate::task::{Engine, Task};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use verdict::{Cause, Gap, Openings, Position};

/// The engines by name, in the order in which they work: cheap and likely first.
pub const ENGINES: [&str; 5] = ["execute", "analyze", "induct", "explore", "concretize"];

/// Those that work only if they are named.
const ON_REQUEST: [&str; 1] = ["concretize"];

/// Lets engines work until everything is settled or the time is over: those that are named, or all.
/// How they go about it, if they are asked to, is theirs to know.
pub fn portfolio(
    task: &Task<'_>,
    desk: &Desk<'_>,
    named: &[&str],
    explore: Explore,
    concretize: Concretize,
) {
    let induct = Induct {
        solver: explore.solver.clone(),
        share: match named {
            ["induct"] => Share::All,
            _ => Share::Part,
        },
    };
    let engines: [&dyn Engine; 6] = [
        &Execute::Briefly,
        &Analyze,
        &induct,
        &Execute::AtLength,
        &explore,
        &concretize,
    ];
    for engine in engines {
        let is_usual = named.is_empty() && !ON_REQUEST.contains(&engine.name());
        let is_asked_for = is_usual || named.contains(&engine.name());
        if is_asked_for && !desk.ledger().is_settled() && !desk.limits().is_over() {
            run(engine, task, desk);
        }
    }
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
