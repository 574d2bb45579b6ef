//! How runs end.

use crate::value::Value;
use ir::{ClaimKind, ClaimSet, ProcedureId, SourceKind, Span};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What a run may cost, and what it watches for.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most edges to take, counted from the start of the state; the run may take some more,
    /// up to the next loop or call.
    pub steps: Option<u64>,
    /// The most bytes of memory.
    pub memory: Option<u64>,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// The most calls inside each other.
    pub stack_depth: usize,
    /// Stops the run when it becomes true.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// The claims to watch for.
    pub claims: ClaimSet,
}

impl Default for Limits {
    /// No limits but a depth of the stack that real programs have; the usual claims.
    fn default() -> Limits {
        Limits {
            steps: None,
            memory: None,
            deadline: None,
            stack_depth: 100_000,
            interrupt: None,
            claims: ClaimSet::usual(),
        }
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// The program ended with this status.
    Exited(i32),
    /// The program called `abort`.
    Aborted(Vec<Frame>),
    /// The procedure that the state started at returned.
    Returned(Option<Value>),
    /// A claim is violated.
    Violation(Box<Violation>),
    /// A kind of claim that is not watched for is violated, and execution cannot go on.
    UndefinedBehaviour(Box<Violation>),
    /// An assumption does not hold: this is not an execution of the program.
    AssumptionFailed(Position),
    /// The environment has no value for an input. The state is before the input, and can be run
    /// again; a string of which some bytes were given is then asked for from its start.
    OutOfInputs(Box<InputPoint>),
    /// A limit was reached. The state can be run further with a higher one.
    LimitReached(Limit),
    /// Something that cannot be executed was reached.
    Unsupported {
        /// What.
        what: Arc<str>,
        /// Where, in the user's code.
        span: Span,
        /// The calls, innermost first.
        stack: Vec<Frame>,
    },
}

/// A limit of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// The number of steps.
    Steps,
    /// The bytes of memory, or the addresses of the data model.
    Memory,
    /// The time.
    Time,
    /// The depth of calls.
    Stack,
    /// It was told to stop.
    Interrupted,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Steps => "the limit of steps",
            Limit::Memory => "the limit of memory",
            Limit::Time => "the limit of time",
            Limit::Stack => "the limit of calls inside each other",
            Limit::Interrupted => "an interrupt",
        })
    }
}

/// A call that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// The procedure.
    pub procedure: ProcedureId,
    /// Where it is: in the innermost frame the operation, in the others the call.
    pub span: Span,
}

/// A point of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Where, in the user's code.
    pub span: Span,
    /// The calls, innermost first.
    pub stack: Vec<Frame>,
}

/// An input that was asked for and not given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputPoint {
    /// What part of the environment it comes from.
    pub kind: SourceKind,
    /// The function called, the parameter, …
    pub name: Arc<str>,
    /// Where.
    pub position: Position,
}

/// A claim that does not hold, and the facts that explain it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What kind.
    pub kind: ClaimKind,
    /// A sentence in the user's terms.
    pub message: String,
    /// Where: in the innermost frame of a procedure that the user wrote.
    pub span: Span,
    /// The expression it is about, as the user wrote it; empty in the library's code.
    pub subject: Arc<str>,
    /// The calls, innermost first.
    pub stack: Vec<Frame>,
    /// Names and values of what it depends on.
    pub values: Vec<(String, String)>,
    /// What else to know, such as where the memory was allocated.
    pub notes: Vec<Note>,
}

impl Violation {
    /// Where it belongs: memory that is lost at exit belongs to the place that allocated it.
    pub fn place(&self) -> Span {
        let allocation = self.notes.iter().find_map(|note| note.span);
        match self.kind {
            ClaimKind::Leak | ClaimKind::NotFreed => allocation.unwrap_or(self.span),
            _ => self.span,
        }
    }
}

/// A further fact about a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// What.
    pub message: String,
    /// Where, if it is a place in the user's code.
    pub span: Option<Span>,
}
