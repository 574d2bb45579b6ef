//! The types of C.

use ir::{DataModel, FloatKind, RecordId, Scalar, Sign, Width};
use std::borrow::Cow;
use std::rc::Rc;

/// A type with its qualifiers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Type {
    pub kind: Kind,
    pub is_const: bool,
    pub is_volatile: bool,
    /// The alignment that a `typedef` gives it, more or less than its own.
    pub align: Option<u64>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    Void,
    Bool,
    Integer(Integer),
    Float(FloatKind),
    Pointer(Rc<Type>),
    Array(Rc<Type>, Length),
    Function(Rc<FunctionType>),
    Record(RecordId),
    Enum(EnumType),
}

/// The standard integer types, gcc's 128-bit ones, and those of its bit-fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Integer {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    /// What gcc gives a bit-field that is wider than `int` and as wide as none of the above: a
    /// type of its own width, in which it is computed.
    Bits(Sign, Width),
}

/// An enumerated type: which one, and the integer type it is compatible with.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct EnumType {
    pub tag: Rc<str>,
    pub integer: Integer,
}

/// The length of an array.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Length {
    /// `[]`, incomplete or a flexible array member.
    Unknown,
    /// A constant.
    Constant(u64),
    /// A variable-length array.
    Variable(VariableLength),
}

/// The length of a variable-length array, computed where it is declared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct VariableLength {
    /// The local that holds the number of its elements.
    pub count: ir::LocalId,
    /// The local that holds its size in bytes.
    pub bytes: ir::LocalId,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FunctionType {
    pub result: Type,
    pub parameters: Vec<Type>,
    pub variadic: bool,
    /// Declared with `()` or by K&R names: calls are not checked against the parameters.
    pub unprototyped: bool,
}

impl Integer {
    pub(crate) fn width(self, model: DataModel) -> Width {
        use Integer::*;
        match self {
            Char | SChar | UChar => Width::W8,
            Short | UShort => Width::W16,
            Int | UInt => Width::W32,
            Long | ULong => model.long_width(),
            LongLong | ULongLong => Width::W64,
            Int128 | UInt128 => Width::W128,
            Bits(_, width) => width,
        }
    }

    pub(crate) fn sign(self) -> Sign {
        use Integer::*;
        match self {
            Char | SChar | Short | Int | Long | LongLong | Int128 => Sign::Signed,
            UChar | UShort | UInt | ULong | ULongLong | UInt128 => Sign::Unsigned,
            Bits(sign, _) => sign,
        }
    }

    /// The conversion rank of 6.3.1.1, which goes by the width first.
    fn rank(self, model: DataModel) -> (Width, u32) {
        use Integer::*;
        let among_equals = match self {
            Bits(..) => 0,
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
            Int128 | UInt128 => 6,
        };
        (self.width(model), among_equals)
    }

    pub(crate) fn to_unsigned(self) -> Integer {
        use Integer::*;
        match self {
            Char | SChar | UChar => UChar,
            Short | UShort => UShort,
            Int | UInt => UInt,
            Long | ULong => ULong,
            LongLong | ULongLong => ULongLong,
            Int128 | UInt128 => UInt128,
            Bits(_, width) => Bits(Sign::Unsigned, width),
        }
    }

    pub(crate) fn name(self) -> Cow<'static, str> {
        use Integer::*;
        Cow::Borrowed(match self {
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned int",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
            Int128 => "__int128",
            UInt128 => "unsigned __int128",
            Bits(Sign::Signed, width) => return format!("signed:{}", width.bits()).into(),
            Bits(Sign::Unsigned, width) => return format!("unsigned:{}", width.bits()).into(),
        })
    }

    /// The integer promotions of 6.3.1.1, for types that are not bit-fields.
    pub(crate) fn promoted(self) -> Integer {
        use Integer::*;
        match self {
            Char | SChar | UChar | Short | UShort => Int,
            wide => wide,
        }
    }

    pub(crate) fn size_t(model: DataModel) -> Integer {
        match model {
            DataModel::Lp64 => Integer::ULong,
            DataModel::Ilp32 => Integer::UInt,
        }
    }

    pub(crate) fn ptrdiff_t(model: DataModel) -> Integer {
        match model {
            DataModel::Lp64 => Integer::Long,
            DataModel::Ilp32 => Integer::Int,
        }
    }

    pub(crate) fn wchar_t(model: DataModel) -> Integer {
        match model {
            DataModel::Lp64 => Integer::Int,
            DataModel::Ilp32 => Integer::Long,
        }
    }

    /// The usual arithmetic conversions of 6.3.1.8, of promoted operands.
    pub(crate) fn common(self, other: Integer, model: DataModel) -> Integer {
        let (left, right) = (self.promoted(), other.promoted());
        if left.sign() == right.sign() {
            return if left.rank(model) >= right.rank(model) {
                left
            } else {
                right
            };
        }
        let (signed, unsigned) = if left.sign() == Sign::Signed {
            (left, right)
        } else {
            (right, left)
        };
        if unsigned.rank(model) >= signed.rank(model) {
            unsigned
        } else if signed.width(model) > unsigned.width(model) {
            signed
        } else {
            signed.to_unsigned()
        }
    }
}

impl Type {
    pub(crate) const VOID: Type = Type::plain(Kind::Void);
    pub(crate) const BOOL: Type = Type::plain(Kind::Bool);
    pub(crate) const INT: Type = Type::integer(Integer::Int);
    pub(crate) const CHAR: Type = Type::integer(Integer::Char);
    pub(crate) const DOUBLE: Type = Type::plain(Kind::Float(FloatKind::F64));

    pub(crate) const fn plain(kind: Kind) -> Type {
        Type {
            kind,
            is_const: false,
            is_volatile: false,
            align: None,
        }
    }

    pub(crate) const fn integer(integer: Integer) -> Type {
        Type::plain(Kind::Integer(integer))
    }

    pub(crate) fn pointer_to(self) -> Type {
        Type::plain(Kind::Pointer(Rc::new(self)))
    }

    pub(crate) fn array_of(self, length: u64) -> Type {
        Type::plain(Kind::Array(Rc::new(self), Length::Constant(length)))
    }

    pub(crate) fn unqualified(&self) -> Type {
        Type::plain(self.kind.clone())
    }

    pub(crate) fn is_void(&self) -> bool {
        matches!(self.kind, Kind::Void)
    }

    pub(crate) fn is_pointer(&self) -> bool {
        matches!(self.kind, Kind::Pointer(_))
    }

    pub(crate) fn is_array(&self) -> bool {
        matches!(self.kind, Kind::Array(..))
    }

    pub(crate) fn is_record(&self) -> bool {
        matches!(self.kind, Kind::Record(_))
    }

    pub(crate) fn is_function(&self) -> bool {
        matches!(self.kind, Kind::Function(_))
    }

    pub(crate) fn is_float(&self) -> bool {
        matches!(self.kind, Kind::Float(_))
    }

    pub(crate) fn is_arithmetic(&self) -> bool {
        self.is_float() || self.as_integer().is_some()
    }

    pub(crate) fn is_scalar(&self) -> bool {
        self.is_pointer() || self.is_arithmetic()
    }

    /// `char` in one of its three types: the only type whose objects may be copied while they
    /// are uninitialised.
    pub(crate) fn is_character(&self) -> bool {
        matches!(
            self.kind,
            Kind::Integer(Integer::Char | Integer::SChar | Integer::UChar)
        )
    }

    /// The integer type whose values it has; `_Bool` counts as `unsigned char` here.
    pub(crate) fn as_integer(&self) -> Option<Integer> {
        match &self.kind {
            Kind::Bool => Some(Integer::UChar),
            Kind::Integer(integer) => Some(*integer),
            Kind::Enum(ty) => Some(ty.integer),
            _ => None,
        }
    }

    pub(crate) fn pointee(&self) -> Option<&Rc<Type>> {
        match &self.kind {
            Kind::Pointer(target) => Some(target),
            _ => None,
        }
    }

    pub(crate) fn element(&self) -> Option<&Rc<Type>> {
        match &self.kind {
            Kind::Array(element, _) => Some(element),
            _ => None,
        }
    }

    pub(crate) fn function(&self) -> Option<&Rc<FunctionType>> {
        match &self.kind {
            Kind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Whether its size is computed at run time.
    pub(crate) fn is_variable(&self) -> bool {
        match &self.kind {
            Kind::Array(_, Length::Variable(_)) => true,
            Kind::Array(element, _) => element.is_variable(),
            _ => false,
        }
    }

    /// The value an expression of this type has; `None` for aggregates, functions and `void`.
    pub(crate) fn scalar(&self, model: DataModel) -> Option<Scalar> {
        match &self.kind {
            Kind::Float(kind) => Some(Scalar::Float(*kind)),
            Kind::Pointer(_) => Some(Scalar::Pointer),
            _ => self
                .as_integer()
                .map(|integer| Scalar::Int(integer.width(model))),
        }
    }

    /// Adds qualifiers; those of an array go to its elements (6.7.3).
    pub(crate) fn qualified(mut self, is_const: bool, is_volatile: bool) -> Type {
        if let Kind::Array(element, length) = self.kind {
            let element = Rc::unwrap_or_clone(element).qualified(is_const, is_volatile);
            return Type::plain(Kind::Array(Rc::new(element), length));
        }
        self.is_const |= is_const;
        self.is_volatile |= is_volatile;
        self
    }

    /// Whether an object of this type is constant.
    pub(crate) fn is_constant_object(&self) -> bool {
        match &self.kind {
            Kind::Array(element, _) => element.is_constant_object(),
            _ => self.is_const && !self.is_volatile,
        }
    }

    /// Compatibility of 6.2.7, as far as `_Generic` and `__builtin_types_compatible_p` need it.
    pub(crate) fn compatible(&self, other: &Type) -> bool {
        self.is_const == other.is_const
            && self.is_volatile == other.is_volatile
            && self.kind.compatible(&other.kind)
    }
}

impl Kind {
    fn compatible(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::Pointer(a), Kind::Pointer(b)) => a.compatible(b),
            (Kind::Array(a, m), Kind::Array(b, n)) => {
                let lengths = match (m, n) {
                    (Length::Constant(m), Length::Constant(n)) => m == n,
                    _ => true,
                };
                lengths && a.compatible(b)
            }
            (Kind::Enum(a), Kind::Integer(b)) | (Kind::Integer(b), Kind::Enum(a)) => {
                a.integer == *b
            }
            (Kind::Function(a), Kind::Function(b)) => {
                a.result.compatible(&b.result)
                    && (a.unprototyped
                        || b.unprototyped
                        || a.variadic == b.variadic
                            && a.parameters.len() == b.parameters.len()
                            && a.parameters
                                .iter()
                                .zip(&b.parameters)
                                .all(|(p, q)| p.unqualified().compatible(&q.unqualified())))
            }
            (a, b) => a == b,
        }
    }
}
