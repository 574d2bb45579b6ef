//! The path condition: what the inputs must satisfy for an execution to come here.

use super::ranges::Ranges;
use logic::{Assignment, Op, TermId, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A conjunction, with what follows from it at a glance. A clone shares it until one of both adds
/// to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    conjuncts: Arc<Vec<TermId>>,
    /// Conditions that hold (1) or not (0), and terms that equal a constant.
    known: Arc<FxHashMap<TermId, u128>>,
    ranges: Arc<Ranges>,
    /// An assignment that satisfies all conjuncts, if one was found.
    pub(crate) model: Option<Arc<Assignment>>,
    /// Another one, which goes the other way at the last branch.
    spare: Option<Arc<Assignment>>,
    /// How many conditions were added since it was last known that the conjuncts can hold together.
    unasked: u32,
}

impl Path {
    /// Everything that must hold.
    pub(crate) fn conjuncts(&self) -> &[TermId] {
        &self.conjuncts
    }

    /// What is known of a term without asking the solver.
    pub(crate) fn known(&self, terms: &Terms, term: TermId) -> Option<u128> {
        let said = self.said(terms, term);
        said.or_else(|| self.ranges.decide(terms, term).map(u128::from))
    }

    /// What the conjuncts say of a term as they stand.
    fn said(&self, terms: &Terms, term: TermId) -> Option<u128> {
        match term {
            TermId::TRUE => Some(1),
            TermId::FALSE => Some(0),
            _ => self.known.get(&term).copied().or_else(|| {
                let inner = (terms.op(term) == Op::Not).then(|| terms.args(term)[0])?;
                self.known.get(&inner).map(|value| value ^ 1)
            }),
        }
    }

    /// Adds a condition. Models that do not satisfy it are dropped.
    pub(crate) fn assume(&mut self, terms: &Terms, condition: TermId) {
        if self.said(terms, condition) == Some(1) {
            return;
        }
        let fits = |model: &Arc<Assignment>| terms.eval(condition, model).is_true();
        self.spare = self.spare.take().filter(fits);
        self.model = self.model.take().filter(fits).or_else(|| self.spare.take());
        self.add(terms, condition);
    }

    /// Adds a condition without knowing whether it is possible; gives how many have been added so.
    pub(crate) fn suppose(&mut self, terms: &Terms, condition: TermId) -> u32 {
        self.assume(terms, condition);
        self.unasked = match self.model {
            Some(_) => 0,
            None => self.unasked + 1,
        };
        self.unasked
    }

    /// Whether it is open if the conjuncts can hold together, because nobody asked.
    pub(crate) fn is_unasked(&self) -> bool {
        self.model.is_none() && self.unasked > 0
    }

    /// Remembers assignments for both sides of a branch.
    pub(crate) fn keep_both(&mut self, model: Arc<Assignment>, spare: Arc<Assignment>) {
        self.model = Some(model);
        self.spare = Some(spare);
    }

    /// An assignment at hand with which a condition holds as well.
    pub(crate) fn model_with(&self, terms: &Terms, condition: TermId) -> Option<&Arc<Assignment>> {
        let models = [&self.model, &self.spare];
        let mut models = models.into_iter().flatten();
        models.find(|model| terms.eval(condition, model).is_true())
    }

    fn add(&mut self, terms: &Terms, condition: TermId) {
        if self.said(terms, condition) == Some(1) {
            return;
        }
        if terms.op(condition) == Op::And {
            let parts: Vec<TermId> = terms.args(condition).to_vec();
            for part in parts {
                self.add(terms, part);
            }
        } else {
            Arc::make_mut(&mut self.conjuncts).push(condition);
        }
        let known = Arc::make_mut(&mut self.known);
        known.insert(condition, 1);
        let ranges = Arc::make_mut(&mut self.ranges);
        known.extend(ranges.learn(terms, condition, true));
        match terms.op(condition) {
            Op::Not => {
                known.insert(terms.args(condition)[0], 0);
            }
            Op::Eq => {
                if let [term, value] = *terms.args(condition)
                    && let Some(bits) = terms.as_value(value).and_then(logic::Bits::to_u128)
                {
                    known.insert(term, bits);
                }
            }
            _ => {}
        }
    }
}
