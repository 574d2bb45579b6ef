//! Abstract states: what holds of the locals of all calls under way, of memory, and of the relations
//! between numbers.

use crate::analysis::{Calls, Extent, Options};
use crate::frame::{Frame, rename_in, slot_leads_to};
use crate::linear::{Linear, Range, Var};
use crate::memory::{Age, Facts, Object, ObjectId, Objects, Site, Sites};
use crate::relational::Relational;
use crate::value::{Ints, Pointers, Slot, Thresholds, Value};
use ir::{EdgeId, LocalId, ProcedureId, Program, Scalar, Storage, Width};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// So many locals and sizes are looked at for constants that may bound a loop.
const MOST_HELD: usize = 8;

/// What all states share.
pub(crate) struct Shared<'p> {
    pub(crate) program: &'p Program,
    pub(crate) sites: Sites,
    vars: FxHashMap<Quantity, Var>,
    quantities: Vec<Quantity>,
    /// Whether calls are merged: states do not have what a call cannot reach.
    pub(crate) is_merging: bool,
    given: BTreeMap<(ProcedureId, EdgeId), Extent>,
}

/// A number that relations speak of: the signed value of an integer, the offset of an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Quantity {
    /// Of a local of the call at this depth.
    Local(u32, LocalId),
    /// Of what lies at an offset of a single object.
    Cell(ObjectId, u64),
    /// The size of a single object.
    Size(ObjectId),
    /// Of the value that a procedure gives back.
    Result,
    /// How many of the elements of a single object, the first of which lies at this offset, are filled.
    Filled(ObjectId, u64),
    /// The offset of a zero byte of a single object.
    Terminator(ObjectId),
    /// The offset at which a local of the call at this depth was read.
    ReadAt(u32, LocalId),
    /// What a parameter was when the innermost call of a recursion began.
    Parameter(LocalId),
    /// What is given for a parameter of a recursion that is being called.
    Argument(LocalId),
}

impl Quantity {
    /// The call and the local that it belongs to.
    pub(crate) fn local(self) -> Option<(u32, LocalId)> {
        match self {
            Quantity::Local(depth, local) | Quantity::ReadAt(depth, local) => Some((depth, local)),
            _ => None,
        }
    }

    /// The object that it belongs to.
    pub(crate) fn object(self) -> Option<ObjectId> {
        match self {
            Quantity::Cell(id, _)
            | Quantity::Size(id)
            | Quantity::Filled(id, _)
            | Quantity::Terminator(id) => Some(id),
            Quantity::Local(..)
            | Quantity::Result
            | Quantity::ReadAt(..)
            | Quantity::Parameter(_)
            | Quantity::Argument(_) => None,
        }
    }

    /// The same of another object, if it is one of this.
    fn moved(self, from: ObjectId, to: ObjectId) -> Option<Quantity> {
        match self {
            Quantity::Cell(id, at) if id == from => Some(Quantity::Cell(to, at)),
            Quantity::Size(id) if id == from => Some(Quantity::Size(to)),
            Quantity::Filled(id, at) if id == from => Some(Quantity::Filled(to, at)),
            Quantity::Terminator(id) if id == from => Some(Quantity::Terminator(to)),
            _ => None,
        }
    }
}

impl<'p> Shared<'p> {
    pub(crate) fn new(program: &'p Program, options: &Options<'_>) -> Shared<'p> {
        Shared {
            program,
            sites: Sites::default(),
            vars: FxHashMap::default(),
            quantities: Vec::new(),
            is_merging: options.calls != Calls::Chains,
            given: options.given.clone(),
        }
    }

    /// How large an object is that an unknown caller gives; `None` of others.
    pub(crate) fn given(&self, id: ObjectId) -> Option<Extent> {
        match self.sites.made(id).site {
            Site::Edge(procedure, edge, _) => self.given.get(&(procedure, edge)).copied(),
            Site::Global(_) => None,
        }
    }

    pub(crate) fn var(&mut self, quantity: Quantity) -> Var {
        let next = Var(self.quantities.len() as u32);
        let var = *self.vars.entry(quantity).or_insert(next);
        if var == next {
            self.quantities.push(quantity);
        }
        var
    }

    pub(crate) fn quantity(&self, var: Var) -> Quantity {
        self.quantities[var.0 as usize]
    }

    pub(crate) fn width(&self) -> Width {
        self.program.data_model.pointer_width()
    }
}

/// What holds at a location.
#[derive(Clone, Debug)]
pub(crate) struct State<R> {
    /// The calls under way, the innermost last.
    frames: Vec<Rc<Frame>>,
    pub(crate) objects: Objects,
    pub(crate) relations: R,
    /// What the innermost call gives back, once it does.
    pub(crate) result: Option<Slot>,
    /// Whether anything may lie anywhere: somebody wrote through an address of which nothing is known.
    pub(crate) is_havocked: bool,
    /// Whether any object may be gone: somebody freed what nobody knows.
    pub(crate) has_ended_any: bool,
}

impl<R: Relational> State<R> {
    pub(crate) fn new(procedure: ProcedureId) -> State<R> {
        State {
            frames: vec![Rc::new(Frame::new(procedure))],
            objects: Objects::default(),
            relations: R::top(),
            result: None,
            is_havocked: false,
            has_ended_any: false,
        }
    }

    pub(crate) fn depth(&self) -> u32 {
        self.frames.len() as u32 - 1
    }

    pub(crate) fn frames(&self) -> &[Rc<Frame>] {
        &self.frames
    }

    pub(crate) fn frame(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    pub(crate) fn innermost(&self) -> Rc<Frame> {
        self.frames[self.frames.len() - 1].clone()
    }

    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        Rc::make_mut(&mut self.frames[last])
    }

    pub(crate) fn push(&mut self, frame: Frame) {
        self.frames.push(Rc::new(frame));
    }

    /// The innermost call ends.
    pub(crate) fn pop(&mut self, shared: &mut Shared<'_>) {
        let depth = self.depth();
        self.frames.pop();
        let is_kept =
            |var: Var| !matches!(shared.quantity(var).local(), Some((other, _)) if other >= depth);
        self.relations.keep(&is_kept);
    }

    /// Takes out all calls but the innermost. What their locals are copies of may change meanwhile, unless
    /// it is kept.
    pub(crate) fn detach(&mut self, is_kept: impl Fn(ObjectId) -> bool) -> Vec<Rc<Frame>> {
        let last = self.frames.len() - 1;
        let mut detached: Vec<Rc<Frame>> = self.frames.drain(..last).collect();
        for frame in &mut detached {
            let mut copied = frame.origins.iter();
            let is_copied = copied.any(|(_, object, _)| !is_kept(*object));
            if is_copied || !frame.reads.is_empty() || !frame.loads.is_empty() {
                let frame = Rc::make_mut(frame);
                frame.origins.retain(|(_, object, _)| is_kept(*object));
                frame.reads.clear();
                frame.loads.clear();
            }
        }
        detached
    }

    /// Puts back calls that were taken out, below the others.
    pub(crate) fn attach(&mut self, mut below: Vec<Rc<Frame>>) {
        below.append(&mut self.frames);
        self.frames = below;
    }

    /// What an object is; a global that nobody has changed is as it was at the start.
    pub(crate) fn object(&self, id: ObjectId, shared: &mut Shared<'_>) -> Option<Rc<Object>> {
        if let Some(object) = self.objects.get(id) {
            return Some(object.clone());
        }
        match shared.sites.made(id).site {
            Site::Global(global) => {
                let program = shared.program;
                Some(shared.sites.initial(program, global))
            }
            Site::Edge(..) => None,
        }
    }

    /// A local takes a value; relations are the caller's business.
    pub(crate) fn set(&mut self, local: LocalId, slot: Slot) {
        let frame = self.frame_mut();
        frame.disconnect(local);
        frame.set(local, slot);
    }

    /// A local takes a value that is equal to a linear expression, if there is one.
    pub(crate) fn assign(
        &mut self,
        shared: &mut Shared<'_>,
        local: LocalId,
        slot: Slot,
        linear: Option<&Linear>,
    ) {
        let var = shared.var(Quantity::Local(self.depth(), local));
        self.relate(var, &slot, linear);
        self.set(local, slot);
    }

    /// A quantity takes a value.
    pub(crate) fn relate(&mut self, var: Var, slot: &Slot, linear: Option<&Linear>) {
        match (linear, number_of(slot)) {
            (Some(linear), _) => self.relations.assign(var, linear),
            (None, Some(ints)) if !ints.is_top() => {
                let (min, max) = ints.signed();
                let (low, high) = full(ints.width());
                let range = Range {
                    min: (min > low).then_some(min),
                    max: (max < high).then_some(max),
                };
                self.relations.assign_range(var, range);
            }
            _ => self.relations.forget(var),
        }
    }

    /// What lies in a range of an object has changed: relations and copies of it are out of date.
    pub(crate) fn outdate(&mut self, shared: &Shared<'_>, id: ObjectId, start: u64, end: u64) {
        // A value is at most 16 bytes long.
        let is_gone =
            |object: ObjectId, at: u64| object == id && at < end && start < at.saturating_add(16);
        for frame in &mut self.frames {
            let has = frame
                .origins
                .iter()
                .any(|(_, object, at)| is_gone(*object, *at));
            if has {
                Rc::make_mut(frame).forget_origins(is_gone);
            }
            if !frame.loads.is_empty() {
                Rc::make_mut(frame).loads.clear();
            }
            if frame.reads.iter().any(|(_, object)| *object == id) {
                Rc::make_mut(frame)
                    .reads
                    .retain(|(_, object)| *object != id);
            }
        }
        for var in self.relations.vars() {
            if let Quantity::Cell(object, at) = shared.quantity(var)
                && is_gone(object, at)
            {
                self.relations.forget(var);
            }
        }
    }

    /// All that is known of a quantity of an object is gone, its size included.
    pub(crate) fn outdate_object(&mut self, shared: &Shared<'_>, id: ObjectId) {
        self.outdate(shared, id, 0, u64::MAX);
        for var in self.relations.vars() {
            if shared.quantity(var).moved(id, id).is_some() {
                self.relations.forget(var);
            }
        }
    }

    /// An object takes the place of another that is not there.
    pub(crate) fn rename_object(&mut self, shared: &mut Shared<'_>, from: ObjectId, to: ObjectId) {
        self.redirect(from, to);
        for var in self.relations.vars() {
            let Some(renamed) = shared.quantity(var).moved(from, to) else {
                continue;
            };
            let to = shared.var(renamed);
            self.relations.rename(var, to);
        }
        if let Some(object) = self.objects.remove(from) {
            self.objects.set(to, object);
        }
    }

    /// All addresses of one object become those of another.
    fn redirect(&mut self, from: ObjectId, to: ObjectId) {
        for frame in &mut self.frames {
            if frame.leads_to(from) {
                Rc::make_mut(frame).rename(from, to);
            }
        }
        if let Some(result) = &mut self.result {
            rename_in(result, from, to);
        }
        self.objects.update(|_, object| {
            let mut cells = object.contents.cells().iter();
            cells.any(|cell| slot_leads_to(&cell.slot, from)).then(|| {
                let mut contents = (*object.contents).clone();
                contents.for_each_slot(|slot| rename_in(slot, from, to));
                Object {
                    contents: Rc::new(contents),
                    ..object.clone()
                }
            })
        });
    }

    /// The recent object of a site is one of the old ones from here on.
    pub(crate) fn age(&mut self, shared: &mut Shared<'_>, recent: ObjectId) {
        let old = ObjectId::new(recent.site(), Age::Old);
        // Calls that wait outside of the state name older ones alone.
        self.drop_dead(shared, &[recent]);
        let Some(object) = self.objects.get(recent).cloned() else {
            return;
        };
        // Calls that wait outside of a recursion may name what is freed.
        let is_whole = shared.program.entry == Some(self.frames[0].procedure);
        if is_whole && shared.sites.made(old).storage != Some(Storage::Stack) {
            self.drop_dead(shared, &[old]);
        }
        match self.objects.get(old).cloned() {
            None => self.rename_object(shared, recent, old),
            Some(others) => {
                self.outdate_object(shared, recent);
                self.outdate_object(shared, old);
                self.redirect(recent, old);
                // Both may have led to each other.
                let object = self.objects.get(recent).cloned().unwrap_or(object);
                let others = self.objects.get(old).cloned().unwrap_or(others);
                let mut joined = others.join(&object, shared.program.data_model);
                joined.is_single = false;
                joined.facts = Facts::default();
                self.objects.set(old, Rc::new(joined));
                self.objects.remove(recent);
            }
        }
    }

    /// Forgets those of some objects that are gone and that nothing leads to.
    pub(crate) fn drop_dead(&mut self, shared: &mut Shared<'_>, objects: &[ObjectId]) {
        for id in objects {
            let is_dead = self
                .objects
                .get(*id)
                .is_some_and(|object| !object.life.is_live);
            if !is_dead {
                continue;
            }
            let in_memory = |object: &Object| {
                let mut cells = object.contents.cells().iter();
                cells.any(|cell| slot_leads_to(&cell.slot, *id))
            };
            let is_named = self.frames.iter().any(|frame| frame.leads_to(*id))
                || self
                    .result
                    .as_ref()
                    .is_some_and(|slot| slot_leads_to(slot, *id))
                || self.objects.iter().any(|(_, object)| in_memory(object));
            if !is_named {
                self.outdate_object(shared, *id);
                self.objects.remove(*id);
            }
        }
    }

    /// Constants that locals hold and sizes of objects, with their neighbours, as far as they are few.
    pub(crate) fn constants(&self) -> Vec<i128> {
        let locals = self.frame().locals.iter();
        let held = locals.filter_map(|(_, slot)| match &slot.value {
            Value::Int(ints) => {
                let constant = ints.as_constant()?;
                Some(ints.width().sign_extend(constant))
            }
            _ => None,
        });
        let sizes = self.objects.iter().filter_map(|(_, object)| {
            let size = object.size.as_constant()?;
            i128::try_from(size).ok().filter(|size| *size > 16)
        });
        let found: BTreeSet<i128> = held.take(MOST_HELD).chain(sizes.take(MOST_HELD)).collect();
        let near = found.into_iter();
        near.flat_map(|one| [one.saturating_sub(1), one, one.saturating_add(1)])
            .collect()
    }

    /// Forgets locals that are never read again.
    pub(crate) fn keep_locals(&mut self, shared: &Shared<'_>, live: impl Fn(LocalId) -> bool) {
        let depth = self.depth();
        let frame = self.frame();
        if frame.locals.iter().all(|(local, _)| live(*local)) {
            return;
        }
        self.frame_mut().keep(&live);
        let is_kept = |var: Var| match shared.quantity(var).local() {
            Some((other, local)) => other != depth || live(local),
            None => true,
        };
        self.relations.keep(&is_kept);
    }

    /// What either describes.
    pub(crate) fn join(&self, other: &Self, shared: &mut Shared<'_>) -> Self {
        let (here, there) = (
            self.with_facts_of(other, shared),
            other.with_facts_of(self, shared),
        );
        here.combine(
            &there,
            shared,
            Slot::join,
            |a, b, shared| a.join(b, shared.program.data_model),
            R::join(&here.relations, &there.relations),
        )
    }

    /// What either describes, and so that chains end.
    pub(crate) fn widen(
        &self,
        newer: &Self,
        shared: &mut Shared<'_>,
        thresholds: &Thresholds,
    ) -> Self {
        // Facts that are new are not taken over: they could come and go.
        let newer = &*newer.with_facts_of(self, shared);
        let relations = self
            .relations
            .widen(&newer.relations, thresholds.as_slice());
        self.combine(
            newer,
            shared,
            |old, new| old.widen(new, thresholds),
            |old, new, shared| old.widen(new, thresholds, shared.program.data_model),
            relations,
        )
    }

    fn combine(
        &self,
        other: &Self,
        shared: &mut Shared<'_>,
        slots: impl Fn(&Slot, &Slot) -> Slot,
        objects: impl Fn(&Object, &Object, &Shared<'_>) -> Object,
        relations: R,
    ) -> Self {
        let frames = self.frames.iter().zip(&other.frames);
        let frames = frames.map(|(a, b)| match Rc::ptr_eq(a, b) {
            true => a.clone(),
            false => Rc::new(a.combine(b, &slots)),
        });
        let mut joined = State {
            frames: frames.collect(),
            objects: self.objects.clone(),
            relations,
            result: match (&self.result, &other.result) {
                (Some(a), Some(b)) => Some(slots(a, b)),
                _ => None,
            },
            is_havocked: self.is_havocked || other.is_havocked,
            has_ended_any: self.has_ended_any || other.has_ended_any,
        };
        if !self.objects.is_same(&other.objects) {
            for (id, there) in other.objects.iter() {
                match self.object(id, shared) {
                    Some(here) if Rc::ptr_eq(&here, there) => {}
                    Some(here) => {
                        let both = objects(&here, there, shared);
                        joined.objects.set(id, Rc::new(both));
                    }
                    None => joined.objects.set(id, there.clone()),
                }
            }
            for (id, here) in self.objects.iter() {
                if other.objects.get(id).is_none()
                    && let Some(there) = other.object(id, shared)
                    && !Rc::ptr_eq(here, &there)
                {
                    let both = objects(here, &there, shared);
                    joined.objects.set(id, Rc::new(both));
                }
            }
        }
        joined
    }

    /// Whether everything is described that another describes.
    pub(crate) fn includes(&self, other: &Self, shared: &mut Shared<'_>) -> bool {
        let other = &*other.with_facts_of(self, shared);
        let frames = self.frames.iter().zip(&other.frames);
        let mut frames = frames.map(|(a, b)| Rc::ptr_eq(a, b) || a.includes(b));
        if self.frames.len() != other.frames.len()
            || (other.is_havocked && !self.is_havocked)
            || (other.has_ended_any && !self.has_ended_any)
            || !frames.all(|included| included)
            || !includes_result(self.result.as_ref(), other.result.as_ref())
        {
            return false;
        }
        let model = shared.program.data_model;
        if !self.objects.is_same(&other.objects) {
            for (id, there) in other.objects.iter() {
                let here = self.object(id, shared);
                if !here.is_some_and(|here| Rc::ptr_eq(&here, there) || here.includes(there, model))
                {
                    return false;
                }
            }
            for (id, here) in self.objects.iter() {
                if other.objects.get(id).is_none()
                    && let Some(there) = other.object(id, shared)
                    && !here.includes(&there, model)
                {
                    return false;
                }
            }
        }
        self.relations.includes(&other.relations)
    }
}

fn includes_result(here: Option<&Slot>, there: Option<&Slot>) -> bool {
    match (here, there) {
        (Some(here), Some(there)) => here.includes(there),
        (None, None) => true,
        _ => false,
    }
}

/// The number of a slot that relations speak of: an integer, or the offset of an address.
pub(crate) fn number_of(slot: &Slot) -> Option<Ints> {
    if slot.state != crate::value::Init::Yes {
        return None;
    }
    match &slot.value {
        Value::Int(ints) => Some(*ints),
        Value::Pointer(pointers) => offset_of(pointers),
        Value::Float(_) => None,
    }
}

/// The offset that all addresses have, whatever they lead into.
pub(crate) fn offset_of(pointers: &Pointers) -> Option<Ints> {
    match pointers.is_wild() {
        true => None,
        false => {
            let offsets = pointers.targets().iter().map(|(_, offset)| *offset);
            offsets.reduce(|a, b| a.join(&b))
        }
    }
}

/// The least and the greatest signed value.
pub(crate) fn full(width: Width) -> (i128, i128) {
    let max = width.signed_max() as i128;
    (-max - 1, max)
}

/// Whether relations speak of values of a type.
pub(crate) fn is_quantity(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int(_) | Scalar::Pointer)
}
