//! Instances: from a path with leaps and an assignment to the inputs of the whole execution.
//!
//! Nothing is searched for here: the inputs of an iteration that was leapt over are those of the one
//! before, or grow with it by a constant.

use super::run::{Entry, Leap, Run};
use crate::explore::check::Failure;
use crate::explore::context::Context;
use crate::explore::path::Path;
use crate::explore::state::State;
use crate::limits::tuning::MOST_INPUTS_OF_AN_INSTANCE;
use ir::Span;
use logic::TermId;
use rustc_hash::FxHashMap;
use verdict::{ClaimId, Input, Position};

/// An execution that should violate a claim.
pub(super) struct Instance {
    pub(super) claim: ClaimId,
    pub(super) span: Span,
    /// What the environment answers.
    pub(super) values: Vec<u128>,
    /// How often each segment is repeated, in the order of [`Run::leaps`].
    pub(super) counts: Vec<u64>,
    pub(super) position: Position,
}

/// The execution with the fewest iterations along a path that violates a claim.
pub(super) fn candidate(
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
    let witness = context.minimal_witness(&state, failure.condition)?;
    let groups = by_request(&state, witness.inputs)?;
    let mut values = Vec::new();
    for entry in &run.log {
        emit(entry, &groups, &counts, &mut values)?;
    }
    let counts = run.leaps.iter();
    let counts = counts
        .map(|leap| groups_of(leap, &state, context))
        .collect::<Option<Vec<u64>>>()?;
    Some(Instance {
        claim,
        span,
        values,
        counts,
        position: context.position(&run.state),
    })
}

/// How often a segment is repeated.
fn groups_of(leap: &Leap, state: &State, context: &Context<'_>) -> Option<u64> {
    let known = state.path.known(&context.terms, leap.count);
    known.map(|count| count as u64)
}

/// Fixes a number of iterations at the least that a path leaves possible.
fn fewest(context: &mut Context<'_>, path: &mut Path, count: TermId) -> Option<u128> {
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
fn by_request(state: &State, inputs: Vec<Input>) -> Option<Vec<Vec<u128>>> {
    let mut inputs = inputs.into_iter();
    let mut groups = Vec::new();
    for request in state.inputs.iter() {
        let mut group = vec![inputs.next()?.value];
        while request.string.is_some() && group.last() != Some(&u32::MAX.into()) {
            group.push(inputs.next()?.value);
        }
        groups.push(group);
    }
    Some(groups)
}

/// Adds the answers to what is asked for along a part of a path.
fn emit(
    entry: &Entry,
    groups: &[Vec<u128>],
    counts: &FxHashMap<TermId, u64>,
    values: &mut Vec<u128>,
) -> Option<()> {
    match entry {
        Entry::Input(input) => values.extend(groups.get(*input)?),
        Entry::Leap(leap) => {
            let count = *counts.get(&leap.count)?;
            if leap.entries.is_empty() {
                return Some(());
            }
            for iteration in 1..=count {
                for entry in &leap.entries {
                    match entry {
                        Entry::Input(input) => {
                            let value = *groups.get(*input)?.first()?;
                            values.push(grown(leap, *input, value, iteration));
                        }
                        Entry::Leap(_) => emit(entry, groups, counts, values)?,
                    }
                }
                if values.len() > MOST_INPUTS_OF_AN_INSTANCE {
                    return None;
                }
            }
        }
    }
    Some(())
}

/// The value of an input in an iteration that was leapt over.
fn grown(leap: &Leap, input: usize, value: u128, iteration: u64) -> u128 {
    let growth = leap.growth.iter().find(|growth| growth.input == input);
    growth.map_or(value, |growth| {
        let grown = growth.value.wrapping_mul(iteration.into());
        value.wrapping_add(grown) & growth.mask()
    })
}
