//! Backward, one step at a time: the states from which a path leads into given states.
//!
//! A weakest precondition speaks of all runs along a path; whoever looks for one run wants its
//! preimage: the conjunction of what the path assumes, of the checks that it passes, and of what
//! holds behind it. This is what *Generating Concrete Counterexamples for Sound Abstract
//! Interpretation* calls the weakest precondition (its Table 2).

use ir::{ClaimKind, Condition, Expr};

use super::operation::Effect;
use super::{Activation, PathError, StateSpace, Step};
use crate::terms::{TermId, Terms};

/// The states from which a step leads into given ones.
#[derive(Clone, Copy, Debug)]
pub struct Preimage {
    /// Holds of the values before the step, and of the choice, with which the step is taken,
    /// nothing goes wrong with it, and the formula holds behind it.
    pub formula: TermId,
    /// The variable for what the environment chooses in the step.
    pub choice: Option<TermId>,
}

impl StateSpace<'_> {
    /// From where a step is taken into a state of which `formula` holds.
    ///
    /// # Errors
    ///
    /// If the step has no formula.
    pub fn preimage(
        &self,
        terms: &mut Terms,
        step: &Step<'_>,
        formula: TermId,
    ) -> Result<Preimage, PathError> {
        let effect = Effect::of(terms, self, self.state(), step)?;
        Ok(self.before(terms, effect, formula))
    }

    /// Whether a condition fails, in a way that may be of a kind. No failure of that kind is
    /// missed, but several kinds may have one failure in common.
    ///
    /// # Errors
    ///
    /// If the condition has no formula.
    pub fn failure(
        &self,
        terms: &mut Terms,
        activation: Activation,
        condition: &Condition,
        kind: ClaimKind,
    ) -> Result<TermId, PathError> {
        let mut fails = terms.bool(true);
        let effect = Effect::made(terms, self, self.state(), activation, |executor| {
            fails = executor.failure(condition, kind)?;
            Ok(())
        })?;
        Ok(self.before(terms, effect, fails).formula)
    }

    /// Whether an expression, an `i1`, holds.
    ///
    /// # Errors
    ///
    /// If the expression has no formula.
    pub fn holds(
        &self,
        terms: &mut Terms,
        activation: Activation,
        expr: &Expr,
    ) -> Result<TermId, PathError> {
        let mut holds = terms.bool(true);
        let effect = Effect::made(terms, self, self.state(), activation, |executor| {
            holds = executor.truth(expr)?;
            Ok(())
        })?;
        Ok(self.before(terms, effect, holds).formula)
    }

    fn before(&self, terms: &mut Terms, effect: Effect, formula: TermId) -> Preimage {
        let pairs = self.state().terms().zip(effect.after.terms());
        let changed = pairs.filter(|(old, new)| old != new).collect();
        let behind = terms.substitute(formula, &changed);
        let passed = terms.and(effect.required, behind);
        Preimage {
            formula: terms.and(effect.assumed, passed),
            choice: effect.choice,
        }
    }
}
