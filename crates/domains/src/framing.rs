//! What a call cannot reach waits outside of the state until it returns: it stays as it is, and calls that
//! differ in nothing else are alike.
//!
//! A procedure reaches what its arguments and the globals that it names lead to. Through an address of which
//! nothing is known it may reach more; what is done there is marked in the state
//! ([`State::is_havocked`], [`State::has_ended_any`]), and done to the rest when it returns.

use crate::analysis::Analysis;
use crate::frame::Frame;
use crate::life::Certainty;
use crate::memory::{ContextId, Facts, Life, Object, ObjectId, Site};
use crate::relational::Relational;
use crate::state::{Quantity, Shared, State};
use crate::value::{Pointers, Slot, Target, Value};
use ir::{ProcedureId, Storage};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What waits until a call returns.
pub(crate) struct Waiting<R> {
    /// The calls under way.
    frames: Vec<Rc<Frame>>,
    /// Relations between numbers that the call does not change.
    relations: R,
    /// Objects that it cannot reach.
    objects: Vec<(ObjectId, Rc<Object>)>,
    /// Those that it can, if calls are merged.
    reached: Option<FxHashSet<ObjectId>>,
}

impl<R> Waiting<R> {
    pub(crate) fn depth(&self) -> u32 {
        self.frames.len() as u32
    }
}

impl<R: Relational> Analysis<'_, '_, R> {
    /// Takes all calls but the innermost out of a state, and what that cannot reach.
    pub(crate) fn set_aside(&mut self, state: &mut State<R>, callee: ProcedureId) -> Waiting<R> {
        let depth = state.depth();
        let reached = self
            .contexts
            .is_merging()
            .then(|| self.reached_by_call(state, callee));
        let is_outside = |id: ObjectId| reached.as_ref().is_some_and(|all| !all.contains(&id));
        let shared = &self.shared;
        let mut relations = state.relations.clone();
        relations.keep(&|var| match shared.quantity(var) {
            Quantity::Local(other, _) => other < depth,
            Quantity::Parameter(_) | Quantity::Argument(_) => true,
            quantity => quantity.object().is_some_and(is_outside),
        });
        state.relations.keep(&|var| match shared.quantity(var) {
            Quantity::Parameter(_) | Quantity::Argument(_) => false,
            quantity => !quantity.object().is_some_and(is_outside),
        });
        let frames = state.detach(is_outside);
        let objects: Vec<(ObjectId, Rc<Object>)> = state
            .objects
            .iter()
            .filter(|(id, _)| is_outside(*id))
            .map(|(id, object)| (id, object.clone()))
            .collect();
        let looks_for_leaks = self.contexts.looks_for_leaks(callee);
        for (id, object) in &objects {
            let is_heap = shared.sites.made(*id).storage == Some(Storage::Heap);
            match is_heap && looks_for_leaks {
                // Whoever looks for leaks has to see it, and nothing of it.
                true => state.objects.set(*id, Rc::new(without_facts(object))),
                false => _ = state.objects.remove(*id),
            }
        }
        Waiting {
            frames,
            relations,
            objects,
            reached,
        }
    }

    /// The objects that a call can reach, from a state in which its frame is the innermost.
    fn reached_by_call(&mut self, state: &State<R>, callee: ProcedureId) -> FxHashSet<ObjectId> {
        let shared = &mut self.shared;
        let width = shared.width();
        let arguments = state.frame().locals().iter();
        let mut roots: Vec<Pointers> = arguments.filter_map(|(_, slot)| addresses(slot)).collect();
        for global in self.contexts.globals(callee) {
            let object = shared.sites.global(shared.program, *global);
            roots.push(Pointers::start(Target::Object(object), width));
        }
        state.reachable(shared, roots).objects
    }

    /// Puts back what waited, at the end of a call.
    pub(crate) fn take_back(
        &mut self,
        exit: &mut State<R>,
        waiting: Waiting<R>,
        entered: (ContextId, ProcedureId),
    ) {
        let Waiting {
            frames,
            mut relations,
            objects,
            reached,
        } = waiting;
        exit.attach(frames);
        let may_make = |id: ObjectId, shared: &Shared<'_>| match shared.sites.made(id).site {
            Site::Global(_) => false,
            Site::Edge(_, _, context) => self.contexts.may_make_anew(context, entered),
        };
        let mut gone: FxHashSet<ObjectId> = FxHashSet::default();
        if let Some(reached) = &reached {
            let ids = exit.objects.iter().map(|(id, _)| id);
            let others = ids.filter(|id| !reached.contains(id) && !may_make(*id, &self.shared));
            gone.extend(others);
        }
        let shared = &mut self.shared;
        let is_outside = |id: ObjectId| objects.binary_search_by_key(&id, |(id, _)| *id).is_ok();
        exit.relations.keep(&|var| {
            let quantity = shared.quantity(var);
            let object = quantity.object();
            quantity.local().is_none()
                && !object.is_some_and(|id| gone.contains(&id) || is_outside(id))
        });
        exit.remove_others(&gone);
        let mut joined: FxHashSet<ObjectId> = FxHashSet::default();
        for (id, object) in &objects {
            let both = match exit.objects.get(*id) {
                // Others of the same site are described together with those that the call has made.
                Some(made) => {
                    joined.insert(*id);
                    let mut both = made.join(object, shared.program.data_model);
                    both.is_single = false;
                    both.facts = Facts::default();
                    Rc::new(both)
                }
                None => object.clone(),
            };
            exit.objects.set(*id, both);
        }
        relations.keep(&|var| {
            let object = shared.quantity(var).object();
            !object.is_some_and(|id| joined.contains(&id))
        });
        exit.relations.meet(&relations);
        for id in &joined {
            exit.outdate_object(shared, *id);
        }
        exit.affect_others(shared, &objects);
    }
}

impl<R: Relational> State<R> {
    /// Removes objects of other calls that are described together with this, and addresses of them.
    fn remove_others(&mut self, gone: &FxHashSet<ObjectId>) {
        if gone.is_empty() {
            return;
        }
        for id in gone {
            self.objects.remove(*id);
        }
        let names = |slot: &Slot| {
            let pointers = slot.value.as_pointers();
            pointers.is_some_and(|pointers| {
                let mut targets = pointers.targets().iter();
                targets.any(|(target, _)| is_one_of(*target, gone))
            })
        };
        if let Some(result) = self.result.as_mut().filter(|result| names(result)) {
            forget_targets(result, gone);
        }
        self.objects.update(|_, object| {
            let mut cells = object.contents.cells().iter();
            cells.any(|cell| names(&cell.slot)).then(|| {
                let mut contents = (*object.contents).clone();
                contents.for_each_slot(|slot| forget_targets(slot, gone));
                Object {
                    contents: Rc::new(contents),
                    ..object.clone()
                }
            })
        });
    }

    /// What the call did to objects of which nobody knows which they are, it may have done to others.
    fn affect_others(&mut self, shared: &mut Shared<'_>, others: &[(ObjectId, Rc<Object>)]) {
        if self.has_ended_any {
            for (id, _) in others {
                let life = match shared.sites.made(*id).storage {
                    None => continue,
                    Some(Storage::Stack) => Life::ENDED,
                    Some(_) => Life::FREED,
                };
                self.end(shared, *id, life, Certainty::Maybe);
            }
        }
        if self.is_havocked {
            self.havoc(shared);
        }
    }
}

fn is_one_of(target: Target, objects: &FxHashSet<ObjectId>) -> bool {
    matches!(target, Target::Object(id) if objects.contains(&id))
}

/// Addresses lead to none of some objects, unless they would lead nowhere.
fn forget_targets(slot: &mut Slot, gone: &FxHashSet<ObjectId>) {
    if let Value::Pointer(pointers) = &slot.value {
        let keep =
            |target: Target, at: &crate::value::Ints| (!is_one_of(target, gone)).then_some(*at);
        if let Some(kept) = pointers.filter(keep, true) {
            slot.value = Value::Pointer(kept);
        }
    }
}

fn addresses(slot: &Slot) -> Option<Pointers> {
    slot.value.as_pointers().cloned()
}

fn without_facts(object: &Object) -> Object {
    Object {
        facts: Facts::default(),
        ..object.clone()
    }
}
