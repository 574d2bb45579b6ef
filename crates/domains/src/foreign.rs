//! Calls of functions that nobody defines: whatever they can reach by their arguments may have changed.

use crate::analysis::{Events, Left};
use crate::fixpoint::Run;
use crate::memory::{Facts, Object, ObjectId, Site};
use crate::relational::Relational;
use crate::state::{Shared, State};
use crate::value::{Pointers, Slot, Target, Value};
use ir::{Expr, GlobalId, LocalId, Origin};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::sync::Arc;

/// What a function can reach.
#[derive(Default)]
pub(crate) struct Reachable {
    pub(crate) objects: FxHashSet<ObjectId>,
    /// Nobody knows where an address leads.
    is_unbounded: bool,
    /// It can call functions of the program.
    has_procedures: bool,
}

impl<R: Relational> Run<'_, '_, '_, R> {
    /// A function that nobody defines is called with addresses.
    pub(crate) fn call_foreign(
        &mut self,
        state: &mut State<R>,
        dest: Option<LocalId>,
        arguments: &[Expr],
        function: &Arc<str>,
        events: &mut Events,
    ) {
        let shared = &mut self.analysis.shared;
        let roots = arguments.iter();
        let roots = roots.map(|address| state.pointers(shared, address));
        let roots = roots.collect();
        let reachable = state.reachable(shared, roots);
        if reachable.has_procedures {
            events.left.insert(Left::Missing(function.clone()));
        }
        let objects = match reachable.is_unbounded {
            true => state.all_but_librarys(shared),
            false => reachable.objects,
        };
        state.scramble(shared, &objects);
        // Objects that are not in the state may have changed, too.
        if reachable.is_unbounded && shared.is_merging {
            state.havoc(shared);
        }
        if let Some(dest) = dest {
            let scalar = shared.program[self.id][dest].scalar;
            state.assign(shared, dest, Slot::of(Value::top(scalar)), None);
        }
    }
}

impl<R: Relational> State<R> {
    /// What can be reached from addresses, over addresses in memory.
    pub(crate) fn reachable(
        &self,
        shared: &mut Shared<'_>,
        mut pending: Vec<Pointers>,
    ) -> Reachable {
        let mut reachable = Reachable {
            is_unbounded: self.is_havocked,
            ..Reachable::default()
        };
        while let Some(pointers) = pending.pop() {
            reachable.is_unbounded |= pointers.is_wild();
            for (target, _) in pointers.targets() {
                match target {
                    Target::Procedure(_) => reachable.has_procedures = true,
                    Target::Null | Target::Nowhere => {}
                    Target::Object(id) => {
                        if !reachable.objects.insert(*id) {
                            continue;
                        }
                        let Some(object) = self.object(*id, shared) else {
                            continue;
                        };
                        reachable.is_unbounded |= has_unknown_rest(&object);
                        let cells = object.contents.cells().iter();
                        pending.extend(cells.filter_map(|cell| match &cell.slot.value {
                            Value::Pointer(pointers) => Some(pointers.clone()),
                            _ => None,
                        }));
                    }
                }
            }
        }
        reachable
    }

    /// All objects but the library's own variables, of which nobody else has the addresses.
    fn all_but_librarys(&self, shared: &mut Shared<'_>) -> FxHashSet<ObjectId> {
        let program = shared.program;
        let is_librarys = |global: GlobalId| {
            let span = program[global].span;
            !span.is_none() && program.files.origin(span) == Origin::Library
        };
        let objects = self.objects.iter().map(|(id, _)| id);
        let mut all: FxHashSet<ObjectId> = objects
            .filter(|id| match shared.sites.made(*id).site {
                Site::Global(global) => !is_librarys(global),
                Site::Edge(..) => true,
            })
            .collect();
        for index in 0..program.globals.len() {
            let global = GlobalId(index as u32);
            if !is_librarys(global) {
                all.insert(shared.sites.global(program, global));
            }
        }
        all
    }

    /// Objects may hold anything that fits.
    fn scramble(&mut self, shared: &mut Shared<'_>, objects: &FxHashSet<ObjectId>) {
        for id in objects {
            let Some(object) = self.object(*id, shared) else {
                continue;
            };
            if object.is_constant {
                continue;
            }
            self.outdate(shared, *id, 0, u64::MAX);
            self.objects.set(
                *id,
                Rc::new(Object {
                    contents: Rc::new(object.contents.scrambled()),
                    facts: Facts::default(),
                    ..(*object).clone()
                }),
            );
        }
    }
}

/// Whether there may be addresses in an object of which nothing is known.
fn has_unknown_rest(object: &Object) -> bool {
    let size = object.size.as_constant();
    let size = size.and_then(|size| u64::try_from(size).ok());
    let is_covered = size.is_some_and(|size| object.contents.is_covered(size));
    !is_covered && object.contents.has_unknown_rest()
}
