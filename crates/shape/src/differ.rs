//! Finite differencing: updates of instrumentation predicates, derived from their definitions and
//! from how an action changes what they are defined by (Reps, Sagiv, Loginov: "Finite differencing
//! of logical formulas for static analysis").
//!
//! For a formula φ, Δ⁺ is a formula over the structure before the action that holds exactly where
//! φ becomes true, wherever φ was false, and only where φ is true afterwards; Δ⁻ likewise for
//! becoming false. An instrumentation predicate p becomes `p ? !Δ⁻ : Δ⁺`.

use rustc_hash::FxHashMap;

use crate::action::Update;
use crate::formula::{Closure, Formula, Time, Var};
use crate::laws;
use crate::paths;
use crate::rename::Fresh;
use crate::truth::Truth;
use crate::vocabulary::{Definition, Predicate, Vocabulary};

/// A change that takes more parts than this to describe is not described: the definition is
/// evaluated anew instead.
const MAX_PARTS: usize = 4_000;

/// How the value of a formula changes.
#[derive(Clone, Debug)]
pub(crate) enum Delta {
    Unchanged,
    /// It has a new value that is not described as a change of the old one.
    Rewritten,
    Changed {
        plus: Formula,
        minus: Formula,
    },
}

/// The change of a predicate, as formulas of its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    parameters: Vec<Var>,
    delta: Delta,
}

/// The updates of an action, completed: those given first, then one for each instrumentation
/// predicate that changes. The latter may read predicates after their update.
///
/// `chosen` are the variables that stand for one individual throughout the action.
pub(crate) fn complete(vocabulary: &Vocabulary, given: &[Update], chosen: &[Var]) -> Vec<Update> {
    let mut differ = Differ::new(vocabulary, given, chosen);
    let mut updates = given.to_vec();
    for (predicate, definition) in vocabulary.instrumentation() {
        if !differ.changes.contains_key(&predicate) {
            updates.extend(differ.instrumentation(predicate, definition));
        }
    }
    updates
}

struct Differ<'a> {
    vocabulary: &'a Vocabulary,
    chosen: &'a [Var],
    changes: FxHashMap<Predicate, Change>,
    fresh: Fresh,
}

impl<'a> Differ<'a> {
    fn new(vocabulary: &'a Vocabulary, given: &[Update], chosen: &'a [Var]) -> Self {
        let definitions = vocabulary
            .instrumentation()
            .map(|(_, definition)| &definition.formula);
        let mut fresh = Fresh::above(
            given
                .iter()
                .map(|update| &update.formula)
                .chain(definitions),
        );
        // Parameters that do not occur in the formulas, and those of closures.
        let most = chosen
            .iter()
            .chain(given.iter().flat_map(|update| &update.parameters));
        fresh.skip(most.map(|variable| variable.0).max().unwrap_or(0).max(2));
        let mut changes = FxHashMap::default();
        for update in given {
            let parameters = update.parameters.clone();
            changes.insert(
                update.predicate,
                Change {
                    parameters,
                    delta: own_change(update),
                },
            );
        }
        Differ {
            vocabulary,
            chosen,
            changes,
            fresh,
        }
    }

    /// The update of one instrumentation predicate, if it changes.
    fn instrumentation(&mut self, predicate: Predicate, definition: &Definition) -> Option<Update> {
        let parameters = definition.parameters.clone();
        let delta = match self.closure(predicate, &parameters) {
            Some(delta) => delta,
            None => self.delta(&definition.formula),
        };
        let formula = match &delta {
            Delta::Unchanged => return None,
            Delta::Rewritten => self.future(&definition.formula),
            Delta::Changed { plus, minus } => {
                let own = predicate.at(parameters.iter().copied());
                own.if_else(minus.clone().not(), plus.clone())
            }
        };
        self.changes.insert(
            predicate,
            Change {
                parameters: parameters.clone(),
                delta,
            },
        );
        Some(Update {
            predicate,
            parameters,
            formula,
        })
    }

    /// The change of a closure of a predicate whose paths are known to be unique or to change by
    /// one step only.
    fn closure(&mut self, predicate: Predicate, parameters: &[Var]) -> Option<Delta> {
        let (step, kind) = self.vocabulary.closure_of(predicate)?;
        let change = self.changes.get(&step)?.clone();
        let Delta::Changed { plus, minus } = &change.delta else {
            return None;
        };
        let closed = paths::Closed {
            vocabulary: self.vocabulary,
            step,
            closure: predicate,
            kind,
            chosen: self.chosen,
        };
        let &[from, to] = parameters else { return None };
        let &[origin, target] = &*change.parameters else {
            return None;
        };
        let change = paths::StepChange {
            origin,
            target,
            plus,
            minus,
        };
        closed.change(from, to, &change, &mut self.fresh)
    }

    fn delta(&mut self, formula: &Formula) -> Delta {
        match formula {
            // What is not known may be another value each time.
            Formula::Constant(Truth::Half) => Delta::Rewritten,
            Formula::Constant(_) | Formula::Equal(..) => Delta::Unchanged,
            Formula::Apply(predicate, arguments, _) => self.literal(*predicate, arguments),
            Formula::Not(inner) => match self.delta(inner) {
                Delta::Changed { plus, minus } => Delta::Changed {
                    plus: minus,
                    minus: plus,
                },
                other => other,
            },
            Formula::And(parts) => self.conjunction(parts),
            Formula::Or(parts) => self.disjunction(parts),
            Formula::Exists(variable, body) => match self.delta(body) {
                Delta::Changed { plus, minus } => {
                    let still = self.future(body).exists(*variable);
                    let minus = minus.exists(*variable).and(still.not());
                    changed(plus.exists(*variable), minus)
                }
                other => other,
            },
            Formula::ForAll(variable, body) => match self.delta(body) {
                Delta::Changed { plus, minus } => {
                    let now = self.future(body).for_all(*variable);
                    changed(plus.exists(*variable).and(now), minus.exists(*variable))
                }
                other => other,
            },
            Formula::Closure(closure) => match self.delta(&closure.step) {
                Delta::Unchanged => Delta::Unchanged,
                _ => Delta::Rewritten,
            },
            // The condition is read twice, which would double with each level.
            Formula::IfThenElse(parts) if laws::has_choice(&parts[0]) => Delta::Rewritten,
            Formula::IfThenElse(parts) => {
                let [condition, then, otherwise] = (**parts).clone();
                let positive = condition.clone().and(then);
                self.delta(&positive.or(condition.not().and(otherwise)))
            }
        }
    }

    fn literal(&mut self, predicate: Predicate, arguments: &[Var]) -> Delta {
        let Some(change) = self.changes.get(&predicate) else {
            return Delta::Unchanged;
        };
        match &change.delta {
            Delta::Changed { plus, minus } => Delta::Changed {
                plus: plus.instantiate(&change.parameters, arguments, &mut self.fresh),
                minus: minus.instantiate(&change.parameters, arguments, &mut self.fresh),
            },
            other => other.clone(),
        }
    }

    fn conjunction(&mut self, parts: &[Formula]) -> Delta {
        let Some(deltas) = self.deltas(parts) else {
            return Delta::Rewritten;
        };
        let with_others = |place: usize, own: &Formula, others: &dyn Fn(&Formula) -> Formula| {
            let rest = parts
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != place);
            Formula::all_of(
                [own.clone()]
                    .into_iter()
                    .chain(rest.map(|(_, part)| others(part))),
            )
        };
        let pieces = |pick: &dyn Fn(&(Formula, Formula)) -> Formula,
                      others: &dyn Fn(&Formula) -> Formula| {
            let all = deltas.iter().enumerate();
            Formula::any_of(all.map(|(place, delta)| with_others(place, &pick(delta), others)))
        };
        let plus = pieces(&|delta| delta.0.clone(), &|part| self.future(part));
        let minus = pieces(&|delta| delta.1.clone(), &|part| part.clone());
        changed(plus, minus)
    }

    /// By De Morgan.
    fn disjunction(&mut self, parts: &[Formula]) -> Delta {
        let negated: Vec<Formula> = parts.iter().map(|part| part.clone().not()).collect();
        match self.conjunction(&negated) {
            Delta::Changed { plus, minus } => Delta::Changed {
                plus: minus,
                minus: plus,
            },
            other => other,
        }
    }

    /// The changes of several formulas, or nothing if one is rewritten.
    fn deltas(&mut self, parts: &[Formula]) -> Option<Vec<(Formula, Formula)>> {
        parts
            .iter()
            .map(|part| match self.delta(part) {
                Delta::Unchanged => Some((Formula::FALSE, Formula::FALSE)),
                Delta::Rewritten => None,
                Delta::Changed { plus, minus } => Some((plus, minus)),
            })
            .collect()
    }

    /// The formula read after the action.
    fn future(&self, formula: &Formula) -> Formula {
        let all = |parts: &[Formula]| -> Vec<Formula> {
            parts.iter().map(|part| self.future(part)).collect()
        };
        match formula {
            Formula::Apply(predicate, arguments, _) if self.changes.contains_key(predicate) => {
                Formula::Apply(*predicate, arguments.clone(), Time::After)
            }
            Formula::Constant(_) | Formula::Equal(..) | Formula::Apply(..) => formula.clone(),
            Formula::Not(inner) => self.future(inner).not(),
            Formula::And(parts) => Formula::And(all(parts)),
            Formula::Or(parts) => Formula::Or(all(parts)),
            Formula::Exists(variable, body) => self.future(body).exists(*variable),
            Formula::ForAll(variable, body) => self.future(body).for_all(*variable),
            Formula::Closure(closure) => {
                let step = self.future(&closure.step);
                Formula::Closure(Box::new(Closure {
                    step,
                    ..(**closure).clone()
                }))
            }
            Formula::IfThenElse(parts) => {
                let [condition, then, otherwise] = &**parts;
                self.future(condition)
                    .if_else(self.future(then), self.future(otherwise))
            }
        }
    }
}

fn changed(plus: Formula, minus: Formula) -> Delta {
    if plus == Formula::FALSE && minus == Formula::FALSE {
        Delta::Unchanged
    } else if plus.size() + minus.size() > MAX_PARTS {
        Delta::Rewritten
    } else {
        Delta::Changed { plus, minus }
    }
}

/// The change that an update itself states: of the forms `p | δ`, `p & δ` and `c ? δ : p`.
fn own_change(update: &Update) -> Delta {
    let own = update.predicate.at(update.parameters.iter().copied());
    let without = |parts: &[Formula]| {
        let rest: Vec<Formula> = parts.iter().filter(|part| **part != own).cloned().collect();
        (rest.len() < parts.len()).then_some(rest)
    };
    match &update.formula {
        formula if *formula == own => Delta::Unchanged,
        Formula::Or(parts) => match without(parts) {
            Some(rest) => changed(Formula::any_of(rest), Formula::FALSE),
            None => Delta::Rewritten,
        },
        Formula::And(parts) => match without(parts) {
            Some(rest) => changed(Formula::FALSE, own.and(Formula::all_of(rest).not())),
            None => Delta::Rewritten,
        },
        Formula::IfThenElse(parts) if parts[2] == own => {
            let [condition, then, _] = &**parts;
            let plus = condition.clone().and(then.clone());
            changed(plus, own.and(condition.clone()).and(then.clone().not()))
        }
        _ => Delta::Rewritten,
    }
}
