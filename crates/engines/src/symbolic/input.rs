//! What the environment answers: inputs, arguments, and functions without a body.

use super::cells::extent;
use super::codec::mask;
use super::context::{Context, Interrupt, Step};
use super::layout;
use super::memory::Spot;
use super::state::{Input, Parameter, State};
use super::value::{Base, Num, Pointer, Value};
use ir::{LocalId, Scalar, Source, SourceKind, Type, TypeId, Width};
use logic::{Sort, TermId};
use std::sync::Arc;
use verdict::{Bound, Gap};

impl Context<'_> {
    pub(super) fn input(
        &mut self,
        state: &mut State,
        dest: LocalId,
        ty: TypeId,
        source: &Source,
    ) -> Step<()> {
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
            dynamic_name: dynamic_name.map(Arc::from),
            index,
            ty,
            scalar,
            value: known.unwrap_or(Num::ZERO),
            string: None,
            span: self.user_span(state),
        };
        let value = match known {
            Some(known) => {
                Arc::make_mut(&mut state.inputs).push(input);
                Value::Bits(known)
            }
            None => self.ask(state, input),
        };
        state.set(dest, value);
        Ok(())
    }

    /// A string that the environment chooses. The same one is the same again.
    pub(super) fn input_string(
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
            self.bound(state, Bound::Environment("at most 16 arguments".into()));
        }
        let variable = format!("length{}", state.inputs.len());
        let (object, length) = self.new_string(state, &variable);
        let input = Input {
            kind: source.kind,
            name: source.name.clone(),
            dynamic_name: Some(name.into()),
            index: None,
            ty,
            scalar: Scalar::Int(Width::W32),
            value: length,
            string: Some(object),
            span: self.user_span(state),
        };
        Arc::make_mut(&mut state.inputs).push(input);
        state.set(dest, Value::Pointer(Pointer::to(object)));
        Ok(())
    }

    /// A value that the environment chooses, as a variable.
    fn ask(&mut self, state: &mut State, mut input: Input) -> Value {
        let (_, width) = extent(input.scalar, self.width());
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
        Arc::make_mut(&mut state.inputs).push(input);
        value
    }

    /// A byte, or -1 at the end; after the end there is nothing.
    fn restrict_byte(&mut self, state: &mut State, input: &Input, variable: TermId) {
        let width = self.terms.width(variable);
        let terms = &mut self.terms;
        let end = terms.bv(width, mask(width));
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
        let mut ty = ty;
        let value = match scalar {
            Scalar::Pointer => Value::Pointer(match *self.program.types.get(ty) {
                Type::Array(element, Some(least)) => {
                    ty = self.program[state.frame.procedure][dest].ty;
                    self.choose_array(state, element, least)?
                }
                _ => {
                    let target = layout::target(self.program, ty);
                    self.choose_pointer(state, target, None)?
                }
            }),
            Scalar::Int(_) | Scalar::Float(_) => {
                let (_, width) = extent(scalar, self.width());
                let name = format!("parameter{}", state.parameters.len());
                let variable = self.terms.var(&name, Sort::Bv(width));
                self.restrict(state, ty, variable);
                Value::Bits(Num::Term(variable))
            }
        };
        Arc::make_mut(&mut state.parameters).push(Parameter {
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
    pub(super) fn havoc(
        &mut self,
        state: &mut State,
        dest: Option<LocalId>,
        function: &Arc<str>,
    ) -> Step<()> {
        self.leave(state, Gap::Missing(function.clone()));
        let Some(dest) = dest else {
            return Ok(());
        };
        let local = &self.program[state.frame.procedure][dest];
        if local.scalar == Scalar::Pointer {
            state.set(dest, Value::Pointer(Pointer::NULL));
            return Ok(());
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
            let Spot::Known(slot, offset) = self.locate(state, byte, 1)? else {
                return Err(Interrupt::Stop("a name at an unknown address".to_string()));
            };
            let scalar = Scalar::Int(Width::W8);
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
