//! Objects: what memory is made of.

use super::cells::{Background, Cells};
use super::value::{Num, ObjectId, Value};
use ir::{GlobalId, Mutability, Scalar, Span, TypeId};
use std::sync::Arc;

/// All objects of a state. A clone shares them until one of both writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    objects: Arc<Vec<Arc<Object>>>,
}

impl Heap {
    /// Adds an object.
    pub(crate) fn add(&mut self, object: Object) -> ObjectId {
        let objects = Arc::make_mut(&mut self.objects);
        objects.push(Arc::new(object));
        ObjectId(objects.len() as u32 - 1)
    }

    /// An object.
    pub(crate) fn get(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// An object, to be changed.
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        let objects = Arc::make_mut(&mut self.objects);
        Arc::make_mut(&mut objects[id.0 as usize])
    }

    /// All objects with their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects
            .iter()
            .enumerate()
            .map(|(index, object)| (ObjectId(index as u32), &**object))
    }

    /// Whether an object has not been changed since both were one.
    pub(crate) fn is_same(&self, other: &Heap, id: ObjectId) -> bool {
        let index = id.0 as usize;
        match (self.objects.get(index), other.objects.get(index)) {
            (Some(mine), Some(its)) => Arc::ptr_eq(mine, its),
            _ => false,
        }
    }

    /// The same with other objects; where `change` gives none, the object stays.
    pub(crate) fn map(&self, mut change: impl FnMut(&Object) -> Option<Object>) -> Heap {
        let objects = self.objects.iter().map(|object| match change(object) {
            Some(changed) => Arc::new(changed),
            None => object.clone(),
        });
        Heap {
            objects: Arc::new(objects.collect()),
        }
    }

    /// The object whose address a global holds.
    pub(crate) fn held(&self, global: GlobalId) -> Option<ObjectId> {
        let cells = self.get(ObjectId(global.0)).all_cells();
        let mut values = cells.flat_map(Cells::values);
        values.find_map(|value| match value {
            Value::Pointer(pointer) => pointer.object(),
            _ => None,
        })
    }

    /// How many objects there ever were.
    pub(crate) fn len(&self) -> usize {
        self.objects.len()
    }
}

/// A stretch of memory with a life of its own.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// In bytes, of the width of an address.
    pub(crate) size: Num,
    pub(crate) align: u64,
    pub(crate) life: Life,
    pub(crate) made: Made,
    pub(crate) mutability: Mutability,
    pub(crate) contents: Contents,
    /// What the environment chose in it.
    pub(crate) given: Option<Given>,
}

/// Whether an object may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Life {
    Live,
    Freed,
    /// Its scope has ended.
    Ended,
}

/// What made an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    Global(GlobalId),
    Stack,
    /// By the program, at this place of the user's code.
    Heap(Span),
    Internal,
    /// It was there before the entry procedure was called.
    Environment,
}

/// What an object holds.
#[derive(Clone, Debug)]
pub(crate) enum Contents {
    /// Values at known offsets.
    Cells(Cells),
    /// Elements at indices that may be unknown.
    Elements(Elements),
}

/// The elements of an array of unknown length, or with too many places for an unknown index: those
/// that were accessed, in the order of their indices (Section 6.2.1).
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    /// The bytes of an element.
    pub(crate) stride: u64,
    /// The number of elements, of the width of an address.
    pub(crate) length: Num,
    /// Whether the number is part of what is claimed. Otherwise there are as many as are accessed.
    pub(crate) extent: Extent,
    /// What elements hold that were not accessed.
    pub(crate) background: Background,
    /// Index, of the width of an address, and contents.
    pub(crate) cells: Vec<(Num, Cells)>,
}

/// Whether an array can be too short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// Never: the environment gives what is needed.
    AsNeeded,
    /// A contract or a type says how long it is.
    Stated,
}

/// What the environment chose in an object.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The type of an element, or of the whole global; unknown behind a `void *`.
    pub(crate) ty: Option<TypeId>,
    /// Of a string, its length.
    pub(crate) string: Option<Num>,
    /// The values as they were at first.
    pub(crate) initial: Vec<Initial>,
}

/// A value that the environment chose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Initial {
    /// The index of the element; zero in a global.
    pub(crate) index: Num,
    /// In the element.
    pub(crate) offset: u64,
    pub(crate) scalar: Scalar,
    pub(crate) value: Value,
}

impl Object {
    /// All cells: of each element, if it has elements.
    pub(crate) fn all_cells(&self) -> impl Iterator<Item = &Cells> {
        self.indexed().map(|(_, cells)| cells)
    }

    /// All cells, each with the index of the element that they are.
    pub(crate) fn indexed(&self) -> impl Iterator<Item = (Num, &Cells)> {
        let (one, many) = match &self.contents {
            Contents::Cells(cells) => (Some((Num::ZERO, cells)), None),
            Contents::Elements(elements) => (None, Some(&elements.cells)),
        };
        let many = many.into_iter().flatten();
        one.into_iter()
            .chain(many.map(|(index, cells)| (*index, cells)))
    }
}
