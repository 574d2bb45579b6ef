//! Boxes that are shared between snapshots and copied when they are written.

use std::sync::Arc;

/// A value that is either this memory's own, and can be written without asking anybody, or shared
/// with snapshots. Everything is shared when a run ends (see [`CowBox::freeze`]), so that a
/// snapshot copies no more than pointers, and a run pays one copy for what it writes first.
pub(crate) enum CowBox<T> {
    Owned(Box<T>),
    Shared(Arc<T>),
}

impl<T: Clone + Default> CowBox<T> {
    pub(crate) fn new(value: T) -> CowBox<T> {
        CowBox::Owned(Box::new(value))
    }

    #[inline]
    pub(crate) fn get(&self) -> &T {
        match self {
            CowBox::Owned(value) => value,
            CowBox::Shared(value) => value,
        }
    }

    pub(crate) fn is_owned(&self) -> bool {
        matches!(self, CowBox::Owned(_))
    }

    /// Makes it this memory's own.
    #[cold]
    pub(crate) fn own(&mut self) {
        if let CowBox::Shared(value) = self {
            let value = match Arc::get_mut(value) {
                Some(value) => std::mem::take(value),
                None => T::clone(value),
            };
            *self = CowBox::new(value);
        }
    }

    /// For writing; `None` while it is shared: call [`CowBox::own`] first.
    #[inline]
    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        match self {
            CowBox::Owned(value) => Some(value),
            CowBox::Shared(_) => None,
        }
    }

    /// Lets snapshots share it.
    pub(crate) fn freeze(&mut self) {
        if let CowBox::Owned(value) = self {
            *self = CowBox::Shared(Arc::new(std::mem::take(&mut **value)));
        }
    }
}

impl<T: Clone + Default> Default for CowBox<T> {
    fn default() -> CowBox<T> {
        CowBox::new(T::default())
    }
}

impl<T: Clone> Clone for CowBox<T> {
    fn clone(&self) -> CowBox<T> {
        match self {
            CowBox::Owned(value) => CowBox::Owned(value.clone()),
            CowBox::Shared(value) => CowBox::Shared(Arc::clone(value)),
        }
    }
}
