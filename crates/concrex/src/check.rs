//! `concrex check`: settles every claim of a program.
//!
//! A program without inputs has one execution. Running it in the reference interpreter settles
//! its claims exactly. As soon as an input is asked for, or something that C leaves open matters,
//! the program is explored.

use crate::challenge::challenge;
use crate::cli::CheckArguments;
use crate::counterexample;
use crate::error::Error;
use crate::execution::Execution;
use crate::explore;
use crate::load::load_program;
use crate::memory;
use crate::output::{self, Color};
use crate::property::Property;
use crate::settle::settle;
use interp::Outcome;
use ir::{CastOp, ClaimKind, Expr, Group, Origin, Program};
use report::{Counterexample, Limits, ProgramClaims, ReplayStatus, Report, Status, Terminal};
use std::time::Instant;

/// Settles the claims and prints the report.
pub(crate) fn check(arguments: &CheckArguments, color: Color) -> Result<u8, Error> {
    let started = Instant::now();
    let property = Property::select(&arguments.property.properties)?;
    let program = load_program(&arguments.sources, property.entry.as_deref())?;
    let claims = ProgramClaims::of(&program, property.claims);
    let limits = interp::Limits {
        deadline: Some(started + arguments.time.0),
        memory: Some(arguments.memory.0),
        claims: property.claims,
        ..interp::Limits::default()
    };
    let only = only_execution(&program, arguments, &limits);
    let report = match &only {
        Some(execution) => {
            let report = settle(&program, claims, execution);
            replay_counterexamples(&program, arguments, &limits, report)
        }
        None => explore::settle(&program, claims, property.claims, arguments, started),
    };
    let outcome = only.as_ref().map(|execution| &execution.outcome);
    let deadline = started + arguments.time.0;
    let mut report = challenge(
        &program,
        property.claims,
        arguments,
        outcome,
        deadline,
        report,
    );
    report.seconds = started.elapsed().as_secs_f64();
    report.memory_mb = memory::peak_megabytes();
    report.limits = Limits {
        time: Some(arguments.time.0.as_secs_f64()),
        memory_mb: Some(arguments.memory.megabytes()),
    };

    let text = match arguments.json {
        true => {
            report
                .to_json()
                .map_err(|error| Error::Output(error.into()))?
                + "\n"
        }
        false => {
            let palette = color.palette(&std::io::stdout());
            Terminal::new(&program.files, palette, output::width()).report(&report)
        }
    };
    output::print(&text)?;
    Ok(report.verdict().exit_status())
}

/// The execution of a program that has only one.
fn only_execution(
    program: &Program,
    arguments: &CheckArguments,
    limits: &interp::Limits,
) -> Option<Execution> {
    // A method of Java that asks for nothing has one execution, too.
    if program.start.is_none() && !explore::calls_main(program, &arguments.sources) {
        return None;
    }
    let execution = Execution::without_inputs(program, limits);
    match execution.outcome {
        // A function without a body is one that the environment answers.
        Outcome::OutOfInputs(_) | Outcome::Unsupported { .. } => None,
        Outcome::Violation(_) => Some(execution),
        // Without a violation, nothing may depend on what C leaves open.
        _ => is_determined(program, limits).then_some(execution),
    }
}

/// Whether the execution that was seen is the only one: every value it uses is defined, and no
/// address is taken for a number.
fn is_determined(program: &Program, limits: &interp::Limits) -> bool {
    let kinds = [ClaimKind::Uninitialised, ClaimKind::MissingReturn];
    let unwatched = kinds.iter().any(|kind| !limits.claims.contains(*kind));
    let is_defined = || {
        let limits = interp::Limits {
            claims: kinds.into_iter().collect(),
            ..limits.clone()
        };
        let outcome = Execution::without_inputs(program, &limits).outcome;
        !matches!(outcome, Outcome::Violation(_))
    };
    !uses_addresses(program) && (!unwatched || is_defined())
}

/// Whether the user's code makes numbers of addresses.
fn uses_addresses(program: &Program) -> bool {
    let users = program
        .procedures
        .iter()
        .filter(|procedure| procedure.origin == Origin::User);
    users.flat_map(|procedure| &procedure.edges).any(|edge| {
        let mut found = false;
        edge.op.for_each_expr(&mut |expr| {
            expr.for_each(&mut |part| {
                found |= matches!(
                    part,
                    Expr::Cast(CastOp::PointerToInt | CastOp::IntToPointer, ..)
                );
            });
        });
        found
    })
}

fn replay_counterexamples(
    program: &Program,
    arguments: &CheckArguments,
    limits: &interp::Limits,
    mut report: Report,
) -> Report {
    for claim in &mut report.claims {
        let candidate = counterexample::without_inputs(&arguments.sources, program, claim);
        let Some(Counterexample { replay, story, .. }) = &mut claim.counterexample else {
            continue;
        };
        let replayed = counterexample::execute(arguments.replay, &candidate, program);
        *replay = counterexample::replayed(&replayed);
        *story = counterexample::story(program, &candidate, limits);
        claim.message = replayed.extend(std::mem::take(&mut claim.message));
        if replay.status == ReplayStatus::NotSeen && is_always_seen(claim.kind) {
            let how = &replay.how;
            claim.message = format!("fails in the interpreter, but {how} does not show it");
            claim.status = Status::Unknown;
            claim.counterexample = None;
        }
    }
    Report::new(report.claims, report.program)
}

/// Whether a compiled program shows every violation of a kind: if it does not fail, something that
/// C or the JVM leaves open is different there. Other kinds have violations that no sanitizer knows.
fn is_always_seen(kind: ClaimKind) -> bool {
    matches!(
        kind.group(),
        Group::RuntimeExceptions | Group::OtherExceptions
    ) || matches!(kind, ClaimKind::Assertion | ClaimKind::Unreachable)
}
