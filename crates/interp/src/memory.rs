//! Memory: a set of objects, each at an address of its own.
//!
//! Addresses grow with every new object and are never used again; between two objects are at
//! least [`GAP`] bytes that belong to nobody. So an address names at most one object, dead or
//! alive, and the table of objects is sorted by address.
//!
//! A stored pointer keeps what it points into as long as its bytes stay together at an aligned
//! place; read back in any other way, it points into the object that lies at its address, as if
//! cast from an integer.
//!
//! Snapshots share chunks of objects and pages of bytes; see [`CowBox`].

mod access;
mod bulk;
mod cow;
mod leak;
mod object;
mod page;

use crate::value::{NULL, ObjectId, Provenance, ProvenanceBits, WILD, object_index};
pub(crate) use access::{Fault, Mode};
use cow::CowBox;
use ir::{Contents, DataModel};
pub(crate) use object::{Maker, Object, Site, Status};
pub(crate) use page::Loaded;

/// The bytes between two objects that belong to neither.
const GAP: u64 = 16;
/// The address of the first object: the pages below are never valid.
const FIRST_ADDRESS: u64 = 0x10_0000;
const CHUNK: usize = 32;

type Chunk = [Object; CHUNK];

/// All objects of a state.
#[derive(Clone)]
pub(crate) struct Memory {
    chunks: Vec<CowBox<Chunk>>,
    count: u32,
    next_address: u64,
    /// The first address that does not exist.
    end_address: u64,
    /// The bytes of an address.
    word: u64,
    /// The bytes that the objects and their contents cost.
    used: u64,
    /// The chunks that were written since the last freeze.
    dirty: Vec<u32>,
}

/// No address is left for an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfAddresses;

impl Memory {
    pub(crate) fn new(model: DataModel) -> Memory {
        Memory {
            chunks: Vec::new(),
            count: 0,
            next_address: FIRST_ADDRESS,
            end_address: match model {
                DataModel::Lp64 => 1 << 47,
                DataModel::Ilp32 => 1 << 32,
            },
            word: model.pointer_bytes(),
            used: 0,
            dirty: Vec::new(),
        }
    }

    /// The bytes that the objects and their contents cost.
    pub(crate) fn used(&self) -> u64 {
        self.used
    }

    /// Makes an object.
    pub(crate) fn allocate(
        &mut self,
        size: u64,
        align: u64,
        maker: Maker,
        fresh: Contents,
    ) -> Result<ObjectId, OutOfAddresses> {
        let align = align.max(1).next_power_of_two();
        let base = self
            .next_address
            .checked_next_multiple_of(align)
            .ok_or(OutOfAddresses)?;
        let end = base.checked_add(size).and_then(|end| end.checked_add(GAP));
        let end = end
            .filter(|end| *end <= self.end_address)
            .ok_or(OutOfAddresses)?;
        if self.count == u32::MAX - 2 {
            return Err(OutOfAddresses);
        }
        let id = ObjectId(self.count);
        if id.index().is_multiple_of(CHUNK) {
            self.chunks.push(CowBox::new(Chunk::default()));
            self.dirty.push((id.index() / CHUNK) as u32);
        }
        self.count += 1;
        self.next_address = end.next_multiple_of(GAP);
        self.used += size_of::<Object>() as u64;
        if let Some(object) = self.object_mut(id) {
            *object = Object::new(base, size, maker, fresh);
        }
        Ok(id)
    }

    /// Ends an object's life.
    pub(crate) fn end(&mut self, id: ObjectId, status: Status, site: Option<Site>) {
        if let Some(object) = self.object_mut(id) {
            object.status = status;
            object.ended = site;
            let saved = object.drop_pages();
            self.used = self.used.saturating_sub(saved);
        }
    }

    /// All objects, in the order of creation.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        let objects = self.chunks.iter().flat_map(|chunk| chunk.get().iter());
        (0..self.count).map(ObjectId).zip(objects)
    }

    /// An object.
    pub(crate) fn object(&self, id: ObjectId) -> Option<&Object> {
        self.at(id.index())
    }

    #[inline]
    fn at(&self, index: usize) -> Option<&Object> {
        Some(&self.chunks.get(index / CHUNK)?.get()[index % CHUNK])
    }

    #[inline]
    fn own_at(&mut self, index: usize) -> Option<&mut Object> {
        Some(&mut self.chunks.get_mut(index / CHUNK)?.get_mut()?[index % CHUNK])
    }

    /// An object, for writing.
    pub(crate) fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let index = id.index();
        let chunk = self.chunks.get_mut(index / CHUNK)?;
        if !chunk.is_owned() {
            chunk.own();
            self.dirty.push((index / CHUNK) as u32);
        }
        self.own_at(index)
    }

    /// The object whose bytes, or whose end, the address is.
    pub(crate) fn find(&self, address: u64) -> ProvenanceBits {
        if address == 0 {
            return NULL;
        }
        let (mut low, mut high) = (0, self.count as usize);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.at(middle) {
                Some(object) if object.base <= address => low = middle + 1,
                _ => high = middle,
            }
        }
        let Some(index) = low.checked_sub(1) else {
            return WILD;
        };
        match self.at(index) {
            Some(object) if address - object.base <= object.size => {
                Provenance::Object(ObjectId(index as u32)).to_bits()
            }
            _ => WILD,
        }
    }

    /// The object that a provenance names.
    pub(crate) fn provenance(&self, provenance: ProvenanceBits) -> Option<(ObjectId, &Object)> {
        match Provenance::from_bits(provenance) {
            Provenance::Object(id) => Some((id, self.object(id)?)),
            Provenance::Null | Provenance::None => None,
        }
    }

    /// Lets snapshots share everything.
    pub(crate) fn freeze(&mut self) {
        for index in std::mem::take(&mut self.dirty) {
            if let Some(chunk) = self.chunks.get_mut(index as usize) {
                if let Some(objects) = chunk.get_mut() {
                    objects.iter_mut().for_each(Object::freeze);
                }
                chunk.freeze();
            }
        }
    }

    #[inline]
    fn index_of(provenance: ProvenanceBits) -> usize {
        object_index(provenance)
    }
}
