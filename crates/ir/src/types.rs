//! The declared types of the source, kept for people to read and for the analyses that think in
//! fields. Operations themselves work on [`Scalar`]s.

use crate::data_model::DataModel;
use crate::program::{ContractText, GlobalId};
use crate::scalar::{FloatKind, Scalar, Width};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// A type of a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u32);

/// Whether an integer type has negative values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sign {
    /// Two's complement.
    Signed,
    /// No negative values.
    Unsigned,
}

/// A declared type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// An integer with the name that the source language gives to its type.
    Int {
        /// Its width.
        width: Width,
        /// Its sign.
        sign: Sign,
        /// `int`, `unsigned char`, `_Bool`, `enum colour`, …
        name: String,
    },
    /// A float.
    Float(FloatKind),
    /// An address of an object or function of that type.
    Pointer(TypeId),
    /// Elements one after the other; an unknown length is `None`.
    Array(TypeId, Option<u64>),
    /// A struct, union or class, by its number: records may refer to themselves.
    Record(RecordId),
    /// A function.
    Function {
        /// What it returns.
        result: TypeId,
        /// Its parameters.
        parameters: Vec<TypeId>,
        /// More arguments may follow.
        variadic: bool,
    },
}

/// A struct, union or class of a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RecordId(pub u32);

/// A struct, union or class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// `struct list`, `union u`, or a class name.
    pub name: String,
    /// Its size in bytes; `None` while it is incomplete.
    pub size: Option<u64>,
    /// Its alignment in bytes.
    pub align: u64,
    /// Its fields in order of declaration.
    pub fields: Vec<Field>,
    /// What a class and those above it say of their objects, as the user wrote it.
    pub invariants: Vec<ContractText>,
}

/// A field of a [`Record`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; empty for an anonymous struct or union.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Where it starts, in bytes from the start of the record (for a bit-field: of its unit).
    pub offset: u64,
    /// Which bits of the unit at `offset` it is, of a bit-field.
    pub bits: Option<BitRange>,
}

/// What the environment may give where an object of a class is asked for, in a language without
/// pointer arithmetic: one object, complete, of the class or of one below it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Given {
    /// The records that the object can be.
    pub variants: Vec<RecordId>,
    /// The globals that hold the addresses of further objects that it can be: the program has made
    /// them before the environment chooses, and never makes others in their place.
    pub held: Vec<GlobalId>,
    /// What else it could be.
    pub rest: Rest,
    /// How an object of this record is made.
    pub making: Making,
    /// What is given of all that an object of this record could hold: `strings of Latin-1
    /// characters`.
    pub bound: Option<Arc<str>>,
    /// What holds of the values at these offsets.
    pub rules: Vec<(u64, Rule)>,
}

/// The parts of a record that is an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayParts {
    /// How many elements there are.
    pub length: FieldRef,
    /// The address of the first.
    pub elements: FieldRef,
    /// The type of an element.
    pub element: TypeId,
}

/// What an object could be that the environment does not give.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Rest {
    /// Nothing: what is given is all there is.
    #[default]
    Nothing,
    /// Something else, without which nothing is known: a path that needs it ends there.
    Needed(String),
    /// Something else that is left out; the bound on the environment that this is.
    LeftOut(Arc<str>),
}

/// How an object comes to be outside of the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Making {
    /// Field by field, in any order.
    #[default]
    ByFields,
    /// By a constructor that takes the values of all fields, and may refuse them.
    ByConstructor,
}

/// What holds of a value in an object that the environment gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// It is this number; of a pointer, zero is null.
    Is(u64),
    /// It is not negative.
    NotNegative,
    /// It is not negative, and at most this.
    AtMost(u32),
    /// It is the address of a new object, to which nothing else points.
    Own,
    /// It is the same number, an `i32`, as the one in another object.
    Same {
        /// The offset of the address of that object.
        pointer: u64,
        /// The offset of the number in that object.
        offset: u64,
    },
    /// It is the address of an array that nothing else points to, with as many elements as the
    /// number at this offset of the object says, an `i32`.
    Elements {
        /// The offset of the number.
        count: u64,
    },
}

/// The bits of a storage unit that a bit-field takes, counted from the least significant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitRange {
    /// The first bit.
    pub offset: u8,
    /// How many.
    pub width: u8,
}

/// A declared field, for analyses that think in fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FieldRef {
    /// The record.
    pub record: RecordId,
    /// The index of the field in [`Record::fields`].
    pub index: u32,
}

/// All types of a program, each once.
#[derive(Clone, Debug, Default)]
pub struct TypeTable {
    types: Vec<Type>,
    index: HashMap<Type, TypeId>,
    records: Vec<Record>,
    given: HashMap<RecordId, Given>,
}

impl TypeTable {
    /// Says what the environment may give for a record.
    pub fn set_given(&mut self, record: RecordId, given: Given) {
        self.given.insert(record, given);
    }

    /// What the environment may give for a type, where that is restricted.
    pub fn given(&self, id: TypeId) -> Option<&Given> {
        match self.get(id) {
            Type::Record(record) => self.given.get(record),
            _ => None,
        }
    }

    /// The parts of a record that is an array: its elements lie elsewhere.
    pub fn array(&self, record: RecordId) -> Option<ArrayParts> {
        let rules = &self.given.get(&record)?.rules;
        let (elements, count) = rules.iter().find_map(|(offset, rule)| match rule {
            Rule::Elements { count } => Some((*offset, *count)),
            _ => None,
        })?;
        let fields = &self.record(record).fields;
        let field = |offset: u64| {
            let index = fields.iter().position(|field| field.offset == offset)?;
            let index = index as u32;
            Some(FieldRef { record, index })
        };
        let elements = field(elements)?;
        let Type::Pointer(element) = *self.get(fields[elements.index as usize].ty) else {
            return None;
        };
        Some(ArrayParts {
            length: field(count)?,
            elements,
            element,
        })
    }

    /// The globals that hold the addresses of objects that the environment may give.
    pub fn held(&self) -> impl Iterator<Item = GlobalId> {
        self.given
            .values()
            .flat_map(|given| given.held.iter().copied())
    }

    /// The number of a record as a type, if it is one.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.index.get(ty).copied()
    }

    /// The number of this type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.index.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    /// Adds an incomplete record.
    pub fn add_record(&mut self, name: String) -> RecordId {
        self.records.push(Record {
            name,
            size: None,
            align: 1,
            fields: Vec::new(),
            invariants: Vec::new(),
        });
        RecordId(self.records.len() as u32 - 1)
    }

    /// A record, to be completed.
    pub fn record_mut(&mut self, id: RecordId) -> &mut Record {
        &mut self.records[id.0 as usize]
    }

    /// A record.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// All records.
    pub fn records(&self) -> impl Iterator<Item = (RecordId, &Record)> {
        self.records
            .iter()
            .enumerate()
            .map(|(index, record)| (RecordId(index as u32), record))
    }

    /// A type.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// The value an expression of this type has, if it is not an aggregate or nothing.
    pub fn scalar(&self, id: TypeId) -> Option<Scalar> {
        match self.get(id) {
            Type::Int { width, .. } => Some(Scalar::Int(*width)),
            Type::Float(kind) => Some(Scalar::Float(*kind)),
            Type::Pointer(_) => Some(Scalar::Pointer),
            Type::Void | Type::Array(..) | Type::Record(_) | Type::Function { .. } => None,
        }
    }

    /// Size in bytes of an object of this type; `None` where it has none.
    pub fn size(&self, id: TypeId, model: DataModel) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Function { .. } => None,
            Type::Int { width, .. } => Some(width.bytes()),
            Type::Float(FloatKind::F80) => Some(model.long_double_layout().0),
            Type::Float(kind) => Some(kind.bytes()),
            Type::Pointer(_) => Some(model.pointer_bytes()),
            Type::Array(element, length) => self.size(*element, model)?.checked_mul((*length)?),
            Type::Record(record) => self.record(*record).size,
        }
    }

    /// The alignment in bytes that every object of this type has.
    pub fn align(&self, id: TypeId, model: DataModel) -> u64 {
        let of_bytes = |bytes: u64| match bytes.next_power_of_two() {
            8 => model.eight_byte_align(),
            align => align,
        };
        match self.get(id) {
            Type::Void | Type::Function { .. } => 1,
            Type::Int { width, .. } => of_bytes(width.bytes()),
            Type::Float(FloatKind::F80) => model.long_double_layout().1,
            Type::Float(kind) => of_bytes(kind.bytes()),
            Type::Pointer(_) => model.pointer_bytes(),
            Type::Array(element, _) => self.align(*element, model),
            Type::Record(record) => self.record(*record).align,
        }
    }

    /// Whether a variable of a type has room for an address.
    pub fn holds_addresses(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Pointer(_) => true,
            Type::Array(element, _) => self.holds_addresses(*element),
            Type::Record(record) => {
                let mut fields = self.record(*record).fields.iter();
                fields.any(|field| self.holds_addresses(field.ty))
            }
            Type::Void | Type::Int { .. } | Type::Float(_) | Type::Function { .. } => false,
        }
    }

    /// A type as its source language writes it.
    pub fn display(&self, id: TypeId) -> impl fmt::Display + '_ {
        DisplayType { table: self, id }
    }
}

struct DisplayType<'a> {
    table: &'a TypeTable,
    id: TypeId,
}

impl fmt::Display for DisplayType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_declarator(f, self.table, self.id, String::new())
    }
}

/// Writes the type around an inner declarator, inside out as C does: `int (*)[3]`.
fn write_declarator(
    f: &mut fmt::Formatter<'_>,
    table: &TypeTable,
    id: TypeId,
    inner: String,
) -> fmt::Result {
    let base = |f: &mut fmt::Formatter<'_>, name: &str| match inner.as_str() {
        "" => f.write_str(name),
        _ => write!(f, "{name} {inner}"),
    };
    match table.get(id) {
        Type::Void => base(f, "void"),
        Type::Int { name, .. } => base(f, name),
        Type::Float(kind) => base(f, float_name(*kind)),
        Type::Record(record) => base(f, &table.record(*record).name),
        // A language without pointers writes references as the class itself.
        Type::Pointer(target) if table.given(*target).is_some() => {
            write_declarator(f, table, *target, inner)
        }
        Type::Pointer(target) => {
            let inner = match table.get(*target) {
                Type::Array(..) | Type::Function { .. } => format!("(*{inner})"),
                _ => format!("*{inner}"),
            };
            write_declarator(f, table, *target, inner)
        }
        Type::Array(element, length) => {
            let length = length.map(|n| n.to_string()).unwrap_or_default();
            write_declarator(f, table, *element, format!("{inner}[{length}]"))
        }
        Type::Function {
            result,
            parameters,
            variadic,
        } => {
            let mut list: Vec<String> = parameters
                .iter()
                .map(|p| table.display(*p).to_string())
                .collect();
            if *variadic {
                list.push("...".to_string());
            }
            write_declarator(f, table, *result, format!("{inner}({})", list.join(", ")))
        }
    }
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F16 => "_Float16",
        FloatKind::F32 => "float",
        FloatKind::F64 => "double",
        FloatKind::F80 => "long double",
        FloatKind::F128 => "_Float128",
    }
}
