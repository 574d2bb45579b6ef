//! Objects that are made and that end, and what can be asked about them.

use crate::analysis::Extent;
use crate::linear::Linear;
use crate::memory::{Age, Contents, Facts, Life, Made, Object, ObjectId, Rest};
use crate::relational::Relational;
use crate::state::{Quantity, Shared, State};
use crate::value::{Init, Ints, Pointers, Slot, Target, Value};
use ir::{BinaryOp, Expr, LocalId, Measure, NewObject, Storage};
use std::rc::Rc;

/// Whether something happens to objects that are described together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Certainty {
    /// To all of them.
    All,
    /// To one of them.
    Sure,
    /// To some of them, or to none.
    Maybe,
}

impl<R: Relational> State<R> {
    /// A new object is made.
    pub(crate) fn allocate(
        &mut self,
        shared: &mut Shared<'_>,
        dest: LocalId,
        object: &NewObject,
        made: Made,
    ) {
        let size = self.ints(shared, &object.size);
        let linear = self.linear(shared, &object.size);
        let rest = match object.contents {
            ir::Contents::Zero => Rest::Zero,
            ir::Contents::Uninitialised => Rest::Unknown(Init::No),
        };
        let id = self.make(shared, made, size, Contents::new(rest));
        let width = shared.width();
        if size.as_constant().is_none() {
            let var = shared.var(Quantity::Size(id));
            self.relate(var, &Slot::of(Value::Int(size)), linear.as_ref());
        }
        let start = Pointers::start(Target::Object(id), width);
        self.assign(
            shared,
            dest,
            Slot::of(Value::Pointer(start)),
            Some(&Linear::constant(0)),
        );
    }

    /// The recent object of a site is a new one.
    pub(crate) fn make(
        &mut self,
        shared: &mut Shared<'_>,
        made: Made,
        size: Ints,
        contents: Contents,
    ) -> ObjectId {
        let site = shared.sites.site(made);
        let id = ObjectId::new(site, Age::Recent);
        self.age(shared, id);
        self.outdate_object(shared, id);
        let object = Object {
            size,
            life: Life::LIVE,
            is_single: true,
            is_constant: false,
            contents: Rc::new(contents),
            facts: Facts::default(),
        };
        self.objects.set(id, Rc::new(object));
        id
    }

    /// The lives of objects end.
    pub(crate) fn free(&mut self, shared: &mut Shared<'_>, address: &Expr) {
        let pointers = self.pointers(shared, address);
        if pointers.is_wild() {
            self.has_ended_any = true;
            let heap = |id: ObjectId, shared: &Shared<'_>| {
                matches!(
                    shared.sites.made(id).storage,
                    Some(Storage::Heap | Storage::Internal)
                )
            };
            let all: Vec<ObjectId> = self.objects.iter().map(|(id, _)| id).collect();
            for id in all.into_iter().filter(|id| heap(*id, shared)) {
                self.end(shared, id, Life::FREED, Certainty::Maybe);
            }
            return;
        }
        let objects = pointers
            .targets()
            .iter()
            .filter_map(|(target, _)| match target {
                Target::Object(id) => Some(*id),
                _ => None,
            });
        let objects: Vec<ObjectId> = objects.collect();
        let certainty = match objects.len() {
            1 => Certainty::Sure,
            _ => Certainty::Maybe,
        };
        for id in objects {
            self.end(shared, id, Life::FREED, certainty);
        }
    }

    /// The object of a variable is gone.
    pub(crate) fn end_scope(&mut self, shared: &mut Shared<'_>, local: LocalId) {
        let slot = self.slot(shared, local);
        let Value::Pointer(pointers) = &slot.value else {
            return;
        };
        if slot.state == Init::No {
            return;
        }
        let certainty = match (pointers.only_object(), slot.state) {
            (Some(_), Init::Yes) => Certainty::Sure,
            _ => Certainty::Maybe,
        };
        self.has_ended_any |= pointers.is_wild();
        let named: Vec<ObjectId> = match pointers.is_wild() {
            // Nobody knows which.
            true => self.objects.iter().map(|(id, _)| id).collect(),
            false => {
                let objects = pointers
                    .targets()
                    .iter()
                    .filter_map(|(target, _)| match target {
                        Target::Object(id) => Some(*id),
                        _ => None,
                    });
                objects.collect()
            }
        };
        for id in named {
            if shared.sites.made(id).storage == Some(Storage::Stack) {
                self.end(shared, id, Life::ENDED, certainty);
            }
        }
    }

    pub(crate) fn end(
        &mut self,
        shared: &Shared<'_>,
        id: ObjectId,
        life: Life,
        certainty: Certainty,
    ) {
        let Some(object) = self.objects.get(id).cloned() else {
            return;
        };
        let is_sure = match certainty {
            Certainty::All => true,
            Certainty::Sure => object.is_single,
            Certainty::Maybe => false,
        };
        let mut object = (*object).clone();
        object.life = match is_sure {
            true => life,
            false => object.life.join(life),
        };
        if is_sure {
            object.contents = Rc::new(Contents::unknown());
            object.facts = Facts::default();
            self.outdate(shared, id, 0, u64::MAX);
        }
        self.objects.set(id, Rc::new(object));
    }

    /// The object of a variable is a constant from here on.
    pub(crate) fn protect(&mut self, shared: &Shared<'_>, local: LocalId) {
        let slot = self.slot(shared, local);
        if let Value::Pointer(pointers) = &slot.value {
            for (target, _) in pointers.targets() {
                if let Target::Object(id) = target
                    && let Some(object) = self.objects.get(*id).cloned()
                {
                    let mut object = (*object).clone();
                    object.is_constant = true;
                    self.objects.set(*id, Rc::new(object));
                }
            }
        }
    }

    /// A local takes something about an object.
    pub(crate) fn measure(
        &mut self,
        shared: &mut Shared<'_>,
        dest: LocalId,
        measure: Measure,
        address: &Expr,
    ) {
        let width = shared.width();
        let pointers = self.pointers(shared, address);
        let mut found: Option<Ints> = None;
        // As large as accesses need is no number.
        let is_needed = |shared: &Shared<'_>, id| shared.given(id) == Some(Extent::AsNeeded);
        for (target, offset) in pointers.targets() {
            let ints = match (measure, target) {
                (Measure::Offset, _) => *offset,
                (_, Target::Object(id)) if is_needed(shared, *id) => Ints::top(width),
                (Measure::Size, Target::Object(id)) => match self.object(*id, shared) {
                    Some(object) => object.size,
                    None => Ints::top(width),
                },
                (Measure::Room, Target::Object(id)) => match self.object(*id, shared) {
                    Some(object) => {
                        let room = Ints::binary(BinaryOp::Sub, &object.size, offset);
                        let is_inside = offset.signed().0 >= 0
                            && offset.signed().1.unsigned_abs() <= object.size.unsigned().0;
                        match is_inside && object.life == Life::LIVE {
                            true => room,
                            false => Ints::top(width),
                        }
                    }
                    None => Ints::top(width),
                },
                _ => Ints::top(width),
            };
            found = Some(found.map_or(ints, |known| known.join(&ints)));
        }
        let ints = match (found, pointers.is_wild()) {
            (Some(ints), false) => ints,
            _ => Ints::top(width),
        };
        let linear = match (measure, pointers.only_object()) {
            (Measure::Size, Some((id, _))) if is_needed(shared, id) => None,
            (Measure::Size, Some((id, _))) => {
                let is_single = self
                    .object(id, shared)
                    .is_some_and(|object| object.is_single);
                let is_known = ints.as_constant().is_some();
                (is_single && !is_known).then(|| Linear::var(shared.var(Quantity::Size(id))))
            }
            (Measure::Offset, Some(_)) => self.linear(shared, address),
            _ => None,
        };
        self.assign(shared, dest, Slot::of(Value::Int(ints)), linear.as_ref());
    }
}
