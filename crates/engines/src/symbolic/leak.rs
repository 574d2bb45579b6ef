//! Which heap objects nothing leads to.

use super::cells::Cells;
use super::codec::base_of;
use super::heap::{Life, Made, Object};
use super::state::State;
use super::value::{Base, Num, ObjectId, Value};
use crate::flow::Flow;
use ir::{LocalId, LocalRole, Program};
use logic::{TermId, Terms};

impl State {
    /// The objects that the program allocated and did not free.
    pub(crate) fn unfreed(&self) -> Vec<ObjectId> {
        let heap = self.heap.iter().filter(|(_, object)| is_live_heap(object));
        heap.map(|(id, _)| id).collect()
    }

    /// Those of them that neither live objects nor locals lead to.
    pub(crate) fn leaked(
        &self,
        terms: &Terms,
        flow: &Flow<'_>,
        program: &Program,
    ) -> Vec<ObjectId> {
        let candidates = self.unfreed();
        if candidates.is_empty() {
            return candidates;
        }
        let mut marks = Marks {
            terms,
            marked: vec![false; self.heap.len()],
            pending: Vec::new(),
        };
        for (id, object) in self.heap.iter() {
            if object.life == Life::Live && !matches!(object.made, Made::Heap(_)) {
                marks.mark(id);
            }
        }
        for (frame, edge) in self.frames() {
            let procedure = &program[frame.procedure];
            let after = edge.map_or(frame.location, |edge| procedure[edge].to);
            for (index, value) in frame.locals.iter().enumerate() {
                let local = LocalId(index as u32);
                // A variable counts until its procedure returns, an intermediate value as long as
                // it will be used.
                if procedure[local].role != LocalRole::Temporary
                    || flow.is_live(frame.procedure, after, local)
                {
                    marks.value(*value);
                }
            }
        }
        while let Some(id) = marks.pending.pop() {
            let object = self.heap.get(id);
            // What lay in memory that is gone leads nowhere any more.
            if object.life == Life::Live {
                object
                    .all_cells()
                    .flat_map(Cells::values)
                    .for_each(|value| marks.value(value));
            }
        }
        let lost = candidates
            .into_iter()
            .filter(|id| !marks.marked[id.0 as usize]);
        lost.collect()
    }
}

fn is_live_heap(object: &Object) -> bool {
    matches!(object.made, Made::Heap(_)) && object.life == Life::Live
}

struct Marks<'t> {
    terms: &'t Terms,
    marked: Vec<bool>,
    pending: Vec<ObjectId>,
}

/// The objects that a value leads to: a pointer to its object, a number to those whose addresses it
/// is made of.
pub(crate) fn led_to(terms: &Terms, value: Value) -> Vec<ObjectId> {
    match value {
        Value::Undefined | Value::Bits(Num::Const(_)) => Vec::new(),
        Value::Pointer(pointer) => pointer.object().into_iter().collect(),
        Value::Bits(Num::Term(term)) => addressed(terms, term),
    }
}

/// The objects whose addresses a term is made of.
pub(crate) fn addressed(terms: &Terms, term: TermId) -> Vec<ObjectId> {
    let variables = terms.free_vars(&[term]).into_iter();
    let bases = variables.filter_map(|variable| base_of(terms, variable));
    bases
        .filter_map(|base| match base {
            Base::Object(id) => Some(id),
            _ => None,
        })
        .collect()
}

impl Marks<'_> {
    fn mark(&mut self, id: ObjectId) {
        if !std::mem::replace(&mut self.marked[id.0 as usize], true) {
            self.pending.push(id);
        }
    }

    fn value(&mut self, value: Value) {
        for id in led_to(self.terms, value) {
            self.mark(id);
        }
    }
}
