//! Models that were found before often satisfy the next query as well.

use std::collections::VecDeque;
use std::sync::Arc;

use logic::{Assignment, Evaluator, TermId, Terms};

use super::{Decide, Outcome};
use crate::external::ExternalError;
use crate::sat::Limits;

/// Tries the models of recent queries before asking for another.
#[derive(Debug)]
pub struct ModelCache<D> {
    inner: D,
    /// Most recently used first.
    models: VecDeque<Arc<Assignment>>,
}

impl<D> ModelCache<D> {
    /// How many models are kept; trying one costs an evaluation.
    const CAPACITY: usize = 8;

    /// Caches before `inner`.
    pub fn new(inner: D) -> Self {
        Self {
            inner,
            models: VecDeque::new(),
        }
    }
}

impl<D: Decide> Decide for ModelCache<D> {
    fn decide(&mut self, terms: &Terms, constraints: &[TermId]) -> Outcome {
        let fits = |model: &Arc<Assignment>| {
            let mut evaluator = Evaluator::new(terms, model);
            // The newest constraint is the likeliest to fail.
            constraints.iter().rev().all(|&c| evaluator.holds(c))
        };
        let found = self
            .models
            .iter()
            .position(fits)
            .and_then(|i| self.models.remove(i));
        let outcome = match found {
            Some(model) => Outcome::Sat(model),
            None => self.inner.decide(terms, constraints),
        };
        if let Outcome::Sat(model) = &outcome {
            self.models.push_front(model.clone());
            self.models.truncate(Self::CAPACITY);
        }
        outcome
    }

    fn set_limits(&mut self, limits: Limits) {
        self.inner.set_limits(limits);
    }

    fn failure(&self) -> Option<&ExternalError> {
        self.inner.failure()
    }
}
