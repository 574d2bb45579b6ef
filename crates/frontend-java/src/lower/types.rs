//! Declared types, for people and for the analyses that think in fields.

use super::Lowering;
use super::generics::Known;
use crate::descriptor::JavaType;
use crate::world::{CLASS_OFFSET, ClassId, FieldId, HEADER, LENGTH_OFFSET};
use ir::{Field, FieldRef, FloatKind, RecordId, Sign, Type, TypeId, TypeTable, Width};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Where the address of the elements lies in an array.
pub(super) const ELEMENTS_OFFSET: u64 = HEADER;
/// The size of an array without its elements.
pub(super) const ARRAY_SIZE: u64 = HEADER + 8;

/// The types that have been declared.
pub(super) struct Types {
    pub(super) boolean: TypeId,
    pub(super) byte: TypeId,
    pub(super) char: TypeId,
    pub(super) short: TypeId,
    pub(super) int: TypeId,
    pub(super) long: TypeId,
    pub(super) float: TypeId,
    pub(super) double: TypeId,
    /// Any reference.
    pub(super) object: TypeId,
    pub(super) records: FxHashMap<Known, RecordId>,
    /// The number of each field in the record of its class.
    fields: FxHashMap<FieldId, u32>,
}

impl Types {
    pub(super) fn new(table: &mut TypeTable) -> Types {
        let void = table.intern(Type::Void);
        let mut int = |bits: u32, sign, name: &str| {
            let width = Width::new(bits).unwrap_or(Width::W32);
            let name = name.to_string();
            table.intern(Type::Int { width, sign, name })
        };
        let boolean = int(8, Sign::Unsigned, "boolean");
        let byte = int(8, Sign::Signed, "byte");
        let char = int(16, Sign::Unsigned, "char");
        let short = int(16, Sign::Signed, "short");
        let int32 = int(32, Sign::Signed, "int");
        let long = int(64, Sign::Signed, "long");
        Types {
            boolean,
            byte,
            char,
            short,
            int: int32,
            long,
            float: table.intern(Type::Float(FloatKind::F32)),
            double: table.intern(Type::Float(FloatKind::F64)),
            object: table.intern(Type::Pointer(void)),
            records: FxHashMap::default(),
            fields: FxHashMap::default(),
        }
    }
}

/// The declared type of values of a Java type.
pub(super) fn type_of(lowering: &mut Lowering<'_, '_>, ty: &JavaType) -> TypeId {
    let types = &lowering.types;
    match ty {
        JavaType::Boolean => types.boolean,
        JavaType::Byte => types.byte,
        JavaType::Char => types.char,
        JavaType::Short => types.short,
        JavaType::Int => types.int,
        JavaType::Long => types.long,
        JavaType::Float => types.float,
        JavaType::Double => types.double,
        JavaType::Reference(name) => match lowering.world.find(name) {
            Some(class) => reference_to(lowering, &lowering.raw(class)),
            None => types.object,
        },
    }
}

/// The declared type of references to objects of a type.
pub(super) fn reference_to(lowering: &mut Lowering<'_, '_>, known: &Known) -> TypeId {
    let record = record_for(lowering, known);
    let record = lowering.program.types.intern(Type::Record(record));
    lowering.program.types.intern(Type::Pointer(record))
}

/// The record that objects of a class are.
pub(super) fn record_of(lowering: &mut Lowering<'_, '_>, class: ClassId) -> RecordId {
    record_for(lowering, &lowering.raw(class))
}

/// The record that objects of a type are.
pub(super) fn record_for(lowering: &mut Lowering<'_, '_>, known: &Known) -> RecordId {
    if let Some(record) = lowering.types.records.get(known) {
        return *record;
    }
    let name = lowering.world.class(known.class()).display_name();
    let record = lowering.program.types.add_record(name);
    lowering.types.records.insert(known.clone(), record);
    let (mut fields, size) = match known {
        Known::Array(class, element) | Known::Part(class, element) => {
            array_fields(lowering, *class, element.as_deref())
        }
        Known::Class(class, arguments) => object_fields(lowering, *class, arguments),
        Known::One(class, _) => object_fields(lowering, *class, &Rc::from([])),
    };
    fields.insert(0, field("class", lowering.types.int, CLASS_OFFSET));
    let record_mut = lowering.program.types.record_mut(record);
    record_mut.fields = fields;
    record_mut.size = Some(size);
    record_mut.align = 8;
    record
}

fn array_fields(
    lowering: &mut Lowering<'_, '_>,
    class: ClassId,
    element: Option<&Known>,
) -> (Vec<Field>, u64) {
    let element = match (element, lowering.world.class(class).element.clone()) {
        (Some(known), _) => reference_to(lowering, known),
        (None, Some(ty)) => type_of(lowering, &ty),
        (None, None) => lowering.types.object,
    };
    let elements = lowering.program.types.intern(Type::Pointer(element));
    let length = field("length", lowering.types.int, LENGTH_OFFSET);
    let elements = field("elements", elements, ELEMENTS_OFFSET);
    (vec![length, elements], ARRAY_SIZE)
}

fn object_fields(
    lowering: &mut Lowering<'_, '_>,
    class: ClassId,
    arguments: &Rc<[Known]>,
) -> (Vec<Field>, u64) {
    let mut chain = vec![(class, arguments.clone())];
    let mut at = (class, arguments.clone());
    while let Some(Known::Class(above, arguments)) = lowering.superclass(at.0, &at.1) {
        at = (above, arguments);
        chain.push(at.clone());
    }
    let mut fields: Vec<Field> = Vec::new();
    for (owner, arguments) in chain.into_iter().rev() {
        let declared = lowering.world.class(owner).fields.iter().enumerate();
        let declared: Vec<(u32, String, JavaType, u64)> = declared
            .filter(|(_, field)| !field.is_static)
            .map(|(index, f)| (index as u32, f.name.to_string(), f.ty.clone(), f.offset))
            .collect();
        for (index, name, ty, offset) in declared {
            let id = FieldId {
                class: owner,
                index,
            };
            if owner == class {
                let number = fields.len() as u32 + 1;
                lowering.types.fields.insert(id, number);
            }
            let ty = match lowering.type_of_field(id, &arguments) {
                Some(known) => reference_to(lowering, &known),
                None => type_of(lowering, &ty),
            };
            for hidden in fields.iter_mut().filter(|field| field.name == name) {
                let above = owner_of(lowering, owner, hidden.offset);
                hidden.name = format!("{above}::{name}");
            }
            fields.push(field(&name, ty, offset));
        }
    }
    let size = lowering.world.class(class).end.next_multiple_of(8);
    (fields, size)
}

/// The class above another that declares the field at an offset.
fn owner_of(lowering: &Lowering<'_, '_>, class: ClassId, offset: u64) -> Rc<str> {
    let found = lowering.world.class(class);
    let mut fields = found.fields.iter().filter(|field| !field.is_static);
    match found.superclass {
        Some(above) if !fields.any(|field| field.offset == offset) => {
            owner_of(lowering, above, offset)
        }
        _ => found.name.clone(),
    }
}

fn field(name: &str, ty: TypeId, offset: u64) -> Field {
    Field {
        name: name.to_string(),
        ty,
        offset,
        bits: None,
    }
}

/// The field of the record of its class.
pub(super) fn field_ref(lowering: &mut Lowering<'_, '_>, field: FieldId) -> Option<FieldRef> {
    let record = record_of(lowering, field.class);
    let index = lowering.types.fields.get(&field).copied()?;
    Some(FieldRef { record, index })
}
