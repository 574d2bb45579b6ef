//! The evidence that a claim does not hold, ready to be shown: an execution in the terms of the
//! user's source. Its JSON form is a part of the report's.

use ir::{SourceMap, Span};
use serde::Serialize;
use std::fmt;

/// A place in the user's source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Location {
    /// The file, as the user named it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in bytes.
    pub column: u32,
    /// The function it is in.
    pub function: Option<String>,
    /// The whole stretch of text, for excerpts.
    #[serde(skip)]
    pub span: Span,
}

impl Location {
    /// The start of a span.
    pub fn new(files: &SourceMap, span: Span, function: Option<&str>) -> Location {
        let file = files.get(span.file).filter(|_| !span.is_none());
        Location {
            file: file.map_or_else(|| "<start-up>".to_string(), |file| file.name.to_string()),
            line: span.line,
            column: span.column,
            function: function.map(str::to_string),
            span,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.span.is_none() {
            true => f.write_str(&self.file),
            false => write!(f, "{}:{}:{}", self.file, self.line, self.column),
        }
    }
}

/// An execution that violates a claim.
#[derive(Clone, Debug, Serialize)]
pub struct Evidence {
    /// What the environment chose, in the order in which it was asked.
    pub inputs: Vec<Input>,
    /// How many operations were executed; `None` where they were not counted.
    pub steps: Option<u64>,
    /// What it looks like where it fails.
    #[serde(flatten)]
    pub trace: Trace,
    /// Its execution outside of the engine that found it.
    pub replay: Replay,
    /// How it comes about.
    #[serde(flatten)]
    pub story: Story,
}

/// How a violation comes about, for people.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Story {
    /// What the environment chose, in the program's own terms: `x -> [2] -> [3] -> null`.
    pub words: Vec<String>,
    /// The lines that were executed.
    pub path: Vec<Step>,
    /// Steps that are missing in a long path.
    pub omitted: Option<Omitted>,
    /// What was assumed of the environment.
    pub assumed: Vec<String>,
    /// Where it is kept.
    pub saved: Option<Saved>,
}

/// A line that was executed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    /// The line.
    #[serde(flatten)]
    pub location: Location,
    /// How many calls are around it.
    pub depth: usize,
    /// The variables that it changed, and their values from then on.
    pub changes: Vec<Value>,
}

/// Steps that are missing in a long path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Omitted {
    /// The index of the first step after them.
    pub before: usize,
    /// How many.
    pub steps: u64,
}

/// The files of a counterexample.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Saved {
    /// What `concrex replay` reads.
    pub document: String,
    /// A test in the program's language, if there is one.
    pub test: Option<String>,
}

/// A value that the environment chose.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Input {
    /// Where it came from: `getchar`, `__VERIFIER_nondet_int`, …
    pub source: String,
    /// The line that asked for it.
    pub line: u32,
    /// Its declared type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The value.
    pub value: serde_json::Value,
    /// How often in a row.
    #[serde(skip_serializing_if = "is_once")]
    pub times: u64,
}

fn is_once(times: &u64) -> bool {
    *times == 1
}

/// The state at a violation, for people.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Trace {
    /// Where execution stood in each active function, the innermost first.
    pub stack: Vec<Location>,
    /// The values involved.
    pub values: Vec<Value>,
    /// Further facts, such as where the memory was allocated.
    pub notes: Vec<Note>,
}

/// A value involved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Value {
    /// The expression, as the user wrote it.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A further fact.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Note {
    /// What.
    pub message: String,
    /// Where, if it has a place.
    pub location: Option<Location>,
}

/// An execution of a counterexample outside of the engine that found it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Replay {
    /// How it ended.
    pub status: ReplayStatus,
    /// What executed it.
    pub how: String,
    /// Why nothing but the interpreter did, of [`ReplayStatus::Interpreted`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// How a replay ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplayStatus {
    /// Compiled by the user's compiler, or on the JVM, it failed as claimed, at the claimed line.
    Confirmed,
    /// It failed as claimed in Concrex's own interpreter, and nothing else can show it here.
    Interpreted,
    /// It did not fail there in a way that the means of replay can see.
    NotSeen,
}
