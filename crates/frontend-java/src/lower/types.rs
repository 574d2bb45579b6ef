//! Declared types, for people and for the analyses that think in fields.

use super::Lowering;
use crate::descriptor::JavaType;
use crate::world::{CLASS_OFFSET, ClassId, FieldId, HEADER, LENGTH_OFFSET};
use ir::{
    Field, FieldRef, FloatKind, Given, GlobalId, Making, RecordId, Rest, Rule, Sign, Type, TypeId,
    TypeTable, Width,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

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
    records: FxHashMap<ClassId, RecordId>,
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

    /// The classes that have a record.
    pub(super) fn classes(&self) -> impl Iterator<Item = ClassId> {
        self.records.keys().copied()
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
            Some(class) => {
                let record = record_of(lowering, class);
                let record = lowering.program.types.intern(Type::Record(record));
                lowering.program.types.intern(Type::Pointer(record))
            }
            None => types.object,
        },
    }
}

/// The record that objects of a class are.
pub(super) fn record_of(lowering: &mut Lowering<'_, '_>, class: ClassId) -> RecordId {
    if let Some(record) = lowering.types.records.get(&class) {
        return *record;
    }
    let name = lowering.world.class(class).display_name();
    let record = lowering.program.types.add_record(name);
    lowering.types.records.insert(class, record);
    let (mut fields, size) = match &lowering.world.class(class).element {
        Some(element) => array_fields(lowering, &element.clone()),
        None => object_fields(lowering, class),
    };
    fields.insert(0, field("class", lowering.types.int, CLASS_OFFSET));
    let record_mut = lowering.program.types.record_mut(record);
    record_mut.fields = fields;
    record_mut.size = Some(size);
    record_mut.align = 8;
    record
}

fn array_fields(lowering: &mut Lowering<'_, '_>, element: &JavaType) -> (Vec<Field>, u64) {
    let element = type_of(lowering, element);
    let elements = lowering.program.types.intern(Type::Pointer(element));
    let length = field("length", lowering.types.int, LENGTH_OFFSET);
    let elements = field("elements", elements, ELEMENTS_OFFSET);
    (vec![length, elements], ARRAY_SIZE)
}

fn object_fields(lowering: &mut Lowering<'_, '_>, class: ClassId) -> (Vec<Field>, u64) {
    let mut chain = vec![class];
    let mut at = class;
    while let Some(above) = lowering.world.class(at).superclass {
        chain.push(above);
        at = above;
    }
    let mut fields: Vec<Field> = Vec::new();
    for owner in chain.into_iter().rev() {
        let declared = lowering.world.class(owner).fields.iter().enumerate();
        let declared: Vec<(u32, String, JavaType, u64)> = declared
            .filter(|(_, field)| !field.is_static)
            .map(|(index, f)| (index as u32, f.name.to_string(), f.ty.clone(), f.offset))
            .collect();
        for (index, name, ty, offset) in declared {
            if owner == class {
                let id = FieldId {
                    class: owner,
                    index,
                };
                let number = fields.len() as u32 + 1;
                lowering.types.fields.insert(id, number);
            }
            let ty = type_of(lowering, &ty);
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

/// Says of each class what the environment may give for it.
pub(super) fn finish(lowering: &mut Lowering<'_, '_>) {
    let given = lowering.reached.given.clone();
    for class in &given {
        let record = record_of(lowering, *class);
        lowering.program.types.intern(Type::Record(record));
    }
    let enums = lowering.reached.enums.iter();
    let constants: Vec<FieldId> = enums.flat_map(|id| lowering.world.constants(*id)).collect();
    let constants = constants.into_iter();
    let constants: Vec<(ClassId, GlobalId)> = constants
        .map(|field| (field.class, lowering.static_field(field)))
        .collect();
    let records = lowering.types.records.iter();
    let mut records: Vec<(ClassId, RecordId)> = records.map(|(id, r)| (*id, *r)).collect();
    records.sort();
    for (class, record) in records {
        let below = given
            .iter()
            .filter(|id| lowering.world.is_below(**id, class));
        let variants = below.filter_map(|id| lowering.types.records.get(id).copied());
        let variants: Vec<RecordId> = variants.collect();
        let held = constants
            .iter()
            .filter(|(id, _)| lowering.world.is_below(*id, class));
        let held: Vec<GlobalId> = held.map(|(_, global)| *global).collect();
        let is_listed = !variants.is_empty() || !held.is_empty();
        let given = Given {
            rest: rest(lowering, class, is_listed),
            variants,
            held,
            making: match lowering.world.is_record(class) {
                true => Making::ByConstructor,
                false => Making::ByFields,
            },
            bound: bound(lowering, class),
            rules: rules(lowering, class),
        };
        lowering.program.types.set_given(record, given);
    }
}

/// What else than the objects that are listed an object of a class could be.
fn rest(lowering: &Lowering<'_, '_>, class: ClassId, is_listed: bool) -> Rest {
    let found = lowering.world.class(class);
    let name = found.display_name();
    match is_closed(lowering, class) {
        true if is_listed || found.is_enum() => Rest::Nothing,
        true => Rest::Needed(format!(
            "an object of the type {name}, which no class here is"
        )),
        false => Rest::Needed(format!("an object of the type {name} that the caller gave")),
    }
}

/// Whether all classes below one are known, and can be given.
fn is_closed(lowering: &Lowering<'_, '_>, class: ClassId) -> bool {
    let world = lowering.world;
    let found = world.class(class);
    match &found.element {
        Some(JavaType::Reference(element)) => world
            .find(element)
            .is_some_and(|element| is_closed(lowering, element)),
        Some(_) => true,
        None => {
            JavaType::is_value_class(&found.name)
                || found.author == crate::classpath::Author::User
                || lowering.reached.enums.contains(&class)
        }
    }
}

/// What is given of a class whose objects could hold more: a string has two encodings.
fn bound(lowering: &Lowering<'_, '_>, class: ClassId) -> Option<Arc<str>> {
    let is_string = &*lowering.world.class(class).name == "java/lang/String";
    is_string.then(|| "strings of Latin-1 characters".into())
}

/// What holds of the fields of every object of a class.
fn rules(lowering: &Lowering<'_, '_>, class: ClassId) -> Vec<(u64, Rule)> {
    let number = lowering.tags.number(class);
    let mut rules = vec![(CLASS_OFFSET, Rule::Is(number.into()))];
    let found = lowering.world.class(class);
    if found.element.is_some() {
        let count = LENGTH_OFFSET;
        rules.push((LENGTH_OFFSET, Rule::NotNegative));
        rules.push((ELEMENTS_OFFSET, Rule::Elements { count }));
    }
    if &*found.name == "java/lang/String" {
        let fields = [
            ("value", Rule::NotNull),
            ("coder", Rule::Is(0)),
            ("hash", Rule::Is(0)),
            ("hashIsZero", Rule::Is(0)),
        ];
        rules.extend(
            fields
                .iter()
                .filter_map(|(name, rule)| Some((lowering.offset_of(class, name)?, *rule))),
        );
    }
    rules
}
