//! A stretch of an object's bytes, with what is known about each.

use crate::value::ProvenanceBits;

/// The bytes of a page; the last page of an object may be shorter.
pub(crate) const PAGE_BYTES: u64 = 1 << PAGE_SHIFT;
pub(crate) const PAGE_SHIFT: u32 = 12;

/// Bytes, which of their bits have a value, and which words are pointers into what.
#[derive(Clone, Default)]
pub(crate) struct Page {
    /// The bytes, and after them, in a page that is `masked`, a set bit for each bit that has a
    /// value. In a page that is not, all have one.
    data: Box<[u8]>,
    len: usize,
    masked: bool,
    /// For each aligned word the provenance of the pointer stored there, plus one; zero where
    /// nothing is known. `None` where nothing is known of any.
    provenance: Option<Box<[u32]>>,
}

/// How a load of bits went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loaded<T> {
    Value(T),
    Uninitialised,
}

impl Page {
    pub(crate) fn zeroed(len: usize) -> Page {
        Page {
            data: vec![0; len].into(),
            len,
            masked: false,
            provenance: None,
        }
    }

    pub(crate) fn uninitialised(len: usize) -> Page {
        Page {
            data: vec![0; 2 * len].into(),
            len,
            masked: true,
            provenance: None,
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.data.get(..self.len).unwrap_or_default()
    }

    /// About the bytes that a page of this length costs.
    pub(crate) fn cost(&self) -> u64 {
        (2 * self.len + size_of::<Page>()) as u64
    }

    /// Whether a stretch lies in the page.
    #[inline]
    fn has(&self, offset: usize, len: usize) -> bool {
        self.len.checked_sub(len).is_some_and(|last| offset <= last)
    }

    /// An integer of `N` bytes; `None` where the page ends before.
    #[inline]
    pub(crate) fn load<const N: usize>(&self, offset: usize) -> Option<Loaded<[u8; N]>> {
        if !self.has(offset, N) {
            return None;
        }
        if self.masked && *self.data.get(self.len + offset..)?.first_chunk::<N>()? != [0xff; N] {
            return Some(Loaded::Uninitialised);
        }
        Some(Loaded::Value(*self.data.get(offset..)?.first_chunk::<N>()?))
    }

    /// Writes an integer; `None` where the page ends before.
    #[inline]
    pub(crate) fn store<const N: usize>(
        &mut self,
        offset: usize,
        value: [u8; N],
        word: u64,
    ) -> Option<()> {
        if !self.has(offset, N) {
            return None;
        }
        if self.masked {
            *self
                .data
                .get_mut(self.len + offset..)?
                .first_chunk_mut::<N>()? = [0xff; N];
            self.masked = N != self.len;
        }
        if self.provenance.is_some() {
            self.forget_provenance(offset, N, word);
        }
        *self.data.get_mut(offset..)?.first_chunk_mut::<N>()? = value;
        Some(())
    }

    /// Marks a stretch as having a value.
    fn set_initialised(&mut self, offset: usize, len: usize) {
        if len == self.len {
            self.masked = false;
        } else if self.masked
            && let Some(mask) = self
                .data
                .get_mut(self.len + offset..self.len + offset + len)
        {
            mask.fill(0xff);
        }
    }

    /// The mask, made if need be.
    fn mask_mut(&mut self) -> &mut [u8] {
        if !self.masked {
            if self.data.len() < 2 * self.len {
                let mut data = Vec::with_capacity(2 * self.len);
                data.extend_from_slice(&self.data);
                data.resize(2 * self.len, 0xff);
                self.data = data.into();
            } else if let Some(mask) = self.data.get_mut(self.len..) {
                mask.fill(0xff);
            }
            self.masked = true;
        }
        self.data.get_mut(self.len..).unwrap_or_default()
    }

    /// Drops what is known of the words that the bytes are part of.
    pub(crate) fn forget_provenance(&mut self, offset: usize, len: usize, word: u64) {
        let Some(words) = &mut self.provenance else {
            return;
        };
        if len == 0 {
            return;
        }
        let (first, last) = (offset / word as usize, (offset + len - 1) / word as usize);
        if let Some(words) = words.get_mut(first..=last) {
            words.fill(0);
        }
    }

    /// The provenance of the pointer stored at the offset, where it is known.
    #[inline]
    pub(crate) fn provenance(&self, offset: usize, word: u64) -> Option<ProvenanceBits> {
        let words = self.provenance.as_ref()?;
        if !offset.is_multiple_of(word as usize) {
            return None;
        }
        match *words.get(offset / word as usize)? {
            0 => None,
            known => Some(u64::from(known) - 1),
        }
    }

    /// Remembers the provenance of the pointer stored at the offset, if it is aligned.
    pub(crate) fn set_provenance(&mut self, offset: usize, provenance: ProvenanceBits, word: u64) {
        if !offset.is_multiple_of(word as usize) {
            return;
        }
        let count = self.len / word as usize;
        let words = self.provenance.get_or_insert_with(|| vec![0; count].into());
        if let Some(known) = words.get_mut(offset / word as usize) {
            *known = u32::try_from(provenance + 1).unwrap_or(0);
        }
    }

    /// All known provenances of stored pointers.
    pub(crate) fn provenances(&self) -> impl Iterator<Item = ProvenanceBits> {
        let words = self.provenance.iter().flat_map(|words| words.iter());
        words
            .filter(|known| **known != 0)
            .map(|known| u64::from(*known) - 1)
    }

    /// Which bits of the byte have a value.
    pub(crate) fn mask(&self, offset: usize) -> u8 {
        match self.masked {
            false => 0xff,
            true => self.data.get(self.len + offset).copied().unwrap_or(0),
        }
    }

    /// Replaces some bits of a byte, and whether they have a value.
    pub(crate) fn set_bits(&mut self, offset: usize, select: u8, value: u8, mask: u8) {
        if offset >= self.len {
            return;
        }
        if let Some(byte) = self.data.get_mut(offset) {
            *byte = (*byte & !select) | (value & select);
        }
        if !self.masked && mask & select == select {
            return;
        }
        if let Some(known) = self.mask_mut().get_mut(offset) {
            *known = (*known & !select) | (mask & select);
        }
    }

    /// Sets a range to one value.
    pub(crate) fn fill(&mut self, offset: usize, len: usize, value: u8, word: u64) {
        if !self.has(offset, len) {
            return;
        }
        if let Some(bytes) = self.data.get_mut(offset..offset + len) {
            bytes.fill(value);
        }
        self.set_initialised(offset, len);
        self.forget_provenance(offset, len, word);
    }

    /// Takes over a stretch of another page.
    pub(crate) fn copy_from(
        &mut self,
        to: usize,
        source: &Page,
        from: usize,
        len: usize,
        word: u64,
    ) {
        if !self.has(to, len) || !source.has(from, len) {
            return;
        }
        if let (Some(into), Some(bytes)) = (
            self.data.get_mut(to..to + len),
            source.data.get(from..from + len),
        ) {
            into.copy_from_slice(bytes);
        }
        if source.masked {
            let mask = source.data.get(source.len + from..source.len + from + len);
            if let (Some(own), Some(mask)) = (self.mask_mut().get_mut(to..to + len), mask) {
                own.copy_from_slice(mask);
            }
        } else {
            self.set_initialised(to, len);
        }
        self.forget_provenance(to, len, word);
        self.copy_provenance(to, source, from, len, word);
    }

    /// Takes over the provenance of the words that are copied whole to an aligned place.
    fn copy_provenance(&mut self, to: usize, source: &Page, from: usize, len: usize, word: u64) {
        let size = word as usize;
        if source.provenance.is_none() || to % size != from % size {
            return;
        }
        let start = from.next_multiple_of(size);
        for offset in (start..)
            .step_by(size)
            .take_while(|offset| offset + size <= from + len)
        {
            if let Some(provenance) = source.provenance(offset, word) {
                self.set_provenance(offset - from + to, provenance, word);
            }
        }
    }
}
