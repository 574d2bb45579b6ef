//! Places of executions: a location, and the calls under way.
//!
//! Procedures are inlined along a path: a place knows who called. Its calls have names of their own for their
//! locals (activations), the same for the same calls, so that a predicate means the same whenever it is looked at.

use crate::concretize::backward::{Backward, Callers, Site};
use crate::facts::{Invariant, Invariants};
use crate::limits::tuning::MOST_RECURSIVE_CALLS;
use ir::{EdgeId, LocalId, Location, ProcedureId, Program};
use logic::program::path::{Activation, StateSpace};
use logic::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// Calls under way, the last of which is at work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Calls(u32);

/// Where an execution is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    pub(super) calls: Calls,
    pub(super) location: Location,
}

/// The last of some calls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Frame {
    pub(super) procedure: ProcedureId,
    /// The call that it is, of the one below.
    pub(super) caller: Option<(EdgeId, Calls)>,
    pub(super) activation: Activation,
}

/// What is known of all states at a place.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// There are none.
    Unreachable,
    /// These formulas hold.
    Holds(Rc<[TermId]>),
}

/// The program as places and formulas over its states.
pub(super) struct World<'p> {
    pub(super) backward: Backward<'p>,
    pub(super) terms: Terms,
    pub(super) space: StateSpace<'p>,
    invariants: Option<Arc<Invariants>>,
    frames: Vec<Frame>,
    numbers: FxHashMap<(ProcedureId, Option<(EdgeId, Calls)>), Calls>,
    activations: FxHashMap<(ProcedureId, u32), Activation>,
    /// Whose local a variable is.
    locals: FxHashMap<TermId, (Activation, LocalId)>,
    /// The variables of memory.
    memory: FxHashSet<TermId>,
    known: FxHashMap<Place, Known>,
    meets: FxHashMap<(ProcedureId, Location), bool>,
    facts: FxHashMap<TermId, TermId>,
}

impl<'p> World<'p> {
    pub(super) fn new(program: &'p Program, invariants: Option<Arc<Invariants>>) -> World<'p> {
        let mut terms = Terms::new();
        let space = StateSpace::new(&mut terms, program, &[]);
        let held = space.state().memory.clone();
        let arrays = [held.bytes, held.mask, held.targets, held.base, held.size];
        let others = [held.life, held.fresh, held.owner, held.next, held.frontier];
        World {
            backward: Backward::new(program),
            terms,
            space,
            invariants,
            frames: Vec::new(),
            numbers: FxHashMap::default(),
            activations: FxHashMap::default(),
            locals: FxHashMap::default(),
            memory: arrays.into_iter().chain(others).collect(),
            known: FxHashMap::default(),
            meets: FxHashMap::default(),
            facts: FxHashMap::default(),
        }
    }

    pub(super) fn program(&self) -> &'p Program {
        self.backward.program
    }

    /// Where a program starts with a procedure.
    pub(super) fn start(&mut self, procedure: ProcedureId) -> Place {
        let calls = self.calls(procedure, None);
        self.at(calls, self.program()[procedure].entry)
    }

    pub(super) fn at(&self, calls: Calls, location: Location) -> Place {
        Place { calls, location }
    }

    pub(super) fn frame(&self, calls: Calls) -> Frame {
        self.frames[calls.0 as usize]
    }

    /// The calls after one more: `None` if there are too many of one procedure.
    pub(super) fn called(&mut self, callee: ProcedureId, by: EdgeId, from: Calls) -> Option<Calls> {
        (self.depth_of(callee, Some(from)) < MOST_RECURSIVE_CALLS)
            .then(|| self.calls(callee, Some((by, from))))
    }

    fn depth_of(&self, procedure: ProcedureId, below: Option<Calls>) -> u32 {
        let frames = std::iter::successors(below, |calls| self.frame(*calls).caller.map(|by| by.1));
        let same = frames.filter(|calls| self.frame(*calls).procedure == procedure);
        same.count() as u32
    }

    fn calls(&mut self, procedure: ProcedureId, caller: Option<(EdgeId, Calls)>) -> Calls {
        if let Some(known) = self.numbers.get(&(procedure, caller)) {
            return *known;
        }
        let depth = self.depth_of(procedure, caller.map(|by| by.1));
        let activation = self.activation(procedure, depth);
        let calls = Calls(self.frames.len() as u32);
        self.frames.push(Frame {
            procedure,
            caller,
            activation,
        });
        self.numbers.insert((procedure, caller), calls);
        calls
    }

    fn activation(&mut self, procedure: ProcedureId, depth: u32) -> Activation {
        if let Some(known) = self.activations.get(&(procedure, depth)) {
            return *known;
        }
        let body = &self.backward.program[procedure];
        let made = self.space.add_activation(&mut self.terms, body);
        self.activations.insert((procedure, depth), made);
        for index in 0..body.locals.len() {
            let local = LocalId(index as u32);
            let value = self.space.local(made, local);
            self.locals.insert(value.bits, (made, local));
            self.locals.insert(value.known, (made, local));
        }
        made
    }

    /// The calls under way, each with the location that it is at or will come back to.
    pub(super) fn stack(&self, place: Place) -> Vec<(Frame, Location)> {
        let mut found = Vec::new();
        let mut next = Some((place.calls, place.location));
        while let Some((calls, location)) = next {
            let frame = self.frame(calls);
            found.push((frame, location));
            next = frame.caller.map(|(edge, below)| {
                let caller = self.frame(below).procedure;
                (below, self.program()[caller][edge].to)
            });
        }
        found
    }

    /// Whether paths meet at a place.
    pub(super) fn is_meeting(&mut self, place: Place) -> bool {
        let procedure = self.frame(place.calls).procedure;
        let backward = &self.backward;
        let count = || backward.before(procedure, place.location, Callers::Waiting);
        let meets = self.meets.entry((procedure, place.location));
        *meets.or_insert_with(|| count().len() > 1)
    }

    /// What the analysis knows of all states at a place.
    pub(super) fn known(&mut self, place: Place) -> Known {
        if let Some(known) = self.known.get(&place) {
            return known.clone();
        }
        let frame = self.frame(place.calls);
        let invariants = self.invariants.clone();
        let found = match invariants.as_deref() {
            Some(all) => match all.at(frame.procedure, place.location) {
                None => Known::Holds(Rc::default()),
                Some(Invariant::Unreachable) => Known::Unreachable,
                Some(Invariant::Holds(conditions)) => {
                    let mut formulas = Vec::new();
                    for condition in conditions {
                        let space = &self.space;
                        // What has no formula restricts nothing.
                        if let Ok(one) = space.holds(&mut self.terms, frame.activation, condition) {
                            conjuncts(&self.terms, one, &mut formulas);
                        }
                    }
                    Known::Holds(formulas.into())
                }
            },
            None => Known::Holds(Rc::default()),
        };
        self.known.insert(place, found.clone());
        found
    }

    /// What is true in every state of a program of the places that a formula reads.
    pub(super) fn facts(&mut self, formula: TermId) -> TermId {
        if let Some(known) = self.facts.get(&formula) {
            return *known;
        }
        let facts = self.space.invariant(&mut self.terms, &[formula]);
        self.facts.insert(formula, facts);
        facts
    }

    /// Whether a formula is about states at a place alone: about memory and locals of calls under way
    /// whose values can still be used, not about what the environment chose some time.
    pub(super) fn is_about(&self, formula: TermId, place: Place) -> bool {
        let stack = self.stack(place);
        let flow = &self.backward.flow;
        let is_live = |activation: Activation, local: LocalId| {
            let mut frames = stack.iter();
            let frame = frames.find(|(frame, _)| frame.activation == activation);
            frame.is_some_and(|(frame, at)| flow.is_live(frame.procedure, *at, local))
        };
        let variables = self.terms.free_vars(&[formula]).into_iter();
        let mut about = variables.map(|variable| match self.locals.get(&variable) {
            Some((activation, local)) => is_live(*activation, *local),
            None => self.memory.contains(&variable),
        });
        about.all(|one| one)
    }

    /// Whether a variable is one of states, and none that the environment chose.
    pub(super) fn is_of_state(&self, variable: TermId) -> bool {
        self.locals.contains_key(&variable) || self.memory.contains(&variable)
    }

    /// The call that some calls are the last of.
    pub(super) fn site(&self, calls: Calls, edge: EdgeId) -> Site {
        (self.frame(calls).procedure, edge)
    }
}

/// Adds the conditions that a formula is the conjunction of, but those that always hold.
pub(super) fn conjuncts(terms: &Terms, formula: TermId, into: &mut Vec<TermId>) {
    let mut pending = vec![formula];
    while let Some(term) = pending.pop() {
        if terms.op(term) == logic::Op::And {
            pending.extend(terms.args(term));
        } else if term != terms.bool(true) && !into.contains(&term) {
            into.push(term);
        }
    }
}
