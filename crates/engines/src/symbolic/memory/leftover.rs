//! What memory holds that was never written, where nobody asks about the use of such values: it is
//! chosen when it is first read or copied, and stays.
//!
//! What is chosen is put into the cells, as if it had been written, so that every later access, copy
//! and match of states finds it. Only the name of its variable tells that nothing wrote it.

use super::super::cells::{BitField, extent};
use super::super::context::{Context, Undetermined, undetermined};
use super::super::state::State;
use super::super::value::{Num, Value};
use super::Slot;
use crate::limits::tuning::{MOST_UNWRITTEN_BYTES_COPIED, MOST_UNWRITTEN_BYTES_PER_VARIABLE};
use ir::{ClaimKind, LocalId, Scalar};
use logic::{Op, TermId, Terms};

impl Context<'_> {
    /// Whether memory that was never written has some value, since nobody asks about its use.
    pub(crate) fn has_leftovers(&self) -> bool {
        !self.setting.claims.contains(ClaimKind::Uninitialised)
    }

    /// Reads a value at a known place.
    pub(super) fn read(
        &mut self,
        state: &mut State,
        slot: Slot,
        offset: u64,
        scalar: Scalar,
    ) -> Value {
        let load = |context: &mut Self, state: &mut State| {
            context.with_codec(state, |codec, state| {
                state.cells(slot).load(codec, offset, scalar)
            })
        };
        let value = load(self, state);
        if value != Value::Undefined || !self.has_leftovers() {
            return value;
        }
        let (size, width) = extent(scalar, self.width());
        if !self.was_never_written(state, slot, (0..size).map(|index| (offset + index, 0xff))) {
            return self.any_value(state, scalar);
        }
        let is_untouched = (0..size).all(|index| state.cells(slot).missing(offset + index) == 0xff);
        match is_untouched && u64::from(width) == 8 * size {
            true => self.choose_bytes(state, slot, offset, size),
            false => self.choose_missing(state, slot, offset, size),
        }
        load(self, state)
    }

    /// Reads a bit-field at a known place, zero-extended to `width` bits.
    pub(super) fn read_bits(
        &mut self,
        state: &mut State,
        slot: Slot,
        field: BitField,
        width: u32,
    ) -> Value {
        let load = |context: &mut Self, state: &mut State| {
            context.with_codec(state, |codec, state| {
                state.cells(slot).load_bits(codec, field, width)
            })
        };
        let value = load(self, state);
        if value != Value::Undefined || !self.has_leftovers() {
            return value;
        }
        if !self.was_never_written(state, slot, field.masks()) {
            let bits = self.leftover(state, field.bits);
            let whole = self.terms.zero_extend(width - field.bits, bits);
            return Value::Bits(Num::of(&self.terms, whole));
        }
        self.choose_missing(state, slot, field.offset, field.bytes);
        load(self, state)
    }

    /// Some value of a type, which is not kept.
    ///
    /// The interpreter takes nothing from a value of which only a part was written, and compiled
    /// code takes that part: this is what both may find.
    pub(super) fn any_value(&mut self, state: &mut State, scalar: Scalar) -> Value {
        let (_, width) = extent(scalar, self.width());
        let bits = Num::Term(self.leftover(state, width));
        self.with_codec(state, |codec, _| codec.value(scalar, bits))
    }

    /// Chooses what is copied, so that both sides hold the same.
    pub(super) fn choose_copied(&mut self, state: &mut State, slot: Slot, offset: u64, size: u64) {
        if self.has_leftovers() && size <= MOST_UNWRITTEN_BYTES_COPIED {
            self.choose_missing(state, slot, offset, size);
        }
    }

    /// The values of the local's type are all that was read into it, if it was chosen since then.
    pub(crate) fn restrict_leftover(&mut self, state: &mut State, local: LocalId, since: u32) {
        let Value::Bits(Num::Term(term)) = state.local(local) else {
            return;
        };
        if let Some(Undetermined::Memory(number)) = undetermined(&self.terms, term)
            && number > since
        {
            let ty = self.program[state.frame.procedure][local].ty;
            self.restrict(state, ty, term);
        }
    }

    /// Whether nothing wrote any of these bits, each byte with a mask.
    fn was_never_written(
        &self,
        state: &State,
        slot: Slot,
        mut bytes: impl Iterator<Item = (u64, u8)>,
    ) -> bool {
        let cells = state.cells(slot);
        bytes.all(|(offset, mask)| {
            let is_chosen = |value| is_leftover(&self.terms, value);
            cells.missing(offset) & mask == mask || cells.value_over(offset).is_some_and(is_chosen)
        })
    }

    /// Chooses every bit of a range that has no value.
    fn choose_missing(&mut self, state: &mut State, slot: Slot, offset: u64, size: u64) {
        let end = offset + size;
        let mut at = offset;
        while at < end {
            let cells = state.cells(slot);
            let is_missing = |at: u64| cells.missing(at) == 0xff;
            let fits = |bytes: &u64| {
                at.is_multiple_of(*bytes) && at + bytes <= end && (at..at + bytes).all(is_missing)
            };
            let mut sizes = (0..=MOST_UNWRITTEN_BYTES_PER_VARIABLE.ilog2())
                .rev()
                .map(|log| 1 << log);
            match (sizes.find(fits), cells.missing(at)) {
                (Some(bytes), _) => {
                    self.choose_bytes(state, slot, at, bytes);
                    at += bytes;
                }
                (None, 0) => at += 1,
                (None, _) => {
                    self.choose_bits(state, slot, at);
                    at += 1;
                }
            }
        }
    }

    /// Chooses bytes of which none has a value.
    fn choose_bytes(&mut self, state: &mut State, slot: Slot, offset: u64, size: u64) {
        let variable = self.leftover(state, 8 * size as u32);
        self.with_codec(state, |codec, state| {
            let value = Value::Bits(Num::Term(variable));
            state.cells_mut(slot).put_value(codec, offset, size, value);
        });
    }

    /// Chooses the bits of a byte that have no value, and keeps the others.
    fn choose_bits(&mut self, state: &mut State, slot: Slot, offset: u64) {
        let variable = self.leftover(state, 8);
        self.with_codec(state, |codec, state| {
            let cells = state.cells_mut(slot);
            cells.complete(codec, offset, Num::Term(variable));
        });
    }
}

/// Whether a value, or what it is a part of, was chosen for memory that was never written.
pub(crate) fn is_leftover(terms: &Terms, value: Value) -> bool {
    let of_memory = |term: TermId| {
        let variable = match (terms.op(term), terms.args(term)) {
            (Op::Extract { .. }, [whole]) => *whole,
            _ => term,
        };
        matches!(undetermined(terms, variable), Some(Undetermined::Memory(_)))
    };
    match value {
        Value::Bits(Num::Term(term)) => of_memory(term),
        Value::Undefined | Value::Bits(Num::Const(_)) | Value::Pointer(_) => false,
    }
}
