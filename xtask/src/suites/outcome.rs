//! What `concrex check` says of a task, and how that compares with what was expected.

use super::task::{Assertion, Expected, Language, Nulls, Skip, Task};
use crate::process::{Ending, Finished, run};
use crate::scoreboard::general;
use serde::Deserialize;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long after its own limit a process is ended.
const GRACE: Duration = Duration::from_secs(10);

/// What one run came to.
pub(crate) struct Outcome {
    pub(crate) answer: Answer,
    pub(crate) claims: Claims,
    pub(crate) elapsed: Duration,
}

/// How many claims a program has, and how many of them are proved or refuted.
#[derive(Clone, Copy, Default)]
pub(crate) struct Claims {
    pub(crate) all: usize,
    pub(crate) settled: usize,
}

impl Claims {
    fn of(document: &str) -> Claims {
        let document: serde_json::Value = serde_json::from_str(document).unwrap_or_default();
        let statuses = document["claims"].as_array().into_iter().flatten();
        let statuses: Vec<_> = statuses.map(|claim| &claim["status"]).collect();
        let settled = statuses
            .iter()
            .filter(|status| *status == &"proved" || *status == &"refuted");
        Claims {
            all: statuses.len(),
            settled: settled.count(),
        }
    }
}

/// The answer itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// With a replay that failed as claimed; the means and the message.
    Refuted {
        how: String,
        /// Why nothing but the interpreter shows it, if so.
        why: Option<String>,
        message: String,
        /// All claims that are refuted, by their names.
        claims: Vec<String>,
    },
    /// Without one.
    Unconfirmed {
        message: String,
        claims: Vec<String>,
    },
    Proved,
    Bounded,
    Unknown {
        reason: String,
    },
    /// Status 2: the program or the command line was not accepted.
    Refused {
        reason: String,
    },
    Crashed {
        message: String,
    },
    TimedOut,
}

/// An answer in the light of what was expected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Score {
    Correct,
    /// Refuted, but not seen when it was executed again.
    Unconfirmed,
    Bounded,
    Unknown,
    Refused,
    Crashed,
    TimedOut,
    /// We say more than the bound of the other tool allowed it to say.
    BeyondBound,
    /// Not as expected, for a reason that was looked into.
    Disputed,
    Wrong,
}

impl Score {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Score::Correct => "correct",
            Score::Unconfirmed => "refuted, not confirmed",
            Score::Bounded => "bounded",
            Score::Unknown => "unknown",
            Score::Refused => "refused",
            Score::Crashed => "crashed",
            Score::TimedOut => "killed",
            Score::BeyondBound => "beyond their bound",
            Score::Disputed => "disputed",
            Score::Wrong => "wrong",
        }
    }
}

impl Answer {
    /// Its score where this was expected.
    pub(crate) fn score(&self, expected: Expected) -> Score {
        match self {
            Answer::Refuted { .. } | Answer::Unconfirmed { .. } => match (expected, self) {
                (Expected::Safe, _) => Score::Wrong,
                (_, Answer::Unconfirmed { .. }) => Score::Unconfirmed,
                (Expected::SafeWithinBound, _) => Score::BeyondBound,
                _ => Score::Correct,
            },
            Answer::Proved => match expected {
                Expected::Safe | Expected::SafeWithinBound => Score::Correct,
                Expected::UnsafeOrBound => Score::BeyondBound,
                Expected::Unsafe => Score::Wrong,
            },
            Answer::Bounded => Score::Bounded,
            Answer::Unknown { .. } => Score::Unknown,
            Answer::Refused { .. } => Score::Refused,
            Answer::Crashed { .. } => Score::Crashed,
            Answer::TimedOut => Score::TimedOut,
        }
    }

    /// Why a task turns out to be none, if what it gives is no program that a JVM can run.
    pub(crate) fn no_program(&self) -> Option<Skip> {
        let (Answer::Unknown { reason } | Answer::Refused { reason }) = self else {
            return None;
        };
        if reason.contains("javac refuses the program") {
            return Some("javac refuses the program".to_string());
        }
        let (_, missing) = reason.split_once("the class ")?;
        let class = missing.strip_suffix(" is not on the class path")?;
        // What the suite's own tool brings with it is to be modelled.
        let theirs = class.starts_with("org.cprover.");
        (!theirs).then(|| "a class of the program is missing".to_string())
    }

    /// By what means it was shown, if it is a refutation, and why not by others.
    pub(crate) fn means(&self) -> String {
        match self {
            Answer::Refuted { how, why, .. } => match why {
                Some(why) => format!("{how}: {why}"),
                None => how.clone(),
            },
            _ => String::new(),
        }
    }

    /// What is said with it, for people.
    pub(crate) fn message(&self) -> &str {
        match self {
            Answer::Refuted { message, .. }
            | Answer::Unconfirmed { message, .. }
            | Answer::Crashed { message } => message,
            Answer::Unknown { reason } | Answer::Refused { reason } => reason,
            Answer::Proved => "proved",
            Answer::Bounded => "bounded",
            Answer::TimedOut => "killed after its time",
        }
    }
}

/// Runs `concrex check` on a task, for `time` by its own measure, in an empty folder.
pub(crate) fn ask(concrex: &Path, task: &Task, time: Duration) -> Outcome {
    let Ok(scratch) = tempfile::tempdir() else {
        return Outcome {
            answer: Answer::Crashed {
                message: "there is no temporary folder".to_string(),
            },
            claims: Claims::default(),
            elapsed: Duration::ZERO,
        };
    };
    let mut command = command(concrex, task, time);
    command.current_dir(scratch.path());
    let mut finished = run(&mut command, time + GRACE);
    // Where the suite lies is nobody's business in a result.
    let prefix = format!("{}/", task.folder.display());
    finished.stdout = finished.stdout.replace(&prefix, "");
    finished.stderr = finished.stderr.replace(&prefix, "");
    Outcome {
        answer: answer(&finished, &task.question.assertions),
        claims: Claims::of(&finished.stdout),
        elapsed: finished.elapsed,
    }
}

/// What is typed to ask about a task.
pub(crate) fn command(concrex: &Path, task: &Task, time: Duration) -> Command {
    let question = &task.question;
    let mut command = Command::new(concrex);
    command.args(["check", "--json"]);
    command.arg(format!("--time={}ms", time.as_millis()));
    if task.suite.language() == Language::C {
        command.arg(format!("--data-model={}", question.model.name()));
    }
    for property in &question.properties {
        command.arg(format!("--property={property}"));
    }
    if let Some(entry) = &question.entry {
        command.arg(format!("--entry={entry}"));
    }
    for option in &question.preprocessor {
        match option.strip_prefix("-I") {
            Some(folder) => command.arg("-I").arg(task.folder.join(folder)),
            None => command.arg(option),
        };
    }
    if !question.class_path.is_empty() {
        let places = question
            .class_path
            .iter()
            .map(|place| task.folder.join(place));
        let path = std::env::join_paths(places).unwrap_or_default();
        command.arg("--classpath").arg(path);
    }
    if question.nulls == Nulls::Excluded {
        command.arg("--assume=nonnull");
    }
    if !question.assertions.is_empty() {
        // Each of them counts, not only the first that fails.
        command.arg("--all");
    }
    command.args(task.files.iter().map(|file| task.folder.join(file)));
    command
}

fn answer(finished: &Finished, assertions: &[Assertion]) -> Answer {
    let said = complaint(&finished.stderr);
    match finished.ending {
        Ending::TimedOut => Answer::TimedOut,
        Ending::Exited(2) => Answer::Refused {
            reason: general(said),
        },
        Ending::Exited(0 | 1 | 3) => match serde_json::from_str::<Document>(&finished.stdout) {
            Ok(document) => match document.about(assertions) {
                Some(document) => document.answer(),
                None => Answer::Unknown {
                    reason: "the assertion is not in the method that the suite names".to_string(),
                },
            },
            Err(error) => Answer::Crashed {
                message: format!("no document: {error}"),
            },
        },
        Ending::Exited(_) | Ending::Killed | Ending::NotStarted => Answer::Crashed {
            message: said.to_string(),
        },
    }
}

/// The line that says what is wrong.
fn complaint(stderr: &str) -> &str {
    let mut lines = stderr.lines();
    let telling = lines
        .clone()
        .find(|line| line.contains("error") || line.contains("panicked"));
    telling.or_else(|| lines.next()).unwrap_or_default()
}

/// The parts of a report that count here; see `docs/report.schema.json`.
#[derive(Deserialize)]
struct Document {
    verdict: Status,
    claims: Vec<Claim>,
    program: Statement,
}

/// From the worst to the best.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
enum Status {
    Refuted,
    Unknown,
    Bounded,
    Proved,
}

#[derive(Deserialize)]
struct Claim {
    id: String,
    kind: String,
    location: Location,
    status: Status,
    message: String,
    counterexample: Option<Counterexample>,
}

#[derive(Deserialize)]
struct Location {
    line: u32,
    column: u32,
    function: Option<String>,
}

#[derive(Deserialize)]
struct Counterexample {
    replay: Replay,
}

#[derive(Deserialize)]
struct Replay {
    status: String,
    how: String,
    why: Option<String>,
}

#[derive(Deserialize)]
struct Statement {
    status: Status,
    message: String,
}

impl Document {
    /// What it says about some assertions only, if there are any. None if one of them is missing.
    fn about(mut self, assertions: &[Assertion]) -> Option<Document> {
        if assertions.is_empty() {
            return Some(self);
        }
        let mut chosen = Vec::new();
        for Assertion { method, index } in assertions {
            let mut mine: Vec<&Claim> = self.claims.iter().collect();
            mine.retain(|claim| {
                claim.kind == "assert" && claim.location.function.as_ref() == Some(method)
            });
            mine.sort_by_key(|claim| (claim.location.line, claim.location.column));
            chosen.push(mine.get(*index)?.id.clone());
        }
        self.claims.retain(|claim| chosen.contains(&claim.id));
        self.verdict = self.claims.iter().map(|claim| claim.status).min()?;
        Some(self)
    }

    fn answer(&self) -> Answer {
        match self.verdict {
            Status::Refuted => self.refutation(),
            Status::Proved => Answer::Proved,
            Status::Bounded => Answer::Bounded,
            Status::Unknown => Answer::Unknown {
                reason: general(without_details(self.reason())),
            },
        }
    }

    fn refutation(&self) -> Answer {
        let refuted = self.claims.iter().filter(|c| c.status == Status::Refuted);
        let claims = refuted.clone().map(|claim| claim.id.clone()).collect();
        let mut message = String::new();
        for claim in refuted {
            message = format!("{}: {}", claim.id, claim.message);
            let replay = claim.counterexample.as_ref().map(|c| &c.replay);
            let shows = |status: &str| matches!(status, "confirmed" | "interpreted");
            if let Some(replay) = replay.filter(|replay| shows(&replay.status)) {
                return Answer::Refuted {
                    how: replay.how.clone(),
                    why: replay.why.clone(),
                    message,
                    claims,
                };
            }
        }
        Answer::Unconfirmed { message, claims }
    }

    /// Why the first claim that is unknown is so.
    fn reason(&self) -> &str {
        let unknown = self.claims.iter().find(|c| c.status == Status::Unknown);
        match unknown {
            Some(claim) => &claim.message,
            None if self.program.status == Status::Unknown => &self.program.message,
            None => "",
        }
    }
}

/// A reason up to the values of the run that it is about.
fn without_details(reason: &str) -> &str {
    [" with these inputs: ", " does not confirm it: "]
        .iter()
        .find_map(|mark| reason.split_once(mark))
        .map_or(reason, |(before, _)| before)
}

#[cfg(test)]
mod tests {
    use super::{Answer, Document, Score};
    use crate::suites::task::{Assertion, Expected};

    fn document(verdict: &str, claims: &str) -> Answer {
        let text = format!(
            r#"{{"verdict": "{verdict}", "claims": [{claims}], "seconds": 0.1,
                 "program": {{"status": "{verdict}", "message": "as a whole"}}}}"#
        );
        let document: Document = serde_json::from_str(&text).expect("a document");
        document.answer()
    }

    const NULL: &str = r#""kind": "null", "location": {"line": 1, "column": 2, "function": null}"#;

    fn refuted(replay: &str) -> Answer {
        let claim = format!(
            r#"{{"id": "null@a.c:1:2", {NULL}, "status": "refuted", "message": "p is null",
                 "counterexample": {{"replay": {{"status": "{replay}", "how": "cc"}}}}}}"#
        );
        document("refuted", &claim)
    }

    #[test]
    fn reads_documents() {
        assert_eq!(document("proved", ""), Answer::Proved);
        assert_eq!(
            refuted("not-seen"),
            Answer::Unconfirmed {
                message: "null@a.c:1:2: p is null".to_string(),
                claims: vec!["null@a.c:1:2".to_string()],
            }
        );
        let claim = format!(
            r#"{{"id": "null@a.c:1:2", {NULL}, "status": "unknown", "counterexample": null,
                 "message": "depends on the input `n` at a.c:3:4; too hard"}}"#
        );
        assert_eq!(
            document("unknown", &claim),
            Answer::Unknown {
                reason: "depends on the input `…` at …; too hard".to_string()
            }
        );
        assert_eq!(
            document("unknown", ""),
            Answer::Unknown {
                reason: "as a whole".to_string()
            }
        );
    }

    #[test]
    fn only_what_is_asked_about_counts() {
        let claim = |line: u32, status: &str| {
            format!(
                r#"{{"id": "{line}", "kind": "assert", "status": "{status}", "message": "",
                     "location": {{"line": {line}, "column": 1, "function": "A.f"}},
                     "counterexample": null}}"#
            )
        };
        let claims = [claim(7, "unknown"), claim(3, "proved"), claim(9, "bounded")].join(",");
        let text = format!(
            r#"{{"verdict": "unknown", "claims": [{claims}],
                 "program": {{"status": "unknown", "message": ""}}}}"#
        );
        let about = |indices: &[usize]| {
            let document: Document = serde_json::from_str(&text).expect("a document");
            let assertions: Vec<Assertion> = indices
                .iter()
                .map(|index| Assertion {
                    method: "A.f".to_string(),
                    index: *index,
                })
                .collect();
            document
                .about(&assertions)
                .map(|document| document.answer())
        };
        assert_eq!(about(&[0]), Some(Answer::Proved));
        assert_eq!(about(&[0, 2]), Some(Answer::Bounded));
        assert!(matches!(about(&[]), Some(Answer::Unknown { .. })));
        assert_eq!(about(&[3]), None);
    }

    #[test]
    fn programs_in_parts_are_none() {
        let why = |reason: &str| {
            let reason = reason.to_string();
            Answer::Unknown { reason }.no_program()
        };
        let missing = Some("a class of the program is missing".to_string());
        let reason = "unsupported: the class Opaque is not on the class path";
        assert_eq!(why(reason), missing);
        let reason = "unsupported: the class org.cprover.CProverString is not on the class path";
        assert_eq!(why(reason), None);
        assert_eq!(why("the limit of time was reached"), None);
    }

    #[test]
    fn scores_answers() {
        let (confirmed, unconfirmed) = (refuted("confirmed"), refuted("not-seen"));
        assert_eq!(confirmed.score(Expected::Unsafe), Score::Correct);
        assert_eq!(unconfirmed.score(Expected::Unsafe), Score::Unconfirmed);
        assert_eq!(confirmed.score(Expected::Safe), Score::Wrong);
        assert_eq!(unconfirmed.score(Expected::Safe), Score::Wrong);
        assert_eq!(
            confirmed.score(Expected::SafeWithinBound),
            Score::BeyondBound
        );
        assert_eq!(Answer::Proved.score(Expected::Unsafe), Score::Wrong);
        assert_eq!(
            Answer::Proved.score(Expected::UnsafeOrBound),
            Score::BeyondBound
        );
        assert_eq!(Answer::TimedOut.score(Expected::Safe), Score::TimedOut);
    }
}
