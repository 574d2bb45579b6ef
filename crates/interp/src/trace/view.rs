//! The variables of a state as text.

use super::Change;
use super::text::text;
use crate::memory::{Loaded, Maker};
use crate::prepare::Interpreter;
use crate::render;
use crate::state::State;
use crate::value::{Pointer, Provenance, Value};
use crate::violation::Scene;
use ir::{
    GlobalOrigin, LocalId, LocalRole, Mutability, Origin, ProcedureId, Scalar, Span, Type, TypeId,
};
use std::collections::HashMap;

/// Elements and fields of one variable that are looked at.
const MOST_PARTS: usize = 256;

/// Globals that are looked at.
const MOST_GLOBALS: usize = 64;

/// A variable, or an element or field of one, that has a value.
pub(super) struct Seen {
    /// Which variable: there may be several of a name.
    variable: usize,
    /// `a[3].next`
    name: String,
    value: String,
}

/// Variables and what they were when they were last looked at.
#[derive(Default)]
pub(super) struct View {
    values: HashMap<(usize, String), String>,
}

impl View {
    /// Takes the new values and gives those that are other than before.
    pub(super) fn update(&mut self, seen: Vec<Seen>) -> Vec<Change> {
        let mut changes = Vec::new();
        for Seen {
            variable,
            name,
            value,
        } in seen
        {
            let known = self.values.entry((variable, name.clone())).or_default();
            if *known != value {
                known.clone_from(&value);
                changes.push(Change { name, value });
            }
        }
        changes
    }
}

/// The variables of the innermost call that have a value.
pub(super) fn locals(interpreter: &Interpreter<'_>, state: &State) -> Vec<Seen> {
    let Some(frame) = state.frames.last() else {
        return Vec::new();
    };
    let procedure = &interpreter.program[ProcedureId(frame.routine)];
    if procedure.origin != Origin::User {
        return Vec::new();
    }
    let look = Look { interpreter, state };
    let mut seen = Vec::new();
    for (variable, local) in procedure.locals.iter().enumerate() {
        let Some(name) = local.name.as_deref() else {
            continue;
        };
        let Some(value) = interpreter.local(state, LocalId(variable as u32)) else {
            continue;
        };
        match (local.role, interpreter.program.types.get(local.ty)) {
            (LocalRole::Variable, _) => {
                seen.extend(look.value(local.ty, value).map(|value| Seen {
                    variable,
                    name: name.to_string(),
                    value,
                }));
            }
            (LocalRole::Address, Type::Pointer(target)) => {
                look.memory(variable, name, *target, value.pointer(), &mut seen);
            }
            (LocalRole::Address | LocalRole::Temporary, _) => {}
        }
    }
    seen
}

/// The user's global variables of scalar type.
pub(super) fn globals(interpreter: &Interpreter<'_>, state: &State) -> Vec<Seen> {
    let program = interpreter.program;
    let look = Look { interpreter, state };
    let first = program.procedures.len();
    let variables = program.globals.iter().enumerate().filter(|(_, global)| {
        matches!(global.origin, GlobalOrigin::Variable | GlobalOrigin::Chosen)
            && global.mutability == Mutability::Mutable
            && program.files.origin(global.span) == Origin::User
            && program.types.scalar(global.ty).is_some()
    });
    let mut seen = Vec::new();
    for (variable, global) in variables.take(MOST_GLOBALS) {
        if let Some(address) = interpreter.addresses.get(first + variable) {
            let at = Pointer {
                address: *address,
                provenance: Provenance::from_bits(state.memory.find(*address)),
            };
            look.memory(variable, &global.name, global.ty, at, &mut seen);
        }
    }
    seen
}

pub(super) struct Look<'a> {
    pub(super) interpreter: &'a Interpreter<'a>,
    pub(super) state: &'a State,
}

impl Look<'_> {
    /// A value of a type; `None` while there is none, and of what is not the user's.
    fn value(&self, ty: TypeId, value: Value) -> Option<String> {
        match value {
            Value::Uninitialised => None,
            Value::Bits(_) => Some(render::value(&self.scene(), ty, value)),
            Value::Pointer(pointer) => match self.maker(pointer) {
                Some(Maker::Internal) => None,
                Some(Maker::Heap | Maker::Global(_))
                    if let Some(text) = text(self, ty, pointer) =>
                {
                    Some(text)
                }
                Some(Maker::Heap) => self.heap_object(pointer),
                _ => Some(render::value(&self.scene(), ty, value)),
            },
        }
    }

    fn maker(&self, pointer: Pointer) -> Option<Maker> {
        let Provenance::Object(id) = pointer.provenance else {
            return None;
        };
        self.state.memory.object(id).map(|object| object.maker)
    }

    /// What is in memory at an address, if it is a live object.
    fn memory(&self, variable: usize, name: &str, ty: TypeId, at: Pointer, seen: &mut Vec<Seen>) {
        let Provenance::Object(id) = at.provenance else {
            return;
        };
        let object = self.state.memory.object(id);
        if object.is_some_and(|object| !object.is_dead()) {
            let mut parts = Vec::new();
            self.parts(name.to_string(), ty, at, &mut parts);
            seen.extend(parts.into_iter().map(|(name, value)| Seen {
                variable,
                name,
                value,
            }));
        }
    }

    /// The scalars of an object that have a value.
    fn parts(&self, name: String, ty: TypeId, at: Pointer, parts: &mut Vec<(String, String)>) {
        let program = self.interpreter.program;
        let types = &program.types;
        if parts.len() >= MOST_PARTS {
            return;
        }
        if let Some(scalar) = types.scalar(ty) {
            if let Some(value) = self.value(ty, self.scalar(scalar, at)) {
                parts.push((name, value));
            }
            return;
        }
        let part = |offset: u64| Pointer {
            address: at.address.wrapping_add(offset),
            ..at
        };
        match types.get(ty) {
            Type::Array(element, Some(length)) => {
                let size = types.size(*element, program.data_model).unwrap_or(0);
                for index in 0..(*length).min(MOST_PARTS as u64) {
                    let name = format!("{name}[{index}]");
                    self.parts(name, *element, part(index * size), parts);
                }
            }
            Type::Record(record) => {
                let fields = &types.record(*record).fields;
                for field in fields.iter().filter(|field| field.bits.is_none()) {
                    let name = match field.name.as_str() {
                        "" => name.clone(),
                        field => format!("{name}.{field}"),
                    };
                    self.parts(name, field.ty, part(field.offset), parts);
                }
            }
            _ => {}
        }
    }

    pub(super) fn scalar(&self, scalar: Scalar, at: Pointer) -> Value {
        let memory = &self.state.memory;
        let object = at.provenance.to_bits();
        let bytes = match scalar {
            Scalar::Int(width) => width.bytes(),
            Scalar::Float(kind) => kind.bytes(),
            Scalar::Pointer => {
                return match memory.read_pointer(at.address, object) {
                    Loaded::Uninitialised => Value::Uninitialised,
                    Loaded::Value((address, provenance)) => Value::Pointer(Pointer {
                        address,
                        provenance: Provenance::from_bits(provenance),
                    }),
                };
            }
        };
        match memory.read(at.address, object, bytes, None) {
            Loaded::Uninitialised => Value::Uninitialised,
            Loaded::Value(bits) => Value::Bits(bits),
        }
    }

    /// The name of a heap object, by the order of allocation.
    fn heap_object(&self, pointer: Pointer) -> Option<String> {
        let Provenance::Object(id) = pointer.provenance else {
            return None;
        };
        let object = self.state.memory.object(id)?;
        let older = self
            .state
            .memory
            .objects()
            .filter(|(other, object)| *other < id && object.maker == Maker::Heap);
        let name = format!("object{}", older.count());
        Some(match pointer.address.wrapping_sub(object.base) as i64 {
            0 => name,
            offset => format!("{name}{offset:+}"),
        })
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            interpreter: self.interpreter,
            state: self.state,
            stack: Vec::new(),
            span: Span::NONE,
            check: None,
            values: Vec::new(),
        }
    }
}
