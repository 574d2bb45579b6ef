//! The change of a transitive closure when its steps change, without computing it anew.

use crate::differ::Delta;
use crate::formula::{Formula, Var};
use crate::rename::Fresh;
use crate::vocabulary::{ClosureKind, Predicate, Trait, Vocabulary};

/// A predicate that is declared to be the closure of another.
pub(crate) struct Closed<'a> {
    pub(crate) vocabulary: &'a Vocabulary,
    pub(crate) step: Predicate,
    pub(crate) closure: Predicate,
    pub(crate) kind: ClosureKind,
    /// Variables that stand for one individual.
    pub(crate) chosen: &'a [Var],
}

/// How the steps change, as formulas of two variables.
pub(crate) struct StepChange<'a> {
    pub(crate) origin: Var,
    pub(crate) target: Var,
    pub(crate) plus: &'a Formula,
    pub(crate) minus: &'a Formula,
}

impl Closed<'_> {
    /// The change of the closure between two variables, unless it must be computed anew.
    ///
    /// Steps are removed first: where paths are unique, a path is gone if any of its steps is.
    /// Then at most one step is added: a new path uses it once.
    pub(crate) fn change(
        &self,
        from: Var,
        to: Var,
        change: &StepChange<'_>,
        fresh: &mut Fresh,
    ) -> Option<Delta> {
        let removes = *change.minus != Formula::FALSE;
        let adds = *change.plus != Formula::FALSE;
        if removes && !self.has_unique_paths() || adds && !self.is_single(change, fresh) {
            return None;
        }
        let gone = self.through(from, to, change, Part::Minus, fresh);
        let added = self.through(from, to, change, Part::Plus, fresh);
        let minus = self.closure.at([from, to]).and(gone);
        let minus = if adds {
            minus.and(added.clone().not())
        } else {
            minus
        };
        Some(match (removes, adds) {
            (false, false) => Delta::Unchanged,
            _ => Delta::Changed { plus: added, minus },
        })
    }

    fn has_unique_paths(&self) -> bool {
        let has = |property| self.vocabulary.has(self.step, property);
        has(Trait::Acyclic) && (has(Trait::Function) || has(Trait::InverseFunction))
    }

    /// A path from one to the other through a step that changes.
    fn through(
        &self,
        from: Var,
        to: Var,
        change: &StepChange<'_>,
        part: Part,
        fresh: &mut Fresh,
    ) -> Formula {
        let steps = match part {
            Part::Plus => change.plus,
            Part::Minus => change.minus,
        };
        if *steps == Formula::FALSE {
            return Formula::FALSE;
        }
        let (origin, target) = (fresh.variable(), fresh.variable());
        let step = steps.instantiate(&[change.origin, change.target], &[origin, target], fresh);
        let before = self.remaining(from, origin, change, part, fresh);
        let after = self.remaining(target, to, change, part, fresh);
        Formula::all_of([step, before, after])
            .exists(target)
            .exists(origin)
    }

    /// A path of any number of steps; when steps are added, one that no removal has cut.
    fn remaining(
        &self,
        from: Var,
        to: Var,
        change: &StepChange<'_>,
        part: Part,
        fresh: &mut Fresh,
    ) -> Formula {
        let mut path = self.closure.at([from, to]);
        if part == Part::Plus && *change.minus != Formula::FALSE {
            let cut = self.through(from, to, change, Part::Minus, fresh);
            path = path.and(cut.not());
        }
        match self.kind {
            ClosureKind::Reflexive => path,
            ClosureKind::Transitive => from.equals(to).or(path),
        }
    }

    /// Whether at most one step is added: whether its ends are known to be one individual each.
    fn is_single(&self, change: &StepChange<'_>, fresh: &mut Fresh) -> bool {
        let mut literals = Vec::new();
        // Bound variables are renamed so that none of them hides the ends of the step.
        let plus = change.plus.instantiate(&[], &[], fresh);
        conjuncts(&plus, &mut literals);
        let mut known: Vec<Var> = self.chosen.to_vec();
        loop {
            let before = known.len();
            for literal in &literals {
                self.learn(literal, &mut known);
            }
            if known.len() == before {
                break;
            }
        }
        known.contains(&change.origin) && known.contains(&change.target)
    }

    /// Adds the variables that a literal pins down, given those that are.
    fn learn(&self, literal: &Formula, known: &mut Vec<Var>) {
        let pin = |variable: Var, condition: bool, known: &mut Vec<Var>| {
            if condition && !known.contains(&variable) {
                known.push(variable);
            }
        };
        match literal {
            Formula::Apply(predicate, arguments, _) => match &**arguments {
                [one] => pin(*one, self.vocabulary.has(*predicate, Trait::Unique), known),
                [left, right] => {
                    let has = |property| self.vocabulary.has(*predicate, property);
                    let forward = known.contains(left) && has(Trait::Function);
                    let backward = known.contains(right) && has(Trait::InverseFunction);
                    pin(*right, forward, known);
                    pin(*left, backward, known);
                }
                _ => {}
            },
            Formula::Equal(left, right) => {
                pin(*left, known.contains(right), known);
                pin(*right, known.contains(left), known);
            }
            _ => {}
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Plus,
    Minus,
}

/// The literals that hold together wherever a formula holds.
fn conjuncts<'f>(formula: &'f Formula, found: &mut Vec<&'f Formula>) {
    match formula {
        Formula::And(parts) => parts.iter().for_each(|part| conjuncts(part, found)),
        Formula::Exists(_, body) => conjuncts(body, found),
        Formula::Apply(..) | Formula::Equal(..) => found.push(formula),
        _ => {}
    }
}
