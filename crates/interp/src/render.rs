//! Values as people write them.

use crate::float;
use crate::memory::{Maker, Object};
use crate::value::{Pointer, Provenance, Value};
use crate::violation::{Scene, stack_name};
use ir::{FloatKind, GlobalOrigin, Sign, Type, TypeId};

/// A value of a declared type.
pub(crate) fn value(scene: &Scene<'_>, ty: TypeId, value: Value) -> String {
    let types = &scene.interpreter.program.types;
    if value == Value::Uninitialised {
        return "uninitialised".to_string();
    }
    match types.get(ty) {
        Type::Pointer(_) | Type::Array(..) | Type::Function { .. } => {
            pointer(scene, value.pointer())
        }
        Type::Float(kind) => float(*kind, value.bits()),
        Type::Int { width, sign, name } => {
            let number = match sign {
                Sign::Signed => width.sign_extend(value.bits()).to_string(),
                Sign::Unsigned => value.bits().to_string(),
            };
            match (name.as_str(), u8::try_from(value.bits())) {
                ("char" | "signed char" | "unsigned char", Ok(byte @ b' '..=b'~')) => {
                    format!("{number} '{}'", char::from(byte))
                }
                _ => number,
            }
        }
        Type::Void | Type::Record(_) => match value {
            Value::Pointer(target) => pointer(scene, target),
            other => other.to_string(),
        },
    }
}

/// A pointer: the object and how far into it.
pub(crate) fn pointer(scene: &Scene<'_>, pointer: Pointer) -> String {
    let Some(object) = scene.object(pointer) else {
        return match pointer.provenance {
            Provenance::Null if pointer.address == 0 => "null".to_string(),
            Provenance::Null => format!("null + {}", pointer.address),
            _ => format!("{:#x}", pointer.address),
        };
    };
    let base = base_name(scene, object);
    match pointer.address.wrapping_sub(object.base) as i64 {
        0 => base,
        offset => {
            let sign = if offset < 0 { '-' } else { '+' };
            let plural = if offset.unsigned_abs() == 1 { "" } else { "s" };
            format!("{base} {sign} {} byte{plural}", offset.unsigned_abs())
        }
    }
}

fn base_name(scene: &Scene<'_>, object: &Object) -> String {
    let program = scene.interpreter.program;
    match object.maker {
        Maker::Global(id) if program[id].origin == GlobalOrigin::StringLiteral => {
            "a string literal".to_string()
        }
        Maker::Global(id) => format!("&{}", program[id].name),
        Maker::Procedure(id) => format!("&{}", program[id].name),
        Maker::Stack => match stack_name(program, object) {
            Some(name) => format!("&{name}"),
            None => "a local object".to_string(),
        },
        Maker::Heap => format!("allocated memory of {} bytes", object.size),
        Maker::Internal => "memory of the library".to_string(),
    }
}

fn float(kind: FloatKind, bits: u128) -> String {
    match kind {
        FloatKind::F32 => f32::from_bits(bits as u32).to_string(),
        _ => float::to_f64(kind, bits).to_string(),
    }
}
