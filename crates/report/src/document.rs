//! The document: every claim with its status and evidence. Its JSON form is a contract, described
//! by `docs/report.schema.json`.

use ir::ClaimKind;
use serde::{Serialize, Serializer};
use verdict::evidence::Location;
use verdict::{Evidence, Status};

/// The version of the JSON form. It changes when a reader of the old form would misread the new.
pub const SCHEMA: u32 = 1;

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
    /// What proofs and bounds rest on: "that allocations succeed".
    pub assumed: Vec<String>,
    /// What was explored, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploration: Option<Exploration>,
    /// What engines did, in order.
    pub engines: Vec<EngineRun>,
    /// How long it took.
    pub seconds: f64,
    /// The most memory that was in use.
    pub memory_mb: u64,
    /// What it was allowed to take.
    pub limits: Limits,
    /// What programs that were run natively were not kept from, by the names of such harms.
    pub uncontained: Vec<&'static str>,
}

/// What an engine did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineRun {
    /// Its name.
    pub engine: &'static str,
    /// Its stage, if it has several.
    pub stage: Option<&'static str>,
    /// How long it took.
    pub seconds: f64,
    /// What it explored, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploration: Option<Exploration>,
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
            assumed: Vec::new(),
            exploration: None,
            engines: Vec::new(),
            seconds: 0.0,
            memory_mb: 0,
            limits: Limits {
                time: None,
                memory_mb: None,
            },
            uncontained: Vec::new(),
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
    /// How often it was checked and held, if that was counted.
    pub reached: Option<u64>,
    /// The violation, of [`Status::Refuted`].
    pub counterexample: Option<Evidence>,
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
            reached: None,
            counterexample: None,
        }
    }
}

fn kind_name<S: Serializer>(kind: &ClaimKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}
