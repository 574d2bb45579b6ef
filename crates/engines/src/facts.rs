//! What engines have found out for each other.

use crate::concretize::Explanation;
use crate::infer::Inferred;
use interp::Outcome;
use ir::{Expr, Location, ProcedureId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use verdict::ClaimId;

/// What engines have found out for each other, and for whoever challenges what they prove.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Whether a program without inputs was executed, or it is known that it has some.
    pub is_executed: bool,
    /// How the only execution of a program without inputs ends.
    pub ending: Option<Outcome>,
    /// Claims that an engine which looks at more executions than there are could not prove: where
    /// a violation is most likely to be.
    pub alarms: BTreeSet<ClaimId>,
    /// What an abstract interpretation has found out.
    pub invariants: Option<Arc<Invariants>>,
    /// The paths that were tried for alarms, if somebody wants to see them.
    pub explanations: Vec<Explanation>,
    /// The specifications of calls that were inferred.
    pub inferred: Vec<Inferred>,
}

/// What an abstract interpretation has found out about a program: the symbolic concretisation of
/// its abstract states, and the claims that it could not prove.
#[derive(Clone, Debug, Default)]
pub struct Invariants {
    /// The abstract domain, for people.
    pub domain: &'static str,
    /// What holds at locations; nothing is known of those that are missing.
    pub states: FxHashMap<(ProcedureId, Location), Invariant>,
    /// The claims that it could not prove; `None` if it was not asked about claims.
    pub alarms: Option<BTreeSet<ClaimId>>,
}

/// What holds in every execution whenever it is at a location.
#[derive(Clone, PartialEq, Debug)]
pub enum Invariant {
    /// No execution comes here.
    Unreachable,
    /// Each of these conditions, of type `i1` over the locals of the procedure, holds.
    Holds(Vec<Expr>),
}

impl Invariants {
    /// What holds at a location.
    pub fn at(&self, procedure: ProcedureId, location: Location) -> Option<&Invariant> {
        self.states.get(&(procedure, location))
    }

    /// Whether no execution comes to a location.
    pub fn is_unreachable(&self, procedure: ProcedureId, location: Location) -> bool {
        self.at(procedure, location) == Some(&Invariant::Unreachable)
    }
}
