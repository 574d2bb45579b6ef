//! Candidates for counterexamples: what an engine thinks the environment has to do.

use crate::claim::ClaimId;
use crate::counterexample::{Argument, GlobalState, Input, Object};
use crate::leftovers::Leftovers;
use crate::opening::Position;
use ir::{GlobalId, Span};

/// What the environment has to do for a violation to happen.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Witness {
    /// What it answers, in the order in which it is asked.
    pub inputs: Vec<Input>,
    /// What the entry procedure is called with.
    pub arguments: Vec<Argument>,
    /// The caller's heap.
    pub objects: Vec<Object>,
    /// What globals hold at first, where it matters.
    pub globals: Vec<GlobalState>,
    /// The `static` locals for which it matters what earlier calls left there. No caller chooses
    /// that.
    pub left_by_earlier_calls: Vec<GlobalId>,
    /// What was never written, if the violation depends on it.
    pub leftovers: Leftovers,
    /// How many operations lead to the violation.
    pub steps: u64,
}

/// How much a counterexample takes: the fewest inputs and objects first, then the shortest path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Size {
    /// Inputs and objects.
    pub given: usize,
    /// Operations.
    pub steps: u64,
}

/// Whether a candidate can be executed in the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// It can.
    Interpretable,
    /// It takes too long there; the compiled program is faster.
    TooLong,
}

/// A violation that an engine found a way to. It is a counterexample if it fails when it is executed.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What is violated.
    pub claim: ClaimId,
    /// Where, as far as the text goes.
    pub span: Span,
    /// What the environment has to choose.
    pub witness: Witness,
    /// How much that is.
    pub size: Size,
    /// Where executions go on that do not fail after all.
    pub position: Position,
    /// Whether the interpreter can execute it.
    pub length: Length,
    /// What the engine knows of it beyond this one execution, for people.
    pub notes: Vec<String>,
}
