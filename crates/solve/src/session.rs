//! Stacks of assertions, over any solver.

use std::sync::Arc;

use logic::{TermId, Terms};

use crate::external::ExternalError;
use crate::layers::{Decide, Outcome};
use crate::sat::{Answer, Limits};
use crate::solver::{Solver, Statistics};

/// Assertions that are made in scopes and decided again and again.
pub trait Session {
    /// Adds a Boolean term to what must hold, until the matching [`Session::pop`].
    fn assert(&mut self, term: TermId);

    /// Begins a scope of assertions.
    fn push(&mut self);

    /// Forgets the assertions of the innermost scope, if there is one.
    fn pop(&mut self);

    /// Decides the assertions together with `assumptions`, which hold for this
    /// check only. A core is made of assumptions.
    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> Outcome;

    /// Replaces what stops the checks to come.
    fn set_limits(&mut self, limits: Limits);

    /// What went wrong in the last check, if it is unknown because of that.
    fn failure(&self) -> Option<&ExternalError>;

    /// Counters of the work done so far, where they are known.
    fn statistics(&self) -> Option<Statistics>;
}

impl Session for Solver {
    fn assert(&mut self, term: TermId) {
        Solver::assert(self, term);
    }

    fn push(&mut self) {
        Solver::push(self);
    }

    fn pop(&mut self) {
        Solver::pop(self);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> Outcome {
        match self.check_assuming(terms, assumptions) {
            Answer::Sat => Outcome::Sat(Arc::new(self.model().cloned().unwrap_or_default())),
            Answer::Unsat => Outcome::Unsat(self.core().unwrap_or(assumptions).to_vec()),
            Answer::Unknown => Outcome::Unknown,
        }
    }

    fn set_limits(&mut self, limits: Limits) {
        Solver::set_limits(self, limits);
    }

    fn failure(&self) -> Option<&ExternalError> {
        None
    }

    fn statistics(&self) -> Option<Statistics> {
        Some(Solver::statistics(self))
    }
}

/// Assertions over a solver that knows none.
#[derive(Debug)]
pub struct Stack<D> {
    solver: D,
    assertions: Vec<TermId>,
    /// How many assertions there were at each `push`.
    scopes: Vec<usize>,
}

impl<D: Decide> Stack<D> {
    /// No assertions yet.
    pub fn new(solver: D) -> Self {
        Self {
            solver,
            assertions: Vec::new(),
            scopes: Vec::new(),
        }
    }
}

impl<D: Decide> Session for Stack<D> {
    fn assert(&mut self, term: TermId) {
        self.assertions.push(term);
    }

    fn push(&mut self) {
        self.scopes.push(self.assertions.len());
    }

    fn pop(&mut self) {
        if let Some(left) = self.scopes.pop() {
            self.assertions.truncate(left);
        }
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> Outcome {
        let constraints = [&self.assertions, assumptions].concat();
        match self.solver.decide(terms, &constraints) {
            Outcome::Unsat(mut core) => {
                core.retain(|t| assumptions.contains(t));
                Outcome::Unsat(core)
            }
            other => other,
        }
    }

    fn set_limits(&mut self, limits: Limits) {
        self.solver.set_limits(limits);
    }

    fn failure(&self) -> Option<&ExternalError> {
        self.solver.failure()
    }

    fn statistics(&self) -> Option<Statistics> {
        None
    }
}

/// A core of which no assumption can be left out. Each is tried; where the answer
/// is not known, it stays.
pub(crate) fn minimise(
    session: &mut dyn Session,
    terms: &Terms,
    mut core: Vec<TermId>,
) -> Vec<TermId> {
    let mut needed: Vec<TermId> = Vec::new();
    while let Some(candidate) = core.pop() {
        let rest: Vec<TermId> = needed.iter().chain(&core).copied().collect();
        match session.check(terms, &rest) {
            Outcome::Unsat(smaller) => core.retain(|t| smaller.contains(t)),
            Outcome::Sat(_) | Outcome::Unknown => needed.push(candidate),
        }
    }
    needed.reverse();
    needed
}
