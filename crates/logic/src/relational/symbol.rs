//! Symbols: the names formulas are built from, with what is declared about each.
//!
//! A symbol is its own identity. Two symbols of the same name are different symbols, and a
//! symbol carries its declaration with it, so that a formula needs no table beside it.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{self, AtomicU64};

/// A named symbol with its declaration `D`. Compared by identity, ordered by age.
pub struct Symbol<D>(Arc<Named<D>>);

struct Named<D> {
    id: u64,
    name: Box<str>,
    decl: D,
}

/// A sort: a finite set of atoms, disjoint from every other sort.
pub type Sort = Symbol<SortDecl>;
/// A unary relation: a set of atoms of one sort. A reference variable is a `lone` set.
pub type SetSym = Symbol<SetDecl>;
/// A binary relation: a reference field is a functional one.
pub type RelSym = Symbol<RelDecl>;
/// An integer-valued field: one integer for each atom of its sort.
pub type DataSym = Symbol<DataDecl>;
/// An integer.
pub type IntSym = Symbol<IntDecl>;
/// A truth value, such as "control passes here".
pub type Prop = Symbol<PropDecl>;
/// A variable bound by a quantifier or a comprehension; it stands for one atom.
pub type Var = Symbol<VarDecl>;

/// A sort declares nothing but itself.
#[derive(Debug)]
pub struct SortDecl(());
/// A truth value declares nothing but itself.
#[derive(Debug)]
pub struct PropDecl(());
/// A variable declares nothing: its range is given where it is bound.
#[derive(Debug)]
pub struct VarDecl(());

/// What is declared about a set symbol.
#[derive(Debug)]
pub struct SetDecl {
    /// The sort of its members.
    pub sort: Sort,
    /// How many members it has.
    pub size: Multiplicity,
}

/// What is declared about a binary relation.
#[derive(Debug)]
pub struct RelDecl {
    /// The sort of the first column.
    pub from: Sort,
    /// The sort of the second column.
    pub to: Sort,
    /// What holds of it in every structure.
    pub properties: Properties,
}

/// What is declared about an integer-valued field.
#[derive(Debug)]
pub struct DataDecl {
    /// The sort of the atoms that have the field.
    pub sort: Sort,
    /// The range of the values.
    pub ty: IntType,
}

/// What is declared about an integer.
#[derive(Debug)]
pub struct IntDecl {
    /// The range of the value.
    pub ty: IntType,
}

/// How many members a set has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Multiplicity {
    /// Any number.
    Any,
    /// At least one.
    Some,
    /// At most one.
    Lone,
    /// Exactly one.
    One,
}

impl Multiplicity {
    /// Whether a set of `count` members has this multiplicity.
    #[must_use]
    pub fn allows(self, count: usize) -> bool {
        match self {
            Multiplicity::Any => true,
            Multiplicity::Some => count >= 1,
            Multiplicity::Lone => count <= 1,
            Multiplicity::One => count == 1,
        }
    }

    /// Whether the multiplicity excludes a second member.
    #[must_use]
    pub fn at_most_one(self) -> bool {
        matches!(self, Multiplicity::Lone | Multiplicity::One)
    }

    /// Whether the multiplicity requires a member.
    #[must_use]
    pub fn at_least_one(self) -> bool {
        matches!(self, Multiplicity::Some | Multiplicity::One)
    }
}

/// What is declared about a binary relation, combined by chaining:
/// `Properties::partial_function().acyclic()`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Properties {
    functional: bool,
    total: bool,
    injective: bool,
    acyclic: bool,
}

impl Properties {
    /// Nothing is known.
    #[must_use]
    pub const fn any() -> Properties {
        Properties {
            functional: false,
            total: false,
            injective: false,
            acyclic: false,
        }
    }

    /// Each atom has at most one successor: a reference field that may be null.
    #[must_use]
    pub const fn partial_function() -> Properties {
        Properties {
            functional: true,
            ..Properties::any()
        }
    }

    /// Each atom has exactly one successor: a reference field that is never null.
    #[must_use]
    pub const fn function() -> Properties {
        Properties::partial_function().total()
    }

    /// Each atom has at least one successor.
    #[must_use]
    pub const fn total(self) -> Properties {
        Properties {
            total: true,
            ..self
        }
    }

    /// No atom has two predecessors.
    #[must_use]
    pub const fn injective(self) -> Properties {
        Properties {
            injective: true,
            ..self
        }
    }

    /// No atom reaches itself.
    #[must_use]
    pub const fn acyclic(self) -> Properties {
        Properties {
            acyclic: true,
            ..self
        }
    }

    /// Whether each atom has at most one successor.
    #[must_use]
    pub const fn is_functional(self) -> bool {
        self.functional
    }

    /// Whether each atom has at least one successor.
    #[must_use]
    pub const fn is_total(self) -> bool {
        self.total
    }

    /// Whether no atom has two predecessors.
    #[must_use]
    pub const fn is_injective(self) -> bool {
        self.injective
    }

    /// Whether no atom reaches itself.
    #[must_use]
    pub const fn is_acyclic(self) -> bool {
        self.acyclic
    }
}

/// The range of an integer: so many bits, with or without a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntType {
    width: u8,
    sign: Sign,
}

/// Whether an integer type has negative values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// Two's complement.
    Signed,
    /// Natural numbers.
    Unsigned,
}

impl IntType {
    /// The widest type there is.
    pub const MAX_WIDTH: u8 = 64;

    /// Two's complement of `width` bits; a width outside 1..=64 is brought to its nearer end.
    #[must_use]
    pub fn signed(width: u8) -> IntType {
        IntType {
            width: width.clamp(1, Self::MAX_WIDTH),
            sign: Sign::Signed,
        }
    }

    /// Natural numbers of `width` bits; a width outside 1..=64 is brought to its nearer end.
    #[must_use]
    pub fn unsigned(width: u8) -> IntType {
        IntType {
            width: width.clamp(1, Self::MAX_WIDTH),
            sign: Sign::Unsigned,
        }
    }

    /// The number of bits.
    #[must_use]
    pub fn width(self) -> u8 {
        self.width
    }

    /// Whether there are negative values.
    #[must_use]
    pub fn sign(self) -> Sign {
        self.sign
    }

    /// The value of this type that has the same low bits: what a program's arithmetic stores.
    #[must_use]
    pub fn wrap(self, value: i128) -> i128 {
        let spare = 128 - u32::from(self.width);
        match self.sign {
            Sign::Signed => (value << spare) >> spare,
            Sign::Unsigned => value & ((1 << self.width) - 1),
        }
    }

    /// Whether the value is in the type's range.
    #[must_use]
    pub fn contains(self, value: i128) -> bool {
        self.wrap(value) == value
    }
}

impl Sort {
    /// A new sort.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>) -> Sort {
        Symbol::declare(name, SortDecl(()))
    }
}

impl SetSym {
    /// A new set symbol.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>, sort: &Sort, size: Multiplicity) -> SetSym {
        Symbol::declare(
            name,
            SetDecl {
                sort: sort.clone(),
                size,
            },
        )
    }
}

impl RelSym {
    /// A new binary relation from the first sort to the second.
    #[must_use]
    pub fn new(
        name: impl Into<Box<str>>,
        (from, to): (&Sort, &Sort),
        properties: Properties,
    ) -> RelSym {
        Symbol::declare(
            name,
            RelDecl {
                from: from.clone(),
                to: to.clone(),
                properties,
            },
        )
    }
}

impl DataSym {
    /// A new integer-valued field of the atoms of `sort`.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>, sort: &Sort, ty: IntType) -> DataSym {
        Symbol::declare(
            name,
            DataDecl {
                sort: sort.clone(),
                ty,
            },
        )
    }
}

impl IntSym {
    /// A new integer.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>, ty: IntType) -> IntSym {
        Symbol::declare(name, IntDecl { ty })
    }
}

impl Prop {
    /// A new truth value.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>) -> Prop {
        Symbol::declare(name, PropDecl(()))
    }
}

impl Var {
    /// A new variable.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>) -> Var {
        Symbol::declare(name, VarDecl(()))
    }
}

impl<D> Symbol<D> {
    fn declare(name: impl Into<Box<str>>, decl: D) -> Symbol<D> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, atomic::Ordering::Relaxed);
        Symbol(Arc::new(Named {
            id,
            name: name.into(),
            decl,
        }))
    }

    /// The name, for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// What is declared about the symbol.
    #[must_use]
    pub fn decl(&self) -> &D {
        &self.0.decl
    }

    pub(super) fn id(&self) -> u64 {
        self.0.id
    }
}

impl<D> Clone for Symbol<D> {
    fn clone(&self) -> Self {
        Symbol(Arc::clone(&self.0))
    }
}

impl<D> PartialEq for Symbol<D> {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}

impl<D> Eq for Symbol<D> {}

impl<D> PartialOrd for Symbol<D> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<D> Ord for Symbol<D> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.id.cmp(&other.0.id)
    }
}

impl<D> Hash for Symbol<D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl<D> fmt::Debug for Symbol<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl<D> fmt::Display for Symbol<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
