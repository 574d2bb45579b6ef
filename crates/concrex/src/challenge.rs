//! A proof is challenged before it is told: the program is run natively, and what that shows must
//! agree. If it does not, something in Concrex is wrong, and the claims that it touches are unknown.

use crate::cli::{Challenge, CheckArguments, ReplayBy};
use crate::containment;
use crate::counterexample;
use crate::load::Language;
use crate::stated::has_contract;
use crate::task::calls_main;
use contain::Patience;
use engines::Task;
use interp::Outcome;
use ir::{ClaimSet, Program, Type};
use replay::{Disagreement, Ending, Proof, Touched};
use report::Report;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use verdict::Entry;
use verdict::Status;

/// The longest that a challenge takes.
const TIME: Duration = Duration::from_secs(2);
/// The same on the JVM, which takes its time to start.
const TIME_OF_JAVA: Duration = Duration::from_secs(4);
/// Unless somebody says how long, it takes at most this part of the time that is left.
const SHARE: u32 = 4;

/// Challenges a report that says *proved*; `outcome` is that of the only execution, if the program has
/// no inputs.
pub(crate) fn challenge(
    task: &Task<'_>,
    arguments: &CheckArguments,
    outcome: Option<&Outcome>,
    patience: &Patience,
    report: Report,
) -> Report {
    let claims = proved_kinds(task.selected, &report);
    if claims == ClaimSet::EMPTY || arguments.replay == ReplayBy::Interpreter {
        return report;
    }
    let left = patience.left();
    let time = match (arguments.challenge, arguments.sources.language()) {
        (Challenge::Off, _) => return report,
        (Challenge::For(time), _) => time.0.min(left),
        (Challenge::On, Language::C) => TIME.min(left / SHARE),
        (Challenge::On, Language::Java) => TIME_OF_JAVA.min(left / SHARE),
    };
    let patience = patience.clone().until(Instant::now() + time);
    let program = task.program;
    let Some(entry) = entry(program, arguments) else {
        return report;
    };
    let proof = Proof {
        program,
        build: counterexample::build(&arguments.sources, program),
        entry,
        claims,
        ending: outcome.map(ending),
    };
    containment::warn();
    match replay::challenge(&proof, &patience) {
        Some(disagreement) => doubted(report, &disagreement),
        None => report,
    }
}

/// The kinds of which every claim is proved. Where something is refuted, or the library may fail, a run
/// that fails is no surprise.
fn proved_kinds(selected: ClaimSet, report: &Report) -> ClaimSet {
    let is_surprised =
        report.verdict() != Status::Refuted && report.program.status == Status::Proved;
    let open = report
        .claims
        .iter()
        .filter(|claim| claim.status != Status::Proved);
    let open: ClaimSet = open.map(|claim| claim.kind).collect();
    match is_surprised {
        true => selected.without(open),
        false => ClaimSet::EMPTY,
    }
}

fn ending(outcome: &Outcome) -> Ending {
    match outcome {
        Outcome::Exited(status) => Ending::Exit(*status),
        Outcome::Returned(_) => Ending::Exit(0),
        Outcome::Aborted(_) => Ending::Abort,
        _ => Ending::Excluded,
    }
}

/// What is called, if anybody may call it: a contract or an assumption may exclude the callers of a
/// challenge.
fn entry(program: &Program, arguments: &CheckArguments) -> Option<Entry> {
    if calls_main(program, &arguments.sources) {
        return Some(Entry::Main);
    }
    let is_anybody = arguments.assume.is_empty() && !has_contract(program, arguments);
    if program.start.is_some() {
        return is_anybody.then(|| counterexample::entry_without_arguments(program));
    }
    let name = arguments.sources.entry.as_deref().filter(|_| is_anybody)?;
    let procedure = &program[program.find(name)?];
    let file = program.files.get(procedure.span.file)?;
    let result = match program.types.get(procedure.ty?) {
        Type::Function { result, .. } => *result,
        _ => return None,
    };
    let has_value = *program.types.get(result) != Type::Void;
    Some(Entry::Function {
        name: name.to_string(),
        file: PathBuf::from(&*file.name),
        arguments: Vec::new(),
        result: has_value.then(|| program.types.display(result).to_string()),
    })
}

/// The report without what nobody can believe any more.
fn doubted(mut report: Report, disagreement: &Disagreement) -> Report {
    let Disagreement { how, what, touched } = disagreement;
    let message = format!(
        "proved, but a run by {how} disagrees: {what}; this is a defect of Concrex, or the program \
         depends on something that its language leaves open; `--challenge off` trusts the proof"
    );
    for claim in &mut report.claims {
        let is_touched = match touched {
            Touched::All => true,
            Touched::Kind(kind) => claim.kind == *kind,
        };
        if is_touched && claim.status == Status::Proved {
            claim.status = Status::Unknown;
            claim.message.clone_from(&message);
        }
    }
    report.program.status = Status::Unknown;
    report.program.message = message;
    let mut doubted = Report::new(report.claims, report.program);
    doubted.exploration = report.exploration;
    doubted.engines = report.engines;
    doubted
}
