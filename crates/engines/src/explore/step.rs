//! One operation of a state.

use super::cells::{Background, Cells};
use super::context::{Context, Interrupt, Step};
use super::heap::{Contents, Life, Made, Object};
use super::state::{Caller, Frame, Input, Parameter, State};
use super::value::{Base, Num, Pointer, Value};
use ir::{
    Contents as Initial, EdgeId, Halt, LocalId, Mutability, NewObject, Op, Origin, ProcedureId,
    Scalar, Source, SourceKind, Span, Storage, Target, TypeId,
};
use logic::{Sort, TermId};
use std::rc::Rc;

/// The most calls inside each other.
const DEEPEST: u32 = 5_000;

/// What an operation led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// The next operation.
    On,
    /// The end of the program.
    End,
}

impl Context<'_> {
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
                let value = self.load(state, place)?;
                state.set(*dest, value);
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
            Op::Alloc { dest, object } => self.allocate(state, *dest, object)?,
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
            Op::ObjectSize { dest, address } => {
                let pointer = self.pointer(state, address)?;
                let object = pointer.object().ok_or(Interrupt::Undefined)?;
                let size = state.heap.get(object).size;
                state.set(*dest, Value::Bits(size));
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
            Op::Havoc { dest, function, .. } => self.havoc(state, *dest, function)?,
            Op::Halt(Halt::Exit(_) | Halt::Abort) => return Ok(Flow::End),
            Op::Unsupported(what) => return Err(Interrupt::Stop(what.to_string())),
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

    fn allocate(&mut self, state: &mut State, dest: LocalId, object: &NewObject) -> Step<()> {
        let size = self.number(state, &object.size)?;
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
        Ok(())
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

    fn call(
        &mut self,
        state: &mut State,
        edge: EdgeId,
        callee: ProcedureId,
        mut arguments: Vec<Value>,
        dest: Option<LocalId>,
    ) -> Step<Flow> {
        let procedure = &self.program[callee];
        if state.frame.depth >= DEEPEST {
            return Err(Interrupt::Stop(format!(
                "{DEEPEST} calls inside each other"
            )));
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
        state.frame.caller = Some(Rc::new(Caller { frame, edge, dest }));
        Ok(Flow::On)
    }

    fn input(&mut self, state: &mut State, dest: LocalId, ty: TypeId, source: &Source) -> Step<()> {
        let scalar = self.program[state.frame.procedure][dest].scalar;
        if source.kind == SourceKind::Parameter {
            return self.parameter(state, dest, ty, scalar, source);
        }
        let dynamic_name = match &source.dynamic_name {
            Some(expr) => {
                let pointer = self.pointer(state, expr)?;
                Some(self.string(state, pointer)?)
            }
            None => None,
        };
        let index = match &source.index {
            Some(expr) => {
                let index = self.number(state, expr)?;
                Some(self.concrete(&mut state.path, index)? as u64)
            }
            None => None,
        };
        let known = asked_before(state, source, dynamic_name.as_deref(), index);
        let input = Input {
            kind: source.kind,
            name: source.name.clone(),
            dynamic_name: dynamic_name.map(Rc::from),
            index,
            ty,
            scalar,
            value: known.unwrap_or(Num::ZERO),
            string: None,
            span: self.user_span(state),
        };
        let value = match known {
            Some(known) => {
                Rc::make_mut(&mut state.inputs).push(input);
                Value::Bits(known)
            }
            None => self.ask(state, input),
        };
        state.set(dest, value);
        Ok(())
    }

    /// A string that the environment chooses. The same one is the same again.
    fn input_string(
        &mut self,
        state: &mut State,
        dest: LocalId,
        ty: TypeId,
        source: &Source,
    ) -> Step<()> {
        let Some(name) = &source.dynamic_name else {
            return Err(Interrupt::Stop("a string without a name".to_string()));
        };
        let pointer = self.pointer(state, name)?;
        let name = self.string(state, pointer)?;
        let same = |input: &&Input| {
            input.kind == source.kind && input.dynamic_name.as_deref() == Some(&name[..])
        };
        if state
            .inputs
            .iter()
            .any(|input| same(&input) && input.string.is_some())
        {
            let what = "a string of the environment that is asked for twice";
            return Err(Interrupt::Stop(what.to_string()));
        }
        if source.kind == SourceKind::Argument {
            self.bounds.insert("at most 16 arguments");
        }
        let variable = format!("length{}", state.inputs.len());
        let (object, length) = self.new_string(state, &variable);
        let input = Input {
            kind: source.kind,
            name: source.name.clone(),
            dynamic_name: Some(name.into()),
            index: None,
            ty,
            scalar: Scalar::Int(ir::Width::W32),
            value: length,
            string: Some(object),
            span: self.user_span(state),
        };
        Rc::make_mut(&mut state.inputs).push(input);
        state.set(dest, Value::Pointer(Pointer::to(object)));
        Ok(())
    }

    /// A value that the environment chooses, as a variable.
    fn ask(&mut self, state: &mut State, mut input: Input) -> Value {
        let (_, width) = super::cells::extent(input.scalar, self.width());
        let name = format!("in{}", state.inputs.len());
        let variable = self.terms.var(&name, Sort::Bv(width));
        self.restrict(state, input.ty, variable);
        if is_byte_source(input.kind) && input.index.is_some() || input.kind == SourceKind::Stdin {
            self.restrict_byte(state, &input, variable);
        }
        input.value = Num::Term(variable);
        let value = match input.scalar {
            Scalar::Pointer => Value::Pointer(Pointer {
                base: Base::Nowhere,
                offset: input.value,
            }),
            Scalar::Int(_) | Scalar::Float(_) => Value::Bits(input.value),
        };
        Rc::make_mut(&mut state.inputs).push(input);
        value
    }

    /// A byte, or -1 at the end; after the end there is nothing.
    fn restrict_byte(&mut self, state: &mut State, input: &Input, variable: TermId) {
        let width = self.terms.width(variable);
        let terms = &mut self.terms;
        let end = terms.bv(width, super::codec::mask(width));
        let largest = terms.bv(width, 255);
        let is_byte = terms.bv_ule(variable, largest);
        let is_end = terms.eq(variable, end);
        let fits = terms.or(is_byte, is_end);
        let same_source = |other: &&Input| {
            other.kind == input.kind
                && other.name == input.name
                && other.dynamic_name == input.dynamic_name
                && match (other.index, input.index) {
                    (Some(before), Some(index)) => before + 1 == index,
                    _ => true,
                }
        };
        let previous = state.inputs.iter().rev().find(same_source);
        let previous = previous.map(|input| input.value);
        state.path.assume(&self.terms, fits);
        if let Some(previous) = previous {
            let previous = previous.term(&mut self.terms, width);
            let ended = self.terms.eq(previous, end);
            let stays = self.terms.implies(ended, is_end);
            state.path.assume(&self.terms, stays);
        }
    }

    fn parameter(
        &mut self,
        state: &mut State,
        dest: LocalId,
        ty: TypeId,
        scalar: Scalar,
        source: &Source,
    ) -> Step<()> {
        let value = match scalar {
            Scalar::Pointer => {
                let target = super::layout::target(self.program, ty);
                Value::Pointer(self.choose_pointer(state, target, None)?)
            }
            Scalar::Int(_) | Scalar::Float(_) => {
                let (_, width) = super::cells::extent(scalar, self.width());
                let name = format!("parameter{}", state.parameters.len());
                let variable = self.terms.var(&name, Sort::Bv(width));
                self.restrict(state, ty, variable);
                Value::Bits(Num::Term(variable))
            }
        };
        Rc::make_mut(&mut state.parameters).push(Parameter {
            name: source.name.clone(),
            ty,
            scalar,
            value,
        });
        state.given += 1;
        state.set(dest, value);
        Ok(())
    }

    /// A function without a body: its result is chosen by the environment. What else it might do
    /// is not explored, so nothing is known to hold after it.
    fn havoc(
        &mut self,
        state: &mut State,
        dest: Option<LocalId>,
        function: &std::sync::Arc<str>,
    ) -> Step<()> {
        // A verifier's own vocabulary has a meaning, which is not to be chosen.
        if function.starts_with("__") {
            let what = format!("a call of `{function}`, which is defined nowhere");
            return Err(Interrupt::Stop(what));
        }
        state.gap.get_or_insert_with(|| {
            format!("the function `{function}` is called, which is not defined").into()
        });
        let Some(dest) = dest else {
            return Ok(());
        };
        let local = &self.program[state.frame.procedure][dest];
        if local.scalar == Scalar::Pointer {
            let what = format!("a pointer from the function `{function}`, which is not defined");
            return Err(Interrupt::Stop(what));
        }
        let input = Input {
            kind: SourceKind::Other,
            name: function.clone(),
            dynamic_name: None,
            index: None,
            ty: local.ty,
            scalar: local.scalar,
            value: Num::ZERO,
            string: None,
            span: self.user_span(state),
        };
        let value = self.ask(state, input);
        state.set(dest, value);
        Ok(())
    }

    /// The string at an address; execution forks on bytes that are unknown.
    fn string(&mut self, state: &mut State, pointer: Pointer) -> Step<Vec<u8>> {
        let mut bytes = Vec::new();
        loop {
            let at = self.add(pointer.offset, Num::Const(bytes.len() as u128));
            let byte = Pointer {
                offset: at,
                ..pointer
            };
            let super::memory::Spot::Known(slot, offset) = self.locate(state, byte, 1)? else {
                return Err(Interrupt::Stop("a name at an unknown address".to_string()));
            };
            let scalar = Scalar::Int(ir::Width::W8);
            self.initialise(state, slot, offset, 1, Some(scalar))?;
            let value = self.with_codec(state, |codec, state| {
                state.cells(slot).load(codec, offset, scalar)
            });
            let Value::Bits(byte) = value else {
                return Err(Interrupt::Stop("a name that is not a string".to_string()));
            };
            match self.concrete(&mut state.path, byte)? as u8 {
                0 => return Ok(bytes),
                byte => bytes.push(byte),
            }
        }
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

fn is_byte_source(kind: SourceKind) -> bool {
    matches!(
        kind,
        SourceKind::Argument | SourceKind::Environment | SourceKind::File
    )
}

/// The answer to the same question.
fn asked_before(
    state: &State,
    source: &Source,
    dynamic_name: Option<&[u8]>,
    index: Option<u64>,
) -> Option<Num> {
    let repeatable = matches!(
        source.kind,
        SourceKind::Argument
            | SourceKind::ArgumentCount
            | SourceKind::Environment
            | SourceKind::EnvironmentExists
            | SourceKind::File
            | SourceKind::FileExists
    );
    let same = |input: &&Input| {
        input.kind == source.kind
            && input.name == source.name
            && input.dynamic_name.as_deref() == dynamic_name
            && input.index == index
    };
    let found = state.inputs.iter().find(same)?;
    repeatable.then_some(found.value)
}

fn end_scope(state: &mut State, local: LocalId) {
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
fn give_back(state: &mut State, value: Value, program: &ir::Program) -> Flow {
    for object in std::mem::take(&mut state.frame.objects) {
        state.heap.get_mut(object).life = Life::Ended;
    }
    let Some(caller) = state.frame.caller.take() else {
        return Flow::End;
    };
    let Caller { frame, edge, dest } =
        Rc::try_unwrap(caller).unwrap_or_else(|shared| (*shared).clone());
    state.frame = frame;
    state.frame.location = program[state.frame.procedure][edge].to;
    if let Some(dest) = dest {
        state.set(dest, value);
    }
    Flow::On
}
