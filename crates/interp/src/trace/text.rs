//! Strings of Java: objects that hold their text in an array.

use super::view::Look;
use crate::value::{Pointer, Value};
use ir::{RecordId, Scalar, Type, TypeId};

const STRING: &str = "java.lang.String";

/// The most bytes of a text that are shown.
const LONGEST: u64 = 60;

/// The text that a reference of a declared type leads to, in quotes, if that is a string.
pub(super) fn text(look: &Look<'_>, ty: TypeId, string: Pointer) -> Option<String> {
    let types = &look.interpreter.program.types;
    let record = target(look, ty)?;
    if types.record(record).name != STRING {
        return None;
    }
    let field = |name: &str| {
        let mut fields = types.record(record).fields.iter();
        fields.find(|field| field.name == name)
    };
    let (value, coder) = (field("value")?, field("coder")?);
    let array = look.scalar(Scalar::Pointer, at(string, value.offset));
    let coder = look.scalar(types.scalar(coder.ty)?, at(string, coder.offset));
    let parts = types.array(target(look, value.ty)?)?;
    let offset = |part: ir::FieldRef| {
        let fields = &types.record(part.record).fields;
        fields.get(part.index as usize).map(|field| field.offset)
    };
    let (Value::Pointer(array), Value::Bits(coder)) = (array, coder) else {
        return None;
    };
    let length = look.scalar(
        Scalar::Int(ir::Width::W32),
        at(array, offset(parts.length)?),
    );
    let elements = look.scalar(Scalar::Pointer, at(array, offset(parts.elements)?));
    let (Value::Bits(length), Value::Pointer(elements)) = (length, elements) else {
        return None;
    };
    let length = u64::try_from(length).ok()?;
    let memory = &look.state.memory;
    let object = elements.provenance.to_bits();
    let bytes = memory.bytes(elements.address, object, length.min(LONGEST));
    let shown = match coder {
        0 => bytes.iter().map(|byte| char::from(*byte)).collect(),
        _ => {
            let units = bytes.chunks_exact(2);
            let units = units.map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
            String::from_utf16_lossy(&units.collect::<Vec<_>>())
        }
    };
    let more = if length > LONGEST { "…" } else { "" };
    Some(format!("{shown:?}{more}"))
}

/// The record that references of a type lead to.
fn target(look: &Look<'_>, ty: TypeId) -> Option<RecordId> {
    let types = &look.interpreter.program.types;
    let Type::Pointer(target) = types.get(ty) else {
        return None;
    };
    match types.get(*target) {
        Type::Record(record) => Some(*record),
        _ => None,
    }
}

fn at(pointer: Pointer, offset: u64) -> Pointer {
    Pointer {
        address: pointer.address.wrapping_add(offset),
        ..pointer
    }
}
