//! Reading and writing scalars, and telling what is wrong with an access.

use super::Memory;
use super::object::{Object, Status};
use super::page::{Loaded, Page};
use crate::value::{NULL, ObjectId, Provenance, ProvenanceBits};
use ir::{BitRange, ClaimKind, Contents};

/// Read or write.
pub(crate) type Mode = ir::AccessMode;

/// Why an access cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// It violates this claim.
    Claim(ClaimKind),
    /// The contents of the object are defined nowhere.
    Undefined(ObjectId),
}

impl Memory {
    /// What is wrong with an access, told in the order of [`ir::Condition::kinds`].
    pub(crate) fn classify(
        &self,
        address: u64,
        provenance: ProvenanceBits,
        size: u64,
        align: u64,
        mode: Mode,
    ) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        if provenance == NULL || address == 0 {
            return Err(Fault::Claim(ClaimKind::Null));
        }
        let Some((id, object)) = self.provenance(provenance) else {
            return Err(Fault::Claim(ClaimKind::InvalidDereference));
        };
        match object.status {
            Status::Code => return Err(Fault::Claim(ClaimKind::InvalidDereference)),
            Status::Freed => return Err(Fault::Claim(ClaimKind::UseAfterFree)),
            Status::Ended => return Err(Fault::Claim(ClaimKind::UseAfterScope)),
            Status::Live | Status::Constant | Status::Undefined => {}
        }
        // Declared with an incomplete type: whoever defines it gives it a size.
        if object.status == Status::Undefined && object.size == 0 {
            return Err(Fault::Undefined(id));
        }
        let offset = address.wrapping_sub(object.base);
        if offset.checked_add(size).is_none_or(|end| end > object.size) {
            return Err(Fault::Claim(ClaimKind::Bounds));
        }
        if mode == Mode::Write && object.status == Status::Constant {
            return Err(Fault::Claim(ClaimKind::ReadOnly));
        }
        if !address.is_multiple_of(align.max(1)) {
            return Err(Fault::Claim(ClaimKind::Misaligned));
        }
        match object.status {
            Status::Undefined => Err(Fault::Undefined(id)),
            _ => Ok(()),
        }
    }

    /// Reads `N` bytes of a page that is there; `None` sends to [`Memory::read`].
    #[inline]
    pub(crate) fn load<const N: usize>(
        &self,
        address: u64,
        provenance: ProvenanceBits,
    ) -> Option<Loaded<[u8; N]>> {
        let (page, place) = self.readable_page(address, provenance)?;
        page.load(place)
    }

    /// Reads a pointer; `None` sends to [`Memory::read_pointer`].
    #[inline]
    pub(crate) fn load_pointer<const N: usize>(
        &self,
        address: u64,
        provenance: ProvenanceBits,
    ) -> Option<Loaded<([u8; N], ProvenanceBits)>> {
        let (page, place) = self.readable_page(address, provenance)?;
        Some(match page.load::<N>(place)? {
            Loaded::Uninitialised => Loaded::Uninitialised,
            Loaded::Value(bytes) if bytes == [0; N] => {
                Loaded::Value((bytes, page.provenance(place, self.word).unwrap_or(NULL)))
            }
            Loaded::Value(bytes) => Loaded::Value((bytes, page.provenance(place, self.word)?)),
        })
    }

    #[inline(always)]
    fn readable_page(&self, address: u64, provenance: ProvenanceBits) -> Option<(&Page, usize)> {
        let object = self.at(Memory::index_of(provenance))?;
        if !matches!(object.status, Status::Live | Status::Constant) {
            return None;
        }
        object.page(address.wrapping_sub(object.base))
    }

    /// Writes `N` bytes of a page that is there; `None` sends to [`Memory::write`].
    #[inline]
    pub(crate) fn store<const N: usize>(
        &mut self,
        address: u64,
        provenance: ProvenanceBits,
        value: [u8; N],
    ) -> Option<()> {
        let word = self.word;
        let (page, place) = self.writable_page(address, provenance)?;
        page.store(place, value, word)
    }

    /// Writes a pointer; `None` sends to [`Memory::write_pointer`].
    #[inline]
    pub(crate) fn store_pointer<const N: usize>(
        &mut self,
        address: u64,
        provenance: ProvenanceBits,
        value: [u8; N],
        target: ProvenanceBits,
    ) -> Option<()> {
        let word = self.word;
        let (page, place) = self.writable_page(address, provenance)?;
        page.store(place, value, word)?;
        page.set_provenance(place, target, word);
        Some(())
    }

    #[inline(always)]
    fn writable_page(
        &mut self,
        address: u64,
        provenance: ProvenanceBits,
    ) -> Option<(&mut Page, usize)> {
        let object = self.own_at(Memory::index_of(provenance))?;
        if object.status != Status::Live {
            return None;
        }
        object.own_page(address.wrapping_sub(object.base))
    }

    /// Reads up to 16 bytes of a range that [`Memory::classify`] allows, or the bits of a
    /// bit-field among them.
    pub(crate) fn read(
        &self,
        address: u64,
        provenance: ProvenanceBits,
        bytes: u64,
        bits: Option<BitRange>,
    ) -> Loaded<u128> {
        let Some((_, object)) = self.provenance(provenance) else {
            return Loaded::Uninitialised;
        };
        let offset = address.wrapping_sub(object.base);
        let (mut value, mut mask) = (0u128, 0u128);
        for index in (0..bytes.min(16)).rev() {
            let (byte, known) = byte_at(object, offset.wrapping_add(index));
            value = value << 8 | u128::from(byte);
            mask = mask << 8 | u128::from(known);
        }
        let (first, count) = bits.map_or((0, bytes.min(16) as u32 * 8), |bits| {
            (u32::from(bits.offset), u32::from(bits.width))
        });
        let select = low_bits(count);
        if mask.checked_shr(first).unwrap_or(0) & select != select {
            return Loaded::Uninitialised;
        }
        Loaded::Value(value.checked_shr(first).unwrap_or(0) & select)
    }

    /// Reads a pointer from a range that [`Memory::classify`] allows.
    pub(crate) fn read_pointer(
        &self,
        address: u64,
        provenance: ProvenanceBits,
    ) -> Loaded<(u64, ProvenanceBits)> {
        let target = match self.read(address, provenance, self.word, None) {
            Loaded::Uninitialised => return Loaded::Uninitialised,
            Loaded::Value(target) => target as u64,
        };
        let stored = self.provenance(provenance).and_then(|(_, object)| {
            let (page, place) = object.page(address.wrapping_sub(object.base))?;
            page.provenance(place, self.word)
        });
        Loaded::Value((target, stored.unwrap_or_else(|| self.find(target))))
    }

    /// Writes up to 16 bytes of a range that [`Memory::classify`] allows, or the bits of a
    /// bit-field among them.
    pub(crate) fn write(
        &mut self,
        address: u64,
        provenance: ProvenanceBits,
        bytes: u64,
        bits: Option<BitRange>,
        value: Loaded<u128>,
    ) {
        let (first, count) = bits.map_or((0, bytes.min(16) as u32 * 8), |bits| {
            (u32::from(bits.offset), u32::from(bits.width))
        });
        let select = low_bits(count).checked_shl(first).unwrap_or(0);
        let (value, mask) = match value {
            Loaded::Value(value) => (value.checked_shl(first).unwrap_or(0), u128::MAX),
            Loaded::Uninitialised => (0, 0),
        };
        let word = self.word;
        for index in 0..bytes.min(16) {
            let shift = 8 * index as u32;
            let select = (select >> shift) as u8;
            if select == 0 {
                continue;
            }
            let offset = address.wrapping_add(index);
            self.touch(offset, provenance);
            if let Some((page, place)) = self.writable_page(offset, provenance) {
                page.set_bits(place, select, (value >> shift) as u8, (mask >> shift) as u8);
                page.forget_provenance(place, 1, word);
            }
        }
    }

    /// Writes a pointer to a range that [`Memory::classify`] allows.
    pub(crate) fn write_pointer(
        &mut self,
        address: u64,
        provenance: ProvenanceBits,
        target: u64,
        target_provenance: ProvenanceBits,
    ) {
        let word = self.word;
        self.write(
            address,
            provenance,
            word,
            None,
            Loaded::Value(u128::from(target)),
        );
        if let Some((page, place)) = self.writable_page(address, provenance) {
            page.set_provenance(place, target_provenance, word);
        }
    }

    /// Writes `N` bytes of a range that [`Memory::classify`] allows.
    pub(crate) fn write_bytes<const N: usize>(
        &mut self,
        address: u64,
        provenance: ProvenanceBits,
        value: [u8; N],
    ) {
        self.touch(address, provenance);
        if self.store(address, provenance, value).is_none() {
            // Across a page's end.
            let bits = value
                .iter()
                .rev()
                .fold(0, |sum, byte| sum << 8 | u128::from(*byte));
            self.write(address, provenance, N as u64, None, Loaded::Value(bits));
        }
    }

    /// Makes the page of an address writable.
    #[cold]
    pub(crate) fn touch(&mut self, address: u64, provenance: ProvenanceBits) {
        if self.writable_page(address, provenance).is_some() {
            return;
        }
        let Provenance::Object(id) = Provenance::from_bits(provenance) else {
            return;
        };
        if let Some(object) = self.object_mut(id) {
            let offset = address.wrapping_sub(object.base);
            if offset < object.size {
                let cost = object.touch(offset);
                self.used += cost;
            }
        }
    }

    /// The bytes from an address up to the first zero; `None` if one of them cannot be read.
    pub(crate) fn string(&self, address: u64, provenance: ProvenanceBits) -> Option<Vec<u8>> {
        let mut found = Vec::new();
        for address in address.. {
            self.classify(address, provenance, 1, 1, Mode::Read).ok()?;
            match self.read(address, provenance, 1, None) {
                Loaded::Value(0) => break,
                Loaded::Value(byte) => found.push(byte as u8),
                Loaded::Uninitialised => return None,
            }
        }
        Some(found)
    }

    /// The bytes of a range that [`Memory::classify`] allows; uninitialised ones are zero.
    pub(crate) fn bytes(&self, address: u64, provenance: ProvenanceBits, size: u64) -> Vec<u8> {
        let Some((_, object)) = self.provenance(provenance) else {
            return Vec::new();
        };
        let offset = address.wrapping_sub(object.base);
        (offset..offset.saturating_add(size))
            .map(|offset| byte_at(object, offset).0)
            .collect()
    }
}

fn low_bits(count: u32) -> u128 {
    u128::MAX
        .checked_shr(128u32.saturating_sub(count))
        .unwrap_or(0)
}

/// A byte and which of its bits have a value.
fn byte_at(object: &Object, offset: u64) -> (u8, u8) {
    let written = object.page(offset);
    let byte =
        written.and_then(|(page, place)| Some((*page.bytes().get(place)?, page.mask(place))));
    byte.unwrap_or(match object.fresh {
        Contents::Zero => (0, 0xff),
        Contents::Uninitialised => (0, 0),
    })
}
