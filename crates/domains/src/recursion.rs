//! Recursion: all calls inside of one are described together, and callers wait outside of the state.

use crate::analysis::{Analysis, Events, Stopped, Summary};
use crate::linear::Linear;
use crate::memory::{Age, ContextId, ObjectId, Site};
use crate::relational::Relational;
use crate::state::{Quantity, State};
use crate::value::Thresholds;
use ir::{LocalId, ProcedureId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A recursion that does not become stable after so many rounds is given up.
const MOST_ROUNDS: u32 = 60;
/// How often states of a recursion are joined before they are widened: a relation that calls keep is one of the
/// constraints after the first of them.
const DELAY: u32 = 2;
/// How often the states of merged calls are joined before they are widened.
const DELAY_IF_MERGED: u32 = 3;

/// A recursive procedure: the state of all its calls, and what is known of how they end.
pub(crate) struct Recursion<R> {
    entry: State<R>,
    exit: Option<State<R>>,
    events: Events,
    /// The last analysis of the body.
    pub(crate) body: Option<Rc<Summary<R>>>,
    /// When it was completed, and on which others it depends that were not complete then.
    epoch: u64,
    consulted: FxHashSet<ContextId>,
    is_running: bool,
    has_grown: bool,
    /// How often the state of its calls has grown.
    growths: u32,
}

impl<R: Relational> Analysis<'_, '_, R> {
    /// A recursive call: all calls of the recursion are one, and the callers wait outside of the state.
    pub(crate) fn recursive(
        &mut self,
        context: ContextId,
        root: ContextId,
        callee: ProcedureId,
        mut inside: State<R>,
    ) -> Result<(Option<State<R>>, Events), Stopped> {
        let aged = self.age_all(&mut inside, (root, callee));
        let parameters = self.give_arguments(&mut inside);
        let waiting = self.set_aside(&mut inside, callee);
        self.rebase(&mut inside, waiting.depth(), 0);
        self.name_parameters(&mut inside, &parameters);
        let (exit, events) = self.recursion(context, callee, inside)?;
        let exit = exit.map(|mut exit| {
            self.parameters_are_arguments(&mut exit);
            self.take_back(&mut exit, waiting, (root, callee));
            let shared = &self.shared;
            let is_argument = |var| matches!(shared.quantity(var), Quantity::Argument(_));
            exit.relations.keep(&|var| !is_argument(var));
            for recent in &aged {
                let old = ObjectId::new(recent.site(), Age::Old);
                let is_single = exit.objects.get(old).is_some_and(|object| object.is_single);
                if is_single && exit.objects.get(*recent).is_none() {
                    exit.rename_object(&mut self.shared, old, *recent);
                }
            }
            exit
        });
        Ok((exit, events))
    }

    /// Names the numbers that are given for parameters, from a state in which the frame of the call is the
    /// innermost. How a call ends is described by relations to what its parameters were when it began; for the
    /// caller, that is what it gave.
    fn give_arguments(&mut self, state: &mut State<R>) -> Vec<LocalId> {
        let depth = state.depth();
        let locals = state.frame().locals().iter();
        let numbers = locals.filter(|(_, slot)| slot.value.as_ints().is_some());
        let parameters: Vec<LocalId> = numbers.map(|(local, _)| *local).collect();
        for local in &parameters {
            let value = Linear::var(self.shared.var(Quantity::Local(depth, *local)));
            let argument = self.shared.var(Quantity::Argument(*local));
            state.relations.assign(argument, &value);
        }
        parameters
    }

    /// Names what parameters are when the call begins.
    fn name_parameters(&mut self, state: &mut State<R>, parameters: &[LocalId]) {
        for local in parameters {
            let value = Linear::var(self.shared.var(Quantity::Local(0, *local)));
            let parameter = self.shared.var(Quantity::Parameter(*local));
            state.relations.assign(parameter, &value);
        }
    }

    /// What parameters were is what the caller gave.
    fn parameters_are_arguments(&mut self, exit: &mut State<R>) {
        for var in exit.relations.vars() {
            if let Quantity::Parameter(local) = self.shared.quantity(var) {
                let argument = self.shared.var(Quantity::Argument(local));
                exit.relations.rename(var, argument);
            }
        }
    }

    /// Makes old what the recursion could make anew; gives what had no older ones.
    fn age_all(
        &mut self,
        state: &mut State<R>,
        entered: (ContextId, ProcedureId),
    ) -> Vec<ObjectId> {
        let recent: Vec<ObjectId> = state
            .objects
            .iter()
            .map(|(id, _)| id)
            .filter(|id| id.age() == Age::Recent)
            .filter(|id| match self.shared.sites.made(*id).site {
                Site::Global(_) => false,
                Site::Edge(_, _, context) => self.contexts.may_make_anew(context, entered),
            })
            .collect();
        let mut alone = Vec::new();
        for id in recent {
            if state
                .objects
                .get(ObjectId::new(id.site(), Age::Old))
                .is_none()
            {
                alone.push(id);
            }
            state.age(&mut self.shared, id);
        }
        alone
    }

    /// The innermost frame is at another depth.
    fn rebase(&mut self, state: &mut State<R>, from: u32, to: u32) {
        let shared = &mut self.shared;
        state.relations.keep(
            &|var| !matches!(shared.quantity(var).local(), Some((depth, _)) if depth != from),
        );
        for var in state.relations.vars() {
            let renamed = match shared.quantity(var) {
                Quantity::Local(depth, local) if depth != to => Quantity::Local(to, local),
                Quantity::ReadAt(depth, local) if depth != to => Quantity::ReadAt(to, local),
                _ => continue,
            };
            let renamed = shared.var(renamed);
            state.relations.rename(var, renamed);
        }
    }

    fn recursion(
        &mut self,
        context: ContextId,
        callee: ProcedureId,
        entry: State<R>,
    ) -> Result<(Option<State<R>>, Events), Stopped> {
        let thresholds = self.plan(callee).thresholds.clone();
        let delay = match self.contexts.is_merging() {
            true => DELAY_IF_MERGED,
            false => DELAY,
        };
        match self.recursions.get_mut(&context) {
            Some(known) if known.entry.includes(&entry, &mut self.shared) => {
                if known.is_running {
                    self.consulted.insert(context);
                    return Ok((known.exit.clone(), known.events.clone()));
                }
                if known.consulted.is_empty() || known.epoch == self.epoch {
                    self.consulted.extend(&known.consulted);
                    return Ok((known.exit.clone(), known.events.clone()));
                }
            }
            Some(known) => {
                let joined = known.entry.join(&entry, &mut self.shared);
                known.growths += 1;
                known.entry = match known.growths <= delay {
                    true => joined,
                    false => known.entry.widen(&joined, &mut self.shared, &thresholds),
                };
                known.has_grown = true;
                self.epoch += 1;
                if known.is_running {
                    self.consulted.insert(context);
                    return Ok((known.exit.clone(), known.events.clone()));
                }
            }
            None => {
                let new = Recursion {
                    entry,
                    exit: None,
                    events: Events::default(),
                    body: None,
                    epoch: 0,
                    consulted: FxHashSet::default(),
                    is_running: false,
                    has_grown: false,
                    growths: 0,
                };
                self.recursions.insert(context, new);
            }
        }
        self.complete(context, callee, &thresholds)
    }

    /// Analyses a recursive procedure until nothing new is found.
    fn complete(
        &mut self,
        context: ContextId,
        callee: ProcedureId,
        thresholds: &Thresholds,
    ) -> Result<(Option<State<R>>, Events), Stopped> {
        let before = std::mem::take(&mut self.consulted);
        for round in 0..MOST_ROUNDS {
            self.consulted.clear();
            let epoch = self.epoch;
            let Some(known) = self.recursions.get_mut(&context) else {
                return Err(Stopped::Unstable);
            };
            known.is_running = true;
            known.has_grown = false;
            let entry = known.entry.clone();
            let summary =
                stacker::maybe_grow(256 << 10, 4 << 20, || self.body(context, callee, entry))?;
            let Some(known) = self.recursions.get_mut(&context) else {
                return Err(Stopped::Unstable);
            };
            let mut is_new = false;
            let exits = summary.exit.iter().cloned();
            let exit = exits.reduce(|a, b| a.join(&b, &mut self.shared));
            if let Some(exit) = &exit {
                known.exit = Some(match &known.exit {
                    None => {
                        is_new = true;
                        exit.clone()
                    }
                    Some(old) if old.includes(exit, &mut self.shared) => old.clone(),
                    Some(old) => {
                        is_new = true;
                        let joined = old.join(exit, &mut self.shared);
                        match round < DELAY {
                            true => joined,
                            false => old.widen(&joined, &mut self.shared, thresholds),
                        }
                    }
                });
            }
            known.events.extend(&summary.events);
            known.body = Some(summary.clone());
            known.is_running = false;
            // What rests on how it ended before, by way of others, too, has to be looked at again.
            let is_used = self.consulted.contains(&context);
            let is_stable = !(known.has_grown || is_new && is_used);
            if is_new {
                self.epoch += 1;
            }
            if is_stable {
                self.consulted.remove(&context);
                known.epoch = epoch + u64::from(is_new);
                known.consulted = self.consulted.clone();
                self.consulted.extend(before);
                return Ok((known.exit.clone(), known.events.clone()));
            }
        }
        Err(Stopped::Unstable)
    }
}
