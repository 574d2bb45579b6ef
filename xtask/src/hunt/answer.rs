//! What the verifier says about a program.

use crate::process::{Ending, Finished};
use serde::Deserialize;
use std::time::Duration;

/// A verdict, of a program or a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Proved,
    Refuted,
    Bounded,
    Unknown,
}

/// The document that it prints, as far as it matters.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Document {
    pub(crate) verdict: Status,
    pub(crate) claims: Vec<Claim>,
    pub(crate) program: Whole,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Claim {
    pub(crate) kind: String,
    pub(crate) status: Status,
    pub(crate) location: Location,
    pub(crate) message: String,
    pub(crate) counterexample: Option<Counterexample>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Location {
    pub(crate) line: u32,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Whole {
    pub(crate) message: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Counterexample {
    #[serde(default)]
    pub(crate) inputs: Vec<Input>,
    pub(crate) replay: Option<Replay>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Input {
    pub(crate) value: serde_json::Value,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Replay {
    pub(crate) status: String,
    #[serde(default)]
    pub(crate) how: String,
}

/// How a run of the verifier ended.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Said(Document),
    /// It ended long after its limit.
    Overtime,
    /// It crashed, or printed what is no document.
    Broken(String),
    /// It refused the program, and says why.
    Refused(String),
}

impl Answer {
    pub(crate) fn new(finished: &Finished, limit: Duration) -> Answer {
        let complaint = || {
            finished
                .stderr
                .lines()
                .next()
                .unwrap_or_default()
                .to_string()
        };
        let said = serde_json::from_str(&finished.stdout);
        match finished.ending {
            Ending::TimedOut => Answer::Overtime,
            _ if finished.stderr.contains("panicked at") => Answer::Broken(complaint()),
            Ending::Exited(0 | 1 | 3) => match said {
                Ok(document) if finished.elapsed <= limit + GRACE => Answer::Said(document),
                Ok(_) => Answer::Overtime,
                Err(error) => Answer::Broken(format!("no document: {error}")),
            },
            Ending::Exited(2) => Answer::Refused(complaint()),
            ending => Answer::Broken(format!("{ending:?}: {}", complaint())),
        }
    }
}

/// How much later than its limit it may end; a busy machine takes some of it.
pub(crate) const GRACE: Duration = Duration::from_secs(10);

impl Counterexample {
    /// Its inputs, if all are integers.
    pub(crate) fn values(&self) -> Option<Vec<i64>> {
        let values = self.inputs.iter().map(|input| {
            let unsigned = || input.value.as_u64().map(|value| value as i64);
            input.value.as_i64().or_else(unsigned)
        });
        values.collect()
    }

    /// Whether a compiler or JVM has seen the error.
    pub(crate) fn is_confirmed(&self) -> bool {
        let replay = self.replay.as_ref();
        replay.is_some_and(|replay| replay.status == "confirmed" && replay.how != "interpreter")
    }
}
