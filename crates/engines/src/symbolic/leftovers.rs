//! What was never written, in a counterexample: something that a compiled program can be made to
//! find there.

use super::codec::mask;
use super::context::{Context, Undetermined, undetermined};
use super::path::Path;
use ir::{LocalId, LocalRole, ProcedureId};
use logic::{Assignment, TermId};
use std::collections::HashMap;
use verdict::{Fill, Leftovers, Uninitialised};

/// What is to be found where nothing was written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    fill: Fill,
    /// One for each variable of the source that holds something of its own.
    pub(crate) variables: Vec<TermId>,
}

impl Context<'_> {
    /// Restricts a path to what a compiled program can be made to find: zeros everywhere, or else
    /// what a compiler can put there instead, or zeros except in variables, each of which always
    /// starts with the same value. If nothing of this leads along the path, it is left as it is,
    /// and execution will not confirm it.
    pub(crate) fn choose_leftovers(&mut self, path: &mut Path) -> Choice {
        let variables = self.terms.free_vars(path.conjuncts());
        let chosen: Vec<(TermId, Undetermined)> = variables
            .into_iter()
            .filter_map(|term| Some((term, undetermined(&self.terms, term)?)))
            .collect();
        if chosen.is_empty() {
            return Choice::default();
        }
        for fill in [Fill::Zeros, Fill::Pattern] {
            let all = chosen.iter().map(|(term, _)| *term);
            let filled = self.filled(all, fill);
            if self.restrict_path(path, filled) {
                return Choice {
                    fill,
                    variables: Vec::new(),
                };
            }
        }
        let mut firsts: HashMap<(ProcedureId, LocalId), TermId> = HashMap::new();
        let (mut variables, mut others) = (Vec::new(), Vec::new());
        let mut same = TermId::TRUE;
        for &(term, place) in &chosen {
            let Some((procedure, local)) = self.variable(place) else {
                others.push(term);
                continue;
            };
            let first = *firsts.entry((procedure, local)).or_insert(term);
            if first == term {
                variables.push(term);
            }
            let equal = self.terms.eq(first, term);
            same = self.terms.and(same, equal);
        }
        let filled = self.filled(others.into_iter(), Fill::Zeros);
        let wish = self.terms.and(same, filled);
        match self.restrict_path(path, wish) {
            true => Choice {
                fill: Fill::Zeros,
                variables,
            },
            false => Choice::default(),
        }
    }

    /// The choice with the values of an assignment.
    pub(crate) fn leftovers(&self, choice: &Choice, model: &Assignment) -> Leftovers {
        let variables = choice.variables.iter().filter_map(|&term| {
            let (procedure, local) = self.variable(undetermined(&self.terms, term)?)?;
            let value = self.terms.eval(term, model);
            let value = value.bits().and_then(logic::Bits::to_u128)?;
            Uninitialised::new(self.program, &self.program[procedure][local], value)
        });
        Leftovers {
            fill: choice.fill,
            variables: variables.collect(),
        }
    }

    /// The variable of the source that was never written, if it is one that is no memory.
    fn variable(&self, place: Undetermined) -> Option<(ProcedureId, LocalId)> {
        match place {
            Undetermined::Local(procedure, local) => {
                let role = self.program[procedure][local].role;
                (role == LocalRole::Variable).then_some((procedure, local))
            }
            Undetermined::Memory(_) => None,
        }
    }

    /// That all of these consist of the same bytes.
    fn filled(&mut self, terms: impl Iterator<Item = TermId>, fill: Fill) -> TermId {
        let mut all = TermId::TRUE;
        for term in terms {
            let width = self.terms.width(term);
            let value = self.terms.bv(width, fill.bits() & mask(width));
            let same = self.terms.eq(term, value);
            all = self.terms.and(all, same);
        }
        all
    }

    /// Whether a condition is possible on a path, which then requires it.
    fn restrict_path(&mut self, path: &mut Path, condition: TermId) -> bool {
        let Ok(Some(model)) = self.possible(path, condition) else {
            return false;
        };
        path.model = Some(model);
        path.assume(&self.terms, condition);
        true
    }
}
