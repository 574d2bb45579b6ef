//! Substitution of variables without capture.

use rustc_hash::FxHashMap;

use crate::formula::{Closure, Formula, Var};

/// A source of variables that occur nowhere else.
#[derive(Clone, Debug)]
pub struct Fresh {
    next: u16,
}

impl Fresh {
    /// Variables above all of these formulas'.
    pub fn above<'a>(formulas: impl IntoIterator<Item = &'a Formula>) -> Self {
        let largest = formulas.into_iter().map(Formula::largest_variable).max();
        Fresh {
            next: largest.map_or(0, |largest| largest.saturating_add(1)),
        }
    }

    /// Gives out only variables above this number.
    pub(crate) fn skip(&mut self, largest: u16) {
        self.next = self.next.max(largest.saturating_add(1));
    }

    /// One more variable.
    pub fn variable(&mut self) -> Var {
        let variable = Var(self.next);
        self.next = self.next.saturating_add(1);
        variable
    }
}

impl Formula {
    /// The formula with its free `parameters` replaced by `arguments`, and each bound variable
    /// by a fresh one, so that nothing is captured.
    #[must_use]
    pub fn instantiate(&self, parameters: &[Var], arguments: &[Var], fresh: &mut Fresh) -> Formula {
        let map = parameters
            .iter()
            .copied()
            .zip(arguments.iter().copied())
            .collect();
        self.rename(&map, fresh)
    }

    fn rename(&self, map: &FxHashMap<Var, Var>, fresh: &mut Fresh) -> Formula {
        let to = |variable: &Var| map.get(variable).copied().unwrap_or(*variable);
        match self {
            Formula::Constant(_) => self.clone(),
            Formula::Apply(predicate, arguments, time) => {
                Formula::Apply(*predicate, arguments.iter().map(to).collect(), *time)
            }
            Formula::Equal(left, right) => Formula::Equal(to(left), to(right)),
            Formula::Not(inner) => inner.rename(map, fresh).not(),
            Formula::And(parts) => Formula::all_of(parts.iter().map(|p| p.rename(map, fresh))),
            Formula::Or(parts) => Formula::any_of(parts.iter().map(|p| p.rename(map, fresh))),
            Formula::Exists(variable, body) => {
                let (map, own) = bind(map, *variable, fresh);
                body.rename(&map, fresh).exists(own)
            }
            Formula::ForAll(variable, body) => {
                let (map, own) = bind(map, *variable, fresh);
                body.rename(&map, fresh).for_all(own)
            }
            Formula::Closure(closure) => {
                let (inner, origin) = bind(map, closure.origin, fresh);
                let (inner, target) = bind(&inner, closure.target, fresh);
                Formula::Closure(Box::new(Closure {
                    from: to(&closure.from),
                    to: to(&closure.to),
                    origin,
                    target,
                    step: closure.step.rename(&inner, fresh),
                }))
            }
            Formula::IfThenElse(parts) => {
                let [condition, then, otherwise] = &**parts;
                let condition = condition.rename(map, fresh);
                condition.if_else(then.rename(map, fresh), otherwise.rename(map, fresh))
            }
        }
    }
}

fn bind(map: &FxHashMap<Var, Var>, variable: Var, fresh: &mut Fresh) -> (FxHashMap<Var, Var>, Var) {
    let own = fresh.variable();
    let mut inner = map.clone();
    inner.insert(variable, own);
    (inner, own)
}
