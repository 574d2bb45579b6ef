//! The objects of a state.

use super::{Object, ObjectId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The objects of a state. Globals that nobody has changed are not among them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Objects(Rc<BTreeMap<ObjectId, Rc<Object>>>);

impl Objects {
    pub(crate) fn get(&self, id: ObjectId) -> Option<&Rc<Object>> {
        self.0.get(&id)
    }

    pub(crate) fn set(&mut self, id: ObjectId, object: Rc<Object>) {
        Rc::make_mut(&mut self.0).insert(id, object);
    }

    pub(crate) fn remove(&mut self, id: ObjectId) -> Option<Rc<Object>> {
        match self.0.contains_key(&id) {
            true => Rc::make_mut(&mut self.0).remove(&id),
            false => None,
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectId, &Rc<Object>)> {
        self.0.iter().map(|(id, object)| (*id, object))
    }

    /// Whether both are the same for sure.
    pub(crate) fn is_same(&self, other: &Objects) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Changes every object that the change says something about.
    pub(crate) fn update(&mut self, change: impl Fn(ObjectId, &Object) -> Option<Object>) {
        let changed: Vec<(ObjectId, Object)> = self
            .iter()
            .filter_map(|(id, object)| Some((id, change(id, object)?)))
            .collect();
        if !changed.is_empty() {
            let map = Rc::make_mut(&mut self.0);
            for (id, object) in changed {
                map.insert(id, Rc::new(object));
            }
        }
    }
}
