//! All models, as seen through some of the variables.

use logic::{Assignment, Bits, TermId, Terms, Value};

use crate::sat::Answer;
use crate::solver::Solver;

/// One after another, the models of a solver's assertions that differ in the
/// values of the given variables. Everything that is enumerated is blocked by an
/// assertion in a scope of its own, which [`Models::finish`] closes.
///
/// ```
/// use logic::{Sort, Terms};
/// use solve::{Solver, models::Models};
///
/// let mut terms = Terms::new();
/// let x = terms.var("x", Sort::Bv(8));
/// let three = terms.bv(8, 3);
/// let small = terms.bv_ult(x, three);
/// let mut solver = Solver::new();
/// solver.assert(small);
/// let mut models = Models::new(&mut solver, vec![x]);
/// let mut found = 0;
/// while models.next(&mut terms).is_some() {
///     found += 1;
/// }
/// assert_eq!(found, 3);
/// models.finish();
/// ```
#[derive(Debug)]
pub struct Models<'a> {
    solver: &'a mut Solver,
    projection: Vec<TermId>,
    end: Option<Answer>,
}

impl<'a> Models<'a> {
    /// Starts an enumeration. The variables must not be arrays.
    pub fn new(solver: &'a mut Solver, projection: Vec<TermId>) -> Self {
        solver.push();
        Self {
            solver,
            projection,
            end: None,
        }
    }

    /// Another model. Its values of the projected variables were not there before.
    pub fn next(&mut self, terms: &mut Terms) -> Option<Assignment> {
        if self.end.is_some() {
            return None;
        }
        let answer = self.solver.check(terms);
        let model = self.solver.model().cloned();
        let Some(mut model) = model.filter(|_| answer == Answer::Sat) else {
            self.end = Some(answer);
            return None;
        };
        let mut same = Vec::new();
        for &variable in &self.projection {
            let sort = terms.sort(variable);
            let value = model
                .variables
                .entry(variable)
                .or_insert_with(|| Value::default_of(sort));
            let Some(bits): Option<Bits> = value.bits().cloned() else {
                continue;
            };
            let value = terms.value(sort, bits);
            same.push(terms.eq(variable, value));
        }
        let same = terms.and_all(same);
        let blocked = terms.not(same);
        self.solver.assert(blocked);
        Some(model)
    }

    /// Why there are no more: [`Answer::Unsat`] when all have been found.
    #[must_use]
    pub fn end(&self) -> Option<Answer> {
        self.end
    }

    /// Closes the scope, so that the solver is as it was before.
    pub fn finish(self) {
        self.solver.pop();
    }
}
