//! Which heap objects something leads to for sure.

use crate::memory::{Object, ObjectId};
use crate::relational::Relational;
use crate::state::{Shared, State};
use crate::value::{Init, Slot, Value};
use ir::Storage;
use std::collections::BTreeSet;
use std::rc::Rc;

impl<R: Relational> State<R> {
    /// The heap objects that may be live although nothing leads to them.
    pub(crate) fn may_leak(&self, shared: &mut Shared<'_>) -> Vec<ObjectId> {
        let is_heap = |id: ObjectId, shared: &Shared<'_>| {
            shared.sites.made(id).storage == Some(Storage::Heap) && shared.given(id).is_none()
        };
        let suspects: Vec<ObjectId> = self
            .objects
            .iter()
            .filter(|(id, object)| is_heap(*id, shared) && object.life.is_live)
            .map(|(id, _)| id)
            .collect();
        if suspects.is_empty() {
            return suspects;
        }
        let reached = self.surely_reached(shared);
        suspects
            .into_iter()
            .filter(|id| !reached.contains(id))
            .collect()
    }

    /// The single objects that locals, globals or other objects lead to in every execution.
    fn surely_reached(&self, shared: &mut Shared<'_>) -> BTreeSet<ObjectId> {
        let mut reached = BTreeSet::new();
        let mut pending: Vec<Rc<Object>> = Vec::new();
        let add = |slot: &Slot, reached: &mut BTreeSet<ObjectId>, pending: &mut Vec<Rc<Object>>| {
            if let (Init::Yes, Value::Pointer(pointers)) = (slot.state, &slot.value)
                && let Some((id, _)) = pointers.only_object()
                && let Some(object) = self.objects.get(id)
                && object.is_single
                && reached.insert(id)
            {
                pending.push(object.clone());
            }
        };
        if !self.is_havocked {
            for (id, object) in self.objects.iter() {
                // Other objects may not be there in every execution, unless something leads to them. A caller keeps
                // what it gives.
                if shared.sites.made(id).storage.is_none() || shared.given(id).is_some() {
                    pending.push(object.clone());
                }
            }
        }
        for frame in self.frames() {
            for (_, slot) in frame.locals() {
                add(slot, &mut reached, &mut pending);
            }
        }
        while let Some(object) = pending.pop() {
            let is_there = object.is_single && !object.life.is_ended && !object.life.is_freed;
            if !is_there || self.is_havocked {
                continue;
            }
            for cell in object.contents.cells() {
                if cell.extent.is_single() {
                    add(&cell.slot, &mut reached, &mut pending);
                }
            }
        }
        reached
    }
}
