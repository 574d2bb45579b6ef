//! Forgetting dead objects that no pointer leads to.

use super::object::Object;
use super::{CHUNK, Memory};
use crate::value::{ProvenanceBits, object_index};

/// How many objects die before they are looked at for the first time.
pub(super) const FIRST: u64 = 1 << 16;

impl Memory {
    /// Whether so many objects died that it is worth looking for some to forget.
    pub(crate) fn wants_reclaim(&self) -> bool {
        self.died >= self.may_die
    }

    /// Forgets chunks of dead objects that no pointer leads to, neither from the roots nor from a
    /// live object. Afterwards an integer that happens to be the address of one is the address
    /// of nothing.
    pub(crate) fn reclaim(&mut self, roots: impl Iterator<Item = ProvenanceBits>) {
        let mut needed = vec![false; self.chunks.len()];
        let stored = self.objects().flat_map(|(_, object)| object.pages());
        let stored = stored.flat_map(|page| page.provenances());
        for provenance in roots.chain(stored) {
            if let Some(needed) = needed.get_mut(object_index(provenance) / CHUNK) {
                *needed = true;
            }
        }
        if let Some(last) = needed.last_mut() {
            *last = true;
        }
        let mut kept = std::mem::take(&mut self.kept);
        kept.retain(|index| {
            let index = *index as usize;
            let Some(chunk) = self.chunks.get_mut(index) else {
                return false;
            };
            let all_dead = chunk
                .as_ref()
                .is_some_and(|chunk| chunk.get().iter().all(Object::is_dead));
            let forget = all_dead && !needed[index];
            if forget {
                *chunk = None;
                self.used = self
                    .used
                    .saturating_sub((CHUNK * size_of::<Object>()) as u64);
            }
            !forget
        });
        // What stays is looked at again only after as much again has died.
        self.may_die = FIRST + (kept.len() * CHUNK) as u64 + self.used / 64;
        self.kept = kept;
        self.died = 0;
    }
}
