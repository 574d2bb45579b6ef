//! Instances: from a path with leaps and an assignment to the inputs of the whole execution.
//!
//! Nothing is searched for here: the inputs of an iteration that was leapt over are those of the one
//! before, or grow with it by a constant.

use super::run::{Entry, Growth, Leap, Run};
use crate::limits::tuning::MOST_INPUTS_OF_AN_INSTANCE;
use crate::symbolic::check::Failure;
use crate::symbolic::context::Context;
use crate::symbolic::path::Path;
use crate::symbolic::state::State;
use ir::Span;
use logic::TermId;
use rustc_hash::FxHashMap;
use verdict::{ClaimId, Input, Position};

/// An execution that should violate a claim.
pub(super) struct Instance {
    pub(super) claim: ClaimId,
    pub(super) span: Span,
    /// What the environment answers.
    pub(super) inputs: Vec<Input>,
    pub(super) position: Position,
    /// How often each segment is repeated, in the order of [`Run::leaps`].
    pub(super) counts: Vec<u64>,
}

/// The execution with the fewest iterations along a path that violates a claim.
pub(super) fn instance(
    context: &mut Context<'_>,
    run: &Run,
    failure: &Failure,
    claim: ClaimId,
    span: Span,
) -> Option<Instance> {
    let mut path = run.state.path.clone();
    path.model = context.possible(&path, failure.condition).ok()?;
    path.assume(&context.terms, failure.condition);
    let mut counts = FxHashMap::default();
    for leap in &run.leaps {
        let count = fewest(context, &mut path, leap.count)?;
        counts.insert(leap.count, count as u64);
    }
    let state = State {
        path,
        ..run.state.clone()
    };
    let witness = context.minimal_witness(&state, failure.condition).ok()?;
    let groups = by_request(&state, witness.inputs)?;
    let mut answers = Answers {
        groups,
        counts: counts.clone(),
        inputs: Vec::new(),
        total: 0,
        iterations: 0,
    };
    for entry in &run.log {
        answers.add(entry)?;
    }
    let counts = run.leaps.iter().map(|leap| counts[&leap.count]);
    Some(Instance {
        claim,
        span,
        inputs: answers.inputs,
        position: context.position(&run.state),
        counts: counts.collect(),
    })
}

/// Fixes a number of iterations at the least that a path leaves possible.
pub(super) fn fewest(context: &mut Context<'_>, path: &mut Path, count: TermId) -> Option<u128> {
    if let Some(known) = path.known(&context.terms, count) {
        return Some(known);
    }
    let width = context.terms.width(count);
    let value_in = |context: &Context<'_>, path: &Path| {
        let value = context.terms.eval(count, path.model.as_deref()?);
        value.bits().and_then(logic::Bits::to_u128)
    };
    if path.model.is_none() {
        path.model = context.possible(path, TermId::TRUE).ok()?;
    }
    let mut most = value_in(context, path)?;
    let mut least = 0;
    while least < most {
        // Either it is the least already, or it is far from it.
        let tried = match least {
            0 => most - 1,
            _ => least.midpoint(most),
        };
        let limit = context.terms.bv(width, tried);
        let wish = context.terms.bv_ule(count, limit);
        match context.possible(path, wish) {
            Ok(Some(model)) => {
                path.model = Some(model);
                most = value_in(context, path)?;
                least = least.max(1);
            }
            _ => least = tried + 1,
        }
    }
    let value = context.terms.bv(width, most);
    let same = context.terms.eq(count, value);
    path.assume(&context.terms, same);
    Some(most)
}

/// The inputs of a witness for each time that the environment was asked: a string is several.
fn by_request(state: &State, inputs: Vec<Input>) -> Option<Vec<Vec<Input>>> {
    let mut inputs = inputs.into_iter();
    let mut groups = Vec::new();
    for request in state.inputs.iter() {
        let mut group = vec![inputs.next()?];
        let is_end = |input: &Input| input.value == u32::MAX.into();
        while request.string.is_some() && !group.last().is_some_and(is_end) {
            group.push(inputs.next()?);
        }
        groups.push(group);
    }
    Some(groups)
}

/// What the environment answers on a whole execution.
struct Answers {
    /// By request of the path.
    groups: Vec<Vec<Input>>,
    counts: FxHashMap<TermId, u64>,
    /// Equal ones in a row are one.
    inputs: Vec<Input>,
    /// How many there are.
    total: u64,
    /// How many iterations were added.
    iterations: u64,
}

impl Answers {
    /// Adds the answers to what is asked for along a part of a path.
    fn add(&mut self, entry: &Entry) -> Option<()> {
        match entry {
            Entry::Input(input) => {
                for answer in self.groups.get(*input)?.clone() {
                    self.push(answer)?;
                }
            }
            Entry::Leap(leap) => {
                let count = *self.counts.get(&leap.count)?;
                match leap.entries[..] {
                    _ if !leap.entries.iter().any(Entry::asks) => {}
                    [Entry::Input(only)] if leap.growth.iter().all(Growth::is_none) => {
                        let answer = self.groups.get(only)?.first()?.clone();
                        let times = count;
                        self.push(Input { times, ..answer })?;
                    }
                    _ => {
                        for iteration in 1..=count {
                            self.add_iteration(leap, iteration)?;
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// Adds the answers of an iteration that was leapt over.
    fn add_iteration(&mut self, leap: &Leap, iteration: u64) -> Option<()> {
        // It may ask for nothing, if what it repeats is repeated no times.
        self.iterations += 1;
        if self.iterations > MOST_INPUTS_OF_AN_INSTANCE {
            return None;
        }
        for entry in &leap.entries {
            match entry {
                Entry::Input(input) => {
                    let mut answer = self.groups.get(*input)?.first()?.clone();
                    let mut growths = leap.growth.iter();
                    if let Some(growth) = growths.find(|growth| growth.input == *input) {
                        growth.apply(&mut answer, iteration);
                    }
                    self.push(answer)?;
                }
                Entry::Leap(_) => self.add(entry)?,
            }
        }
        Some(())
    }

    fn push(&mut self, answer: Input) -> Option<()> {
        let times = answer.times;
        if times == 0 {
            return Some(());
        }
        match self.inputs.last_mut() {
            Some(last) if answer.index.is_none() && last.is_same(&answer) => {
                last.times += answer.times;
            }
            _ => self.inputs.push(answer),
        }
        self.total = self.total.checked_add(times)?;
        (self.total <= MOST_INPUTS_OF_AN_INSTANCE).then_some(())
    }
}
