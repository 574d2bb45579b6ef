//! Reading and writing bytes, and the objects that stored pointers lead to.

use ir::{AccessMode, BitRange, Place, Scalar};

use super::PathError;
use super::operation::Executor;
use super::space::{address_of, object_of};
use super::state::{LocalValue, OBJECT_BITS, bits_of};
use crate::terms::TermId;

/// The bytes of a place that an access touches, and the bits of them that count.
struct Touched {
    pointer: TermId,
    bytes: u64,
    /// The first bit.
    first: u32,
    /// How many.
    count: u32,
}

impl Executor<'_> {
    /// What is at a place.
    pub(super) fn load(&mut self, place: &Place) -> Result<LocalValue, PathError> {
        let touched = self.touched(place)?;
        self.require_access(touched.pointer, touched.bytes, AccessMode::Read);
        let (mut value, mut mask) = self.byte(touched.pointer, 0);
        for index in 1..touched.bytes {
            let (byte, known) = self.byte(touched.pointer, index);
            value = self.terms.concat(byte, value);
            mask = self.terms.concat(known, mask);
        }
        let (low, high) = (touched.first, touched.first + touched.count - 1);
        let value = self.terms.extract(high, low, value);
        let mask = self.terms.extract(high, low, mask);
        let all = self.terms.bv_not(mask);
        let zero = self.terms.bv(touched.count, 0);
        let known = self.terms.eq(all, zero);
        let bits = match place.scalar {
            Scalar::Pointer => self.loaded_pointer(touched.pointer, value),
            scalar => {
                let wanted = bits_of(self.model(), scalar);
                match wanted.checked_sub(touched.count) {
                    Some(more) => self.terms.zero_extend(more, value),
                    None => self.terms.extract(wanted - 1, 0, value),
                }
            }
        };
        let nothing = self.terms.bv(self.terms.width(bits), 0);
        let bits = self.terms.ite(known, bits, nothing);
        Ok(LocalValue { bits, known })
    }

    /// Puts a value at a place.
    pub(super) fn store(&mut self, place: &Place, value: LocalValue) -> Result<(), PathError> {
        let touched = self.touched(place)?;
        let Touched { pointer, bytes, .. } = touched;
        self.require_access(pointer, bytes, AccessMode::Write);
        let plain = match place.scalar {
            Scalar::Pointer => address_of(self.terms, value.bits),
            _ => value.bits,
        };
        let total = 8 * bytes as u32;
        let value_bits = self.placed(plain, &touched, total);
        let one = self.terms.bv(total, u128::MAX);
        let none = self.terms.bv(total, 0);
        let mask_bits = self.terms.ite(value.known, one, none);
        let selected = u128::MAX >> (128 - touched.count) << touched.first;
        for index in 0..bytes {
            let (low, high) = (8 * index as u32, 8 * index as u32 + 7);
            let byte = self.terms.extract(high, low, value_bits);
            let mask = self.terms.extract(high, low, mask_bits);
            let selected = (selected >> low) as u8;
            let (old, old_mask) = self.byte(pointer, index);
            let byte = self.mixed(selected, byte, old);
            let mask = self.mixed(selected, mask, old_mask);
            self.set_byte(pointer, index, byte, mask);
        }
        self.forget_targets(pointer, bytes);
        if place.scalar == Scalar::Pointer {
            self.set_target(pointer, value);
        }
        Ok(())
    }

    /// Copies bytes, with what is known of them.
    pub(super) fn copy(&mut self, to: TermId, from: TermId, count: u64) {
        let bytes: Vec<_> = (0..count).map(|index| self.byte(from, index)).collect();
        let before = self.state.memory.targets;
        for (index, (byte, mask)) in (0..).zip(bytes) {
            self.set_byte(to, index, byte, mask);
        }
        self.forget_targets(to, count);
        self.copy_targets(before, to, from, count);
    }

    /// Sets bytes to one value.
    pub(super) fn fill(&mut self, to: TermId, byte: TermId, count: u64) {
        let all = self.terms.bv(8, 0xff);
        for index in 0..count {
            self.set_byte(to, index, byte, all);
        }
        self.forget_targets(to, count);
    }

    /// Of a bit-field no more than the bytes it has bits in.
    fn touched(&mut self, place: &Place) -> Result<Touched, PathError> {
        let pointer = self.value(&place.address)?;
        let Some(BitRange { offset, width }) = place.bits else {
            let bytes = match place.scalar {
                Scalar::Int(width) => width.bytes(),
                Scalar::Float(kind) => kind.bytes(),
                Scalar::Pointer => self.model().pointer_bytes(),
            };
            return Ok(Touched {
                pointer,
                bytes,
                first: 0,
                count: 8 * bytes as u32,
            });
        };
        if width == 0 {
            return Err(PathError::Operation("a bit-field without bits"));
        }
        let (offset, width) = (u32::from(offset), u32::from(width));
        let skipped = offset / 8;
        let pointer = self.byte_after(pointer, skipped.into());
        Ok(Touched {
            pointer,
            bytes: u64::from((offset + width).div_ceil(8) - skipped),
            first: offset % 8,
            count: width,
        })
    }

    /// The low bits of a value where the place has them; zeros around.
    fn placed(&mut self, value: TermId, touched: &Touched, total: u32) -> TermId {
        let have = self.terms.width(value);
        let value = match total.checked_sub(have) {
            Some(more) => self.terms.zero_extend(more, value),
            None => self.terms.extract(total - 1, 0, value),
        };
        let by = self.terms.bv(total, touched.first.into());
        self.terms.bv_shl(value, by)
    }

    /// The selected bits of one byte, the others of another.
    fn mixed(&mut self, selected: u8, new: TermId, old: TermId) -> TermId {
        let select = self.terms.bv(8, selected.into());
        let others = self.terms.bv(8, (!selected).into());
        let (new, old) = (
            self.terms.bv_and(new, select),
            self.terms.bv_and(old, others),
        );
        self.terms.bv_or(new, old)
    }

    fn byte_after(&mut self, pointer: TermId, index: u64) -> TermId {
        let by = self.terms.bv(self.address_bits(), index.into());
        self.moved(pointer, by)
    }

    /// A byte and which of its bits have a value.
    fn byte(&mut self, pointer: TermId, index: u64) -> (TermId, TermId) {
        let cell = self.byte_after(pointer, index);
        let byte = self.terms.select(self.state.memory.bytes, cell);
        let changed = self.terms.select(self.state.memory.mask, cell);
        let fresh = self.fresh(pointer);
        (byte, self.terms.bv_xor(changed, fresh))
    }

    fn set_byte(&mut self, pointer: TermId, index: u64, byte: TermId, mask: TermId) {
        let cell = self.byte_after(pointer, index);
        let fresh = self.fresh(pointer);
        let changed = self.terms.bv_xor(mask, fresh);
        let memory = &mut self.state.memory;
        memory.bytes = self.terms.store(memory.bytes, cell, byte);
        memory.mask = self.terms.store(memory.mask, cell, changed);
    }

    fn fresh(&mut self, pointer: TermId) -> TermId {
        let object = object_of(self.terms, pointer);
        self.terms.select(self.state.memory.fresh, object)
    }
}

/// Where pointers lead is known of those stored at aligned words of their object.
impl Executor<'_> {
    /// The pointer whose bytes were loaded: into the object that was stored with them, or into
    /// the one that lies there.
    fn loaded_pointer(&mut self, at: TermId, address: TermId) -> TermId {
        let target = self.terms.select(self.state.memory.targets, at);
        let none = self.terms.bv(OBJECT_BITS, 0);
        let one = self.terms.bv(OBJECT_BITS, 1);
        let stored = self.terms.ne(target, none);
        let aligned = self.is_aligned(at);
        let stored = self.terms.and(stored, aligned);
        let object = self.terms.bv_sub(target, one);
        let remembered = self.terms.concat(object, address);
        let found = self.pointer_to(address);
        self.terms.ite(stored, remembered, found)
    }

    fn set_target(&mut self, at: TermId, value: LocalValue) {
        let object = object_of(self.terms, value.bits);
        let one = self.terms.bv(OBJECT_BITS, 1);
        let target = self.terms.bv_add(object, one);
        let aligned = self.is_aligned(at);
        let kept = self.terms.and(aligned, value.known);
        self.set_target_if(kept, at, target);
    }

    fn set_target_if(&mut self, condition: TermId, at: TermId, target: TermId) {
        let targets = self.state.memory.targets;
        let old = self.terms.select(targets, at);
        let new = self.terms.ite(condition, target, old);
        self.state.memory.targets = self.terms.store(targets, at, new);
    }

    /// Drops what is known of the words that the bytes are part of.
    fn forget_targets(&mut self, pointer: TermId, count: u64) {
        if count == 0 {
            return;
        }
        let word = self.model().pointer_bytes();
        let before = self.past_word(pointer);
        let back = self.terms.bv_neg(before);
        let first = self.moved(pointer, back);
        let none = self.terms.bv(OBJECT_BITS, 0);
        let size = self.terms.bv(self.address_bits(), count.into());
        let reach = self.terms.bv_add(before, size);
        for index in 0..=(count - 1).div_ceil(word) {
            // The word starts before the end of the bytes.
            let start = self.terms.bv(self.address_bits(), (index * word).into());
            let touched = self.terms.bv_ult(start, reach);
            let at = self.moved(first, start);
            self.set_target_if(touched, at, none);
        }
    }

    /// Takes over what was known of the words that are copied whole to an aligned place.
    fn copy_targets(&mut self, before: TermId, to: TermId, from: TermId, count: u64) {
        let word = self.model().pointer_bytes();
        let (past, past_from) = (self.past_word(to), self.past_word(from));
        let alike = self.terms.eq(past, past_from);
        let lead = self.terms.bv_neg(past_from);
        let low = self.terms.bv(self.address_bits(), u128::from(word - 1));
        let lead = self.terms.bv_and(lead, low);
        let size = self.terms.bv(self.address_bits(), count.into());
        for index in 0..count / word {
            let start = self.terms.bv(self.address_bits(), (index * word).into());
            let start = self.terms.bv_add(lead, start);
            let length = self.terms.bv(self.address_bits(), word.into());
            let end = self.terms.bv_add(start, length);
            let inside = self.terms.bv_ule(end, size);
            let whole = self.terms.and(alike, inside);
            let (source, dest) = (self.moved(from, start), self.moved(to, start));
            let target = self.terms.select(before, source);
            self.set_target_if(whole, dest, target);
        }
    }

    /// How many bytes behind the start of a word of its object a pointer is.
    fn past_word(&mut self, pointer: TermId) -> TermId {
        let (object, address) = (
            object_of(self.terms, pointer),
            address_of(self.terms, pointer),
        );
        let base = self.terms.select(self.state.memory.base, object);
        let offset = self.terms.bv_sub(address, base);
        let low = u128::from(self.model().pointer_bytes() - 1);
        let low = self.terms.bv(self.address_bits(), low);
        self.terms.bv_and(offset, low)
    }

    fn is_aligned(&mut self, pointer: TermId) -> TermId {
        let past = self.past_word(pointer);
        let zero = self.terms.bv(self.address_bits(), 0);
        self.terms.eq(past, zero)
    }
}
