//! The document: every claim with its status and evidence. Its JSON form is a contract, described
//! by `docs/report.schema.json`.

use ir::{ClaimKind, SourceMap, Span};
use serde::{Serialize, Serializer};
use std::fmt;

/// The version of the JSON form. It changes when a reader of the old form would misread the new.
pub const SCHEMA: u32 = 1;

/// What became of a claim, from the best to the worst.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// No execution violates it.
    Proved,
    /// No violation within the bound that is stated.
    Bounded,
    /// Not settled, for the reason that is stated.
    Unknown,
    /// An execution violates it, and was executed.
    Refuted,
}

impl Status {
    /// The exit status of a command whose verdict this is.
    ///
    /// ```
    /// assert_eq!(report::Status::Refuted.exit_status(), 1);
    /// ```
    pub const fn exit_status(self) -> u8 {
        match self {
            Status::Proved => 0,
            Status::Refuted => 1,
            Status::Bounded | Status::Unknown => 3,
        }
    }

    /// The worst of them; proved if there is none.
    pub fn worst(statuses: impl IntoIterator<Item = Status>) -> Status {
        statuses.into_iter().max().unwrap_or(Status::Proved)
    }

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Bounded => "bounded",
            Status::Unknown => "unknown",
            Status::Refuted => "refuted",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The result of a `check`.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    schema: u32,
    tool: String,
    verdict: Status,
    /// Every claim, in the order of the source.
    pub claims: Vec<Claim>,
    /// What is known of the program as a whole.
    pub program: Program,
    /// What was explored, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploration: Option<Exploration>,
    /// How long it took.
    pub seconds: f64,
    /// The most memory that was in use.
    pub memory_mb: u64,
    /// What it was allowed to take.
    pub limits: Limits,
}

/// The counters of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Exploration {
    /// Paths that came to their end.
    pub paths: u64,
    /// Operations executed.
    pub steps: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// States that were compared with visited ones.
    pub checks: u64,
    /// Those of them that a visited one subsumes.
    pub matched: u64,
    /// Those of them whose abstraction alone is subsumed.
    pub matched_abstractly: u64,
    /// Those that were kept, because none does.
    pub stored: u64,
}

/// What a run may take. `None` is no limit.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Limits {
    /// Seconds.
    pub time: Option<f64>,
    /// Megabytes of the program's own memory.
    pub memory_mb: Option<u64>,
}

/// What is known of the program as a whole, beyond the claims at its own lines: its calls of
/// library functions violate nothing inside of them. A call that does is listed as a claim.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Program {
    /// What became of that claim.
    pub status: Status,
    /// Why.
    pub message: String,
    /// How many places of the program call library functions.
    pub library_calls: usize,
}

impl Report {
    /// A report whose verdict is the worst of its parts.
    pub fn new(claims: Vec<Claim>, program: Program) -> Report {
        let statuses = claims
            .iter()
            .map(|claim| claim.status)
            .chain([program.status]);
        Report {
            schema: SCHEMA,
            tool: concat!("concrex ", env!("CARGO_PKG_VERSION")).to_string(),
            verdict: Status::worst(statuses),
            claims,
            program,
            exploration: None,
            seconds: 0.0,
            memory_mb: 0,
            limits: Limits {
                time: None,
                memory_mb: None,
            },
        }
    }

    /// The worst of its claims.
    pub fn verdict(&self) -> Status {
        self.verdict
    }

    /// How many claims have that status.
    pub fn count(&self, status: Status) -> usize {
        self.claims
            .iter()
            .filter(|claim| claim.status == status)
            .count()
    }

    /// The JSON form, on several lines, without a final line break.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

/// A claim and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct Claim {
    /// `kind@file:line:column`, unique in the report and stable from run to run.
    pub id: String,
    /// What it says does not happen.
    #[serde(serialize_with = "kind_name")]
    pub kind: ClaimKind,
    /// What became of it.
    pub status: Status,
    /// Where.
    pub location: Location,
    /// What happened, or why it is not known.
    pub message: String,
    /// What settled it.
    pub engine: Option<&'static str>,
    /// How long that took.
    pub seconds: f64,
    /// The bound, of [`Status::Bounded`].
    pub bound: Option<u64>,
    /// The violation, of [`Status::Refuted`].
    pub counterexample: Option<Counterexample>,
}

impl Claim {
    /// A claim of which nothing is known yet.
    pub fn new(kind: ClaimKind, location: Location) -> Claim {
        Claim {
            id: format!("{}@{}", kind.name(), location),
            kind,
            status: Status::Unknown,
            location,
            message: String::new(),
            engine: None,
            seconds: 0.0,
            bound: None,
            counterexample: None,
        }
    }
}

fn kind_name<S: Serializer>(kind: &ClaimKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

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
pub struct Counterexample {
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
