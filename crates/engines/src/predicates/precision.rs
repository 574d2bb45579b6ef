//! Which predicates are tracked where. Any choice is sound; a good one is small and ends.

use super::place::{Place, World};
use crate::limits::tuning::{LARGEST_PREDICATE, MOST_PREDICATES_OF_A_PLACE};
use ir::{Location, ProcedureId};
use logic::{Op, TermId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The predicates of a program.
#[derive(Default)]
pub(super) struct Precision {
    at: FxHashMap<(ProcedureId, Location), Vec<TermId>>,
    within: FxHashMap<ProcedureId, Vec<TermId>>,
    /// Those that are about the states at a place.
    known: FxHashMap<Place, Rc<[TermId]>>,
    count: usize,
    /// Whether a predicate was not taken because there were too many, or because it was too large.
    is_full: bool,
}

/// Where a predicate is tracked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    /// At one location of a procedure.
    Location,
    /// Wherever paths meet in it.
    Procedure,
}

impl Precision {
    /// The predicates of a place.
    pub(super) fn at(&mut self, world: &World<'_>, place: Place) -> Rc<[TermId]> {
        if let Some(known) = self.known.get(&place) {
            return known.clone();
        }
        let procedure = world.frame(place.calls).procedure;
        let here = self.at.get(&(procedure, place.location));
        let within = self.within.get(&procedure);
        let all = here
            .into_iter()
            .flatten()
            .chain(within.into_iter().flatten());
        let mut found: Vec<TermId> = all
            .copied()
            .filter(|predicate| world.is_about(*predicate, place))
            .collect();
        found.sort_unstable();
        found.dedup();
        let found: Rc<[TermId]> = found.into();
        self.known.insert(place, found.clone());
        found
    }

    /// Tracks a predicate, if it can be told of the states at a place.
    pub(super) fn track(
        &mut self,
        world: &mut World<'_>,
        place: Place,
        formula: TermId,
        scope: Scope,
    ) {
        let predicate = positive(world, formula);
        let is_constant = world.terms.as_value(predicate).is_some();
        if is_constant || !world.is_about(predicate, place) {
            return;
        }
        if world.terms.size(predicate) > LARGEST_PREDICATE
            || self.at(world, place).len() >= MOST_PREDICATES_OF_A_PLACE
        {
            self.is_full = true;
            return;
        }
        let procedure = world.frame(place.calls).procedure;
        let all = match scope {
            Scope::Location => self.at.entry((procedure, place.location)).or_default(),
            Scope::Procedure => self.within.entry(procedure).or_default(),
        };
        if !all.contains(&predicate) {
            all.push(predicate);
            self.count += 1;
            self.known.clear();
        }
    }

    /// Whether there were more predicates, or larger ones, than are tracked.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// How many predicates there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }
}

/// A predicate and its negation are one.
fn positive(world: &World<'_>, formula: TermId) -> TermId {
    match (world.terms.op(formula), world.terms.args(formula)) {
        (Op::Not, &[inner]) => inner,
        _ => formula,
    }
}
