//! What holds of the locals of one call.

use crate::memory::ObjectId;
use crate::value::{Slot, Value};
use ir::{Expr, LocalId, ProcedureId, Scalar};
use std::rc::Rc;

/// More reads are not remembered.
const MOST_LOADS: usize = 6;

/// An integer that was read, at an address over locals that have not changed since, from memory that has
/// not, either.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Loaded {
    address: Rc<Expr>,
    scalar: Scalar,
    /// Where it was read to, while that holds it.
    to: Option<LocalId>,
    pub(crate) slot: Slot,
}

/// What holds of the locals of a call.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Frame {
    pub(crate) procedure: ProcedureId,
    /// Sorted by local; the others are dead.
    pub(crate) locals: Vec<(LocalId, Slot)>,
    /// Locals that hold what lies at an offset of a single object.
    pub(crate) origins: Vec<(LocalId, ObjectId, u64)>,
    /// Locals that hold a byte of a single object, at the offset [`crate::state::Quantity::ReadAt`].
    pub(crate) reads: Vec<(LocalId, ObjectId)>,
    /// What lies at addresses, since it was read.
    pub(crate) loads: Vec<Loaded>,
    /// Locals that are equal to an expression over others.
    definitions: Vec<(LocalId, Rc<Expr>)>,
}

impl Frame {
    pub(crate) fn new(procedure: ProcedureId) -> Frame {
        Frame {
            procedure,
            locals: Vec::new(),
            origins: Vec::new(),
            reads: Vec::new(),
            loads: Vec::new(),
            definitions: Vec::new(),
        }
    }

    pub(crate) fn get(&self, local: LocalId) -> Option<&Slot> {
        let at = self
            .locals
            .binary_search_by_key(&local, |(local, _)| *local);
        Some(&self.locals[at.ok()?].1)
    }

    pub(crate) fn set(&mut self, local: LocalId, slot: Slot) {
        match self
            .locals
            .binary_search_by_key(&local, |(local, _)| *local)
        {
            Ok(at) => self.locals[at].1 = slot,
            Err(at) => self.locals.insert(at, (local, slot)),
        }
    }

    pub(crate) fn locals(&self) -> &[(LocalId, Slot)] {
        &self.locals
    }

    pub(crate) fn origin(&self, local: LocalId) -> Option<(ObjectId, u64)> {
        let found = self.origins.iter().find(|(other, _, _)| *other == local);
        found.map(|(_, object, at)| (*object, *at))
    }

    pub(crate) fn definition(&self, local: LocalId) -> Option<Rc<Expr>> {
        let found = self.definitions.iter().find(|(other, _)| *other == local);
        found.map(|(_, expr)| expr.clone())
    }

    /// A local takes another value: what was known by its old one is gone.
    pub(crate) fn disconnect(&mut self, local: LocalId) {
        self.origins.retain(|(other, _, _)| *other != local);
        self.reads.retain(|(other, _)| *other != local);
        self.loads.retain_mut(|load| {
            load.to = load.to.filter(|to| *to != local);
            !uses(&load.address, local)
        });
        self.definitions
            .retain(|(other, expr)| *other != local && !uses(expr, local));
    }

    pub(crate) fn set_origin(&mut self, local: LocalId, object: ObjectId, at: u64) {
        self.origins.push((local, object, at));
        self.origins.sort_unstable_by_key(|(local, _, _)| *local);
    }

    /// What was read at an address before.
    pub(crate) fn loaded(&self, address: &Expr, scalar: Scalar) -> Option<&Slot> {
        let mut loads = self.loads.iter();
        let found = loads.find(|load| *load.address == *address && load.scalar == scalar);
        found.map(|load| &load.slot)
    }

    /// Remembers what was read.
    pub(crate) fn set_loaded(
        &mut self,
        address: Rc<Expr>,
        scalar: Scalar,
        to: LocalId,
        slot: Slot,
    ) {
        if uses(&address, to) {
            return;
        }
        self.loads.retain(|load| load.address != address);
        if self.loads.len() >= MOST_LOADS {
            self.loads.remove(0);
        }
        self.loads.push(Loaded {
            address,
            scalar,
            to: Some(to),
            slot,
        });
    }

    /// What a local holds is known better, and so is what it was read from.
    pub(crate) fn refine_loaded(&mut self, local: LocalId, value: &Value) {
        for load in &mut self.loads {
            if load.to == Some(local) {
                load.slot.value = value.clone();
            }
        }
    }

    /// The object that a local is a byte of.
    pub(crate) fn read_from(&self, local: LocalId) -> Option<ObjectId> {
        let found = self.reads.iter().find(|(other, _)| *other == local);
        found.map(|(_, object)| *object)
    }

    pub(crate) fn set_read(&mut self, local: LocalId, object: ObjectId) {
        self.reads.push((local, object));
        self.reads.sort_unstable();
    }

    pub(crate) fn define(&mut self, local: LocalId, expr: Rc<Expr>) {
        self.definitions.push((local, expr));
        self.definitions.sort_by_key(|(local, _)| *local);
    }

    pub(crate) fn forget_origins(&mut self, gone: impl Fn(ObjectId, u64) -> bool) -> bool {
        let before = self.origins.len();
        self.origins.retain(|(_, object, at)| !gone(*object, *at));
        before != self.origins.len()
    }

    pub(crate) fn keep(&mut self, keep: impl Fn(LocalId) -> bool) {
        self.locals.retain(|(local, _)| keep(*local));
        self.origins.retain(|(local, _, _)| keep(*local));
        self.reads.retain(|(local, _)| keep(*local));
        self.loads.retain_mut(|load| {
            load.to = load.to.filter(|to| keep(*to));
            let mut kept = true;
            load.address.for_each_local(&mut |used| kept &= keep(used));
            kept
        });
        self.definitions.retain(|(local, expr)| {
            let mut kept = keep(*local);
            expr.for_each_local(&mut |used| kept &= keep(used));
            kept
        });
    }

    pub(crate) fn combine(&self, other: &Frame, both: impl Fn(&Slot, &Slot) -> Slot) -> Frame {
        let mut locals = Vec::with_capacity(self.locals.len());
        for (local, slot) in &self.locals {
            if let Some(there) = other.get(*local) {
                locals.push((*local, both(slot, there)));
            }
        }
        let origins = self.origins.iter().copied();
        let reads = self.reads.iter().copied();
        let loads = self.loads.iter().filter_map(|load| {
            let there = other.loaded(&load.address, load.scalar)?;
            Some(Loaded {
                to: None,
                slot: both(&load.slot, there),
                ..load.clone()
            })
        });
        let loads = loads.collect();
        let definitions = self.definitions.iter();
        Frame {
            loads,
            procedure: self.procedure,
            locals,
            origins: origins.filter(|one| other.origins.contains(one)).collect(),
            reads: reads.filter(|one| other.reads.contains(one)).collect(),
            definitions: definitions
                .filter(|one| other.definitions.contains(one))
                .cloned()
                .collect(),
        }
    }

    /// What either describes.
    pub(crate) fn join(&self, other: &Frame) -> Frame {
        self.combine(other, Slot::join)
    }

    pub(crate) fn includes(&self, other: &Frame) -> bool {
        let slots = |(local, slot): &(LocalId, Slot)| {
            other.get(*local).is_some_and(|there| slot.includes(there))
        };
        self.procedure == other.procedure
            && self.locals.iter().all(slots)
            && self.origins.iter().all(|one| other.origins.contains(one))
            && self.reads.iter().all(|one| other.reads.contains(one))
            && self.loads.iter().all(|load| {
                let there = other.loaded(&load.address, load.scalar);
                there.is_some_and(|there| load.slot.includes(there))
            })
            && self
                .definitions
                .iter()
                .all(|one| other.definitions.contains(one))
    }

    pub(crate) fn rename(&mut self, from: ObjectId, to: ObjectId) {
        for (_, slot) in &mut self.locals {
            rename_in(slot, from, to);
        }
        let origins = self.origins.iter_mut().map(|(_, object, _)| object);
        let reads = self.reads.iter_mut().map(|(_, object)| object);
        for object in origins.chain(reads).filter(|object| **object == from) {
            *object = to;
        }
    }

    pub(crate) fn leads_to(&self, id: ObjectId) -> bool {
        self.locals.iter().any(|(_, slot)| slot_leads_to(slot, id))
            || self.origins.iter().any(|(_, object, _)| *object == id)
            || self.reads.iter().any(|(_, object)| *object == id)
    }
}

fn uses(expr: &Expr, local: LocalId) -> bool {
    let mut found = false;
    expr.for_each_local(&mut |used| found |= used == local);
    found
}

pub(crate) fn rename_in(slot: &mut Slot, from: ObjectId, to: ObjectId) {
    if let Value::Pointer(pointers) = &slot.value
        && pointers.leads_to(from)
    {
        let renamed = pointers.rename(|id| if id == from { to } else { id });
        slot.value = Value::Pointer(renamed);
    }
}

pub(crate) fn slot_leads_to(slot: &Slot, id: ObjectId) -> bool {
    matches!(&slot.value, Value::Pointer(pointers) if pointers.leads_to(id))
}
