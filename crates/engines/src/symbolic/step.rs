//! One operation of a state.

use super::cells::{Background, Cells};
use super::context::{Context, Interrupt, Step};
use super::heap::{Contents, Life, Made, Object};
use super::state::{Caller, Frame, State};
use super::value::{Base, Num, Pointer, Value};
use crate::limits::tuning::MOST_NESTED_CALLS;
use ir::{
    Contents as Initial, EdgeId, Halt, LocalId, Mutability, NewObject, Op, Origin, Pace,
    ProcedureId, Span, Storage, Target,
};
use logic::TermId;
use std::sync::Arc;

/// What an operation led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// The next operation.
    On,
    /// The end of the program.
    End,
}

/// Where a branch leads.
pub(crate) enum Branch {
    /// Along this edge.
    Edge(EdgeId),
    /// Along the first edge that is not excluded if the condition holds, and elsewhere if not.
    Open(TermId),
}

impl Context<'_> {
    /// The edge of several whose assumption holds.
    pub(crate) fn branch(&mut self, state: &mut State, edges: &[EdgeId]) -> Step<Branch> {
        let program = self.program;
        let procedure = &program[state.frame.procedure];
        let (last, others) = match edges {
            [others @ .., last] => (*last, others),
            [] => return Err(Interrupt::Infeasible),
        };
        for edge in others {
            let Op::Assume(expr) = &procedure[*edge].op else {
                return Ok(Branch::Edge(*edge));
            };
            let condition = self.condition(state, expr)?;
            match self.truth(&mut state.path, condition)? {
                Some(true) => return Ok(Branch::Edge(*edge)),
                Some(false) => {}
                None => return Ok(Branch::Open(condition)),
            }
        }
        Ok(Branch::Edge(last))
    }

    /// Executes the operation of an edge. Checks are not among them.
    pub(crate) fn operate(&mut self, state: &mut State, edge: EdgeId) -> Step<Flow> {
        let program = self.program;
        let edge_data = &program[state.frame.procedure][edge];
        match &edge_data.op {
            Op::Skip | Op::Check(_) => {}
            Op::Assign(local, expr) => {
                let value = self.value(state, expr)?;
                state.set(*local, value);
            }
            Op::Forget(local) => state.set(*local, Value::Undefined),
            Op::Load { dest, place } => {
                let chosen_before = state.arbitrary;
                let value = self.load(state, place)?;
                state.set(*dest, value);
                self.restrict_leftover(state, *dest, chosen_before);
            }
            Op::Store { place, value } => {
                let value = self.value(state, value)?;
                self.store(state, place, value)?;
            }
            Op::Copy { to, from, size } => {
                let (to, from) = (self.pointer(state, to)?, self.pointer(state, from)?);
                let size = self.number(state, size)?;
                self.copy(state, to, from, size)?;
            }
            Op::Fill { to, byte, size } => {
                let to = self.pointer(state, to)?;
                let (byte, size) = (self.number(state, byte)?, self.number(state, size)?);
                self.fill(state, to, byte, size)?;
            }
            Op::Alloc { dest, object } => {
                let size = self.number(state, &object.size)?;
                self.allocate(state, *dest, object, size);
            }
            Op::Free(expr) => {
                let pointer = self.pointer(state, expr)?;
                self.free(state, pointer)?;
            }
            Op::EndScope(local) => end_scope(state, *local),
            Op::Protect(local) => {
                if let Value::Pointer(pointer) = state.local(*local)
                    && let Some(object) = pointer.object()
                {
                    state.heap.get_mut(object).mutability = Mutability::Constant;
                }
            }
            Op::Measure {
                dest,
                measure,
                address,
            } => {
                let pointer = self.pointer(state, address)?;
                let measured = self.measure(state, *measure, pointer)?;
                state.set(*dest, Value::Bits(measured));
            }
            Op::Assume(expr) => {
                let condition = self.condition(state, expr)?;
                self.require(state, condition)?;
            }
            Op::Input { dest, ty, source } => self.input(state, *dest, *ty, source)?,
            Op::InputString { dest, ty, source } => {
                self.input_string(state, *dest, *ty, source)?;
            }
            Op::Output { .. } => {}
            Op::Call {
                dest,
                target,
                arguments,
            } => {
                let callee = self.callee(state, target)?;
                let values = arguments
                    .iter()
                    .map(|argument| self.value(state, argument))
                    .collect::<Step<Vec<Value>>>()?;
                return self.call(state, edge, callee, values, *dest);
            }
            Op::Return(value) => {
                let value = match value {
                    Some(expr) => self.value(state, expr)?,
                    None => Value::Undefined,
                };
                return Ok(give_back(state, value, program));
            }
            op if op.is_idle_call() => {}
            Op::Havoc { dest, function, .. } => self.havoc(state, *dest, function)?,
            Op::Halt(Halt::Exit(_) | Halt::Abort) => return Ok(Flow::End),
            Op::Unsupported(what) => return Err(Interrupt::Unsupported(what.clone())),
        }
        state.frame.location = edge_data.to;
        Ok(Flow::On)
    }

    /// Only executions for which a condition holds go on.
    pub(crate) fn require(&mut self, state: &mut State, condition: TermId) -> Step<()> {
        match self.possible(&state.path, condition)? {
            Some(model) => {
                state.path.model = Some(model);
                state.path.assume(&self.terms, condition);
                Ok(())
            }
            None => Err(Interrupt::Infeasible),
        }
    }

    pub(crate) fn allocate(&self, state: &mut State, dest: LocalId, object: &NewObject, size: Num) {
        let made = match object.storage {
            Storage::Stack => Made::Stack,
            Storage::Heap => Made::Heap(self.user_span(state)),
            Storage::Internal => Made::Internal,
        };
        let background = match object.contents {
            Initial::Uninitialised => Background::Undefined,
            Initial::Zero => Background::Zero,
        };
        let id = state.heap.add(Object {
            size,
            align: object.align,
            life: Life::Live,
            made,
            mutability: Mutability::Mutable,
            contents: Contents::Cells(Cells::new(background)),
            given: None,
        });
        if object.storage == Storage::Stack {
            state.frame.objects.push(id);
        }
        state.set(dest, Value::Pointer(Pointer::to(id)));
    }

    fn free(&mut self, state: &mut State, pointer: Pointer) -> Step<()> {
        match pointer.base {
            Base::Null | Base::Nowhere if pointer.offset == Num::ZERO => Ok(()),
            Base::Object(id) if state.heap.get(id).life == Life::Live => {
                state.heap.get_mut(id).life = Life::Freed;
                Ok(())
            }
            _ => Err(Interrupt::Undefined),
        }
    }

    fn callee(&mut self, state: &mut State, target: &Target) -> Step<ProcedureId> {
        match target {
            Target::Direct(id) => Ok(*id),
            Target::Indirect(expr) => match self.pointer(state, expr)?.base {
                Base::Procedure(id) => Ok(id),
                _ => Err(Interrupt::Undefined),
            },
        }
    }

    pub(crate) fn call(
        &self,
        state: &mut State,
        edge: EdgeId,
        callee: ProcedureId,
        mut arguments: Vec<Value>,
        dest: Option<LocalId>,
    ) -> Step<Flow> {
        let procedure = &self.program[callee];
        if state.frame.depth >= MOST_NESTED_CALLS {
            return Err(Interrupt::Stop(format!(
                "{MOST_NESTED_CALLS} calls inside each other"
            )));
        }
        if procedure.pace == Pace::Late {
            state.delays += 1;
        }
        arguments.resize(procedure.locals.len(), Value::Undefined);
        let callee = Frame {
            procedure: callee,
            location: procedure.entry,
            locals: arguments,
            objects: Vec::new(),
            caller: None,
            depth: state.frame.depth + 1,
        };
        let frame = std::mem::replace(&mut state.frame, callee);
        state.frame.caller = Some(Arc::new(Caller { frame, edge, dest }));
        Ok(Flow::On)
    }

    /// The place in the user's code where the state is.
    pub(crate) fn user_span(&self, state: &State) -> Span {
        let mut last = Span::NONE;
        for (frame, edge) in state.frames() {
            let procedure = &self.program[frame.procedure];
            let edge = edge.or_else(|| {
                let outgoing = &procedure.outgoing[frame.location.0 as usize];
                outgoing.first().copied()
            });
            last = edge.map_or(procedure.span, |edge| procedure[edge].span);
            if procedure.origin == Origin::User {
                return last;
            }
        }
        last
    }
}

pub(crate) fn end_scope(state: &mut State, local: LocalId) {
    let Value::Pointer(pointer) = state.local(local) else {
        return;
    };
    let Some(id) = pointer.object() else {
        return;
    };
    if let Some(index) = state.frame.objects.iter().rposition(|own| *own == id) {
        state.frame.objects.remove(index);
        state.heap.get_mut(id).life = Life::Ended;
    }
}

/// Ends the innermost call.
pub(crate) fn give_back(state: &mut State, value: Value, program: &ir::Program) -> Flow {
    for object in std::mem::take(&mut state.frame.objects) {
        state.heap.get_mut(object).life = Life::Ended;
    }
    let Some(caller) = state.frame.caller.take() else {
        return Flow::End;
    };
    let Caller { frame, edge, dest } =
        Arc::try_unwrap(caller).unwrap_or_else(|shared| (*shared).clone());
    state.frame = frame;
    state.frame.location = program[state.frame.procedure][edge].to;
    if let Some(dest) = dest {
        state.set(dest, value);
    }
    Flow::On
}
