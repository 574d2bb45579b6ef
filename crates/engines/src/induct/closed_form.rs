//! Closed forms: what a state is after any number of further iterations, read off the last ones.
//!
//! A number that grew by the same amount in each of the iterations that were followed goes on to do
//! so: after `k` more it is larger by `k` times that amount. One whose growth itself grew by the same
//! amount is a polynomial of degree two. What is neither is anything at all. This is a guess, which
//! an execution has to confirm.

use crate::symbolic::cells::{Cells, extent};
use crate::symbolic::context::Context;
use crate::symbolic::heap::Contents;
use crate::symbolic::state::State;
use crate::symbolic::value::{Num, ObjectId, Value};
use ir::{LocalId, Scalar};
use logic::{Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// How the names of variables begin that stand for numbers of iterations.
const COUNT: &str = "iterations";

/// The width of the number of iterations.
const COUNT_BITS: u32 = 32;

/// Makes states from the last visits of a loop.
pub(super) struct Extrapolation<'c, 'p, 's> {
    pub(super) context: &'c mut Context<'p>,
    /// The visits, the last one last.
    pub(super) points: &'s [&'s State],
    /// What the environment chose in the last iteration, in terms of what it chose in the one before.
    pub(super) alike: &'s FxHashMap<TermId, TermId>,
    /// The number of further iterations.
    pub(super) count: TermId,
    /// Objects that hold more than the state says: what further iterations write elsewhere.
    pub(super) forgotten: Vec<ObjectId>,
}

/// A variable for a number of iterations.
pub(super) fn fresh_count(terms: &mut Terms) -> TermId {
    terms.fresh_var(COUNT, Sort::Bv(COUNT_BITS))
}

impl Extrapolation<'_, '_, '_> {
    /// The state after the further iterations.
    pub(super) fn state(&mut self) -> State {
        let last = self.points[self.points.len() - 1];
        let mut state = last.clone();
        self.locals(&mut state);
        let objects = (0..last.heap.len() as u32).map(ObjectId);
        for object in objects {
            self.object(&mut state, object);
        }
        state
    }

    fn locals(&mut self, state: &mut State) {
        let (procedure, location) = (state.frame.procedure, state.frame.location);
        for index in 0..state.frame.locals.len() {
            let local = LocalId(index as u32);
            if !self.context.flow.is_live(procedure, location, local) {
                continue;
            }
            let values: Vec<Value> = self
                .points
                .iter()
                .map(|point| point.frame.locals[index])
                .collect();
            let scalar = self.context.program[procedure][local].scalar;
            let (_, width) = extent(scalar, self.context.width());
            let is_float = matches!(scalar, Scalar::Float(_));
            let value = self.value(&values, width, is_float);
            state.frame.locals[index] = value;
        }
    }

    fn object(&mut self, state: &mut State, id: ObjectId) {
        let points = self.points;
        let was_there = |point: &&State| (id.0 as usize) < point.heap.len();
        if !points.iter().all(was_there)
            || points
                .windows(2)
                .all(|two| two[0].heap.is_same(&two[1].heap, id))
        {
            return;
        }
        let contents: Vec<&Contents> = points
            .iter()
            .map(|point| &point.heap.get(id).contents)
            .collect();
        let mut changed = Vec::new();
        if !self.has_same_places(&contents) {
            self.forgotten.push(id);
        }
        match contents[contents.len() - 1] {
            Contents::Cells(_) => {
                let cells = contents.iter().map(|one| match one {
                    Contents::Cells(cells) => Some(cells),
                    Contents::Elements(_) => None,
                });
                if let Some(cells) = cells.collect::<Option<Vec<&Cells>>>() {
                    changed = self.cells(&cells);
                }
            }
            // Elements at unknown indices stay as they are.
            Contents::Elements(_) => {}
        }
        if changed.is_empty() {
            return;
        }
        if let Contents::Cells(cells) = &mut state.heap.get_mut(id).contents {
            for (offset, value) in changed {
                cells.revalue(offset, |_| value);
            }
        }
    }

    /// Whether the last iteration wrote nowhere but where earlier ones did.
    fn has_same_places(&self, contents: &[&Contents]) -> bool {
        let [.., before, last] = contents else {
            return false;
        };
        match (before, last) {
            (Contents::Cells(before), Contents::Cells(last)) => {
                let places = |cells: &Cells| -> Vec<(u64, u64)> {
                    cells
                        .iter()
                        .map(|(offset, cell)| (offset, cell.size))
                        .collect()
                };
                places(before) == places(last)
            }
            _ => false,
        }
    }

    /// The cells that were there at every visit, with their new values.
    fn cells(&mut self, points: &[&Cells]) -> Vec<(u64, Value)> {
        let last = points[points.len() - 1];
        let mut changed = Vec::new();
        for (offset, cell) in last.iter() {
            let values = points.iter().map(|cells| cells.scalar(offset, cell.size));
            let Some(values) = values.collect::<Option<Vec<Value>>>() else {
                continue;
            };
            if values.windows(2).all(|two| two[0] == two[1]) || cell.size > 16 {
                continue;
            }
            let value = self.value(&values, 8 * cell.size as u32, false);
            changed.push((offset, value));
        }
        changed
    }

    /// What a value is after the further iterations.
    fn value(&mut self, values: &[Value], width: u32, is_float: bool) -> Value {
        let last = values[values.len() - 1];
        match last {
            Value::Undefined => last,
            Value::Bits(_) => {
                let numbers = values.iter().rev().map_while(|value| match value {
                    Value::Bits(num) => Some(*num),
                    _ => None,
                });
                let mut numbers: Vec<Num> = numbers.collect();
                numbers.reverse();
                Value::Bits(self.number(&numbers, width, is_float))
            }
            Value::Pointer(pointer) => {
                // Where it leads elsewhere, what it leads to stays.
                let offsets = values.iter().rev().map_while(|value| match value {
                    Value::Pointer(other) if other.base == pointer.base => Some(other.offset),
                    _ => None,
                });
                let mut offsets: Vec<Num> = offsets.collect();
                offsets.reverse();
                let mut pointer = pointer;
                if offsets.len() > 1 {
                    pointer.offset = self.number(&offsets, width, false);
                }
                Value::Pointer(pointer)
            }
        }
    }

    /// What a number is after the further iterations.
    fn number(&mut self, numbers: &[Num], width: u32, is_float: bool) -> Num {
        let terms = &mut self.context.terms;
        let values: Vec<TermId> = numbers.iter().map(|num| num.term(terms, width)).collect();
        if terms.sort(values[0]) == Sort::Bool || values.len() < 2 {
            return numbers[numbers.len() - 1];
        }
        let mut differences = Vec::new();
        for two in values.windows(2) {
            let difference = terms.bv_sub(two[1], two[0]);
            differences.push(terms.substitute(difference, self.alike));
        }
        let last = differences[differences.len() - 1];
        let value = values[values.len() - 1];
        let zero = terms.bv(width, 0);
        if last == zero {
            return numbers[numbers.len() - 1];
        }
        if !is_float && !self.depends_on_counts(last) && self.are_equal(&differences) {
            let count = self.count_of(width);
            let terms = &mut self.context.terms;
            let grown = terms.bv_mul(count, last);
            let sum = terms.bv_add(value, grown);
            return Num::of(terms, sum);
        }
        match self.second_degree(value, &differences, width) {
            Some(sum) if !is_float => sum,
            _ => Num::Term(self.context.terms.fresh_var("unknown", Sort::Bv(width))),
        }
    }

    /// Whether a term depends on the number of iterations of another loop: a product of two such numbers
    /// takes the solver too long.
    fn depends_on_counts(&self, term: TermId) -> bool {
        let terms = &self.context.terms;
        let is_count = |variable: TermId| {
            let name = terms.var_name(variable);
            name.is_some_and(|name| name.starts_with(COUNT))
        };
        terms.free_vars(&[term]).into_iter().any(is_count)
    }

    /// Whether a number grew by the same in all iterations.
    fn are_equal(&mut self, differences: &[TermId]) -> bool {
        let path = &self.points[self.points.len() - 1].path;
        differences.windows(2).all(|two| {
            let equal = self.context.terms.eq(two[0], two[1]);
            match equal {
                TermId::TRUE => true,
                TermId::FALSE => false,
                _ => self.context.surely(path, equal),
            }
        })
    }

    /// The value of a polynomial of degree two, if three differences show that it is one.
    fn second_degree(&mut self, value: TermId, differences: &[TermId], width: u32) -> Option<Num> {
        let &[first, second, third] = differences else {
            return None;
        };
        let count = self.count_of(width + 1);
        let terms = &mut self.context.terms;
        let growth = terms.bv_sub(third, second);
        if growth != terms.bv_sub(second, first) {
            return None;
        }
        // value + k * third + growth * k (k + 1) / 2
        let one = terms.bv(width + 1, 1);
        let next = terms.bv_add(count, one);
        let product = terms.bv_mul(count, next);
        let half = terms.extract(width, 1, product);
        let curve = terms.bv_mul(half, growth);
        let count = terms.extract(width - 1, 0, count);
        let line = terms.bv_mul(count, third);
        let sum = terms.bv_add(line, curve);
        let sum = terms.bv_add(value, sum);
        Some(Num::of(terms, sum))
    }

    /// The number of further iterations, of that width.
    fn count_of(&mut self, width: u32) -> TermId {
        let terms = &mut self.context.terms;
        match width {
            ..COUNT_BITS => terms.extract(width - 1, 0, self.count),
            COUNT_BITS => self.count,
            _ => terms.zero_extend(width - COUNT_BITS, self.count),
        }
    }
}
