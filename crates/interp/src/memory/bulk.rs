//! Copying and filling ranges.

use super::page::{PAGE_BYTES, Page};
use super::{Loaded, Memory};
use crate::value::ProvenanceBits;
use ir::Contents;

impl Memory {
    /// Copies a range that may overlap its source, as far as [`Memory::classify`] allows both.
    pub(crate) fn copy(
        &mut self,
        (to, to_object): (u64, ProvenanceBits),
        (from, from_object): (u64, ProvenanceBits),
        size: u64,
    ) {
        let (Some(to_base), Some(from_base)) = (self.base(to_object), self.base(from_object))
        else {
            return;
        };
        let (to_offset, from_offset) = (to.wrapping_sub(to_base), from.wrapping_sub(from_base));
        // Towards the end first, where the source would otherwise be overwritten before its turn.
        let backwards = to_object == from_object && to_offset > from_offset;
        let mut done = 0;
        while done < size {
            let (start, len) = if backwards {
                let end = size - done;
                let len = before_boundary(to_offset + end).min(before_boundary(from_offset + end));
                let len = len.min(end);
                (end - len, len)
            } else {
                let len = to_boundary(to_offset + done).min(to_boundary(from_offset + done));
                (done, len.min(size - done))
            };
            self.copy_within_pages(
                (to_object, to_offset + start),
                (from_object, from_offset + start),
                len,
            );
            done += len;
        }
    }

    /// Copies a stretch that lies in one page on both sides.
    fn copy_within_pages(
        &mut self,
        (to_object, to): (ProvenanceBits, u64),
        (from_object, from): (ProvenanceBits, u64),
        len: u64,
    ) {
        let word = self.word;
        // The stretch is taken out first, at the same place relative to words.
        let lead = (from % word) as usize;
        let Some((_, source)) = self.provenance(from_object) else {
            return;
        };
        if let Some((_, target)) = self.provenance(to_object)
            && (target.fresh, target.page(to).is_none()) == (source.fresh, true)
            && source.page(from).is_none()
        {
            return;
        }
        let mut taken = match source.fresh {
            Contents::Zero => Page::zeroed(lead + len as usize),
            Contents::Uninitialised => Page::uninitialised(lead + len as usize),
        };
        if let Some((page, place)) = source.page(from) {
            taken.copy_from(lead, page, place, len as usize, word);
        }
        let Some(base) = self.base(to_object) else {
            return;
        };
        self.touch(base + to, to_object);
        if let Some(object) = self.own_at(Memory::index_of(to_object))
            && let Some((page, place)) = object.own_page(to)
        {
            page.copy_from(place, &taken, lead, len as usize, word);
        }
    }

    /// Writes bytes to a range that [`Memory::classify`] allows.
    pub(crate) fn write_all(&mut self, to: u64, provenance: ProvenanceBits, bytes: &[u8]) {
        for (chunk, bytes) in bytes.chunks(16).enumerate() {
            let value = bytes
                .iter()
                .rev()
                .fold(0, |sum, byte| sum << 8 | u128::from(*byte));
            let (address, len) = (to + 16 * chunk as u64, bytes.len() as u64);
            self.write(address, provenance, len, None, Loaded::Value(value));
        }
    }

    /// Sets a range that [`Memory::classify`] allows to one value.
    pub(crate) fn fill(&mut self, to: u64, provenance: ProvenanceBits, value: u8, size: u64) {
        let word = self.word;
        let Some(base) = self.base(provenance) else {
            return;
        };
        let (mut offset, end) = (to.wrapping_sub(base), to.wrapping_sub(base) + size);
        while offset < end {
            let len = to_boundary(offset).min(end - offset);
            if value == 0 && self.is_zero_still(provenance, offset) {
                offset += len;
                continue;
            }
            self.touch(base + offset, provenance);
            if let Some(object) = self.own_at(Memory::index_of(provenance))
                && let Some((page, place)) = object.own_page(offset)
            {
                page.fill(place, len as usize, value, word);
            }
            offset += len;
        }
    }

    /// Whether nothing was ever written over the zeros of a page.
    fn is_zero_still(&self, provenance: ProvenanceBits, offset: u64) -> bool {
        self.provenance(provenance).is_some_and(|(_, object)| {
            object.fresh == Contents::Zero && object.page(offset).is_none()
        })
    }

    fn base(&self, provenance: ProvenanceBits) -> Option<u64> {
        Some(self.provenance(provenance)?.1.base)
    }
}

/// The bytes up to the next page.
fn to_boundary(offset: u64) -> u64 {
    PAGE_BYTES - offset % PAGE_BYTES
}

/// The bytes back to the start of the page that the byte before the offset is in.
fn before_boundary(offset: u64) -> u64 {
    (offset - 1) % PAGE_BYTES + 1
}
