//! Relations between numbers: the interface of the domains that know them.
//!
//! A relation domain speaks of mathematical integers. That machine integers wrap around is dealt with
//! before: whoever uses a domain says `x := y + 1` only where that holds without wrapping.

pub mod equations;
pub mod octagons;
pub mod pairs;
pub mod polyhedra;
mod thresholds;
pub mod zones;

use crate::linear::{Constraint, Linear, Range, Var};
use std::fmt::Debug;

mod independent;

pub use independent::Independent;

/// A set of assignments of integers to variables, described by constraints of one form. A variable
/// that no constraint mentions is arbitrary.
///
/// Every operation may describe more assignments than there are, never fewer. The order is that of
/// what is described: `a.includes(b)` may say no although it is so, never yes although it is not.
pub trait Relational: Clone + Debug + PartialEq {
    /// Its name on the command line.
    const NAME: &'static str;

    /// All assignments.
    fn top() -> Self;

    /// Whether nothing is described: no execution comes here.
    fn is_bottom(&self) -> bool;

    /// The variable takes the value of an expression, in which it may occur.
    fn assign(&mut self, var: Var, value: &Linear);

    /// The variable takes any value of a range.
    fn assign_range(&mut self, var: Var, range: Range) {
        self.forget(var);
        let ends = [
            range
                .min
                .and_then(|min| Linear::var(var).sub(&Linear::constant(min))),
            range
                .max
                .and_then(|max| Linear::constant(max).sub(&Linear::var(var))),
        ];
        for linear in ends.into_iter().flatten() {
            self.assume(&Constraint::at_least_zero(linear));
        }
    }

    /// The variable takes any value.
    fn forget(&mut self, var: Var);

    /// Only assignments are left that satisfy a constraint.
    fn assume(&mut self, constraint: &Constraint);

    /// What an expression can be.
    fn range(&self, linear: &Linear) -> Range;

    /// The same sum, rewritten by equations that are known.
    fn simplified(&self, linear: &Linear) -> Linear {
        linear.clone()
    }

    /// What either describes.
    #[must_use]
    fn join(&self, other: &Self) -> Self;

    /// What either describes, and so that every chain of widenings ends. `thresholds` are constants
    /// worth stopping at, sorted: a bound that grows goes to the next of them before it goes away.
    /// That a chain ends holds if each widening starts from the result of the one before, unchanged.
    #[must_use]
    fn widen(&self, newer: &Self, thresholds: &[i128]) -> Self;

    /// Whether everything is described that the other describes.
    fn includes(&self, other: &Self) -> bool;

    /// Only assignments are left that the other describes, too.
    fn meet(&mut self, other: &Self);

    /// A variable takes the place of another; it must not have been mentioned before.
    fn rename(&mut self, from: Var, to: Var);

    /// Forgets all variables that are not kept.
    fn keep(&mut self, keep: &dyn Fn(Var) -> bool);

    /// The variables that are mentioned.
    fn vars(&self) -> Vec<Var>;

    /// Constraints that describe exactly this set: its symbolic concretisation.
    fn constraints(&self) -> Vec<Constraint>;
}
