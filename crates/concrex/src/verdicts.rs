//! From the ledger to the report.

use crate::cli::CheckArguments;
use crate::evidence;
use crate::modular::Reliance;
use crate::task::{assumed_of_callers, assumed_of_executions, names};
use engines::Statistics;
use engines::environment::Caller;
use engines::explore::Stage;
use engines::{Closed, Reason, Run, Task, Verdict};
use ir::{ClaimKind, GlobalId, GlobalOrigin, SourceMap};
use report::{Claim, EngineRun, Exploration, Program, Report};
use verdict::{Assumption, Bound, Status, enumerated};

/// The most reasons that are told of one claim.
const MOST_REASONS: usize = 3;

/// The report of what is known.
pub(crate) fn report(
    closed: Closed<'_>,
    task: &Task<'_>,
    arguments: &CheckArguments,
    reliance: &Reliance,
) -> Report {
    let mut words = Words::of(task, arguments);
    let functions = evidence::Functions::of(task.program);
    let verdicts = closed.ledger.verdicts();
    // What comes behind it was looked at as if it held.
    let is_open = |kind, status| kind == ClaimKind::Precondition && status != Status::Proved;
    if verdicts
        .iter()
        .any(|(claim, verdict)| is_open(claim.kind(), verdict.status))
    {
        words.assumed.push(Assumption::Preconditions);
    }
    let is_proved = verdicts
        .iter()
        .all(|(_, verdict)| verdict.status == Status::Proved);
    words.assumed.extend(reliance.assumption(is_proved));
    let claims = verdicts.into_iter().map(|(claim, verdict)| {
        let location = functions.locate(claim.span);
        let bound = words.bound(&verdict);
        let status = verdict.status;
        let mut told = Claim {
            status,
            engine: verdict.engine,
            seconds: verdict.after.as_secs_f64(),
            bound,
            reached: verdict.reached,
            ..Claim::new(claim.kind(), location)
        };
        match verdict.reason {
            Reason::Refuted(refutation) => {
                told.message = refutation.message;
                told.counterexample = Some(refutation.evidence);
            }
            _ => told.message = words.message(&verdict),
        }
        told
    });
    let library = closed.ledger.library();
    let program = Program {
        status: library.status,
        message: words.message(&library),
        library_calls: closed.ledger.library_calls(),
    };
    let mut report = Report::new(claims.collect(), program);
    report.exploration = exploration(&closed.runs);
    report.assumed = words.assumed.iter().map(ToString::to_string).collect();
    report.engines = closed.runs.iter().map(engine_run).collect();
    report
}

/// The counters of the exploration: of its last stage that is no trial.
fn exploration(runs: &[Run]) -> Option<Exploration> {
    let stages = runs.iter().rev();
    let mut main = stages.filter(|run| run.stage.is_some_and(|stage| !stage.is_trial()));
    main.find_map(|run| run.statistics.as_ref()).map(counters)
}

fn engine_run(run: &Run) -> EngineRun {
    EngineRun {
        engine: run.engine,
        stage: run.stage.map(Stage::name),
        seconds: run.seconds,
        exploration: run.statistics.as_ref().map(counters),
    }
}

fn counters(statistics: &Statistics) -> Exploration {
    Exploration {
        paths: statistics.paths,
        steps: statistics.steps,
        queries: statistics.queries,
        checks: statistics.checks,
        matched: statistics.matched,
        matched_abstractly: statistics.matched_abstractly,
        stored: statistics.stored,
    }
}

/// Reasons in words.
struct Words<'a> {
    files: &'a SourceMap,
    assumed: Vec<Assumption>,
    /// Variables that may hold anything when the function is called.
    arbitrary: String,
}

impl<'a> Words<'a> {
    fn of(task: &Task<'a>, arguments: &CheckArguments) -> Words<'a> {
        let mut assumed = match task.caller {
            Caller::System => Vec::new(),
            Caller::Unknown => assumed_of_callers(task, arguments),
        };
        assumed.extend(assumed_of_executions(task.program, task.selected));
        let is_users = |id: &GlobalId| task.program[*id].origin != GlobalOrigin::Kept;
        let arbitrary: Vec<GlobalId> = task.globals.arbitrary().filter(is_users).collect();
        Words {
            files: &task.program.files,
            assumed,
            arbitrary: enumerated(&names(task.program, &arbitrary)),
        }
    }

    fn message(&self, verdict: &Verdict) -> String {
        let reason = match &verdict.reason {
            Reason::Refuted(refutation) => refutation.message.clone(),
            Reason::Doubt(why) => why.clone(),
            Reason::Gaps(gaps) if gaps.is_empty() => "no engine has settled it".to_string(),
            Reason::Gaps(gaps) => {
                let told = gaps.iter().take(MOST_REASONS);
                let told: Vec<String> = told.map(|gap| gap.describe(self.files)).collect();
                match gaps.len().saturating_sub(MOST_REASONS) {
                    0 => told.join("; "),
                    more => format!("{}; and {more} more reasons", told.join("; ")),
                }
            }
            Reason::Bounds(bounds) => format!("no violation{}", in_words(bounds)),
            Reason::Covered(how) => how.clone(),
        };
        match verdict.status {
            Status::Proved | Status::Bounded => reason + &self.premises(),
            Status::Unknown | Status::Refuted => reason,
        }
    }

    /// What a verdict rests on.
    fn premises(&self) -> String {
        let mut text = String::new();
        if !self.arbitrary.is_empty() {
            text += &format!(", with any value of {}", self.arbitrary);
        }
        let assumed: Vec<String> = self.assumed.iter().map(ToString::to_string).collect();
        if !assumed.is_empty() {
            text += &format!(", assuming {}", assumed.join(", "));
        }
        text
    }

    /// The most iterations of loops, if that is what a claim is bounded by.
    fn bound(&self, verdict: &Verdict) -> Option<u64> {
        let Reason::Bounds(bounds) = &verdict.reason else {
            return None;
        };
        bounds.iter().find_map(|bound| match bound {
            Bound::Iterations(most) => Some((*most).into()),
            Bound::Lines(_)
            | Bound::AbstractMatching
            | Bound::Objects(_)
            | Bound::Calls(_)
            | Bound::Environment(_) => None,
        })
    }
}

fn in_words(bounds: &[Bound]) -> String {
    let mut text = String::new();
    for bound in bounds {
        match bound {
            Bound::Iterations(most) => {
                text += &format!(" on paths with at most {most} loop iterations");
            }
            Bound::Lines(most) => text += &format!(" on paths of at most {most} lines"),
            Bound::Objects(most) => {
                text += &format!(" in heaps of at most {most} objects of each class");
            }
            Bound::Calls(most) => {
                text += &format!(" with at most {most} calls of a procedure inside each other");
            }
            Bound::AbstractMatching => text += " up to abstract matching of states",
            Bound::Environment(_) => {}
        }
    }
    let environment: Vec<&str> = bounds
        .iter()
        .filter_map(|bound| match bound {
            Bound::Environment(what) => Some(&**what),
            Bound::Iterations(_)
            | Bound::Lines(_)
            | Bound::AbstractMatching
            | Bound::Objects(_)
            | Bound::Calls(_) => None,
        })
        .collect();
    match environment.is_empty() {
        true => text,
        false => format!("{text} with {}", environment.join(" and ")),
    }
}
