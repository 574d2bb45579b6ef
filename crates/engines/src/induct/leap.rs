//! Leaps: a state after any number of iterations, and what the environment is asked for in them.

use super::closed_form::{Extrapolation, fresh_count};
use super::run::{Entry, Growth, Leap, Mark, Point, Run};
use crate::symbolic::context::Context;
use crate::symbolic::heap::Contents;
use crate::symbolic::path::Path;
use crate::symbolic::state::State;
use crate::symbolic::value::{Num, Pointer, Value};
use logic::{Sort, TermId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The decisions between the last two visits of a loop.
pub(super) fn last_segment(run: &Run, position: usize) -> Option<Arc<[Mark]>> {
    let points = &run.loops[position].points;
    let [before, last] = [points.len().checked_sub(2)?, points.len() - 1];
    let (from, to) = (points[before].trail, points[last].trail);
    run.trail.get(from..to).map(Arc::from)
}

/// Repeats the last iteration of a loop any number of times: the path is at its start again, after two
/// iterations with the same decisions. `None` if no such path is seen.
pub(super) fn leap(
    context: &mut Context<'_>,
    run: &mut Run,
    position: usize,
    segment: Arc<[Mark]>,
) -> Option<()> {
    let here = run.point();
    let points: Vec<&Point> = run.loops[position].points.iter().collect();
    let points = alike(run, &points, &here, &segment);
    let [.., before, last] = points[..] else {
        return None;
    };
    let entries = run.log.get(last.log..).unwrap_or_default().to_vec();
    let earlier = run.log.get(before.log..last.log).unwrap_or_default();
    let pairs = pairs(&run.state, earlier, &entries)?;
    let mut state = run.state.clone();
    let (map, growth) = make_alike(context, &mut state, &pairs)?;
    let count = fresh_count(&mut context.terms);
    let mut states: Vec<&State> = points.iter().map(|point| &point.state).collect();
    states.push(&state);
    let mut extrapolation = Extrapolation {
        context,
        points: &states,
        alike: &map,
        count,
        forgotten: Vec::new(),
    };
    let mut leapt = extrapolation.state();
    let forgotten = extrapolation.forgotten;
    let zero = context.terms.bv(context.terms.width(count), 0);
    let some = context.terms.ne(count, zero);
    leapt.path.assume(&context.terms, some);
    run.state = leapt;
    run.forgotten.extend(forgotten);
    let leap = Arc::new(Leap {
        count,
        entries,
        growth,
        segment: segment.clone(),
        at: run.trail.len(),
    });
    run.trail.push(Mark::Leap);
    run.log.push(Entry::Leap(leap.clone()));
    let until = run.trail.len() + segment.len();
    run.unfinished = Some((leap.clone(), run.state.clone(), until));
    run.leaps.push(leap);
    run.counts.push(count);
    let around = &mut run.loops[position];
    around.points.clear();
    around.leapt.push(segment);
    Some(())
}

/// The last visits between which the same decisions were made.
fn alike<'r>(run: &Run, points: &[&'r Point], here: &Point, segment: &[Mark]) -> Vec<&'r Point> {
    let mut end = here.trail;
    let mut found = Vec::new();
    for point in points.iter().rev() {
        if point.trail == here.trail && point.log == here.log {
            // The visit itself.
            continue;
        }
        if run.trail.get(point.trail..end) != Some(segment) {
            break;
        }
        end = point.trail;
        found.push(*point);
    }
    found.reverse();
    found
}

/// What the environment chose in an iteration, and in the next.
enum Pair {
    Inputs(usize, usize),
    Counts(TermId, TermId),
}

/// Matches what the environment is asked for in two iterations.
fn pairs(state: &State, earlier: &[Entry], later: &[Entry]) -> Option<Vec<Pair>> {
    if earlier.len() != later.len() {
        return None;
    }
    let entries = earlier.iter().zip(later);
    entries
        .map(|entries| match entries {
            (Entry::Input(one), Entry::Input(other)) => {
                let (before, after) = (&state.inputs[*one], &state.inputs[*other]);
                let is_same = before.kind == after.kind
                    && before.name == after.name
                    && before.string.is_none()
                    && after.string.is_none()
                    && before.scalar == after.scalar;
                is_same.then_some(Pair::Inputs(*one, *other))
            }
            (Entry::Leap(one), Entry::Leap(other)) => Some(Pair::Counts(one.count, other.count)),
            _ => None,
        })
        .collect()
}

/// Restricts a state to executions in which the environment chooses the same in both iterations, or
/// something that is larger by a constant. What that means for the variables of the later one, and how
/// inputs grow.
fn make_alike(
    context: &mut Context<'_>,
    state: &mut State,
    pairs: &[Pair],
) -> Option<(FxHashMap<TermId, TermId>, Vec<Growth>)> {
    let mut map = FxHashMap::default();
    let mut growth = Vec::new();
    for pair in pairs {
        let (one, other, inputs) = match *pair {
            Pair::Counts(one, other) => (Num::Term(one), Num::Term(other), None),
            Pair::Inputs(one, other) => {
                let (before, after) = (&state.inputs[one], &state.inputs[other]);
                let step = after
                    .index
                    .unwrap_or(0)
                    .wrapping_sub(before.index.unwrap_or(0));
                (before.value, after.value, Some((other, step)))
            }
        };
        let mut value = 0;
        if let (Num::Term(before), Num::Term(after)) = (one, other)
            && before != after
        {
            let step = difference(context, state, before, after)?;
            let width = context.terms.width(after);
            let amount = context.terms.bv(width, step);
            let same = context.terms.bv_add(before, amount);
            let equal = context.terms.eq(after, same);
            context.require(state, equal).ok()?;
            map.insert(after, same);
            value = step;
        } else if one != other {
            return None;
        }
        if let Some((input, index)) = inputs {
            growth.push(Growth {
                input,
                value,
                index,
                width: width_of(context, other),
            });
        }
    }
    Some((map, growth))
}

fn width_of(context: &Context<'_>, num: Num) -> u32 {
    match num {
        Num::Const(_) => u128::BITS,
        Num::Term(term) => context.terms.width(term),
    }
}

/// By how much a number is larger than another on some execution: by nothing, if that is possible.
fn difference(
    context: &mut Context<'_>,
    state: &State,
    before: TermId,
    after: TermId,
) -> Option<u128> {
    let equal = context.terms.eq(after, before);
    if context.possible(&state.path, equal).ok()?.is_some() {
        return Some(0);
    }
    let model = context.possible(&state.path, TermId::TRUE).ok()??;
    let difference = context.terms.bv_sub(after, before);
    let value = context.terms.eval(difference, &model);
    value.bits().and_then(logic::Bits::to_u128)
}

/// Numbers of iterations that can only be one: the path has that value from here on.
pub(super) fn settle(context: &mut Context<'_>, run: &mut Run) {
    let conjuncts = run.state.path.conjuncts().len();
    if run.counts.is_empty() || std::mem::replace(&mut run.settled_at, conjuncts) == conjuncts {
        return;
    }
    let counts = std::mem::take(&mut run.counts);
    for count in counts {
        match only_value(context, &run.state, count) {
            Some(value) => {
                let width = context.terms.width(count);
                let value = context.terms.bv(width, value);
                let map = FxHashMap::from_iter([(count, value)]);
                substitute(context, &mut run.state, &map);
                let same = context.terms.eq(count, value);
                run.state.path.assume(&context.terms, same);
            }
            None => run.counts.push(count),
        }
    }
    run.settled_at = run.state.path.conjuncts().len();
}

/// The only value that a number can have, as what is said of it alone shows.
fn only_value(context: &mut Context<'_>, state: &State, term: TermId) -> Option<u128> {
    let mut path = Path::default();
    for &conjunct in state.path.conjuncts() {
        if context.terms.free_vars(&[conjunct]) == [term] {
            path.assume(&context.terms, conjunct);
        }
    }
    let value = context.some_value(&mut path, Num::Term(term)).ok()?;
    let width = context.terms.width(term);
    let constant = context.terms.bv(width, value);
    let other = context.terms.ne(term, constant);
    let is_only = context.possible(&path, other).ok()?.is_none();
    is_only.then_some(value)
}

/// Replaces variables in all values of a state, and in its path condition.
fn substitute(context: &mut Context<'_>, state: &mut State, map: &FxHashMap<TermId, TermId>) {
    let mut path = Path::default();
    path.model.clone_from(&state.path.model);
    for &conjunct in state.path.conjuncts() {
        let conjunct = context.terms.substitute(conjunct, map);
        path.assume(&context.terms, conjunct);
    }
    state.path = path;
    let terms = &mut context.terms;
    let mut number = |num: Num| match num {
        Num::Const(_) => num,
        Num::Term(term) => {
            let term = terms.substitute(term, map);
            match terms.sort(term) {
                Sort::Bool => Num::Term(term),
                _ => Num::of(terms, term),
            }
        }
    };
    let mut change = |value: Value| match value {
        Value::Undefined => value,
        Value::Bits(num) => Value::Bits(number(num)),
        Value::Pointer(pointer) => Value::Pointer(Pointer {
            offset: number(pointer.offset),
            ..pointer
        }),
    };
    for value in &mut state.frame.locals {
        *value = change(*value);
    }
    state.heap = state.heap.map(|object| match &object.contents {
        Contents::Cells(cells) => {
            let changed = cells.map(&mut change);
            (changed != *cells).then(|| {
                let mut object = object.clone();
                object.contents = Contents::Cells(changed);
                object
            })
        }
        Contents::Elements(_) => None,
    });
}
