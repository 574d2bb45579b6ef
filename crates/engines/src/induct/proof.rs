//! The proof that a pattern is a counterexample for every value of a parameter (Section V of the paper).
//!
//! With a symbol `n` in place of the parameter, the path `prefix { segment }^k suffix` is followed once
//! more, for all `n` and `k`; its condition is `C(n, k)`. Two things are shown by the solver:
//!
//! - Each leap is exact ([`is_exact`]): one more iteration from the state after `k` of them leads to the
//!   state after `k + 1`, and if its guards hold there, they held in all iterations before (C0, C1).
//! - Goal containment (C2): `C(n, k)` implies `C(n + a, k + b)` for fixed `a` and `b`, so that what
//!   fails for `n` fails for `n + a` with `b` iterations more.
//!
//! No quantifier is left for the solver: what exists for `n + a` is what exists for `n`, with `k + b` in
//! place of `k`.

use super::follow::{Follower, Next, Visit, Watch};
use super::instance::fewest;
use super::parameter::{Parameter, candidates, generalise};
use super::run::{Entry, Iteration, Leap, Mark, Run, Script, Then};
use crate::limits::tuning::MOST_PATHS_REHEARSED;
use crate::symbolic::Setting;
use crate::symbolic::check::Failure;
use crate::symbolic::context::{Context, Interrupt, Step};
use crate::symbolic::heap::{Contents, Life};
use crate::symbolic::path::Path;
use crate::symbolic::state::State;
use crate::symbolic::value::{Num, ObjectId, Value};
use ir::{LocalId, Program};
use logic::{Sort, TermId};
use rustc_hash::FxHashMap;
use std::time::Instant;
use verdict::ClaimId;

/// Values of parameters are below this, so that nothing overflows on the way.
const MOST: u128 = 1 << 30;

/// By how much a parameter grows, and how many iterations more that takes.
const STEPS: [(u128, u128); 8] = [
    (1, 1),
    (2, 1),
    (1, 2),
    (3, 1),
    (1, 3),
    (4, 1),
    (5, 1),
    (10, 1),
];

/// A proof for all values of a parameter.
pub(super) struct Proof {
    parameter: Parameter,
    /// The least value.
    least: u128,
    /// From which value to which, and how many iterations more that takes.
    step: (u128, u128),
}

impl Proof {
    pub(super) fn describe(&self) -> String {
        let Proof {
            parameter,
            least,
            step: (more, iterations),
        } = self;
        let every = match more {
            1 => String::new(),
            more => format!(" in steps of {more}"),
        };
        format!(
            "by induction, it fails for every n from {least} to {MOST}{every} in place of {}: from n to \
             n + {more}, the segment is taken {iterations} more time{}",
            parameter.value,
            if *iterations == 1 { "" } else { "s" }
        )
    }
}

/// Looks for a parameter for all of whose values the pattern of a path is a counterexample.
pub(super) fn prove(
    program: &Program,
    setting: &Setting,
    run: &Run,
    claim: ClaimId,
    until: Instant,
) -> Option<Proof> {
    let parameters = candidates(program, run.leaps.iter().map(|leap| &**leap));
    // The largest first: what is written as a limit.
    for parameter in parameters.into_iter().rev() {
        if Instant::now() >= until {
            return None;
        }
        let (general, local) = generalise(program, parameter)?;
        let mut follower = Follower::new(Context::new(&general, setting));
        let symbol = follower.context.terms.fresh_var("n", Sort::Bv(32));
        follower.given = Some((parameter.procedure, local, symbol));
        let paths = rehearse(&mut follower, run.shortest_trail(), claim, until)?;
        for (run, fails) in paths {
            if let Some((least, step)) = for_all(&mut follower.context, &run, fails, symbol) {
                return Some(Proof {
                    parameter,
                    least,
                    step,
                });
            }
        }
    }
    None
}

/// Follows the decisions of a trail up to the violation of a claim: the paths, and when the claim fails on
/// each. There are several where an access to memory has several outcomes.
fn rehearse(
    follower: &mut Follower<'_>,
    trail: Vec<Mark>,
    claim: ClaimId,
    until: Instant,
) -> Option<Vec<(Run, TermId)>> {
    let mut first = Run::new(follower.context.start()?);
    first.script = Some(Script {
        marks: trail.into(),
        next: 0,
        then: Then::Anything,
    });
    follower.look_at = u64::MAX;
    let mut open = vec![first];
    let mut found = Vec::new();
    while let Some(mut run) = open.pop() {
        let mut end = End { claim, found: None };
        while Instant::now() < until && open.len() < MOST_PATHS_REHEARSED {
            match follower.advance(&mut run, &mut end) {
                Ok(Next::On) => {}
                Ok(Next::Visit) => match follower.visit(&mut run) {
                    Visit::On => {}
                    _ => break,
                },
                Err(Interrupt::Split(condition)) => {
                    for side in [condition, follower.context.terms.not(condition)] {
                        let mut run = run.clone();
                        run.state.path.assume(&follower.context.terms, side);
                        open.push(run);
                    }
                    break;
                }
                Ok(Next::End) | Err(_) => break,
            }
        }
        found.extend(end.found.map(|fails| (run, fails)));
    }
    Some(found)
}

/// Waits for the violation behind all decisions.
struct End {
    claim: ClaimId,
    found: Option<TermId>,
}

impl Watch for End {
    fn may_fail(
        &mut self,
        context: &mut Context<'_>,
        run: &mut Run,
        failure: &Failure,
    ) -> Step<()> {
        let script = run.script.as_ref();
        let is_behind = script.is_none_or(|script| script.next >= script.marks.len());
        let place = failure.place;
        let place = place.unwrap_or_else(|| context.user_span(&run.state));
        if !is_behind || ClaimId::new(failure.kind, place) != self.claim {
            return Ok(());
        }
        self.found = Some(failure.condition);
        Err(Interrupt::Infeasible)
    }
}

/// The least value of the parameter, and the step of the induction.
fn for_all(
    context: &mut Context<'_>,
    run: &Run,
    fails: TermId,
    symbol: TermId,
) -> Option<(u128, (u128, u128))> {
    if run.is_tainted || run.iterations.len() != run.leaps.len() {
        return None;
    }
    for iteration in &run.iterations {
        if !is_exact(context, iteration, &run.forgotten) {
            return None;
        }
    }
    let mut path = run.state.path.clone();
    path.assume(&context.terms, fails);
    let limit = context.terms.bv(32, MOST);
    let small = context.terms.bv_ult(symbol, limit);
    path.assume(&context.terms, small);
    let condition = context.terms.and_all(path.conjuncts().to_vec());
    for leap in &run.leaps {
        let small = context.terms.bv_ult(leap.count, limit);
        path.assume(&context.terms, small);
    }
    for (more, iterations) in STEPS {
        for leap in &run.leaps {
            if contains_goal(
                context,
                &path,
                condition,
                (symbol, more),
                (leap, iterations),
            ) {
                let mut path = path.clone();
                let least = fewest(context, &mut path, symbol)?;
                return Some((least, (more, iterations)));
            }
        }
    }
    None
}

/// Goal containment: what fails for `n` fails for a larger `n`, with more iterations.
fn contains_goal(
    context: &mut Context<'_>,
    path: &Path,
    condition: TermId,
    (symbol, more): (TermId, u128),
    (leap, iterations): (&Leap, u128),
) -> bool {
    let terms = &mut context.terms;
    let more = terms.bv(32, more);
    let later = terms.bv_add(symbol, more);
    let iterations = terms.bv(32, iterations);
    let longer = terms.bv_add(leap.count, iterations);
    let map = FxHashMap::from_iter([(symbol, later), (leap.count, longer)]);
    let next = terms.substitute(condition, &map);
    // Beyond the limit nothing is claimed.
    let limit = terms.bv(32, MOST);
    let is_within = terms.bv_ult(later, limit);
    let broken = terms.not(next);
    let broken = terms.and(is_within, broken);
    matches!(context.possible(path, broken), Ok(None))
}

/// Whether a leap is exact: the iteration that was followed after it leads from the state after `k`
/// iterations to that after `k + 1`, and its guards are monotonic.
fn is_exact(context: &mut Context<'_>, iteration: &Iteration, forgotten: &[ObjectId]) -> bool {
    let Iteration {
        leap,
        before,
        after,
    } = iteration;
    let mut path = after.path.clone();
    if equate_inputs(context, &mut path, iteration).is_none() {
        return false;
    }
    let width = context.terms.width(leap.count);
    let limit = context.terms.bv(width, MOST);
    let small = context.terms.bv_ult(leap.count, limit);
    path.assume(&context.terms, small);
    let one = context.terms.bv(width, 1);
    let next = context.terms.bv_add(leap.count, one);
    let map = FxHashMap::from_iter([(leap.count, next)]);
    let Some(same) = same_state(context, before, after, forgotten, &map) else {
        return false;
    };
    let differs = context.terms.not(same);
    if !matches!(context.possible(&path, differs), Ok(None)) {
        return false;
    }
    // C0: guards that hold after k iterations held after fewer.
    let known = before.path.conjuncts().len();
    let guards = after.path.conjuncts()[known..].to_vec();
    let guards = context.terms.and_all(guards);
    let earlier = context.terms.fresh_var("earlier", Sort::Bv(width));
    let map = FxHashMap::from_iter([(leap.count, earlier)]);
    let held = context.terms.substitute(guards, &map);
    let broken = context.terms.not(held);
    let is_earlier = context.terms.bv_ult(earlier, leap.count);
    let broken = context.terms.and(is_earlier, broken);
    matches!(context.possible(&path, broken), Ok(None))
}

/// The inputs of the iteration that was followed go on as those that were leapt over.
fn equate_inputs(context: &mut Context<'_>, path: &mut Path, iteration: &Iteration) -> Option<()> {
    let (before, after) = (&iteration.before.inputs, &iteration.after.inputs);
    let asked = after.get(before.len()..)?;
    let entries = &iteration.leap.entries;
    if asked.len() != entries.len() {
        return None;
    }
    for (input, entry) in asked.iter().zip(entries) {
        let Entry::Input(earlier) = entry else {
            return None;
        };
        let growth = iteration.leap.growth.iter();
        let mut growth = growth.filter(|growth| growth.input == *earlier);
        if growth.any(|growth| growth.value != 0) {
            return None;
        }
        let earlier = after.get(*earlier)?.value;
        let (Num::Term(one), Num::Term(other)) = (earlier, input.value) else {
            continue;
        };
        let equal = context.terms.eq(one, other);
        path.assume(&context.terms, equal);
    }
    Some(())
}

/// Whether two states are the same but for memory that is no longer read, where the first is taken one
/// iteration later. `None` if they differ in more than numbers.
fn same_state(
    context: &mut Context<'_>,
    before: &State,
    after: &State,
    forgotten: &[ObjectId],
    map: &FxHashMap<TermId, TermId>,
) -> Option<TermId> {
    let mut same = TermId::TRUE;
    let (procedure, location) = (after.frame.procedure, after.frame.location);
    for index in 0..after.frame.locals.len() {
        let local = LocalId(index as u32);
        if context.flow.is_live(procedure, location, local) {
            let scalar = context.program[procedure][local].scalar;
            let (_, width) = crate::symbolic::cells::extent(scalar, context.width());
            let values = (before.frame.locals[index], after.frame.locals[index]);
            let equal = same_value(context, values, width, map)?;
            same = context.terms.and(same, equal);
        }
    }
    let memory = same_memory(context, before, after, forgotten, map)?;
    Some(context.terms.and(same, memory))
}

/// The same of memory, but for objects whose contents were forgotten.
fn same_memory(
    context: &mut Context<'_>,
    before: &State,
    after: &State,
    forgotten: &[ObjectId],
    map: &FxHashMap<TermId, TermId>,
) -> Option<TermId> {
    let mut same = TermId::TRUE;
    for (id, object) in after.heap.iter() {
        let is_old = (id.0 as usize) < before.heap.len();
        if !is_old && object.life == Life::Live {
            return None;
        }
        if !is_old || before.heap.is_same(&after.heap, id) || forgotten.contains(&id) {
            continue;
        }
        let old = before.heap.get(id);
        let (Contents::Cells(cells), Contents::Cells(new)) = (&old.contents, &object.contents)
        else {
            return None;
        };
        if (old.life, old.mutability) != (object.life, object.mutability) {
            return None;
        }
        for (offset, cell) in new.iter() {
            if cells.exactly(offset, cell.size) == Some(cell) {
                continue;
            }
            let values = (
                cells.scalar(offset, cell.size)?,
                new.scalar(offset, cell.size)?,
            );
            let equal = same_value(context, values, 8 * cell.size as u32, map)?;
            same = context.terms.and(same, equal);
        }
    }
    Some(same)
}

fn same_value(
    context: &mut Context<'_>,
    values: (Value, Value),
    width: u32,
    map: &FxHashMap<TermId, TermId>,
) -> Option<TermId> {
    let (one, other) = match values {
        (Value::Undefined, Value::Undefined) => return Some(TermId::TRUE),
        (Value::Bits(one), Value::Bits(other)) => (one, other),
        (Value::Pointer(one), Value::Pointer(other)) if one.base == other.base => {
            (one.offset, other.offset)
        }
        _ => return None,
    };
    let terms = &mut context.terms;
    let (one, other) = (one.term(terms, width), other.term(terms, width));
    let later = terms.substitute(one, map);
    Some(terms.eq(later, other))
}
