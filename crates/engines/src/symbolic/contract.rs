//! Contracts: what restricts the environment, and what is claimed of the end.
//!
//! A precondition is decided again whenever the environment has chosen something, on what it has
//! chosen so far: as soon as that cannot be completed, the state is dropped (Section 2.2). A
//! postcondition is decided where the procedure returns; what it depends on and nobody has looked
//! at is chosen then.

mod view;

use super::cells::{Cells, Content, extent};
use super::context::{Context, Interrupt, Step};
use super::heap::{Contents, Extent, Initial, Life};
use super::layout;
use super::memory::{Slot, Spot, whole};
use super::state::State;
use super::value::{Base, Num, Pointer, Value};
use crate::limits::tuning::MOST_COMPLETIONS_OF_A_HEAP;
use contract::{Clause, Formula, Moment, Place, Truth, Undecided};
use ir::{GlobalId, ProcedureId, Scalar, Type, TypeId};
use logic::TermId;
use view::{Node, View, has_ended};

/// Why a state is not completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lack {
    /// Whatever the environment chooses breaks a precondition or the condition.
    Impossible,
    /// None was found, and there may be one.
    NotFound,
}

/// What has to be remembered of the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hindsight {
    /// The arguments of the entry procedure.
    pub(crate) parameters: bool,
    /// What the environment put into its objects at first.
    pub(crate) initial: bool,
}

impl Context<'_> {
    /// The contract's clauses at one moment.
    fn clauses(&self, moment: Moment) -> Vec<Clause> {
        let contract = self.setting.contract.iter();
        contract
            .flat_map(|contract| match moment {
                Moment::Entry => contract.requires().cloned().collect::<Vec<_>>(),
                Moment::Exit => contract.ensures().cloned().collect(),
            })
            .collect()
    }

    /// Whether there is anything to check where the entry procedure returns.
    pub(crate) fn has_postconditions(&self) -> bool {
        let contract = self.setting.contract.as_ref();
        contract.is_some_and(|contract| contract.ensures().next().is_some())
    }

    /// What two states must have in common of their start to be alike: what postconditions can ask
    /// for, and what decides which choices preconditions leave to the environment.
    pub(crate) fn hindsight(&mut self, state: &mut State) -> Hindsight {
        let contract = self.setting.contract.as_ref();
        let looks_back = contract.is_some_and(contract::Contract::looks_back);
        let restricted = self.restricts_choices(state);
        Hindsight {
            parameters: self.has_postconditions() || restricted,
            initial: looks_back || restricted,
        }
    }

    /// Whether choices that are still to be made depend on those that were made, beyond what can be
    /// seen of these now. That no cycle is closed does not, as long as the links are those that the
    /// environment made: what can be reached is then without cycles, whatever led to it.
    fn restricts_choices(&mut self, state: &mut State) -> bool {
        let clauses = self.clauses(Moment::Entry);
        let (acyclic, others): (Vec<Clause>, Vec<Clause>) = clauses
            .into_iter()
            .partition(|clause| clause.formula.says_acyclic());
        if (!acyclic.is_empty() || self.setting.assumed.acyclic) && has_changed_links(state) {
            return true;
        }
        let mut others = others.into_iter();
        let is_open = others.any(|clause| {
            let truth = self.truth_of(state, Subject::Call(None), &clause.formula);
            truth.undecided.is_some()
        });
        is_open
            || self.invariants(state).into_iter().any(|(object, formula)| {
                let truth = self.truth_of(state, Subject::Object(object), &formula);
                truth.undecided.is_some()
            })
    }

    /// Drops the state if what the environment has chosen so far breaks a precondition.
    pub(crate) fn examine(&mut self, state: &mut State) -> Step<()> {
        if state.examined == state.given || self.setting.contract.is_none() {
            return Ok(());
        }
        for clause in self.clauses(Moment::Entry) {
            let truth = self.truth_of(state, Subject::Call(None), &clause.formula);
            self.require(state, truth.necessary)?;
        }
        for (object, formula) in self.invariants(state) {
            let truth = self.truth_of(state, Subject::Object(object), &formula);
            self.require(state, truth.necessary)?;
        }
        state.examined = state.given;
        Ok(())
    }

    /// The objects that the environment has given, each with what holds of it.
    fn invariants(&self, state: &State) -> Vec<(Node, Formula)> {
        let invariants = self.setting.contract.iter().flat_map(|c| &c.invariants);
        invariants
            .flat_map(|invariant| {
                let ty = self.program.types.find(&Type::Record(invariant.record));
                let given = state.heap.iter().filter(move |(_, object)| {
                    let given = object.given.as_ref().and_then(|given| given.ty);
                    given.is_some() && given == ty
                });
                given.map(|(id, _)| (Node::object(id), invariant.formula.clone()))
            })
            .collect()
    }

    /// A formula on what is known of a state.
    fn truth_of(&mut self, state: &mut State, subject: Subject, formula: &Formula) -> Truth<Node> {
        let (truth, view) = match subject {
            Subject::Call(result) => {
                let mut view = View::new(self, state, result);
                (contract::decide(formula, &mut view), view)
            }
            Subject::Object(object) => {
                let mut view = View::new(self, state, None);
                (contract::decide_of(formula, object, &mut view), view)
            }
        };
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
            let holds = self.decided(state, Subject::Call(Some(result)), &clause.formula)?;
            broken.push((clause.span, self.terms.not(holds)));
        }
        Ok(broken)
    }

    /// The condition that a formula is, after everything it depends on was chosen.
    fn decided(&mut self, state: &mut State, subject: Subject, formula: &Formula) -> Step<TermId> {
        let mut forced = None;
        loop {
            let truth = self.truth_of(state, subject, formula);
            if let Some(holds) = self.foreseen(state, &truth)? {
                return Ok(holds);
            }
            match truth.undecided {
                None => return Ok(truth.necessary),
                same if same == forced => {
                    let what = "a contract about something whose value is not known";
                    return Err(Interrupt::Stop(what.to_string()));
                }
                Some(Undecided::Place(place)) => self.force(state, place)?,
                Some(Undecided::Range { low, high }) => {
                    self.force_number(state, low)?;
                    self.force_number(state, high)?;
                }
                Some(Undecided::Effort) => {
                    let what = "a contract that takes too long to decide";
                    return Err(Interrupt::Stop(what.to_string()));
                }
            }
            forced = truth.undecided;
            self.examine(state)?;
        }
    }

    /// Whether a formula holds, where the path says so whatever is still to be chosen.
    fn foreseen(&mut self, state: &State, truth: &Truth<Node>) -> Step<Option<TermId>> {
        if truth.undecided.is_none() {
            return Ok(None);
        }
        let fails = self.terms.not(truth.sufficient);
        if self.possible(&state.path, fails)?.is_none() {
            return Ok(Some(TermId::TRUE));
        }
        let can_hold = self.possible(&state.path, truth.necessary)?.is_some();
        Ok((!can_hold).then_some(TermId::FALSE))
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
                let is_inner = View::new(self, state, None).is_inner(array, element);
                if is_inner || matches!(state.heap.get(array.object).contents, Contents::Cells(_)) {
                    self.force_number(state, index)?;
                }
                let node = View::new(self, state, None).element(array, index, element);
                let node = node.ok_or_else(refused)?;
                self.force_at(state, node, 0, element, moment)
            }
        }
    }

    /// Makes sure that a number is known; execution forks for each that it can be.
    fn force_number(&mut self, state: &mut State, number: TermId) -> Step<()> {
        let bits = Num::of(&self.terms, number);
        let bits = self.concrete(&mut state.path, bits)?;
        let bits = self.terms.bv(self.terms.width(number), bits);
        let same = self.terms.eq(number, bits);
        state.path.assume(&self.terms, same);
        Ok(())
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
        if moment == Moment::Exit && has_ended(state, node) {
            let what = "a contract about memory that has been freed, or whose scope has ended";
            return Err(Interrupt::Stop(what.to_string()));
        }
        let (size, _) = extent(scalar, self.width());
        let offset = node.offset + inner;
        // What is gone cannot be looked at any more, but it held something at first.
        if !(moment == Moment::Entry && self.is_gone(state, node)) {
            let slot = self.slot_of(state, node, offset, size)?;
            self.initialise(state, slot, offset, size, Some(scalar))?;
        }
        let node = View::new(self, state, None).by_known_index(node);
        let known = |initial: &Initial| initial.index == node.index && initial.offset == offset;
        let given = state.heap.get(node.object).given.as_ref();
        let is_missing = given.is_some_and(|given| !given.initial.iter().any(known));
        if moment == Moment::Entry && is_missing {
            // It was overwritten before anybody looked at it.
            let value = match scalar {
                ir::Scalar::Pointer => {
                    let target = layout::target(self.program, ty);
                    Value::Pointer(self.choose_pointer(state, target, Some(node.object))?)
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

    /// Whether an object has been freed, and which of its elements is meant can be told.
    fn is_gone(&self, state: &State, node: Node) -> bool {
        let object = state.heap.get(node.object);
        let is_known = match &object.contents {
            Contents::Cells(_) => true,
            Contents::Elements(elements) => {
                let indices = elements.cells.iter().map(|(index, _)| *index);
                let mut indices = indices.chain([node.index]);
                indices.all(|index| index.known().is_some())
            }
        };
        object.life == Life::Freed && is_known
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
    pub(crate) fn complete(&mut self, state: &State, condition: TermId) -> Result<State, Lack> {
        let contract = self.setting.contract.as_ref();
        if contract.is_none_or(|c| c.requires().next().is_none() && c.invariants.is_empty()) {
            return Ok(state.clone());
        }
        let mut lack = Lack::Impossible;
        let mut pending = vec![state.clone()];
        for _ in 0..MOST_COMPLETIONS_OF_A_HEAP {
            let Some(mut state) = pending.pop() else {
                return Err(lack);
            };
            match self.complete_once(&mut state, condition) {
                Ok(()) => return Ok(state),
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
                Err(Interrupt::Infeasible) => {}
                Err(_) => lack = Lack::NotFound,
            }
        }
        Err(Lack::NotFound)
    }

    fn complete_once(&mut self, state: &mut State, condition: TermId) -> Step<()> {
        for clause in self.clauses(Moment::Entry) {
            let holds = self.decided(state, Subject::Call(None), &clause.formula)?;
            self.require(state, holds)?;
        }
        // What is chosen for one object can be a further one.
        let mut done = 0;
        while let Some((object, formula)) = self.invariants(state).into_iter().nth(done) {
            let holds = self.decided(state, Subject::Object(object), &formula)?;
            self.require(state, holds)?;
            done += 1;
        }
        match self.possible(&state.path, condition)? {
            Some(_) => Ok(()),
            None => Err(Interrupt::Infeasible),
        }
    }

    /// Whether a procedure is the one that an unknown caller calls, and comes to its end.
    pub(crate) fn returns_to_environment(&self, state: &State, procedure: ProcedureId) -> bool {
        let caller = state.frame.caller.as_deref();
        let is_called =
            caller.is_some_and(|caller| Some(caller.frame.procedure) == self.program.entry);
        let is_start = self
            .program
            .start
            .is_none_or(|start| start.procedure == procedure && !is_raised(state, start.exception));
        let fills_variables = *self.program[procedure].name == *ir::CHOOSE_VARIABLES;
        state.frame.procedure == procedure && is_called && is_start && !fills_variables
    }
}

/// Whether there is an exception under way.
fn is_raised(state: &State, exception: GlobalId) -> bool {
    let holder = Node::global(exception).object;
    let mut cells = state.heap.get(holder).all_cells().flat_map(Cells::iter);
    cells.any(|(_, cell)| match cell.content {
        Content::Scalar { value, .. } => match value {
            Value::Pointer(pointer) => pointer.base != Base::Null,
            Value::Bits(_) | Value::Undefined => true,
        },
        Content::Zero => false,
        Content::Bytes(..) | Content::Undefined => true,
    })
}

/// What a formula is about.
#[derive(Clone, Copy)]
enum Subject {
    /// The call, with its result at the end.
    Call(Option<Value>),
    /// An object.
    Object(Node),
}

/// Whether some object still has a pointer that differs from the one that the environment put there.
fn has_changed_links(state: &State) -> bool {
    state.heap.iter().any(|(_, object)| {
        let initial = object.given.iter().flat_map(|given| &given.initial);
        let mut links = initial.filter(|initial| initial.scalar == Scalar::Pointer);
        links.any(|initial| {
            let mut elements = object.indexed();
            let found = elements.find(|(index, _)| *index == initial.index);
            let cell = found.and_then(|(_, cells)| {
                let mut cells = cells.iter();
                cells.find(|(at, _)| *at == initial.offset)
            });
            cell.is_none_or(|(_, cell)| cell.content != Content::of(initial.value))
        })
    })
}
