//! The types of expressions, and the fields of records.

use ir::{FieldRef, FloatKind, Program, RecordId, Sign, Type, TypeId};
use logic::FloatFormat;

use crate::typed::Holds;

/// The type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Ty {
    pub(super) kind: Kind,
    pub(super) size: Size,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Null,
    References(Target, Layout),
    /// Two's complement numbers of so many bits.
    Integers(u32),
    Floats(FloatKind),
}

/// What references lead to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Target {
    Record(RecordId),
    Other(TypeId),
    /// Records of several types.
    Mixed,
}

/// Whether a reference is declared to lead to an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Layout {
    Array,
    Unknown,
}

/// How many members a set can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Size {
    AtMostOne,
    Any,
}

impl Ty {
    pub(super) const NULL: Ty = Ty::one(Kind::Null);

    pub(super) const fn one(kind: Kind) -> Ty {
        Ty {
            kind,
            size: Size::AtMostOne,
        }
    }

    pub(super) const fn any(kind: Kind) -> Ty {
        Ty {
            kind,
            size: Size::Any,
        }
    }

    /// The bits, of a single integer.
    pub(super) fn integer(self) -> Option<u32> {
        match self {
            Ty {
                kind: Kind::Integers(bits),
                size: Size::AtMostOne,
            } => Some(bits),
            _ => None,
        }
    }

    /// Whether it is a single float.
    pub(super) fn is_float(self) -> bool {
        matches!(self.kind, Kind::Floats(_)) && self.is_single()
    }

    pub(super) fn is_single(self) -> bool {
        self.size == Size::AtMostOne
    }
}

pub(super) fn integers(width: u32, sign: Sign) -> Kind {
    Kind::Integers(width + u32::from(sign == Sign::Unsigned))
}

pub(super) fn format(kind: FloatKind) -> FloatFormat {
    match kind {
        FloatKind::F16 => FloatFormat::HALF,
        FloatKind::F32 => FloatFormat::SINGLE,
        FloatKind::F64 => FloatFormat::DOUBLE,
        FloatKind::F80 => FloatFormat::EXTENDED,
        FloatKind::F128 => FloatFormat::QUAD,
    }
}

/// What a place of a declared type holds; nothing if contracts do not speak about it.
pub(super) fn held(program: &Program, ty: TypeId) -> Option<(Holds, Kind)> {
    let types = &program.types;
    Some(match types.get(ty) {
        Type::Int { width, sign, .. } => (Holds::Integer(*sign), integers(width.bits(), *sign)),
        Type::Float(kind) => (Holds::Float(format(*kind)), Kind::Floats(*kind)),
        Type::Pointer(target) => match types.get(*target) {
            // An array object: its elements are what one speaks about.
            Type::Array(element, None) => (Holds::Reference, elements(program, *element)),
            _ => {
                let target = self::target(program, *target);
                (Holds::Reference, Kind::References(target, Layout::Unknown))
            }
        },
        Type::Array(element, _) => (Holds::Reference, elements(program, *element)),
        Type::Record(record) => {
            let target = Target::Record(*record);
            (Holds::Reference, Kind::References(target, Layout::Unknown))
        }
        Type::Void | Type::Function { .. } => return None,
    })
}

fn elements(program: &Program, element: TypeId) -> Kind {
    Kind::References(target(program, element), Layout::Array)
}

fn target(program: &Program, ty: TypeId) -> Target {
    match program.types.get(ty) {
        Type::Record(record) => Target::Record(*record),
        _ => Target::Other(ty),
    }
}

/// The type of what references lead to; none if they lead to several.
pub(super) fn target_type(program: &Program, target: Target) -> Option<TypeId> {
    match target {
        Target::Other(ty) => Some(ty),
        Target::Mixed => None,
        Target::Record(record) => {
            let count = program.types.len() as u32;
            (0..count)
                .map(TypeId)
                .find(|&id| *program.types.get(id) == Type::Record(record))
        }
    }
}

/// A field of a record: the anonymous members that it is in, and the field itself. A class can have
/// several of a name, of which the last hides the others.
pub(super) fn find_field(
    program: &Program,
    record: RecordId,
    name: &str,
) -> Option<(Vec<FieldRef>, TypeId)> {
    let fields = program.types.record(record).fields.iter().enumerate();
    for (index, field) in fields.rev() {
        let here = FieldRef {
            record,
            index: index as u32,
        };
        if &*field.name == name {
            return Some((vec![here], field.ty));
        }
        if let (true, Type::Record(inner)) = (field.name.is_empty(), program.types.get(field.ty))
            && let Some((mut path, ty)) = find_field(program, *inner, name)
        {
            path.insert(0, here);
            return Some((path, ty));
        }
    }
    None
}

/// The names of the fields of a record, those of its anonymous members among them.
pub(super) fn field_names(program: &Program, record: RecordId) -> Vec<String> {
    let mut names = Vec::new();
    for field in &program.types.record(record).fields {
        match program.types.get(field.ty) {
            Type::Record(inner) if field.name.is_empty() => {
                names.extend(field_names(program, *inner));
            }
            _ if field.name.is_empty() => {}
            _ => names.push(field.name.clone()),
        }
    }
    names
}

/// A type in words.
pub(super) fn describe(program: &Program, ty: Ty) -> String {
    let single = ty.is_single();
    let pick = |one: &str, many: &str| if single { one } else { many }.to_owned();
    match ty.kind {
        Kind::Null => "null".to_owned(),
        Kind::Integers(_) => pick("an integer", "a set of integers"),
        Kind::Floats(_) => pick("a float", "a set of floats"),
        Kind::References(target, _) => {
            let what = match target {
                Target::Record(record) => program.types.record(record).name.clone(),
                Target::Other(ty) => program.types.display(ty).to_string(),
                Target::Mixed => "records of several types".to_owned(),
            };
            let article = pick("a reference to", "a set of references to");
            format!("{article} {what}")
        }
    }
}
