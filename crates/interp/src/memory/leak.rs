//! Which heap objects nothing points to.

use super::Memory;
use super::object::{Maker, Object};
use crate::value::{ObjectId, Provenance, ProvenanceBits};

/// An address found somewhere, and what it points into where that is known.
pub(crate) type Root = (u64, Option<ProvenanceBits>);

impl Memory {
    /// The heap objects that are still allocated.
    pub(crate) fn unfreed(&self) -> impl Iterator<Item = ObjectId> {
        let heap = self.objects().filter(|(_, object)| is_live_heap(object));
        heap.map(|(id, _)| id)
    }

    /// The heap objects that neither the roots nor any other live object leads to. A pointer
    /// leads to its object, an integer to the object that lies at that address.
    pub(crate) fn leaked(&self, roots: impl Iterator<Item = Root>) -> Vec<ObjectId> {
        let mut marks = Marks {
            memory: self,
            marked: vec![false; self.count as usize],
            pending: Vec::new(),
        };
        for (id, object) in self.objects() {
            if !object.is_dead() && object.maker != Maker::Heap {
                marks.mark(id);
            }
        }
        for (address, provenance) in roots {
            marks.mark_address(address, provenance);
        }
        while let Some(id) = marks.pending.pop() {
            // What lay in memory that is gone leads nowhere any more.
            if let Some(object) = self.object(id).filter(|object| !object.is_dead()) {
                marks.mark_contents(object);
            }
        }
        self.unfreed()
            .filter(|id| !marks.marked[id.index()])
            .collect()
    }
}

fn is_live_heap(object: &Object) -> bool {
    object.maker == Maker::Heap && !object.is_dead()
}

struct Marks<'m> {
    memory: &'m Memory,
    marked: Vec<bool>,
    pending: Vec<ObjectId>,
}

impl Marks<'_> {
    fn mark(&mut self, id: ObjectId) {
        if let Some(marked) = self.marked.get_mut(id.index())
            && !std::mem::replace(marked, true)
        {
            self.pending.push(id);
        }
    }

    fn mark_address(&mut self, address: u64, provenance: Option<ProvenanceBits>) {
        for provenance in [provenance, Some(self.memory.find(address))]
            .into_iter()
            .flatten()
        {
            if let Provenance::Object(id) = Provenance::from_bits(provenance) {
                self.mark(id);
            }
        }
    }

    fn mark_contents(&mut self, object: &Object) {
        for page in object.pages() {
            for provenance in page.provenances() {
                if let Provenance::Object(id) = Provenance::from_bits(provenance) {
                    self.mark(id);
                }
            }
            for word in page.bytes().chunks_exact(self.memory.word as usize) {
                let address = word
                    .iter()
                    .rev()
                    .fold(0, |sum, byte| sum << 8 | u64::from(*byte));
                if address != 0 {
                    self.mark_address(address, None);
                }
            }
        }
    }
}
