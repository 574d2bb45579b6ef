//! Generalisation: a state that a loop keeps changing is replaced by one that stands for more
//! executions, so that the next turn is subsumed exactly.
//!
//! The numbers that have changed since an earlier turn become arbitrary, and of the path condition
//! only what held then is kept. The new state has every execution of the old one. What is kept of
//! the numbers that became arbitrary is guessed from the earlier turn, and holds in the state that
//! is generalised: each guess was decided.

use crate::limits::tuning::{MOST_CONSTANTS_GUESSED_AS_LIMITS, MOST_GUESSED_INVARIANTS};
use crate::symbolic::cells::{Content, extent};
use crate::symbolic::context::Context;
use crate::symbolic::heap::Contents;
use crate::symbolic::state::{Frame, State};
use crate::symbolic::value::{Num, ObjectId, Pointer, Value};
use ir::{Const, Expr, LocalId};
use logic::{Op, Sort, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where a number is.
#[derive(Clone, Copy, Debug)]
enum Spot {
    /// In a local of a call, counted from the innermost.
    Local(usize, LocalId),
    /// In a cell of an object, or of an element of it.
    Cell(ObjectId, Option<usize>, u64),
}

/// A number at a spot of two states.
#[derive(Clone, Copy, Debug)]
struct Number {
    spot: Spot,
    earlier: Num,
    now: Num,
    width: u32,
}

/// Replaces a state by one that stands for all its executions and more.
pub(super) fn generalise(context: &mut Context<'_>, state: &mut State, earlier: &State) {
    let numbers = common_numbers(context, state, earlier);
    let (changed, same): (Vec<Number>, Vec<Number>) = numbers
        .into_iter()
        .partition(|number| number.earlier != number.now);
    let mut guesses = Guesses::new(context, state, &changed);
    guesses.carry_over(context, earlier);
    guesses.stay_beyond(context);
    guesses.stay_within(context, state);
    guesses.stay_in_order(context, &same);
    let kept = guesses.decide(context, state, earlier);
    let arbitrary = guesses.arbitrary;
    let both: FxHashSet<TermId> = earlier.path.conjuncts().iter().copied().collect();
    let now = std::mem::take(&mut state.path);
    for conjunct in now.conjuncts().iter().filter(|one| both.contains(one)) {
        state.path.assume(&context.terms, *conjunct);
    }
    for guess in kept {
        state.path.assume(&context.terms, guess);
    }
    for (number, variable) in changed.iter().zip(arbitrary) {
        put(state, number.spot, Num::Term(variable));
    }
}

/// What may hold of the numbers that become arbitrary.
struct Guesses<'n> {
    changed: &'n [Number],
    arbitrary: Vec<TermId>,
    /// About the earlier numbers, those of now, and the arbitrary ones.
    found: Vec<(TermId, TermId, TermId)>,
}

impl<'n> Guesses<'n> {
    fn new(context: &mut Context<'_>, state: &mut State, changed: &'n [Number]) -> Guesses<'n> {
        let fresh = |number: &Number| {
            state.arbitrary += 1;
            let name = format!("any{}", state.arbitrary);
            context.terms.var(&name, Sort::Bv(number.width))
        };
        Guesses {
            changed,
            arbitrary: changed.iter().map(fresh).collect(),
            found: Vec::new(),
        }
    }

    /// What the earlier turn knew of variables that were arbitrary then.
    fn carry_over(&mut self, context: &mut Context<'_>, earlier: &State) {
        let mut to_now = FxHashMap::default();
        let mut to_arbitrary = FxHashMap::default();
        for (number, arbitrary) in self.changed.iter().zip(&self.arbitrary) {
            if let Num::Term(old) = number.earlier
                && matches!(context.terms.op(old), Op::Var(_))
            {
                let now = number.now.term(&mut context.terms, number.width);
                to_now.insert(old, now);
                to_arbitrary.insert(old, *arbitrary);
            }
        }
        for conjunct in earlier.path.conjuncts() {
            let variables = context.terms.free_vars(&[*conjunct]);
            if variables
                .iter()
                .any(|variable| to_now.contains_key(variable))
            {
                let now = context.terms.substitute(*conjunct, &to_now);
                let then = context.terms.substitute(*conjunct, &to_arbitrary);
                self.found.push((*conjunct, now, then));
            }
        }
    }

    /// What grows or shrinks from a known number stays beyond it, and what had two known values
    /// has no others.
    fn stay_beyond(&mut self, context: &mut Context<'_>) {
        for (number, arbitrary) in self.changed.iter().zip(&self.arbitrary) {
            if number.earlier.known().is_some() {
                let terms = &mut context.terms;
                let from = number.earlier.term(terms, number.width);
                let now = number.now.term(terms, number.width);
                let (now_above, above) = (terms.bv_sle(from, now), terms.bv_sle(from, *arbitrary));
                let (now_below, below) = (terms.bv_sle(now, from), terms.bv_sle(*arbitrary, from));
                self.found.push((TermId::TRUE, now_above, above));
                self.found.push((TermId::TRUE, now_below, below));
                if number.now.known().is_some() {
                    let (first, second) = (terms.eq(*arbitrary, from), terms.eq(*arbitrary, now));
                    let either = terms.or(first, second);
                    self.found.push((TermId::TRUE, TermId::TRUE, either));
                }
            }
        }
    }

    /// Numbers stay within limits that the procedure speaks of, and do not become negative.
    fn stay_within(&mut self, context: &mut Context<'_>, state: &State) {
        let limits = limits(context, state);
        let terms = &mut context.terms;
        for (number, arbitrary) in self.changed.iter().zip(&self.arbitrary) {
            let numbers = [number.earlier, number.now].map(|num| num.term(terms, number.width));
            let [earlier, now] = numbers;
            let zero = terms.bv(number.width, 0);
            let [before, at_now, then] =
                [earlier, now, *arbitrary].map(|number| terms.bv_sle(zero, number));
            self.found.push((before, at_now, then));
            let of_width = limits.iter().filter(|(_, width)| *width == number.width);
            for (limit, width) in of_width.take(MOST_CONSTANTS_GUESSED_AS_LIMITS) {
                let limit = terms.bv(*width, *limit);
                let [before, at_now, then] =
                    [earlier, now, *arbitrary].map(|number| terms.bv_sle(number, limit));
                self.found.push((before, at_now, then));
            }
        }
    }

    /// Numbers that are in order stay so.
    fn stay_in_order(&mut self, context: &mut Context<'_>, same: &[Number]) {
        let terms = &mut context.terms;
        let mut all: Vec<(u32, [TermId; 3])> = Vec::new();
        for (number, arbitrary) in self.changed.iter().zip(&self.arbitrary) {
            let earlier = number.earlier.term(terms, number.width);
            let now = number.now.term(terms, number.width);
            all.push((number.width, [earlier, now, *arbitrary]));
        }
        for number in same.iter().filter(|number| number.now.known().is_none()) {
            let term = number.now.term(terms, number.width);
            all.push((number.width, [term; 3]));
        }
        for (index, (width, low)) in all.iter().enumerate() {
            for (other, (same_width, high)) in all.iter().enumerate() {
                let arbitrary = index.min(other) < self.changed.len();
                if index == other || width != same_width || !arbitrary {
                    continue;
                }
                let [earlier, now, then] =
                    [0, 1, 2].map(|moment| terms.bv_sle(low[moment], high[moment]));
                self.found.push((earlier, now, then));
            }
        }
    }

    /// The guesses that held earlier and hold now.
    fn decide(&self, context: &mut Context<'_>, state: &State, earlier: &State) -> Vec<TermId> {
        let mut kept = Vec::new();
        for (before, now, then) in self.found.iter().take(MOST_GUESSED_INVARIANTS) {
            if context.surely(&state.path, *now) && context.surely(&earlier.path, *before) {
                kept.push(*then);
            }
        }
        kept
    }
}

/// The constants of a state's procedure and their predecessors, with their widths.
fn limits(context: &Context<'_>, state: &State) -> BTreeSet<(u128, u32)> {
    let mut found = BTreeSet::new();
    for edge in &context.program[state.frame.procedure].edges {
        edge.op.for_each_expr(&mut |expr| {
            expr.for_each(&mut |part| {
                if let Expr::Const(Const::Int(width, bits)) = part {
                    found
                        .extend([*bits, bits.saturating_sub(1)].map(|limit| (limit, width.bits())));
                }
            });
        });
    }
    found
}

/// The numbers of live locals and of memory that both states have.
fn common_numbers(context: &Context<'_>, state: &State, earlier: &State) -> Vec<Number> {
    let mut found = Vec::new();
    let address = context.width();
    let fits = |num: Num, width: u32| match num {
        Num::Const(_) => true,
        Num::Term(term) => context.terms.sort(term) == Sort::Bv(width),
    };
    let mut add = |spot: Spot, before: Value, now: Value, width: u32| {
        let (before, now, width) = match (before, now) {
            (Value::Bits(before), Value::Bits(now)) => (before, now, width),
            (Value::Pointer(before), Value::Pointer(now)) if before.base == now.base => {
                (before.offset, now.offset, address)
            }
            _ => return,
        };
        if fits(before, width) && fits(now, width) {
            found.push(Number {
                spot,
                earlier: before,
                now,
                width,
            });
        }
    };
    for (depth, ((frame, edge), (before, _))) in state.frames().zip(earlier.frames()).enumerate() {
        let procedure = &context.program[frame.procedure];
        let location = edge.map_or(frame.location, |edge| procedure[edge].to);
        for (index, local) in procedure.locals.iter().enumerate() {
            let id = LocalId(index as u32);
            if context.flow.is_live(frame.procedure, location, id)
                && let (Some(then), Some(now)) = (before.locals.get(index), frame.locals.get(index))
            {
                let (_, width) = extent(local.scalar, address);
                add(Spot::Local(depth, id), *then, *now, width);
            }
        }
    }
    for (id, object) in state.heap.iter().take(earlier.heap.len()) {
        if state.heap.is_same(&earlier.heap, id) {
            continue;
        }
        let before = earlier.heap.get(id).all_cells();
        for (element, (now, before)) in object.all_cells().zip(before).enumerate() {
            for (offset, cell) in now.iter() {
                if let Content::Scalar {
                    value,
                    undefined: 0,
                } = cell.content
                    && let Some(before) = before.exactly(offset, cell.size)
                    && let Content::Scalar {
                        value: then,
                        undefined: 0,
                    } = before.content
                {
                    let element =
                        matches!(object.contents, Contents::Elements(_)).then_some(element);
                    add(
                        Spot::Cell(id, element, offset),
                        then,
                        value,
                        8 * cell.size as u32,
                    );
                }
            }
        }
    }
    found
}

/// Puts a number where another was.
fn put(state: &mut State, spot: Spot, number: Num) {
    let changed = |value: Value| match value {
        Value::Pointer(pointer) => Value::Pointer(Pointer {
            offset: number,
            ..pointer
        }),
        _ => Value::Bits(number),
    };
    match spot {
        Spot::Local(depth, local) => {
            if let Some(frame) = frame_mut(&mut state.frame, depth) {
                let value = &mut frame.locals[local.0 as usize];
                *value = changed(*value);
            }
        }
        Spot::Cell(object, element, offset) => {
            let cells = state.cells_mut(crate::symbolic::memory::Slot { object, element });
            cells.revalue(offset, changed);
        }
    }
}

fn frame_mut(innermost: &mut Frame, depth: usize) -> Option<&mut Frame> {
    let mut frame = innermost;
    for _ in 0..depth {
        frame = &mut Arc::make_mut(frame.caller.as_mut()?).frame;
    }
    Some(frame)
}
