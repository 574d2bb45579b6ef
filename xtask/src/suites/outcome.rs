//! What `concrex check` says of a task, and how that compares with what was expected.

use super::task::{Expected, Task};
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
    pub(crate) elapsed: Duration,
}

/// The answer itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// With a replay that failed as claimed; the means and the message.
    Refuted {
        how: String,
        message: String,
    },
    /// Without one.
    Unconfirmed {
        message: String,
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

    /// What is said with it, for people.
    pub(crate) fn message(&self) -> &str {
        match self {
            Answer::Refuted { message, .. }
            | Answer::Unconfirmed { message }
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
            elapsed: Duration::ZERO,
        };
    };
    let question = &task.question;
    let mut command = Command::new(concrex);
    command.current_dir(scratch.path());
    command.args(["check", "--json"]);
    command.arg(format!("--time={}ms", time.as_millis()));
    command.arg(format!("--data-model={}", question.model.name()));
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
    command.args(task.files.iter().map(|file| task.folder.join(file)));
    let mut finished = run(&mut command, time + GRACE);
    // Where the suite lies is nobody's business in a result.
    let prefix = format!("{}/", task.folder.display());
    finished.stdout = finished.stdout.replace(&prefix, "");
    finished.stderr = finished.stderr.replace(&prefix, "");
    Outcome {
        answer: answer(&finished),
        elapsed: finished.elapsed,
    }
}

fn answer(finished: &Finished) -> Answer {
    let said = complaint(&finished.stderr);
    match finished.ending {
        Ending::TimedOut => Answer::TimedOut,
        Ending::Exited(2) => Answer::Refused {
            reason: general(said),
        },
        Ending::Exited(0 | 1 | 3) => match serde_json::from_str::<Document>(&finished.stdout) {
            Ok(document) => document.answer(),
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

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
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
    status: Status,
    message: String,
    counterexample: Option<Counterexample>,
}

#[derive(Deserialize)]
struct Counterexample {
    replay: Replay,
}

#[derive(Deserialize)]
struct Replay {
    status: String,
    how: String,
}

#[derive(Deserialize)]
struct Statement {
    status: Status,
    message: String,
}

impl Document {
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
        let mut message = String::new();
        for claim in refuted {
            message = format!("{}: {}", claim.id, claim.message);
            let replay = claim.counterexample.as_ref().map(|c| &c.replay);
            if let Some(replay) = replay.filter(|replay| replay.status == "confirmed") {
                let how = replay.how.clone();
                return Answer::Refuted { how, message };
            }
        }
        Answer::Unconfirmed { message }
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
    use crate::suites::task::Expected;

    fn document(verdict: &str, claims: &str) -> Answer {
        let text = format!(
            r#"{{"verdict": "{verdict}", "claims": [{claims}], "seconds": 0.1,
                 "program": {{"status": "{verdict}", "message": "as a whole"}}}}"#
        );
        let document: Document = serde_json::from_str(&text).expect("a document");
        document.answer()
    }

    fn refuted(replay: &str) -> Answer {
        let claim = format!(
            r#"{{"id": "null@a.c:1:2", "status": "refuted", "message": "p is null",
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
                message: "null@a.c:1:2: p is null".to_string()
            }
        );
        let claim = r#"{"id": "null@a.c:1:2", "status": "unknown", "counterexample": null,
                        "message": "depends on the input `n` at a.c:3:4; too hard"}"#;
        assert_eq!(
            document("unknown", claim),
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
