//! Reading and writing memory.
//!
//! An access finds its spot first: an offset in the cells of an object. Where the offset is
//! unknown, a read becomes a choice between the cells it may mean, and a write a choice in each of
//! them; execution forks only where such a choice cannot be expressed, as between pointers.

mod array;
mod bulk;
mod leftover;
mod quotient;
mod symbolic;
#[cfg(test)]
mod tests;

use super::cells::{BitField, Cells, extent};
use super::context::{Context, Interrupt, Step};
use super::heap::{Contents, Life};
use super::state::State;
use super::value::{Num, ObjectId, Pointer, Value};
use ir::Place;
pub(crate) use leftover::is_leftover;

/// Where in memory something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// At a known offset of the cells of an object.
    Known(Slot, u64),
    /// At an unknown offset of an object with cells.
    Unknown(ObjectId, logic::TermId),
}

/// The cells of an object, or of an element of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    pub(crate) object: ObjectId,
    /// The position in [`super::heap::Elements::cells`].
    pub(crate) element: Option<usize>,
}

impl State {
    /// The cells of a slot.
    pub(crate) fn cells(&self, slot: Slot) -> &Cells {
        match (&self.heap.get(slot.object).contents, slot.element) {
            (Contents::Cells(cells), _) => cells,
            (Contents::Elements(elements), index) => &elements.cells[index.unwrap_or(0)].1,
        }
    }

    /// The cells of a slot, to be changed.
    pub(crate) fn cells_mut(&mut self, slot: Slot) -> &mut Cells {
        match (&mut self.heap.get_mut(slot.object).contents, slot.element) {
            (Contents::Cells(cells), _) => cells,
            (Contents::Elements(elements), index) => &mut elements.cells[index.unwrap_or(0)].1,
        }
    }
}

impl Context<'_> {
    /// Reads a place.
    pub(crate) fn load(&mut self, state: &mut State, place: &Place) -> Step<Value> {
        let pointer = self.pointer(state, &place.address)?;
        let (size, width) = extent(place.scalar, self.width());
        let spot = self.locate(state, pointer, size)?;
        let (slot, offset) = match (spot, place.bits) {
            (Spot::Known(slot, offset), _) => (slot, offset),
            (Spot::Unknown(object, offset), None) => {
                return self.load_unknown(state, object, offset, place.scalar);
            }
            (Spot::Unknown(object, offset), Some(_)) => {
                (whole(object), self.known_offset(state, offset)?)
            }
        };
        match place.bits {
            None => {
                self.initialise(state, slot, offset, size, Some(place.scalar))?;
                Ok(self.read(state, slot, offset, place.scalar))
            }
            Some(range) => {
                let field = BitField::new(offset, range);
                self.initialise(state, slot, field.offset, field.bytes, None)?;
                Ok(self.read_bits(state, slot, field, width))
            }
        }
    }

    /// Writes a place.
    pub(crate) fn store(&mut self, state: &mut State, place: &Place, value: Value) -> Step<()> {
        let pointer = self.pointer(state, &place.address)?;
        let (size, width) = extent(place.scalar, self.width());
        let spot = self.locate(state, pointer, size)?;
        let (slot, offset) = match (spot, place.bits) {
            (Spot::Known(slot, offset), _) => (slot, offset),
            (Spot::Unknown(object, offset), None) => {
                return self.store_unknown(state, object, offset, place.scalar, value);
            }
            (Spot::Unknown(object, offset), Some(_)) => {
                (whole(object), self.known_offset(state, offset)?)
            }
        };
        match place.bits {
            None => {
                self.with_codec(state, |codec, state| {
                    let cells = state.cells_mut(slot);
                    cells.store(codec, offset, place.scalar, value);
                });
            }
            Some(range) => {
                let field = BitField::new(offset, range);
                self.initialise(state, slot, field.offset, field.bytes, None)?;
                self.with_codec(state, |codec, state| {
                    let cells = state.cells_mut(slot);
                    cells.store_bits(codec, field, value, width);
                });
            }
        }
        Ok(())
    }

    /// Finds the cells that an access is about. A check before it made sure that it is inside of
    /// a live object, unless nobody asked about that.
    pub(crate) fn locate(&mut self, state: &mut State, pointer: Pointer, size: u64) -> Step<Spot> {
        let Some(id) = pointer.object() else {
            return Err(Interrupt::Undefined);
        };
        let object = state.heap.get(id);
        if object.life != Life::Live {
            return Err(Interrupt::Undefined);
        }
        if let Contents::Elements(_) = object.contents {
            return self.locate_element(state, id, pointer.offset, size);
        }
        match pointer.offset {
            Num::Const(offset) => {
                let end = offset.checked_add(u128::from(size));
                match (end, object.size) {
                    (Some(end), Num::Const(have)) if end <= have => {
                        Ok(Spot::Known(whole(id), offset as u64))
                    }
                    // The check has shown that an unknown size is enough.
                    (Some(_), Num::Term(_)) if offset < 1 << 40 => {
                        Ok(Spot::Known(whole(id), offset as u64))
                    }
                    _ => Err(Interrupt::Undefined),
                }
            }
            Num::Term(offset) => match state.path.known(&self.terms, offset) {
                Some(known) => {
                    let offset = Num::Const(known);
                    self.locate(state, Pointer { offset, ..pointer }, size)
                }
                None => Ok(Spot::Unknown(id, offset)),
            },
        }
    }

    /// The value of an unknown offset, which execution forks on.
    pub(crate) fn known_offset(&mut self, state: &mut State, offset: logic::TermId) -> Step<u64> {
        let offset = self.concrete(&mut state.path, Num::Term(offset))?;
        Ok(offset as u64)
    }
}

/// The cells of an object that has no elements.
pub(crate) fn whole(object: ObjectId) -> Slot {
    Slot {
        object,
        element: None,
    }
}
