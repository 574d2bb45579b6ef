//! A query that contains a known core has no model.

use logic::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Decide, Outcome};
use crate::external::ExternalError;
use crate::sat::Limits;

/// Remembers which constraints cannot hold together.
#[derive(Debug)]
pub struct CoreCache<D> {
    inner: D,
    /// Cores by their newest constraint, which is the rarest one in other queries.
    cores: FxHashMap<TermId, Vec<Box<[TermId]>>>,
}

impl<D> CoreCache<D> {
    /// Caches before `inner`.
    pub fn new(inner: D) -> Self {
        Self {
            inner,
            cores: FxHashMap::default(),
        }
    }
}

impl<D: Decide> Decide for CoreCache<D> {
    fn decide(&mut self, terms: &Terms, constraints: &[TermId]) -> Outcome {
        let mut all: Option<FxHashSet<TermId>> = None;
        for constraint in constraints {
            for core in self.cores.get(constraint).into_iter().flatten() {
                let all = all.get_or_insert_with(|| constraints.iter().copied().collect());
                if core.iter().all(|c| all.contains(c)) {
                    return Outcome::Unsat(core.to_vec());
                }
            }
        }
        let outcome = self.inner.decide(terms, constraints);
        if let Outcome::Unsat(core) = &outcome
            && let Some(&newest) = core.iter().max()
        {
            self.cores
                .entry(newest)
                .or_default()
                .push(core.as_slice().into());
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
