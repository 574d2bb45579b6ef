//! Values and what they point to.

use std::fmt;

/// An object of a [`crate::State`]'s memory. Numbers are given in the order of creation and are
/// never given twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId(pub(crate) u32);

impl ObjectId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an address was made from. It decides what may be accessed through it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Provenance {
    /// The null pointer.
    Null,
    /// An integer that is the address of nothing.
    None,
    /// An object, or its past the end.
    Object(ObjectId),
}

/// A provenance as it is held in a register: zero is null, so that zeroed registers are null
/// pointers.
pub(crate) type ProvenanceBits = u64;

/// Null.
pub(crate) const NULL: ProvenanceBits = 0;
/// No object.
pub(crate) const WILD: ProvenanceBits = 1;
/// The first object.
const FIRST_OBJECT: ProvenanceBits = 2;

impl Provenance {
    pub(crate) fn to_bits(self) -> ProvenanceBits {
        match self {
            Provenance::Null => NULL,
            Provenance::None => WILD,
            Provenance::Object(id) => FIRST_OBJECT + u64::from(id.0),
        }
    }

    pub(crate) fn from_bits(bits: ProvenanceBits) -> Provenance {
        match bits {
            NULL => Provenance::Null,
            WILD => Provenance::None,
            object => Provenance::Object(ObjectId((object - FIRST_OBJECT) as u32)),
        }
    }
}

/// The index of the object in the memory, or something out of range.
pub(crate) fn object_index(provenance: ProvenanceBits) -> usize {
    provenance.wrapping_sub(FIRST_OBJECT) as usize
}

/// An address with what it was made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pointer {
    /// The bits.
    pub address: u64,
    /// What it points into.
    pub provenance: Provenance,
}

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer {
        address: 0,
        provenance: Provenance::Null,
    };
}

/// The value of a local.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// None yet.
    Uninitialised,
    /// An integer, or the encoding of a float.
    Bits(u128),
    /// An address.
    Pointer(Pointer),
}

impl Value {
    /// The bits; zero if there is no value, the address of a pointer.
    pub fn bits(self) -> u128 {
        match self {
            Value::Uninitialised => 0,
            Value::Bits(bits) => bits,
            Value::Pointer(pointer) => u128::from(pointer.address),
        }
    }

    /// The pointer; null if there is no value, without an object if it is an integer.
    pub fn pointer(self) -> Pointer {
        match self {
            Value::Uninitialised | Value::Bits(0) => Pointer::NULL,
            Value::Bits(bits) => Pointer {
                address: bits as u64,
                provenance: Provenance::None,
            },
            Value::Pointer(pointer) => pointer,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Uninitialised => f.write_str("uninitialised"),
            Value::Bits(bits) => write!(f, "{bits}"),
            Value::Pointer(pointer) => write!(f, "{:#x}", pointer.address),
        }
    }
}
