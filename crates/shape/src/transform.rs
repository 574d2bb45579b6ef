//! Actions ready to be applied: the abstract transformer of an edge.

use crate::action::{Action, Allocation, Claim, Update};
use crate::blur::{Abstraction, Merged};
use crate::coerce::{Changed, Constraints, Infeasible};
use crate::compile::{Code, Environment};
use crate::differ;
use crate::eval::{Axis, Evaluator};
use crate::focus::{Focus, TooLarge};
use crate::formula::{Formula, Var};
use crate::structure::{MAX_NODES, Node, Plane, Structure, members};
use crate::truth::Truth;
use crate::universe::Definitions;
use crate::vocabulary::{Arity, IS_NEW, Predicate, REMOVED, Vocabulary};

/// What a vocabulary means to actions: its constraints, its abstraction and its definitions.
#[derive(Debug)]
pub struct Semantics {
    constraints: Constraints,
    abstraction: Abstraction,
    definitions: Definitions,
}

/// An action, prepared.
#[derive(Debug)]
pub struct Transformer {
    focus: Vec<Focus>,
    precondition: Option<Code>,
    /// How many variables the precondition chooses.
    chosen: usize,
    claims: Vec<Code>,
    allocation: Allocation,
    updates: Vec<(Predicate, Code)>,
    updated: Vec<Predicate>,
    /// The predicates the action gives a value itself.
    given: Vec<Predicate>,
    retain: Option<Code>,
    claims_after: Vec<Code>,
}

/// A claim that may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alarm {
    /// Which of the action's claims: those before the update are counted first.
    pub claim: usize,
    /// Whether it must fail: then every concrete structure that this one stands for fails.
    pub certainty: Truth,
}

impl Semantics {
    /// Prepares a vocabulary.
    pub fn new(vocabulary: &Vocabulary) -> Self {
        Semantics {
            constraints: Constraints::new(vocabulary),
            abstraction: Abstraction::new(vocabulary),
            definitions: Definitions::new(vocabulary),
        }
    }

    /// The laws.
    pub fn constraints(&self) -> &Constraints {
        &self.constraints
    }

    /// The abstraction.
    pub fn abstraction(&self) -> &Abstraction {
        &self.abstraction
    }
}

impl Transformer {
    /// Prepares an action, deriving the updates of instrumentation predicates.
    pub fn new(vocabulary: &Vocabulary, action: &Action) -> Self {
        let chosen: Vec<Var> = action.precondition.iter().flat_map(Formula::free).collect();
        let code = |formula: &Formula, own: &[Var]| {
            let parameters: Vec<Var> = chosen.iter().chain(own).copied().collect();
            Code::new(formula, &parameters)
        };
        let claim = |claim: &Claim| code(&claim.violation, &[]);
        let given: Vec<Predicate> = action
            .updates
            .iter()
            .map(|update| update.predicate)
            .collect();
        let updates = differ::complete(vocabulary, &all_updates(vocabulary, action), &chosen);
        Transformer {
            focus: action.focus.iter().map(Focus::new).collect(),
            precondition: action
                .precondition
                .as_ref()
                .map(|formula| code(formula, &[])),
            chosen: chosen.len(),
            claims: action.claims.iter().map(claim).collect(),
            allocation: action.allocation,
            updates: updates
                .iter()
                .map(|update| (update.predicate, code(&update.formula, &update.parameters)))
                .collect(),
            updated: updates.iter().map(|update| update.predicate).collect(),
            given,
            retain: action
                .retain
                .as_ref()
                .map(|(variable, formula)| code(formula, &[*variable])),
            claims_after: action.claims_after.iter().map(claim).collect(),
        }
    }

    /// The structures after the action on a coerced structure, blurred.
    pub fn apply(
        &self,
        semantics: &Semantics,
        structure: &Structure,
        report: &mut dyn FnMut(Alarm, &Structure),
    ) -> Result<Vec<Structure>, TooLarge> {
        let results = self.apply_noting(semantics, structure, report, &|| false)?;
        Ok(results
            .into_iter()
            .map(|(structure, _)| structure)
            .collect())
    }

    /// Applies the action, and says which results are still coerced since they lost nothing. It ends early where
    /// `stop` says so.
    pub(crate) fn apply_noting(
        &self,
        semantics: &Semantics,
        structure: &Structure,
        report: &mut dyn FnMut(Alarm, &Structure),
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<(Structure, Merged)>, TooLarge> {
        let mut results = Vec::new();
        for focused in self.focus(semantics, structure, stop)? {
            if stop() {
                return Err(TooLarge);
            }
            for choice in self.choices(&focused) {
                self.claims(&self.claims, 0, &focused, &choice, report);
                for mut after in self.update(semantics, &focused, &choice)? {
                    if self.coerce(semantics, &mut after).is_err() {
                        continue;
                    }
                    let first = self.claims.len();
                    self.claims(&self.claims_after, first, &after, &choice, report);
                    after.assign_plain(IS_NEW, 0);
                    after.assign_plain(REMOVED, 0);
                    results.push(semantics.abstraction.blur_noting(&after));
                }
            }
        }
        Ok(results)
    }

    /// What the action does to a structure as it is, without focus, coerce and blur: on a
    /// two-valued structure, concrete execution.
    pub fn execute(
        &self,
        semantics: &Semantics,
        structure: &Structure,
    ) -> Result<Vec<Structure>, TooLarge> {
        let mut results = Vec::new();
        for choice in self.choices(structure) {
            for mut after in self.update(semantics, structure, &choice)? {
                after.assign_plain(IS_NEW, 0);
                after.assign_plain(REMOVED, 0);
                results.push(after);
            }
        }
        Ok(results)
    }

    /// Coerces a structure that was coerced before the update.
    fn coerce(&self, semantics: &Semantics, after: &mut Structure) -> Result<(), Infeasible> {
        let grew = self.allocation != Allocation::None || self.retain.is_some();
        let changed = match grew {
            true => Changed::Everything,
            false => Changed::Updated(&self.updated),
        };
        semantics.constraints.coerce_from(after, changed)
    }

    fn focus(
        &self,
        semantics: &Semantics,
        structure: &Structure,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Structure>, TooLarge> {
        let mut structures = vec![structure.clone()];
        for focus in &self.focus {
            let mut split = Vec::new();
            for structure in structures {
                split.extend(focus.split(structure, &semantics.constraints, stop)?);
            }
            structures = split;
        }
        Ok(structures)
    }

    /// The nodes for which the precondition may hold, one for each variable it chooses.
    fn choices(&self, structure: &Structure) -> Vec<Vec<Node>> {
        let Some(code) = &self.precondition else {
            return vec![Vec::new()];
        };
        let mut evaluator = Evaluator::new(structure, code);
        let mut env = code.environment();
        let mut choices = vec![Vec::new()];
        for _ in 0..self.chosen {
            choices = choices
                .into_iter()
                .flat_map(|choice: Vec<Node>| {
                    (0..structure.len() as Node).map(move |node| [&*choice, &[node]].concat())
                })
                .collect();
        }
        choices.retain(|choice| {
            env[..choice.len()].copy_from_slice(choice);
            evaluator.plane(&code.root, &mut env, Axis::None, Plane::May) != 0
        });
        choices
    }

    fn claims(
        &self,
        claims: &[Code],
        first: usize,
        structure: &Structure,
        choice: &[Node],
        report: &mut dyn FnMut(Alarm, &Structure),
    ) {
        for (place, code) in claims.iter().enumerate() {
            let mut env = environment(code, choice);
            let certainty = Evaluator::new(structure, code).truth(&code.root, &mut env);
            if certainty.may() {
                report(
                    Alarm {
                        claim: first + place,
                        certainty,
                    },
                    structure,
                );
            }
        }
    }

    /// The structures after allocation, updates and removal.
    fn update(
        &self,
        semantics: &Semantics,
        structure: &Structure,
        choice: &[Node],
    ) -> Result<Vec<Structure>, TooLarge> {
        let grown = match self.allocation {
            Allocation::None => structure.clone(),
            Allocation::One if structure.len() < MAX_NODES => {
                semantics.definitions.allocate(structure, &self.given)
            }
            Allocation::One => return Err(TooLarge),
        };
        if self.retain.is_none() {
            return Ok(vec![self.after_updates(&grown, choice)]);
        }
        let mut results = Vec::new();
        for removed in self.removals(&grown, choice)? {
            let mut marked = grown.clone();
            marked.assign_plain(REMOVED, removed);
            let after = self.after_updates(&marked, choice);
            results.push(semantics.definitions.remove(&after, removed, &self.given));
        }
        Ok(results)
    }

    /// The sets of nodes that may go: a node of which it is open whether it stays may do either.
    /// Where only some of a summary's individuals stay, the node does.
    fn removals(&self, structure: &Structure, choice: &[Node]) -> Result<Vec<u64>, TooLarge> {
        let Some(code) = &self.retain else {
            return Ok(vec![0]);
        };
        let mut env = environment(code, choice);
        let axis = Axis::Over(self.chosen);
        let mut evaluator = Evaluator::new(structure, code);
        let may = evaluator.plane(&code.root, &mut env, axis, Plane::May);
        let must = evaluator.plane(&code.root, &mut env, axis, Plane::Must);
        let open = may & !must;
        if open.count_ones() > 10 {
            return Err(TooLarge);
        }
        let mut sets = vec![structure.universe() & !may];
        for node in members(open) {
            let with: Vec<u64> = sets.iter().map(|set| set | 1 << node).collect();
            sets.extend(with);
        }
        Ok(sets)
    }

    fn after_updates(&self, before: &Structure, choice: &[Node]) -> Structure {
        let mut after = before.clone();
        for (predicate, code) in &self.updates {
            let mut env = environment(code, choice);
            let first = self.chosen;
            let index = predicate.index;
            match predicate.arity {
                Arity::Nullary => {
                    let truth =
                        Evaluator::between(before, &after, code).truth(&code.root, &mut env);
                    after.set_value(*predicate, &[], truth);
                }
                Arity::Unary => {
                    let mut evaluator = Evaluator::between(before, &after, code);
                    let planes = evaluator.planes(&code.root, &mut env, Axis::Over(first));
                    after.assign_set(index, Plane::May, planes[0]);
                    after.assign_set(index, Plane::Must, planes[1]);
                }
                Arity::Binary => {
                    let axis = Axis::Over(first + 1);
                    let mut evaluator = Evaluator::between(before, &after, code);
                    let rows = (0..before.len() as Node).map(|node| {
                        env[first] = node;
                        evaluator.planes(&code.root, &mut env, axis)
                    });
                    let rows: Vec<[u64; 2]> = rows.collect();
                    for (node, planes) in rows.iter().enumerate() {
                        after.assign_row(index, Plane::May, node as Node, planes[0]);
                        after.assign_row(index, Plane::Must, node as Node, planes[1]);
                    }
                }
            }
        }
        after
    }
}

fn environment(code: &Code, choice: &[Node]) -> Environment {
    let mut env = code.environment();
    env[..choice.len()].copy_from_slice(choice);
    env
}

/// The updates of an action. One that removes nodes first makes every core predicate false of
/// them, so that differencing sees their removal.
fn all_updates(vocabulary: &Vocabulary, action: &Action) -> Vec<Update> {
    let mut updates = action.updates.clone();
    if action.retain.is_none() {
        return updates;
    }
    for predicate in vocabulary.predicates() {
        let temporary = [IS_NEW, REMOVED].contains(&predicate);
        let nullary = predicate.arity == Arity::Nullary;
        if temporary || nullary || vocabulary.declaration(predicate).definition.is_some() {
            continue;
        }
        let place = updates
            .iter()
            .position(|update| update.predicate == predicate);
        let mut update = match place {
            Some(place) => updates.remove(place),
            None => unchanged(predicate),
        };
        let gone = update
            .parameters
            .iter()
            .map(|variable| REMOVED.at([*variable]).not());
        update.formula = Formula::all_of([update.formula].into_iter().chain(gone));
        updates.push(update);
    }
    updates
}

fn unchanged(predicate: Predicate) -> Update {
    let parameters: Vec<Var> = (0..predicate.arity.count() as u16).map(Var).collect();
    let formula = predicate.at(parameters.iter().copied());
    Update {
        predicate,
        parameters,
        formula,
    }
}
