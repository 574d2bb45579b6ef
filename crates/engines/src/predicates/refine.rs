//! A path of the tree, looked at as it is: an execution, or predicates that rule it out.
//!
//! The path's conditions are carried backward to its start, each for itself. If they have no model there, those of
//! an unsatisfiable core tell why, and what they were at each place of the path are its new predicates. Their
//! conjunction is one, too: its negation holds of all states that the path leads to, and follows from segment to
//! segment (Algorithm 2 of the paper on induction in CEGAR takes such conjunctions).

use super::Work;
use super::place::{Known, Place, conjuncts};
use super::precision::Scope;
use super::project::{atoms, without_choices};
use super::segment::Way;
use super::tree::AbstractPath;
use crate::concretize::oracle::{Checked, value_of};
use crate::limits::tuning::{MINIMISING_A_CORE, MOST_CONDITIONS_LEFT_OUT, QUESTIONS_OF_A_SOLVER};
use logic::{Assignment, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::time::Instant;
use verdict::Gap;

/// What a path of the tree turned out to be.
pub(super) enum Judged {
    /// Executions take it, as far as formulas tell: with these inputs.
    Feasible(Vec<u128>),
    /// None does, and new predicates say why.
    Refined,
    /// None does, but nothing new was learnt from that.
    Stuck,
    /// It could not be decided.
    Left(Gap),
}

/// A condition of a path: what it is at each level, from that at which it arises down to the start.
struct Condition {
    arises: usize,
    /// The last is that at the start.
    versions: Vec<TermId>,
}

impl Condition {
    /// What it is at a level, if it arises there or later.
    fn at(&self, level: usize) -> Option<TermId> {
        let back = self.arises.checked_sub(level)?;
        self.versions.get(back).copied()
    }
}

/// The conditions of a path, and its inputs in order.
struct Formula {
    conditions: Vec<Condition>,
    inputs: Vec<TermId>,
}

impl Work<'_, '_, '_> {
    /// Looks at a path as it is.
    pub(super) fn judge(&mut self, path: &AbstractPath) -> Judged {
        let formula = match self.formula(path) {
            Ok(formula) => formula,
            Err(gap) => return Judged::Left(gap),
        };
        let starts = match self.at_start(path, &formula) {
            Ok(starts) => starts,
            Err(gap) => return Judged::Left(gap),
        };
        match self.question(&starts) {
            Checked::Model(model) => Judged::Feasible(self.values(&formula, &starts, model)),
            Checked::Unknown(why) => Judged::Left(self.undecided(path.last, why)),
            Checked::Core(core) => {
                let core = self.minimised(core);
                let guilty = self.guilty(&formula, &starts, &core);
                self.learn(path, &guilty)
            }
        }
    }

    /// The conditions of a path, carried backward.
    fn formula(&mut self, path: &AbstractPath) -> Result<Formula, Gap> {
        let mut inputs: Vec<TermId> = Vec::new();
        let levels = path.segments.len();
        let onward = self.onward(path.last)?;
        let mut conditions = Vec::new();
        let way = &onward.targets[path.target].way;
        let renamed = self.renamed(way);
        self.add(
            &mut conditions,
            path.last,
            levels,
            &way.conditions,
            &renamed,
        );
        prepend(&mut inputs, way, &renamed);
        for (level, (place, index)) in path.segments.iter().enumerate().rev() {
            if let Some(gap) = self.stop() {
                return Err(gap);
            }
            let onward = self.onward(*place)?;
            let segment = &onward.segments[*index];
            let renamed = self.renamed(&segment.way);
            // Behind the segment, in terms of the state before it.
            let mut values = segment.values.clone();
            for value in values.values_mut() {
                *value = self.world.terms.substitute(*value, &renamed);
            }
            for condition in &mut conditions {
                let Condition { versions, .. } = condition;
                if let Some(last) = versions.last().copied() {
                    versions.push(self.world.terms.substitute(last, &values));
                }
            }
            let own = &segment.way.conditions;
            self.add(&mut conditions, *place, level, own, &renamed);
            prepend(&mut inputs, &segment.way, &renamed);
        }
        Ok(Formula { conditions, inputs })
    }

    /// What the environment chooses is chosen anew each time that a way is taken.
    fn renamed(&mut self, way: &Way) -> FxHashMap<TermId, TermId> {
        let mut renamed = FxHashMap::default();
        for choice in &way.choices {
            let sort = self.world.terms.sort(*choice);
            let fresh = self.world.terms.fresh_var("choice", sort);
            renamed.insert(*choice, fresh);
        }
        renamed
    }

    /// Adds the conditions of a way, and what is known of the place it starts from.
    fn add(
        &mut self,
        conditions: &mut Vec<Condition>,
        place: Place,
        level: usize,
        own: &[TermId],
        renamed: &FxHashMap<TermId, TermId>,
    ) {
        let mut formulas = own.to_vec();
        if let (Known::Holds(known), true) = (self.world.known(place), level > 0) {
            formulas.extend(known.iter());
        }
        for formula in formulas {
            let formula = self.world.terms.substitute(formula, renamed);
            conditions.push(Condition {
                arises: level,
                versions: vec![formula],
            });
        }
    }

    /// Each condition at the start of the program.
    fn at_start(&mut self, path: &AbstractPath, formula: &Formula) -> Result<Vec<TermId>, Gap> {
        let first = path.segments.first().map_or(path.last, |(place, _)| *place);
        let activation = self.world.frame(first.calls).activation;
        let mut starts = Vec::new();
        for condition in &formula.conditions {
            if let Some(gap) = self.stop() {
                return Err(gap);
            }
            let first = condition.at(0);
            let first = first.unwrap_or_else(|| self.world.terms.bool(true));
            let space = &self.world.space;
            starts.push(space.at_start(&mut self.world.terms, activation, first));
        }
        Ok(starts)
    }

    /// Whether formulas have a model in common.
    pub(super) fn question(&mut self, formulas: &[TermId]) -> Checked {
        let no = self.world.terms.bool(false);
        if formulas.contains(&no) {
            return Checked::Core(vec![no]);
        }
        self.counters.queries += 1;
        if self.counters.queries.is_multiple_of(QUESTIONS_OF_A_SOLVER) {
            self.oracle.forget();
        }
        self.oracle.check(&self.world.terms, formulas)
    }

    /// Values of the inputs that take a path.
    fn values(
        &mut self,
        formula: &Formula,
        starts: &[TermId],
        model: Arc<Assignment>,
    ) -> Vec<u128> {
        let terms = &mut self.world.terms;
        let all = terms.and_all(starts.iter().copied());
        self.oracle.small_values(terms, all, &formula.inputs, model)
    }

    /// The conditions of a core. Where several have no model by themselves, the simplest of them does.
    fn guilty<'f>(
        &self,
        formula: &'f Formula,
        starts: &[TermId],
        core: &[TermId],
    ) -> Vec<&'f Condition> {
        let conditions = formula.conditions.iter().zip(starts);
        let guilty = conditions.filter(|(_, start)| core.contains(start));
        let guilty = guilty.map(|(condition, _)| condition);
        match core {
            [only] if *only == self.world.terms.bool(false) => {
                let size = |one: &&Condition| {
                    let sizes = one.versions.iter().map(|one| self.world.terms.size(*one));
                    sizes.sum::<usize>()
                };
                guilty.min_by_key(size).into_iter().collect()
            }
            _ => guilty.collect(),
        }
    }

    /// Leaves out of a core what it is one without.
    fn minimised(&mut self, core: Vec<TermId>) -> Vec<TermId> {
        let until = Instant::now() + MINIMISING_A_CORE;
        let mut pending: Vec<TermId> = core.clone();
        let mut kept = core;
        pending.truncate(MOST_CONDITIONS_LEFT_OUT);
        while let Some(one) = pending.pop() {
            if Instant::now() > until || self.stop().is_some() {
                break;
            }
            if !kept.contains(&one) || kept.len() == 1 {
                continue;
            }
            let rest: Vec<TermId> = kept.iter().copied().filter(|other| *other != one).collect();
            if let Checked::Core(smaller) = self.question(&rest) {
                kept = smaller;
            }
        }
        kept
    }

    /// Takes the conditions that rule a path out as predicates, wherever they are ahead.
    fn learn(&mut self, path: &AbstractPath, guilty: &[&Condition]) -> Judged {
        let before = self.precision.count();
        let places = path.segments.iter().skip(1).map(|(place, _)| *place);
        let places = places.chain([path.last]).zip(&path.cubes);
        let mut open = Vec::new();
        for (index, (place, cube)) in places.enumerate() {
            let mut ahead = Vec::new();
            for condition in guilty {
                let formula = condition.at(index + 1).into_iter();
                formula.for_each(|one| conjuncts(&self.world.terms, one, &mut ahead));
            }
            // What has no model by itself needs no predicate.
            if !ahead.is_empty() && !ahead.contains(&self.world.terms.bool(false)) {
                self.take(place, &ahead);
                open.push((place, cube, ahead));
            }
        }
        if self.precision.count() == before {
            for (place, cube, ahead) in open {
                self.take_instance(place, cube, &ahead);
            }
        }
        match self.precision.count() > before {
            true => Judged::Refined,
            false => Judged::Stuck,
        }
    }

    /// A predicate of a place where the conditions that are ahead depend on what the environment chooses: what
    /// they say if it chooses as it can in a state that the tree has there. The next time it has to choose
    /// otherwise.
    fn take_instance(&mut self, place: Place, cube: &[TermId], ahead: &[TermId]) {
        let mut formulas = ahead.to_vec();
        formulas.extend(cube);
        self.complete(place, &mut formulas);
        let Checked::Model(model) = self.question(&formulas) else {
            return;
        };
        let world = &mut self.world;
        let mut chosen = FxHashMap::default();
        for variable in world.terms.free_vars(ahead) {
            if !world.is_of_state(variable) && world.terms.sort(variable) != logic::Sort::Bool {
                let value = value_of(&world.terms, variable, &model);
                let width = world.terms.width(variable);
                chosen.insert(variable, world.terms.bv(width, value));
            }
        }
        if chosen.is_empty() {
            return;
        }
        let whole = world.terms.and_all(ahead.iter().copied());
        let whole = world.terms.substitute(whole, &chosen);
        self.precision.track(world, place, whole, Scope::Location);
    }

    /// Predicates of a place from the conditions that are ahead.
    fn take(&mut self, place: Place, ahead: &[TermId]) {
        let projected = without_choices(&mut self.world, ahead);
        let (world, precision) = (&mut self.world, &mut self.precision);
        let all = projected.conditions.iter().chain(&projected.others);
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        for formula in all {
            for atom in atoms(&world.terms, *formula) {
                if seen.insert(atom) {
                    precision.track(world, place, atom, Scope::Procedure);
                }
            }
            precision.track(world, place, *formula, Scope::Location);
        }
        if projected.conditions.len() > 1 {
            let whole = world.terms.and_all(projected.conditions.iter().copied());
            precision.track(world, place, whole, Scope::Location);
        }
    }
}

/// Puts the inputs of a way before those of the rest of a path.
fn prepend(inputs: &mut Vec<TermId>, way: &Way, renamed: &FxHashMap<TermId, TermId>) {
    let own = way.inputs.iter();
    let own = own.map(|input| renamed.get(input).copied().unwrap_or(*input));
    inputs.splice(0..0, own);
}
