//! Predicates from conditions in which the environment has a say.
//!
//! What the environment chooses later is no part of a state. Whatever comes out of this is only a choice of
//! predicates; nothing depends on its being exact.

use super::place::World;
use crate::limits::tuning::MOST_ATOMS;
use logic::{Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Conditions over states alone.
#[derive(Debug, Default)]
pub(super) struct Projected {
    /// What is left of the conditions.
    pub(super) conditions: Vec<TermId>,
    /// What may follow from those that were left out.
    pub(super) others: Vec<TermId>,
}

/// Conditions without what the environment chooses.
pub(super) fn without_choices(world: &mut World<'_>, conditions: &[TermId]) -> Projected {
    let mut all = conditions.to_vec();
    while let Some((choice, value)) = all.iter().find_map(|one| definition(world, *one)) {
        let map = FxHashMap::from_iter([(choice, value)]);
        let mut replaced = Vec::new();
        for one in all {
            let one = world.terms.substitute(one, &map);
            super::place::conjuncts(&world.terms, one, &mut replaced);
        }
        all = replaced;
    }
    let has_choice = |one: &TermId| {
        let variables = world.terms.free_vars(&[*one]);
        !variables.into_iter().all(|one| world.is_of_state(one))
    };
    let (open, closed): (Vec<TermId>, Vec<TermId>) = all.into_iter().partition(has_choice);
    Projected {
        others: between(world, &open),
        conditions: closed,
    }
}

/// A choice that a condition says the value of.
fn definition(world: &World<'_>, condition: TermId) -> Option<(TermId, TermId)> {
    let terms = &world.terms;
    let (Op::Eq, &[left, right]) = (terms.op(condition), terms.args(condition)) else {
        return None;
    };
    let is_choice = |one: TermId| matches!(terms.op(one), Op::Var(_)) && !world.is_of_state(one);
    let is_free_of = |choice: TermId, other: TermId| !terms.free_vars(&[other]).contains(&choice);
    [(left, right), (right, left)]
        .into_iter()
        .find(|(choice, other)| is_choice(*choice) && is_free_of(*choice, *other))
}

/// A comparison of a choice with something else.
#[derive(Clone, Copy)]
struct Limit {
    choice: TermId,
    is_signed: bool,
    /// Whether the choice is above.
    is_lower: bool,
    with: TermId,
}

/// What lies below a choice lies below what is above it (Fourier and Motzkin).
fn between(world: &mut World<'_>, conditions: &[TermId]) -> Vec<TermId> {
    let limits: Vec<Limit> = conditions
        .iter()
        .filter_map(|one| limit(world, *one))
        .collect();
    let mut found = FxHashSet::default();
    for lower in limits.iter().filter(|one| one.is_lower) {
        for upper in limits.iter().filter(|one| !one.is_lower) {
            if lower.choice != upper.choice || lower.is_signed != upper.is_signed {
                continue;
            }
            let terms = &mut world.terms;
            found.insert(match lower.is_signed {
                true => terms.bv_slt(lower.with, upper.with),
                false => terms.bv_ult(lower.with, upper.with),
            });
        }
    }
    let mut found: Vec<TermId> = found.into_iter().collect();
    found.sort_unstable();
    found
}

fn limit(world: &World<'_>, condition: TermId) -> Option<Limit> {
    let terms = &world.terms;
    let (inner, is_negated) = match (terms.op(condition), terms.args(condition)) {
        (Op::Not, &[inner]) => (inner, true),
        _ => (condition, false),
    };
    let is_signed = match terms.op(inner) {
        Op::BvSlt => true,
        Op::BvUlt => false,
        _ => return None,
    };
    let &[left, right] = terms.args(inner) else {
        return None;
    };
    let is_state = |one: TermId| {
        let variables = terms.free_vars(&[one]);
        variables.into_iter().all(|one| world.is_of_state(one))
    };
    let (choice, with, is_lower) = match (is_state(left), is_state(right)) {
        (true, false) => (right, left, !is_negated),
        (false, true) => (left, right, is_negated),
        _ => return None,
    };
    Some(Limit {
        choice,
        is_signed,
        is_lower,
        with,
    })
}

/// The comparisons that a condition is made of, unless they are many.
pub(super) fn atoms(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut pending = vec![formula];
    while let Some(term) = pending.pop() {
        let is_connective = match terms.op(term) {
            Op::Not | Op::And => true,
            Op::Ite | Op::Eq => {
                let of = terms.args(term).last();
                of.is_some_and(|one| terms.sort(*one) == logic::Sort::Bool)
            }
            _ => false,
        };
        match is_connective {
            true => pending.extend(terms.args(term)),
            false => {
                if !found.contains(&term) {
                    found.push(term);
                }
            }
        }
        if found.len() > MOST_ATOMS {
            return Vec::new();
        }
    }
    found
}
