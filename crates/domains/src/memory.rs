//! Abstract memory: objects by the place where they are made.
//!
//! All objects that one place makes are two abstract objects: the *recent* one, which stands for a single
//! object, and the *old* ones (recency abstraction: Balakrishnan and Reps, "Recency-Abstraction for
//! Heap-Allocated Storage", 2006). A single object takes values for sure; of several, some may.

pub(crate) mod cell;
pub(crate) mod contents;
pub(crate) mod extent;
pub(crate) mod facts;
mod objects;

pub(crate) use cell::Rest;
pub(crate) use contents::Contents;
pub(crate) use facts::{Facts, Filled};
pub(crate) use objects::Objects;

use crate::value::{Init, Ints, Slot, Thresholds, Value};
use ir::{DataModel, EdgeId, GlobalId, GlobalOrigin, Mutability, ProcedureId, Program, Storage};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An abstract object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId(u32);

/// A place that makes objects, of [`Sites`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct SiteId(u32);

/// A chain of calls, of [`crate::analysis`]: procedures are told apart by who calls them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ContextId(pub(crate) u32);

/// Which objects of a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Age {
    /// The last one that was made.
    Recent,
    /// All others.
    Old,
}

impl ObjectId {
    pub(crate) fn new(site: SiteId, age: Age) -> ObjectId {
        ObjectId(site.0 << 1 | u32::from(age == Age::Old))
    }

    /// A number that no other has.
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    pub(crate) fn site(self) -> SiteId {
        SiteId(self.0 >> 1)
    }

    pub(crate) fn age(self) -> Age {
        match self.0 & 1 {
            0 => Age::Recent,
            _ => Age::Old,
        }
    }
}

/// What makes objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Site {
    /// The start of the program.
    Global(GlobalId),
    /// An operation, in a chain of calls.
    Edge(ProcedureId, EdgeId, ContextId),
}

/// What is known of all objects of a site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made {
    pub(crate) site: Site,
    /// `None` of a global.
    pub(crate) storage: Option<Storage>,
    pub(crate) align: u64,
    /// The place in the user's code: the operation, or the call that led to it.
    pub(crate) span: ir::Span,
}

/// All sites that were met.
#[derive(Default)]
pub(crate) struct Sites {
    known: FxHashMap<Site, SiteId>,
    made: Vec<Made>,
    /// The contents of globals at the start, when they were first asked for.
    initial: FxHashMap<GlobalId, Rc<Object>>,
}

impl Sites {
    pub(crate) fn site(&mut self, made: Made) -> SiteId {
        let next = SiteId(self.made.len() as u32);
        let id = *self.known.entry(made.site).or_insert(next);
        if id == next {
            self.made.push(made);
        }
        id
    }

    pub(crate) fn made(&self, id: ObjectId) -> &Made {
        &self.made[id.site().0 as usize]
    }

    pub(crate) fn global(&mut self, program: &Program, id: GlobalId) -> ObjectId {
        let global = &program[id];
        let site = self.site(Made {
            site: Site::Global(id),
            storage: None,
            align: global.align,
            span: global.span,
        });
        ObjectId::new(site, Age::Recent)
    }

    /// What a global holds at the start.
    pub(crate) fn initial(&mut self, program: &Program, id: GlobalId) -> Rc<Object> {
        if let Some(object) = self.initial.get(&id) {
            return object.clone();
        }
        let object = Rc::new(self.make_global(program, id));
        self.initial.insert(id, object.clone());
        object
    }

    fn make_global(&mut self, program: &Program, id: GlobalId) -> Object {
        let global = &program[id];
        let model = program.data_model;
        let width = model.pointer_width();
        let mut bytes = Vec::new();
        for datum in &global.data {
            if let ir::DatumValue::Bytes(these) = &datum.value {
                bytes.resize(bytes.len().max(datum.offset as usize), 0);
                bytes.truncate(datum.offset as usize);
                bytes.extend_from_slice(these);
            }
        }
        let rest = match (global.origin, bytes.iter().all(|byte| *byte == 0)) {
            (GlobalOrigin::Undefined, _) => Rest::Unknown(Init::Yes),
            (_, true) => Rest::Zero,
            (_, false) => Rest::Bytes(bytes.into()),
        };
        let mut contents = Contents::new(rest);
        let size = model.pointer_bytes();
        for datum in &global.data {
            let target = match &datum.value {
                ir::DatumValue::Bytes(_) => continue,
                ir::DatumValue::Global(to, by) => {
                    let offset = Ints::constant(width, width.truncate(i128::from(*by) as u128));
                    let object = self.global(program, *to);
                    crate::value::Pointers::to(crate::value::Target::Object(object), offset)
                }
                ir::DatumValue::Procedure(to) => {
                    crate::value::Pointers::start(crate::value::Target::Procedure(*to), width)
                }
            };
            let slot = Slot::of(Value::Pointer(target));
            contents.write(datum.offset, size, ir::Scalar::Pointer, slot);
        }
        Object {
            size: Ints::constant(width, u128::from(global.size)),
            life: Life::LIVE,
            is_single: true,
            is_constant: global.mutability == Mutability::Constant,
            contents: Rc::new(contents),
            facts: Facts::default(),
        }
    }
}

/// What can have become of objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Life {
    pub(crate) is_live: bool,
    pub(crate) is_freed: bool,
    pub(crate) is_ended: bool,
}

impl Life {
    pub(crate) const LIVE: Life = Life {
        is_live: true,
        is_freed: false,
        is_ended: false,
    };
    pub(crate) const FREED: Life = Life {
        is_live: false,
        is_freed: true,
        is_ended: false,
    };
    pub(crate) const ENDED: Life = Life {
        is_live: false,
        is_freed: false,
        is_ended: true,
    };

    pub(crate) fn join(self, other: Life) -> Life {
        Life {
            is_live: self.is_live || other.is_live,
            is_freed: self.is_freed || other.is_freed,
            is_ended: self.is_ended || other.is_ended,
        }
    }

    pub(crate) fn includes(self, other: Life) -> bool {
        self.join(other) == self
    }
}

/// An abstract object: one or more objects that are described together.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Object {
    /// Their sizes in bytes.
    pub(crate) size: Ints,
    pub(crate) life: Life,
    /// Whether there is at most one.
    pub(crate) is_single: bool,
    pub(crate) is_constant: bool,
    pub(crate) contents: Rc<Contents>,
    /// Of a single object: what else is known of its elements.
    pub(crate) facts: Facts,
}

impl Object {
    /// The contents of both, where that is clear: nobody reads what is gone.
    fn only_contents(&self, other: &Object) -> Option<Rc<Contents>> {
        match (self.life.is_live, other.life.is_live) {
            _ if Rc::ptr_eq(&self.contents, &other.contents) => Some(self.contents.clone()),
            (true, false) => Some(self.contents.clone()),
            (false, true) => Some(other.contents.clone()),
            (true, true) | (false, false) => None,
        }
    }

    fn combine(&self, other: &Object, size: Ints, contents: Rc<Contents>, facts: Facts) -> Object {
        let is_single = self.is_single && other.is_single;
        Object {
            size,
            life: self.life.join(other.life),
            is_single,
            is_constant: self.is_constant || other.is_constant,
            contents,
            facts: if is_single { facts } else { Facts::default() },
        }
    }

    /// What either describes.
    pub(crate) fn join(&self, other: &Object, model: DataModel) -> Object {
        let contents = match self.only_contents(other) {
            Some(contents) => contents,
            None => Rc::new(self.contents.join(&other.contents, model)),
        };
        let facts = self.facts.combine(&other.facts, Slot::join);
        self.combine(other, self.size.join(&other.size), contents, facts)
    }

    /// What either describes, and so that chains end.
    pub(crate) fn widen(
        &self,
        newer: &Object,
        thresholds: &Thresholds,
        model: DataModel,
    ) -> Object {
        let contents = match self.only_contents(newer) {
            Some(contents) => contents,
            None => Rc::new(self.contents.widen(&newer.contents, thresholds, model)),
        };
        let facts = self
            .facts
            .combine(&newer.facts, |old, new| old.widen(new, thresholds));
        let size = self.size.widen(&newer.size, thresholds);
        self.combine(newer, size, contents, facts)
    }

    pub(crate) fn includes(&self, other: &Object, model: DataModel) -> bool {
        (!self.is_single || other.is_single)
            && self.life.includes(other.life)
            && self.size.includes(&other.size)
            && (self.is_constant || !other.is_constant)
            && self.facts.includes(&other.facts)
            && (Rc::ptr_eq(&self.contents, &other.contents)
                || !other.life.is_live
                || self.contents.includes(&other.contents, model))
    }
}
