//! What was walked before: a suffix that starts from states which a shorter one starts from, too, has
//! nothing new before it.

use super::walk::{Beginning, Suffix};
use crate::limits::tuning::MOST_SUFFIXES_OF_A_PLACE;
use logic::{Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The suffixes that were walked, by their beginnings: for each, the conditions that a state has to
/// satisfy to be one that it starts from.
#[derive(Debug, Default)]
pub(super) struct Walked {
    suffixes: FxHashMap<Beginning, Vec<Vec<TermId>>>,
}

impl Walked {
    /// Whether nothing new comes before a suffix. Otherwise it is kept.
    ///
    /// `choices` are what the environment has chosen along the suffix: they are no part of a state.
    pub(super) fn has(
        &mut self,
        terms: &Terms,
        suffix: &Suffix,
        choices: &FxHashSet<TermId>,
    ) -> bool {
        let all = conjuncts(terms, suffix.formula);
        let known = self.suffixes.entry(suffix.beginning()).or_default();
        let is_known = |shorter: &Vec<TermId>| shorter.iter().all(|one| all.contains(one));
        if known.iter().any(is_known) {
            return true;
        }
        if known.len() < MOST_SUFFIXES_OF_A_PLACE {
            known.push(about_states(terms, &all, choices));
        }
        false
    }
}

/// The conditions that a formula is the conjunction of.
fn conjuncts(terms: &Terms, formula: TermId) -> FxHashSet<TermId> {
    let mut found = FxHashSet::default();
    let mut pending = vec![formula];
    let mut seen = FxHashSet::default();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.op(term) {
            Op::And => pending.extend(terms.args(term)),
            _ => _ = found.insert(term),
        }
    }
    found
}

/// Those conditions that restrict states. What only restricts choices, and has no choice in common with
/// the others, can be satisfied in every state, as long as all of them can be satisfied in one.
fn about_states(
    terms: &Terms,
    all: &FxHashSet<TermId>,
    choices: &FxHashSet<TermId>,
) -> Vec<TermId> {
    let mut pending: Vec<(TermId, Vec<TermId>)> = Vec::new();
    for condition in all {
        pending.push((*condition, terms.free_vars(&[*condition])));
    }
    let mut linked: FxHashSet<TermId> = FxHashSet::default();
    let mut kept = Vec::new();
    loop {
        let is_linked = |var: &TermId| !choices.contains(var) || linked.contains(var);
        let (near, far): (Vec<_>, Vec<_>) = pending
            .into_iter()
            .partition(|(_, vars)| vars.iter().any(is_linked));
        if near.is_empty() {
            return kept;
        }
        for (condition, vars) in near {
            kept.push(condition);
            linked.extend(vars);
        }
        pending = far;
    }
}
