//! A desk for an exploration alone.

#[allow(dead_code, reason = "not every test looks at statuses")]
pub(crate) mod statuses;

use engines::explore::{Exploration, Options, explore};
use engines::{Closed, Confirm, Desk, Finding, Ledger, Limits, Refutation, Task, Watch};
use ir::Program;
use std::time::{Duration, Instant};
use verdict::evidence::{Replay, ReplayStatus, Story, Trace};
use verdict::{Cause, Evidence, Gap, ProgramClaims, Status};

struct Nobody;

impl Watch for Nobody {}

/// Reads a program.
#[allow(dead_code, reason = "not every test reads one so")]
pub(crate) fn load(source: &str) -> Program {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("it can be written");
    frontend_c::load(&[file], &frontend_c::Options::default()).expect("it is C")
}

/// What an exploration says, and how many claims are refuted.
#[allow(dead_code, reason = "not every test explores")]
pub(crate) fn explored(
    program: &Program,
    options: &Options,
    confirm: &dyn Confirm,
) -> (Exploration, usize) {
    let task = Task {
        program,
        selected: options.setting.claims,
        caller: options.setting.caller,
        assumed: options.setting.assumed,
        globals: options.setting.globals.clone(),
        contract: None,
    };
    let mut exploration = None;
    let closed = opened(&task, confirm, |desk| {
        exploration = Some(explore(program, options, desk));
    });
    (
        exploration.expect("it was explored"),
        closed.ledger.refuted(),
    )
}

/// Whether everything was followed. More candidates than are executed at once leave openings, which
/// mean nothing once one of them is confirmed.
#[allow(dead_code, reason = "not every test explores")]
pub(crate) fn is_complete(exploration: &Exploration, refuted: usize) -> bool {
    let mut causes = exploration.openings.causes();
    causes.all(|cause| refuted > 0 && matches!(cause, Cause::Gap(Gap::Unseen(_))))
}

/// What becomes of the claims of a program when somebody works at a desk.
#[allow(dead_code, reason = "not every test has an engine of its own")]
pub(crate) fn at_a_desk(
    program: &Program,
    confirm: &dyn Confirm,
    work: impl FnOnce(&Task<'_>, &Desk<'_>),
) -> Vec<Status> {
    with_desk(program, confirm, work, |closed| {
        let verdicts = closed.ledger.verdicts().into_iter();
        verdicts.map(|(_, verdict)| verdict.status).collect()
    })
}

/// What is left when somebody has worked at a desk.
#[allow(dead_code, reason = "not every test has an engine of its own")]
pub(crate) fn with_desk<T>(
    program: &Program,
    confirm: &dyn Confirm,
    work: impl FnOnce(&Task<'_>, &Desk<'_>),
    look: impl FnOnce(&Closed<'_>) -> T,
) -> T {
    let options = Options::default();
    let task = Task {
        program,
        selected: options.setting.claims,
        caller: options.setting.caller,
        assumed: options.setting.assumed,
        globals: options.setting.globals.clone(),
        contract: None,
    };
    let closed = opened(&task, confirm, |desk| work(&task, desk));
    look(&closed)
}

fn opened<'p>(
    task: &Task<'p>,
    confirm: &'p dyn Confirm,
    work: impl FnOnce(&Desk<'p>),
) -> Closed<'p> {
    let started = Instant::now();
    let claims = ProgramClaims::of(task.program, task.selected);
    let limits = Limits {
        started,
        time: Duration::from_secs(3600),
        grace: None,
        memory: None,
        interrupt: solve::Interrupt::default(),
    };
    Desk::open(
        Ledger::new(claims, task, started),
        limits,
        confirm,
        &Nobody,
        work,
    )
}

/// A counterexample of which nobody wants to know anything.
pub(crate) fn refuted() -> Finding {
    Finding::Refuted(Box::new(Refutation {
        message: String::new(),
        evidence: Evidence {
            inputs: Vec::new(),
            steps: None,
            trace: Trace::default(),
            replay: Replay {
                status: ReplayStatus::Interpreted,
                how: String::new(),
                why: None,
            },
            story: Story::default(),
        },
    }))
}
