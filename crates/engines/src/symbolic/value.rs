//! Values of a symbolic execution: known bits, terms, and pointers to known objects.

use ir::ProcedureId;
use logic::{Sort, TermId, Terms};

/// An object of a [`super::heap::Heap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ObjectId(pub(crate) u32);

/// Bits of a width that the context gives, known or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Num {
    /// Known.
    Const(u128),
    /// A bit-vector term that is not a constant.
    Term(TermId),
}

impl Num {
    pub(crate) const ZERO: Num = Num::Const(0);

    /// A term, or the bits that it is.
    pub(crate) fn of(terms: &Terms, term: TermId) -> Num {
        match terms.as_value(term).and_then(logic::Bits::to_u128) {
            Some(bits) => Num::Const(bits),
            None => Num::Term(term),
        }
    }

    /// The term of that width.
    pub(crate) fn term(self, terms: &mut Terms, width: u32) -> TermId {
        match self {
            Num::Const(bits) => terms.bv(width, bits),
            Num::Term(term) => term,
        }
    }

    /// The bits, if they are known.
    pub(crate) fn known(self) -> Option<u128> {
        match self {
            Num::Const(bits) => Some(bits),
            Num::Term(_) => None,
        }
    }

    /// The condition that a value of one bit is.
    pub(crate) fn condition(self, terms: &mut Terms) -> TermId {
        match self {
            Num::Const(bits) => terms.bool(bits != 0),
            Num::Term(term) if terms.sort(term) == Sort::Bool => term,
            Num::Term(term) => {
                let one = terms.bv(1, 1);
                terms.eq(term, one)
            }
        }
    }
}

/// What a pointer is relative to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Base {
    /// Null: the offset is the address.
    Null,
    /// An object, dead or alive.
    Object(ObjectId),
    /// A procedure.
    Procedure(ProcedureId),
    /// Nothing that is known: the offset is the address.
    Nowhere,
}

/// An address: so many bytes from its base.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pointer {
    pub(crate) base: Base,
    /// Of the width of an address.
    pub(crate) offset: Num,
}

impl Pointer {
    pub(crate) const NULL: Pointer = Pointer {
        base: Base::Null,
        offset: Num::ZERO,
    };

    /// The start of an object.
    pub(crate) fn to(object: ObjectId) -> Pointer {
        Pointer {
            base: Base::Object(object),
            offset: Num::ZERO,
        }
    }

    /// The object it was made from.
    pub(crate) fn object(self) -> Option<ObjectId> {
        match self.base {
            Base::Object(object) => Some(object),
            _ => None,
        }
    }
}

/// A value of a local or of a stretch of memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    /// None.
    Undefined,
    /// An integer or the encoding of a float.
    Bits(Num),
    /// An address.
    Pointer(Pointer),
}
