//! Walking terms without recursion, so that depth costs memory and never the stack.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::Op;
use crate::terms::{Function, TermId, Terms};

/// Fills `known` for `root` and every term below it, arguments before the terms
/// that use them. Terms that are in `known` already are left alone.
pub fn bottom_up<T>(
    terms: &Terms,
    root: TermId,
    known: &mut FxHashMap<TermId, T>,
    mut compute: impl FnMut(TermId, &FxHashMap<TermId, T>) -> T,
) {
    let mut stack = vec![root];
    while let Some(&term) = stack.last() {
        if known.contains_key(&term) {
            stack.pop();
            continue;
        }
        let before = stack.len();
        stack.extend(terms.args(term).iter().filter(|a| !known.contains_key(a)));
        if stack.len() == before {
            let value = compute(term, known);
            known.insert(term, value);
            stack.pop();
        }
    }
}

impl Terms {
    /// Every term at or below `roots`, each once, arguments first.
    #[must_use]
    pub fn subterms(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen: FxHashSet<TermId> = roots.iter().copied().collect();
        let mut stack: Vec<TermId> = seen.iter().copied().collect();
        let mut found = stack.clone();
        while let Some(term) = stack.pop() {
            for &arg in self.args(term) {
                if seen.insert(arg) {
                    found.push(arg);
                    stack.push(arg);
                }
            }
        }
        // Arguments are always older than the terms that use them.
        found.sort_unstable();
        found
    }

    /// The variables that occur in `roots`, oldest first.
    #[must_use]
    pub fn free_vars(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut found = self.subterms(roots);
        found.retain(|&t| matches!(self.op(t), Op::Var(_)));
        found
    }

    /// The uninterpreted functions that occur in `roots`, oldest first.
    #[must_use]
    pub fn functions_in(&self, roots: &[TermId]) -> Vec<Function> {
        let mut found: Vec<Function> = self
            .subterms(roots)
            .into_iter()
            .filter_map(|t| match self.op(t) {
                Op::Apply(f) => Some(f),
                _ => None,
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// How many different terms there are at or below `root`.
    #[must_use]
    pub fn size(&self, root: TermId) -> usize {
        self.subterms(&[root]).len()
    }

    /// `root` with terms replaced, all at once: the replacements are not searched again.
    pub fn substitute(&mut self, root: TermId, map: &FxHashMap<TermId, TermId>) -> TermId {
        let mut known: FxHashMap<TermId, TermId> = map.clone();
        for term in self.subterms(&[root]) {
            if known.contains_key(&term) {
                continue;
            }
            let old = self.args(term);
            let new: Vec<TermId> = old.iter().map(|a| known[a]).collect();
            let image = if new == old {
                term
            } else {
                self.build(self.op(term), &new)
            };
            known.insert(term, image);
        }
        known[&root]
    }

    /// A term of another store, built in this one. `known` keeps what was built so far.
    pub fn import(
        &mut self,
        other: &Terms,
        root: TermId,
        known: &mut FxHashMap<TermId, TermId>,
    ) -> TermId {
        bottom_up(other, root, known, |term, known| {
            let args: Vec<TermId> = other.args(term).iter().map(|arg| known[arg]).collect();
            match (other.op(term), other.as_value(term)) {
                (_, Some(bits)) => self.value(other.sort(term), bits.clone()),
                (Op::Var(symbol), _) => self.var(other.name(symbol), other.sort(term)),
                (Op::Apply(function), _) => {
                    let function = self.declare(other.function(function).clone());
                    self.apply(function, &args)
                }
                (op, None) => self.build(op, &args),
            }
        });
        known[&root]
    }

    /// `root` built anew, so that terms kept raw get their normal form.
    pub fn simplify(&mut self, root: TermId) -> TermId {
        let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
        for term in self.subterms(&[root]) {
            let args: Vec<TermId> = self.args(term).iter().map(|a| known[a]).collect();
            let image = if args.is_empty() {
                term
            } else {
                self.build(self.op(term), &args)
            };
            known.insert(term, image);
        }
        known[&root]
    }
}
