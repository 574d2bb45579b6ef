//! The engine `analyze`: abstract interpretation of the whole program. What it raises no alarm about
//! holds in every execution.

use crate::caller::{self, Played};
use crate::desk::{Desk, Run};
use crate::environment::Caller;
use crate::ledger::Survey;
use crate::limits::tuning::{
    ANALYSIS, ANALYSIS_DESPITE_VIOLATIONS, ANALYSIS_OF_JAVA, OPERATIONS_BEFORE_POLYHEDRA,
    OPERATIONS_IN_DETAIL, OPERATIONS_IN_DETAIL_WITH_POLYHEDRA, OPERATIONS_OF_ANALYSIS,
    OPERATIONS_OF_SMALL_PROGRAMS, OPERATIONS_WITH_POLYHEDRA, SHARE_OF_ANALYSIS,
};
use crate::task::{Engine, Task};
use domains::{Alarm, Calls, Domain, Findings, Keep, Left, Options};
use ir::Span;
use std::collections::BTreeSet;
use std::time::Instant;
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
        let until = desk.limits().share(length, SHARE_OF_ANALYSIS);
        let despite_violations = started + ANALYSIS_DESPITE_VIOLATIONS;
        let analyze = |domain, calls, most_work| {
            let step = Step {
                domain,
                calls,
                most_work,
                careful_work: match domain {
                    Domain::Polyhedra => OPERATIONS_IN_DETAIL_WITH_POLYHEDRA,
                    _ => OPERATIONS_IN_DETAIL,
                },
                until,
                despite_violations,
            };
            let is_settled = desk.ledger().is_settled();
            if is_settled {
                return None;
            }
            step.analyze(task, played, desk)
        };
        // Most programs are small, or have few calls. Of others, all calls of a procedure are described together at
        // first, without relations and with them; what is open then may need to have them told apart.
        match analyze(Domain::Zones, Calls::Chains, OPERATIONS_OF_SMALL_PROGRAMS) {
            Some(work) if work < OPERATIONS_BEFORE_POLYHEDRA => {
                // More relations take much longer, and help where few claims are left.
                analyze(Domain::Polyhedra, Calls::Chains, OPERATIONS_WITH_POLYHEDRA);
            }
            Some(_) => {}
            None => {
                if analyze(Domain::Intervals, Calls::MERGED, OPERATIONS_OF_ANALYSIS).is_some() {
                    analyze(Domain::Zones, Calls::MERGED, OPERATIONS_OF_ANALYSIS);
                }
                analyze(Domain::Zones, Calls::Chains, OPERATIONS_OF_ANALYSIS);
            }
        }
        desk.keep(Run {
            engine: ENGINE,
            stage: None,
            seconds: started.elapsed().as_secs_f64(),
            statistics: None,
        });
    }
}

/// One analysis of several of a program.
struct Step {
    domain: Domain,
    calls: Calls,
    most_work: u64,
    careful_work: u64,
    until: Instant,
    /// Until when it goes on although others have found a violation.
    despite_violations: Instant,
}

impl Step {
    /// Gives the number of operations that the analysis took, if it came to an end.
    fn analyze(
        &self,
        task: &Task<'_>,
        played: Option<&Played<'_>>,
        desk: &Desk<'_>,
    ) -> Option<u64> {
        let is_over = || match desk.has_to_stop(self.until) {
            // Who has found a violation beside it is not interested in more of them, but in what is right.
            Some(Gap::Found) => {
                desk.is_done() || Instant::now() >= self.despite_violations.min(self.until)
            }
            other => other.is_some(),
        };
        let options = Options {
            selected: task.selected,
            is_over: &is_over,
            most_work: self.most_work,
            careful_work: self.careful_work,
            keep: Keep::Alarms,
            calls: self.calls,
            given: played
                .map(|played| played.given.clone())
                .unwrap_or_default(),
        };
        let program = played.map_or(task.program, |played| &played.program);
        let findings = self.domain.analyze(program, &options).ok()?;
        let about = |claim: &Claim| played.is_none_or(|played| played.speaks_of(claim));
        conclude(ENGINE, &findings, task, desk, about);
        Some(findings.work)
    }
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
