//! Contracts: what restricts the environment, and what is claimed of the end.
//!
//! A precondition is decided again whenever the environment has chosen something, on what it has
//! chosen so far: as soon as that cannot be completed, the state is dropped (Section 2.2). A
//! postcondition is decided where the procedure returns; what it depends on and nobody has looked
//! at is chosen then.

mod view;

use super::cells::extent;
use super::context::{Context, Interrupt, Step};
use super::heap::{Contents, Extent, Initial};
use super::layout;
use super::lazy::Nullness;
use super::memory::{Slot, Spot, whole};
use super::state::State;
use super::value::{Num, Pointer, Value};
use contract::{Clause, Formula, Moment, Place, Truth, Undecided};
use ir::{ProcedureId, TypeId};
use logic::TermId;
use view::{Node, View};

/// How many choices are tried to complete what a counterexample leaves open.
const COMPLETIONS: usize = 300;

impl Context<'_> {
    /// The contract's clauses at one moment.
    fn clauses(&self, moment: Moment) -> Vec<Clause> {
        let contract = self.options.contract.iter();
        contract
            .flat_map(|contract| match moment {
                Moment::Entry => contract.requires().cloned().collect::<Vec<_>>(),
                Moment::Exit => contract.ensures().cloned().collect(),
            })
            .collect()
    }

    /// Whether there is anything to check where the entry procedure returns.
    pub(crate) fn has_postconditions(&self) -> bool {
        let contract = self.options.contract.as_ref();
        contract.is_some_and(|contract| contract.ensures().next().is_some())
    }

    /// Drops the state if what the environment has chosen so far breaks a precondition.
    pub(crate) fn examine(&mut self, state: &mut State) -> Step<()> {
        if state.examined == state.given || self.options.contract.is_none() {
            return Ok(());
        }
        for clause in self.clauses(Moment::Entry) {
            let truth = self.truth_of(state, &clause.formula, None);
            self.require(state, truth.necessary)?;
        }
        state.examined = state.given;
        Ok(())
    }

    /// A formula on what is known of a state.
    fn truth_of(
        &mut self,
        state: &mut State,
        formula: &Formula,
        result: Option<Value>,
    ) -> Truth<Node> {
        let mut view = View::new(self, state, result);
        let truth = contract::decide(formula, &mut view);
        for object in view.stated() {
            if let Contents::Elements(elements) = &state.heap.get(object).contents
                && elements.extent != Extent::Stated
                && let Contents::Elements(elements) = &mut state.heap.get_mut(object).contents
            {
                elements.extent = Extent::Stated;
            }
        }
        truth
    }

    /// The postconditions with the conditions under which they fail. Execution forks until they
    /// are decided.
    pub(crate) fn broken_postconditions(
        &mut self,
        state: &mut State,
        result: Value,
    ) -> Step<Vec<(ir::Span, TermId)>> {
        let mut broken = Vec::new();
        for clause in self.clauses(Moment::Exit) {
            let holds = self.decided(state, &clause.formula, Some(result))?;
            broken.push((clause.span, self.terms.not(holds)));
        }
        Ok(broken)
    }

    /// The condition that a formula is, after everything it depends on was chosen.
    fn decided(
        &mut self,
        state: &mut State,
        formula: &Formula,
        result: Option<Value>,
    ) -> Step<TermId> {
        let mut forced = None;
        loop {
            let truth = self.truth_of(state, formula, result);
            match truth.undecided {
                None => return Ok(truth.necessary),
                Some(Undecided::Place(place)) if forced == Some(place) => {
                    let what = "a contract about memory whose value is not known";
                    return Err(Interrupt::Stop(what.to_string()));
                }
                Some(Undecided::Place(place)) => {
                    self.force(state, place)?;
                    forced = Some(place);
                }
                Some(Undecided::Range { low, high }) => {
                    for end in [low, high] {
                        let end = Num::of(&self.terms, end);
                        self.concrete(&mut state.path, end)?;
                    }
                    return Err(Interrupt::Stop("a range in a contract".to_string()));
                }
                Some(Undecided::Effort) => {
                    let what = "a contract that takes too long to decide";
                    return Err(Interrupt::Stop(what.to_string()));
                }
            }
            self.examine(state)?;
        }
    }

    /// Lets the environment choose what is in a place.
    fn force(&mut self, state: &mut State, place: Place<Node>) -> Step<()> {
        let refused = || Interrupt::Stop("a contract about memory of another kind".to_string());
        match place {
            Place::Parameter(_) | Place::Result | Place::Length { .. } => Err(refused()),
            Place::Global(id, moment) => {
                let global = &self.program[id];
                let node = Node::global(id);
                self.force_at(state, node, 0, global.ty, moment)
            }
            Place::Field {
                node,
                field,
                moment,
            } => {
                let record = self.program.types.record(field.record);
                let declared = record
                    .fields
                    .get(field.index as usize)
                    .ok_or_else(refused)?;
                let (offset, ty) = (declared.offset, declared.ty);
                self.force_at(state, node, offset, ty, moment)
            }
            Place::Element {
                array,
                index,
                element,
                moment,
            } => {
                let inside = View::new(self, state, None).is_inside(array, index, element);
                if !self.decide(&mut state.path, inside)? {
                    let outside = self.terms.not(inside);
                    state.path.assume(&self.terms, outside);
                    return Ok(());
                }
                state.path.assume(&self.terms, inside);
                if let Contents::Cells(_) = state.heap.get(array.object).contents {
                    let number = Num::of(&self.terms, index);
                    let bits = self.concrete(&mut state.path, number)?;
                    let bits = self.terms.bv(self.terms.width(index), bits);
                    let same = self.terms.eq(index, bits);
                    state.path.assume(&self.terms, same);
                }
                let node = View::new(self, state, None).element(array, index, element);
                let node = node.ok_or_else(refused)?;
                self.force_at(state, node, 0, element, moment)
            }
        }
    }

    fn force_at(
        &mut self,
        state: &mut State,
        node: Node,
        inner: u64,
        ty: TypeId,
        moment: Moment,
    ) -> Step<()> {
        let Some(scalar) = self.program.types.scalar(ty) else {
            return Err(Interrupt::Stop(
                "a contract about a whole record".to_string(),
            ));
        };
        let (size, _) = extent(scalar, self.width());
        let offset = node.offset + inner;
        let slot = self.slot_of(state, node, offset, size)?;
        self.initialise(state, slot, offset, size, Some(scalar))?;
        let known = |initial: &Initial| initial.index == node.index && initial.offset == offset;
        let given = state.heap.get(node.object).given.as_ref();
        let is_missing = given.is_some_and(|given| !given.initial.iter().any(known));
        if moment == Moment::Entry && is_missing {
            // It was overwritten before anybody looked at it.
            let value = match scalar {
                ir::Scalar::Pointer => {
                    let target = layout::target(self.program, ty);
                    Value::Pointer(self.choose_pointer(
                        state,
                        target,
                        Some(node.object),
                        Nullness::Any,
                    )?)
                }
                _ => Value::Bits(self.unknown_number(state, node.object, scalar, ty)),
            };
            let initial = Initial {
                index: node.index,
                offset,
                scalar,
                value,
            };
            if let Some(given) = &mut state.heap.get_mut(node.object).given {
                given.initial.push(initial);
            }
            state.given += 1;
        }
        Ok(())
    }

    /// The cells of a node.
    fn slot_of(&mut self, state: &mut State, node: Node, offset: u64, size: u64) -> Step<Slot> {
        let Contents::Elements(elements) = &state.heap.get(node.object).contents else {
            return Ok(whole(node.object));
        };
        let width = self.width();
        let stride = self.terms.bv(width, elements.stride.into());
        let index = node.index.term(&mut self.terms, width);
        let start = self.terms.bv_mul(index, stride);
        let start = Num::of(&self.terms, start);
        let offset = self.add(start, Num::Const(offset.into()));
        let pointer = Pointer {
            offset,
            ..Pointer::to(node.object)
        };
        match self.locate(state, pointer, size)? {
            Spot::Known(slot, _) => Ok(slot),
            Spot::Unknown(..) => Err(Interrupt::Undefined),
        }
    }

    /// A state in which all preconditions are decided, for a counterexample that leaves parts of
    /// the heap open: the first completion in which a condition is still possible.
    pub(crate) fn complete(&mut self, state: &State, condition: TermId) -> Option<State> {
        if self.clauses(Moment::Entry).is_empty() {
            return Some(state.clone());
        }
        let mut pending = vec![state.clone()];
        for _ in 0..COMPLETIONS {
            let mut state = pending.pop()?;
            match self.complete_once(&mut state, condition) {
                Ok(()) => return Some(state),
                Err(Interrupt::Choose(outcomes)) => {
                    // The last is tried first: null is the first choice.
                    let choices = (0..outcomes).rev().map(|choice| State {
                        choice: Some(choice),
                        ..state.clone()
                    });
                    pending.extend(choices);
                }
                Err(Interrupt::Split(split)) => {
                    let negation = self.terms.not(split);
                    for side in [negation, split] {
                        let mut state = state.clone();
                        state.path.assume(&self.terms, side);
                        pending.push(state);
                    }
                }
                Err(_) => {}
            }
        }
        None
    }

    fn complete_once(&mut self, state: &mut State, condition: TermId) -> Step<()> {
        for clause in self.clauses(Moment::Entry) {
            let holds = self.decided(state, &clause.formula, None)?;
            self.require(state, holds)?;
        }
        match self.possible(&state.path, condition)? {
            Some(_) => Ok(()),
            None => Err(Interrupt::Infeasible),
        }
    }

    /// Whether a procedure is the one that an unknown caller calls.
    pub(crate) fn is_called_by_environment(&self, state: &State, procedure: ProcedureId) -> bool {
        let caller = state.frame.caller.as_deref();
        state.frame.procedure == procedure
            && caller.is_some_and(|caller| Some(caller.frame.procedure) == self.program.entry)
    }
}
