//! `concrex analyze`: the abstract interpretation alone.

use crate::cli::AnalyzeArguments;
use crate::error::Error;
use crate::load::load;
use crate::output;
use crate::property::Property;
use crate::task::calls_main;
use contain::Patience;
use domains::{Alarm, Calls, Findings, Invariant, Keep, Options, Stopped};
use ir::{Program, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::Instant;
use verdict::{ClaimId, ProgramClaims, Status};

/// The most operations that are looked at, and while calls are told apart by chains if merging them may help.
const MOST_WORK: u64 = 50_000_000;
const MOST_WORK_OF_CHAINS: u64 = 100_000;
/// After so many, states are no longer told apart.
const CAREFUL_WORK: u64 = 12_500_000;

/// Prints what holds at lines, and which claims the analysis proves.
pub(crate) fn analyze(arguments: &AnalyzeArguments) -> Result<u8, Error> {
    let started = Instant::now();
    let at = lines(&arguments.at)?;
    let property = Property::select(&arguments.property.properties)?;
    let until = started + arguments.time.0;
    let patience = Patience::default().until(until);
    let program = load(&arguments.sources, None, &patience)?;
    if !calls_main(&program, &arguments.sources) {
        let entry = arguments.sources.entry.clone().unwrap_or_default();
        return Err(Error::UndescribedCaller(entry));
    }
    let analyze = |calls: Calls, most_work: u64| {
        let options = Options {
            selected: property.claims,
            is_over: &|| Instant::now() >= until,
            most_work,
            careful_work: CAREFUL_WORK,
            keep: match at.is_empty() {
                true => Keep::Alarms,
                false => Keep::Invariants,
            },
            calls,
            given: BTreeMap::new(),
        };
        arguments.domain.analyze(&program, &options)
    };
    let found = match arguments.calls {
        Some(calls) => analyze(calls, MOST_WORK),
        None => analyze(Calls::Chains, MOST_WORK_OF_CHAINS)
            .or_else(|_| analyze(Calls::MERGED, MOST_WORK)),
    };
    let mut text = String::new();
    let status = match found {
        Ok(findings) => {
            for line in &at {
                invariants_at(&program, &findings, *line, &mut text);
            }
            verdicts(&program, &findings, &property, started, &mut text)
        }
        Err(stopped) => {
            let _ = writeln!(text, "unknown: {}", reason(&stopped));
            Status::Unknown
        }
    };
    output::print(&text)?;
    Ok(status.exit_status())
}

fn lines(names: &[String]) -> Result<Vec<u32>, Error> {
    let line = |name: &String| name.parse().map_err(|_| Error::NotALine(name.clone()));
    names.iter().map(line).collect()
}

fn reason(stopped: &Stopped) -> &'static str {
    match stopped {
        Stopped::Time => "the limit of time was reached",
        Stopped::NoEntry => "the program has no entry",
        Stopped::Unstable => "what was found does not become stable",
    }
}

/// What holds before the operations of a line, for each procedure that has some there.
fn invariants_at(program: &Program, findings: &Findings, line: u32, text: &mut String) {
    let mut is_there = false;
    for (id, procedure) in program.procedures() {
        let first = procedure
            .edges
            .iter()
            .find(|edge| edge.span.line == line && is_of_user(program, edge.span));
        let Some(edge) = first else {
            continue;
        };
        is_there = true;
        let place = program.files.display(edge.span);
        let _ = writeln!(text, "{place}: in `{}`", procedure.name);
        let found = findings.invariants.get(&(id, edge.from));
        let _ = match found.map(|Invariant { text, .. }| text) {
            None => writeln!(text, "    no execution comes here"),
            Some(lines) if lines.is_empty() => {
                writeln!(text, "    nothing is known of its variables")
            }
            Some(lines) => writeln!(text, "    {}", lines.join("\n    ")),
        };
    }
    if !is_there {
        let _ = writeln!(text, "line {line}: nothing is executed there");
    }
}

fn is_of_user(program: &Program, span: Span) -> bool {
    let file = program.files.get(span.file);
    file.is_some_and(|file| file.origin == ir::Origin::User)
}

fn verdicts(
    program: &Program,
    findings: &Findings,
    property: &Property,
    started: Instant,
    text: &mut String,
) -> Status {
    let claims = ProgramClaims::of(program, property.claims);
    let id = |alarm: &Alarm| ClaimId::new(alarm.kind, alarm.span.unwrap_or(Span::NONE));
    let alarms: BTreeSet<ClaimId> = findings.alarms.iter().map(id).collect();
    for alarm in &alarms {
        let _ = writeln!(text, "alarm: {}", alarm.name(&program.files));
    }
    for left in &findings.left {
        let why = engines::cause_of(left);
        let why = match &why {
            verdict::Cause::Gap(gap) => gap.describe(&program.files),
            verdict::Cause::Bound(_) => "programs with more than 16 arguments".to_string(),
        };
        let _ = writeln!(text, "not followed: {why}");
    }
    let count = claims.listed.len();
    let open = claims
        .listed
        .iter()
        .filter(|claim| alarms.contains(&claim.id));
    let open = open.count();
    let status = match findings.left.is_empty() && alarms.is_empty() {
        true => Status::Proved,
        false => Status::Unknown,
    };
    let proved = if findings.left.is_empty() {
        count - open
    } else {
        0
    };
    let _ = writeln!(
        text,
        "{}: {proved} of {count} claims proved, {} alarms in {:.2} s ({} operations)",
        status.name(),
        alarms.len(),
        started.elapsed().as_secs_f64(),
        findings.work
    );
    status
}
