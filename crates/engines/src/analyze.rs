//! The engine `analyze`: abstract interpretation of the whole program. What it raises no alarm about
//! holds in every execution.

use crate::caller::{self, Played};
use crate::desk::{Desk, Run};
use crate::environment::Caller;
use crate::ledger::Survey;
use crate::limits::tuning::{
    ANALYSIS, ANALYSIS_DESPITE_VIOLATIONS, ANALYSIS_OF_JAVA, ANALYSIS_WITHOUT_RELATIONS,
    OPERATIONS_BEFORE_POLYHEDRA, OPERATIONS_OF_ANALYSIS, OPERATIONS_WITH_POLYHEDRA,
    SHARE_OF_ANALYSIS,
};
use crate::task::{Engine, Task};
use domains::{Alarm, Calls, Domain, Findings, Keep, Left, Options};
use ir::Span;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use verdict::{Bound, Cause, Claim, ClaimId, Gap, Openings, Place, Position};

/// Its name.
const ENGINE: &str = "analyze";

/// The engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Analyze;

impl Engine for Analyze {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let started = Instant::now();
        let played = match task.caller {
            Caller::System => None,
            Caller::Unknown => match caller::play(task) {
                None => return,
                played => played,
            },
        };
        let played = played.as_ref();
        let length = match task.program.start {
            Some(_) => ANALYSIS_OF_JAVA,
            None => ANALYSIS,
        };
        let zones = (Domain::Zones, length);
        let work = (Calls::Chains, OPERATIONS_OF_ANALYSIS);
        let first = analyze(zones, work, (task, played), desk);
        // All calls of a procedure in a long program are described together: without relations at first, which
        // takes a part of the time, and with them if there is some left.
        if first.is_none() {
            let work = (Calls::MERGED, OPERATIONS_OF_ANALYSIS);
            let length = length.min(ANALYSIS_WITHOUT_RELATIONS);
            let intervals = analyze((Domain::Intervals, length), work, (task, played), desk);
            if intervals.is_some() && !desk.ledger().is_settled() {
                analyze((Domain::Zones, length), work, (task, played), desk);
            }
        }
        // More relations take much longer, and help where few claims are left.
        if let Some(work) = first
            && work < OPERATIONS_BEFORE_POLYHEDRA
            && !desk.ledger().is_settled()
        {
            let polyhedra = (Domain::Polyhedra, length);
            let work = (Calls::Chains, OPERATIONS_WITH_POLYHEDRA);
            analyze(polyhedra, work, (task, played), desk);
        }
        desk.keep(Run {
            engine: ENGINE,
            stage: None,
            seconds: started.elapsed().as_secs_f64(),
            statistics: None,
        });
    }
}

/// Analyses the program with a domain, for so long at most; gives the number of operations that this took,
/// if it came to an end.
fn analyze(
    (domain, length): (Domain, Duration),
    (calls, most_work): (Calls, u64),
    (task, played): (&Task<'_>, Option<&Played<'_>>),
    desk: &Desk<'_>,
) -> Option<u64> {
    let until = desk.limits().share(length, SHARE_OF_ANALYSIS);
    let despite_violations = Instant::now() + ANALYSIS_DESPITE_VIOLATIONS;
    let is_over = || match desk.has_to_stop(until) {
        // Who has found a violation beside it is not interested in more of them, but in what is right.
        Some(Gap::Found) => desk.is_done() || Instant::now() >= despite_violations.min(until),
        other => other.is_some(),
    };
    let options = Options {
        selected: task.selected,
        is_over: &is_over,
        most_work,
        keep: Keep::Alarms,
        calls,
        given: played
            .map(|played| played.given.clone())
            .unwrap_or_default(),
    };
    let program = played.map_or(task.program, |played| &played.program);
    let findings = domain.analyze(program, &options).ok()?;
    let about = |claim: &Claim| played.is_none_or(|played| played.speaks_of(claim));
    conclude(ENGINE, &findings, task, desk, about);
    Some(findings.work)
}

/// Says, in the name of an engine, what an analysis has found.
pub(crate) fn conclude(
    engine: &'static str,
    findings: &Findings,
    task: &Task<'_>,
    desk: &Desk<'_>,
    about: impl Fn(&Claim) -> bool,
) {
    let alarms: BTreeSet<ClaimId> = findings.alarms.iter().map(claim_of).collect();
    // Where executions are left is not kept: they may be anywhere behind the start.
    let entry = task.program.entry;
    let start = Position::new(entry.map(|entry| (entry, task.program[entry].entry)));
    let mut openings = Openings::default();
    for left in &findings.left {
        openings.add(cause_of(left), start.clone());
    }
    desk.facts().alarms.extend(alarms.iter().copied());
    let survey = Survey {
        openings,
        alarms,
        visits: None,
        how: "abstract interpretation finds no execution that violates it".to_string(),
    };
    desk.conclude(engine, survey, about);
}

/// The claim that an alarm is about.
pub(crate) fn claim_of(alarm: &Alarm) -> ClaimId {
    ClaimId::new(alarm.kind, alarm.span.unwrap_or(Span::NONE))
}

/// Why an analysis did not follow executions.
pub fn cause_of(left: &Left) -> Cause {
    match left {
        Left::Unsupported(span, what) => {
            Cause::Gap(Gap::Unsupported(Place::of(*span), what.clone()))
        }
        Left::Missing(function) => Cause::Gap(Gap::Missing(function.clone())),
        Left::Undefined(span, kind) => Cause::Gap(Gap::Undefined(Place::of(*span), *kind)),
        Left::UndefinedGlobal(span, name) => {
            let what = format!("the contents of `{name}`, which is not defined");
            Cause::Gap(Gap::Unsupported(Place::of(*span), what.into()))
        }
        Left::Arguments => Cause::Bound(Bound::Environment("at most 16 arguments".into())),
    }
}
