//! From the one execution of a program without inputs to the status of each claim.

use crate::evidence;
use crate::execution::Execution;
use interp::{Outcome, Violation};
use ir::{Program, SourceMap};
use report::{Claim, Counterexample, ProgramClaims, Replay, ReplayStatus, Report, Status};
use std::fmt::Write;

const ENGINE: &str = "interp";

/// The report of an execution.
pub(crate) fn settle(program: &Program, claims: ProgramClaims, execution: &Execution) -> Report {
    let (status, mut message) = judge(&program.files, execution);
    let assumed = evidence::assumed_of_allocations(program).map(str::to_string);
    let assumed: Vec<String> = assumed
        .into_iter()
        .chain(evidence::assumed_of_recursion(program))
        .collect();
    if status == Status::Proved && !assumed.is_empty() {
        let _ = write!(message, ", assuming {}", assumed.join(", "));
    }
    let mut settled: Vec<Claim> = claims
        .points
        .into_iter()
        .map(|point| Claim {
            status,
            message: message.clone(),
            engine: Some(ENGINE),
            seconds: execution.seconds,
            ..Claim::new(point.kind, point.location)
        })
        .collect();
    if let Outcome::Violation(violation) = &execution.outcome {
        refute(program, &mut settled, violation, execution);
    }
    let program = report::Program {
        status,
        message,
        library_calls: claims.library_calls,
    };
    Report::new(settled, program)
}

/// What the execution says of the claims that it does not refute.
fn judge(files: &SourceMap, execution: &Execution) -> (Status, String) {
    let unknown = |reason: String| (Status::Unknown, reason);
    match &execution.outcome {
        Outcome::Exited(_) | Outcome::Aborted(_) | Outcome::Returned(_) => (
            Status::Proved,
            "the program has no inputs, and its only execution was completed".to_string(),
        ),
        Outcome::AssumptionFailed(position) => (
            Status::Proved,
            format!(
                "the program has no inputs, and the assumption at {} ends its only execution",
                files.display(position.span)
            ),
        ),
        Outcome::Violation(violation) => unknown(format!(
            "the execution stops at {}",
            files.display(evidence::place(violation))
        )),
        Outcome::UndefinedBehaviour(violation) => unknown(format!(
            "the execution stops at {}: {}, which was not asked about",
            files.display(evidence::place(violation)),
            violation.kind.title()
        )),
        Outcome::OutOfInputs(input) => unknown(format!(
            "depends on the input `{}` at {}; programs with inputs cannot be decided yet",
            input.name,
            files.display(input.position.span)
        )),
        Outcome::LimitReached(limit) => unknown(format!("{limit} was reached")),
        Outcome::Unsupported { what, span, .. } => {
            unknown(format!("{}: unsupported: {what}", files.display(*span)))
        }
    }
}

fn refute(
    program: &Program,
    claims: &mut Vec<Claim>,
    violation: &Violation,
    execution: &Execution,
) {
    let location = evidence::location(program, violation);
    let refuted = Claim {
        status: Status::Refuted,
        message: violation.message.clone(),
        engine: Some(ENGINE),
        seconds: execution.seconds,
        counterexample: Some(Counterexample {
            inputs: Vec::new(),
            steps: Some(execution.steps),
            trace: evidence::trace(program, violation),
            replay: Replay {
                status: ReplayStatus::Interpreted,
                how: "interpreter".to_string(),
            },
            story: report::Story::default(),
        }),
        ..Claim::new(violation.kind, location)
    };
    // A violation inside of a library function was not listed: see `report::ProgramClaims`.
    match claims.iter_mut().find(|claim| claim.id == refuted.id) {
        Some(claim) => *claim = refuted,
        None => claims.push(refuted),
    }
}
