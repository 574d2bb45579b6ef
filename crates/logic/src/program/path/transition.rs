//! Forward, one step at a time, and back again over all steps at once.
//!
//! Whoever asks much of one path makes its transition once: the state behind it, in terms of the state before it.
//! What holds behind the path is then a substitution away.

use rustc_hash::FxHashMap;

use super::operation::Effect;
use super::state::State;
use super::{PathError, StateSpace, Step};
use crate::terms::{TermId, Terms};

/// What a step does to a state.
#[derive(Clone, Debug)]
pub struct Transition {
    /// Holds if the step is taken.
    pub assumed: TermId,
    /// Holds if nothing goes wrong with it.
    pub required: TermId,
    /// The state behind it.
    pub after: State,
    /// The variable for what the environment chooses in the step: a fresh one each time.
    pub choice: Option<TermId>,
}

impl StateSpace<'_> {
    /// What a step does to a state, in the terms of that state.
    ///
    /// # Errors
    ///
    /// If the step has no formula.
    pub fn transition(
        &self,
        terms: &mut Terms,
        state: &State,
        step: &Step<'_>,
    ) -> Result<Transition, PathError> {
        let effect = match state.locals.len() < self.activations.len() {
            true => Effect::of(terms, self, &self.completed(state), step)?,
            false => Effect::of(terms, self, state, step)?,
        };
        Ok(Transition {
            assumed: effect.assumed,
            required: effect.required,
            after: effect.after,
            choice: effect.choice,
        })
    }

    /// A state that was made before activations were added: these hold their variables.
    fn completed(&self, state: &State) -> State {
        let mut state = state.clone();
        let added = self.state().locals.iter().skip(state.locals.len());
        state.locals.extend(added.cloned());
        state
    }

    /// What each variable of the space is in a state, where that is not the variable itself. Activations that
    /// were added after the state was made hold what they held.
    pub fn values(&self, state: &State) -> FxHashMap<TermId, TermId> {
        let own = self.state();
        let locals = own.locals.iter().zip(&state.locals);
        let locals = locals.flat_map(|(all, others)| all.iter().zip(others));
        let locals =
            locals.flat_map(|(one, other)| [(one.bits, other.bits), (one.known, other.known)]);
        let memory = own.memory.terms().into_iter().zip(state.memory.terms());
        let pairs = locals.chain(memory);
        pairs
            .filter(|(variable, value)| variable != value)
            .collect()
    }
}
