//! Independent constraints are decided apart.

use std::sync::Arc;

use logic::{Assignment, Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Decide, Outcome};
use crate::external::ExternalError;
use crate::sat::Limits;

/// Splits constraints into groups that share no variable and no function, so
/// that a change in one leaves the answers about the others in the caches below.
#[derive(Debug)]
pub struct Slicing<D> {
    inner: D,
    /// Variables, and applications that stand for their functions, by constraint.
    symbols: FxHashMap<TermId, Arc<[TermId]>>,
    /// One application of each function.
    functions: FxHashMap<logic::Function, TermId>,
}

impl<D> Slicing<D> {
    /// Slices before `inner`.
    pub fn new(inner: D) -> Self {
        Self {
            inner,
            symbols: FxHashMap::default(),
            functions: FxHashMap::default(),
        }
    }

    fn symbols(&mut self, terms: &Terms, constraint: TermId) -> Arc<[TermId]> {
        if let Some(known) = self.symbols.get(&constraint) {
            return known.clone();
        }
        let mut found: FxHashSet<TermId> = FxHashSet::default();
        for t in terms.subterms(&[constraint]) {
            match terms.op(t) {
                Op::Var(_) => {
                    found.insert(t);
                }
                Op::Apply(f) => {
                    found.insert(*self.functions.entry(f).or_insert(t));
                }
                _ => {}
            }
        }
        let found: Arc<[TermId]> = found.into_iter().collect();
        self.symbols.insert(constraint, found.clone());
        found
    }

    fn groups(&mut self, terms: &Terms, constraints: &[TermId]) -> Vec<Vec<TermId>> {
        let mut group_of: FxHashMap<TermId, usize> = FxHashMap::default();
        let mut parent: Vec<usize> = (0..constraints.len()).collect();
        for (i, &constraint) in constraints.iter().enumerate() {
            for &symbol in self.symbols(terms, constraint).iter() {
                let other = *group_of.entry(symbol).or_insert(i);
                let (a, b) = (root(&mut parent, i), root(&mut parent, other));
                parent[a.max(b)] = a.min(b);
            }
        }
        let mut groups: Vec<Vec<TermId>> = vec![Vec::new(); constraints.len()];
        for (i, &constraint) in constraints.iter().enumerate() {
            groups[root(&mut parent, i)].push(constraint);
        }
        groups.retain(|g| !g.is_empty());
        groups
    }
}

fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}

impl<D: Decide> Decide for Slicing<D> {
    fn decide(&mut self, terms: &Terms, constraints: &[TermId]) -> Outcome {
        let groups = self.groups(terms, constraints);
        if groups.len() == 1 {
            return self.inner.decide(terms, constraints);
        }
        let mut merged = Assignment::new();
        let mut unknown = false;
        for group in groups {
            match self.inner.decide(terms, &group) {
                Outcome::Unsat(core) => return Outcome::Unsat(core),
                Outcome::Unknown => unknown = true,
                Outcome::Sat(model) => {
                    let symbols: Vec<Arc<[TermId]>> =
                        group.iter().map(|&c| self.symbols(terms, c)).collect();
                    // The model may speak of other groups as well, from an earlier query.
                    for &symbol in symbols.iter().flat_map(|s| s.iter()) {
                        if let Some(value) = model.variables.get(&symbol) {
                            merged.variables.insert(symbol, value.clone());
                        }
                        if let Op::Apply(f) = terms.op(symbol)
                            && let Some(value) = model.functions.get(&f)
                        {
                            merged.functions.insert(f, value.clone());
                        }
                    }
                }
            }
        }
        if unknown {
            Outcome::Unknown
        } else {
            Outcome::Sat(Arc::new(merged))
        }
    }

    fn set_limits(&mut self, limits: Limits) {
        self.inner.set_limits(limits);
    }

    fn failure(&self) -> Option<&ExternalError> {
        self.inner.failure()
    }
}
