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
//! Dead objects are remembered, so that a use after free can be told, as long as a pointer leads
//! to them; then whole chunks of them are forgotten (see [`Memory::reclaim`]).
//!
//! Snapshots share chunks of objects and pages of bytes; see [`CowBox`].

mod access;
mod bulk;
mod cow;
mod leak;
mod object;
mod page;
mod reclaim;

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
/// The largest objects that get their bytes at once: they will be used.
const EAGER_BYTES: u64 = 128;

type Chunk = [Object; CHUNK];

/// All objects of a state.
#[derive(Clone)]
pub(crate) struct Memory {
    /// All objects in order; `None` where all of a chunk are forgotten.
    chunks: Vec<Option<CowBox<Chunk>>>,
    /// The address of the first object of each chunk.
    starts: Vec<u64>,
    /// The chunks that are not forgotten.
    kept: Vec<u32>,
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
    /// How many objects died since the last look for some to forget.
    died: u64,
    /// How many may die before the next.
    may_die: u64,
}

/// No address is left for an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfAddresses;

impl Memory {
    pub(crate) fn new(model: DataModel) -> Memory {
        Memory {
            chunks: Vec::new(),
            starts: Vec::new(),
            kept: Vec::new(),
            count: 0,
            next_address: FIRST_ADDRESS,
            end_address: match model {
                DataModel::Lp64 => 1 << 47,
                DataModel::Ilp32 => 1 << 32,
            },
            word: model.pointer_bytes(),
            used: 0,
            dirty: Vec::new(),
            died: 0,
            may_die: reclaim::FIRST,
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
            let index = self.chunks.len() as u32;
            self.chunks.push(Some(CowBox::new(Chunk::default())));
            self.starts.push(base);
            self.kept.push(index);
            self.dirty.push(index);
        }
        self.count += 1;
        self.next_address = end.next_multiple_of(GAP);
        self.used += size_of::<Object>() as u64;
        if let Some(object) = self.object_mut(id) {
            *object = Object::new(base, size, maker, fresh);
            if (1..=EAGER_BYTES).contains(&size) {
                self.used += object.touch(0);
            }
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
            self.died += 1;
        }
    }

    /// Forbids writing to a live object.
    pub(crate) fn protect(&mut self, id: ObjectId) {
        if let Some(object) = self.object_mut(id)
            && object.status == Status::Live
        {
            object.status = Status::Constant;
        }
    }

    /// All objects, in the order of creation.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.kept.iter().flat_map(|index| {
            let chunk = self.chunks.get(*index as usize).and_then(Option::as_ref);
            let first = *index * CHUNK as u32;
            let ids = (first..self.count).map(ObjectId);
            ids.zip(chunk.into_iter().flat_map(|chunk| chunk.get().iter()))
        })
    }

    /// An object.
    pub(crate) fn object(&self, id: ObjectId) -> Option<&Object> {
        self.at(id.index())
    }

    #[inline(always)]
    fn at(&self, index: usize) -> Option<&Object> {
        Some(&self.chunks.get(index / CHUNK)?.as_ref()?.get()[index % CHUNK])
    }

    #[inline(always)]
    fn own_at(&mut self, index: usize) -> Option<&mut Object> {
        Some(&mut self.chunks.get_mut(index / CHUNK)?.as_mut()?.get_mut()?[index % CHUNK])
    }

    /// An object, for writing.
    pub(crate) fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let index = id.index();
        let chunk = self.chunks.get_mut(index / CHUNK)?.as_mut()?;
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
        if !(FIRST_ADDRESS..self.next_address).contains(&address) {
            return WILD;
        }
        let after = self.starts.partition_point(|start| *start <= address);
        let Some(chunk) = after.checked_sub(1) else {
            return WILD;
        };
        let Some(Some(objects)) = self.chunks.get(chunk) else {
            return WILD;
        };
        let first = chunk * CHUNK;
        let objects = &objects.get()[..CHUNK.min(self.count as usize - first)];
        let after = objects.partition_point(|object| object.base <= address);
        match after
            .checked_sub(1)
            .and_then(|index| Some((index, objects.get(index)?)))
        {
            Some((index, object)) if address - object.base <= object.size => {
                Provenance::Object(ObjectId((first + index) as u32)).to_bits()
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
            if let Some(Some(chunk)) = self.chunks.get_mut(index as usize) {
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
