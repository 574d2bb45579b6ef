//! What everything holds at a point of a path.

use ir::{DataModel, LocalId, Scalar};

use super::Activation;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

/// The bits of an object's number.
pub(super) const OBJECT_BITS: u32 = 32;

/// The number of the first object; 0 is null, 1 is an address that points nowhere.
pub(super) const FIRST_OBJECT: u128 = 2;

/// The object of an address that points nowhere.
pub(super) const NOWHERE: u128 = 1;

const LIFE_BITS: u32 = 3;

/// What may be done with an object. The code is its value in [`Memory::life`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Life {
    /// Nothing: it does not exist yet.
    Absent = 0,
    /// It may be read, written and freed.
    Heap = 1,
    /// It may be read and written.
    Mutable = 2,
    /// It may be read.
    Constant = 3,
    /// Nothing: it is dead, or a procedure, or defined elsewhere.
    Closed = 4,
}

impl Life {
    pub(super) fn term(self, terms: &mut Terms) -> TermId {
        terms.bv(LIFE_BITS, self as u128)
    }
}

/// What a local holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalValue {
    /// Its bits; of a pointer the object above the address. Zero if it has no value.
    pub bits: TermId,
    /// Whether it has a value.
    pub known: TermId,
}

/// What memory holds: arrays over pointers, and over objects.
#[derive(Clone, Debug)]
pub struct Memory {
    /// From pointers: the byte there.
    pub bytes: TermId,
    /// From pointers: which bits of the byte have a value, with those inverted that had one from
    /// the start ([`Memory::fresh`]). So it is zero where nothing was written.
    pub mask: TermId,
    /// From pointers: the object that the pointer stored there leads to, plus one; zero where
    /// none is stored, and everywhere but at the aligned words of an object.
    pub targets: TermId,
    /// From objects: the address.
    pub base: TermId,
    /// From objects: the number of bytes.
    pub size: TermId,
    /// From objects: what may be done with it.
    pub life: TermId,
    /// From objects: the bits of each byte that had a value from the start: all or none.
    pub fresh: TermId,
    /// From addresses: the object that lies there, now or later. It never changes.
    pub owner: TermId,
    /// The number of the next object.
    pub next: TermId,
    /// The lowest address of the next object.
    pub frontier: TermId,
}

/// What everything holds.
#[derive(Clone, Debug)]
pub struct State {
    /// Of each activation, its locals.
    pub(super) locals: Vec<Vec<LocalValue>>,
    /// Memory.
    pub memory: Memory,
}

impl State {
    /// What a local holds.
    pub fn local(&self, activation: Activation, local: LocalId) -> LocalValue {
        self.locals[activation.0][local.0 as usize]
    }

    pub(super) fn set(&mut self, activation: Activation, local: LocalId, value: LocalValue) {
        self.locals[activation.0][local.0 as usize] = value;
    }

    /// All its terms, in an order that all states of a space share.
    pub(super) fn terms(&self) -> impl Iterator<Item = TermId> {
        let locals = self.locals.iter().flatten();
        let locals = locals.flat_map(|local| [local.bits, local.known]);
        locals.chain(self.memory.terms())
    }
}

impl Memory {
    /// All its terms, in an order that all memories share.
    pub(super) fn terms(&self) -> [TermId; 10] {
        [
            self.bytes,
            self.mask,
            self.targets,
            self.base,
            self.size,
            self.life,
            self.fresh,
            self.owner,
            self.next,
            self.frontier,
        ]
    }

    pub(super) fn variables(terms: &mut Terms, model: DataModel) -> Memory {
        let address = model.pointer_width().bits();
        let pointer = OBJECT_BITS + address;
        let mut array = |name: &str, index: u32, element: u32| {
            terms.fresh_var(name, Sort::Array { index, element })
        };
        Memory {
            bytes: array("bytes", pointer, 8),
            mask: array("mask", pointer, 8),
            targets: array("targets", pointer, OBJECT_BITS),
            base: array("base", OBJECT_BITS, address),
            size: array("size", OBJECT_BITS, address),
            life: array("life", OBJECT_BITS, LIFE_BITS),
            fresh: array("fresh", OBJECT_BITS, 8),
            owner: array("owner", address, OBJECT_BITS),
            next: terms.fresh_var("next", Sort::Bv(OBJECT_BITS)),
            frontier: terms.fresh_var("frontier", Sort::Bv(address)),
        }
    }
}

/// The bits of a value of a type.
pub(super) fn bits_of(model: DataModel, scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Int(width) => width.bits(),
        Scalar::Float(kind) => kind.bits(),
        Scalar::Pointer => OBJECT_BITS + model.pointer_width().bits(),
    }
}
