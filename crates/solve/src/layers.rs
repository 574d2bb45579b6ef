//! Layers before the solver: each answers what it can and passes on the rest.

mod core_cache;
mod model_cache;
mod slicing;

use std::sync::Arc;

use logic::{Assignment, TermId, Terms};

pub use core_cache::CoreCache;
pub use model_cache::ModelCache;
pub use slicing::Slicing;

use crate::external::ExternalError;
use crate::sat::{Answer, Limits};
use crate::session::Session;
use crate::solver::Solver;

/// An answer with its evidence.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// A model of all constraints.
    Sat(Arc<Assignment>),
    /// Constraints that cannot hold together.
    Unsat(Vec<TermId>),
    /// Stopped before it was known.
    Unknown,
}

impl Outcome {
    /// The answer without its evidence.
    #[must_use]
    pub fn answer(&self) -> Answer {
        match self {
            Outcome::Sat(_) => Answer::Sat,
            Outcome::Unsat(_) => Answer::Unsat,
            Outcome::Unknown => Answer::Unknown,
        }
    }
}

/// Something that decides conjunctions of Boolean terms of one store.
pub trait Decide {
    /// Decides whether all `constraints` can hold together.
    fn decide(&mut self, terms: &Terms, constraints: &[TermId]) -> Outcome;

    /// Replaces what stops the decisions to come.
    fn set_limits(&mut self, limits: Limits);

    /// What went wrong in the last decision, if it is unknown because of that.
    fn failure(&self) -> Option<&ExternalError> {
        None
    }
}

impl<D: Decide + ?Sized> Decide for Box<D> {
    fn decide(&mut self, terms: &Terms, constraints: &[TermId]) -> Outcome {
        (**self).decide(terms, constraints)
    }

    fn set_limits(&mut self, limits: Limits) {
        (**self).set_limits(limits);
    }

    fn failure(&self) -> Option<&ExternalError> {
        (**self).failure()
    }
}

impl Decide for Solver {
    fn decide(&mut self, terms: &Terms, constraints: &[TermId]) -> Outcome {
        Session::check(self, terms, constraints)
    }

    fn set_limits(&mut self, limits: Limits) {
        Solver::set_limits(self, limits);
    }
}

/// The embedded solver behind all layers.
#[must_use]
pub fn layered() -> impl Decide {
    before(Solver::new())
}

/// All layers before a solver.
pub(crate) fn before<D: Decide>(solver: D) -> impl Decide + use<D> {
    Slicing::new(CoreCache::new(ModelCache::new(solver)))
}
