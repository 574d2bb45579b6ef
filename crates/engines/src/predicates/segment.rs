//! Segments of paths: from a place where paths meet to the next, as formulas over the state at their start.

use super::place::{Calls, Known, Place, World, conjuncts};
use crate::concretize::backward::{Scopes, Site};
use crate::concretize::passing::{Passing, passing, without_alignment};
use crate::concretize::walk::{possible_answers, unable};
use crate::limits::tuning::{MOST_SEGMENTS_OF_A_PLACE, OPERATIONS_OF_A_SEGMENT};
use ir::{ClaimKind, ClaimSet, EdgeId, Op};
use logic::TermId;
use logic::program::path::{State, Step};
use rustc_hash::FxHashMap;
use verdict::Gap;

/// What executions can do from a place on, until paths meet again.
#[derive(Debug, Default)]
pub(super) struct Onward {
    pub(super) targets: Vec<Target>,
    pub(super) segments: Vec<Segment>,
}

/// A way from a place, up to some point. All formulas are over the state at its start and over what the
/// environment chooses on the way.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    /// What holds if it is taken.
    pub(super) conditions: Vec<TermId>,
    /// The variables of what the environment chooses.
    pub(super) choices: Vec<TermId>,
    /// Those of them that are inputs, in the order in which they are asked for.
    pub(super) inputs: Vec<TermId>,
}

/// A way to the next place where paths meet.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) way: Way,
    /// What the variables of the state are behind it.
    pub(super) values: FxHashMap<TermId, TermId>,
    pub(super) to: Place,
}

/// A way to where something may go wrong.
#[derive(Debug)]
pub(super) struct Target {
    /// Its conditions include that it does.
    pub(super) way: Way,
    pub(super) what: What,
}

/// What may go wrong.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum What {
    /// A check fails in a way of a kind.
    Fails(Site, ClaimKind),
    /// Executions cannot be followed from a place.
    Left(Place, Gap),
}

/// The checks whose failures are looked for.
pub(super) type Wanted = FxHashMap<Site, Vec<ClaimKind>>;

/// A segment in the making.
#[derive(Clone)]
struct Walk {
    way: Way,
    state: State,
    place: Place,
    steps: usize,
}

/// Walks on from a place.
pub(super) struct Walker<'a, 'p> {
    world: &'a mut World<'p>,
    wanted: &'a Wanted,
    selected: ClaimSet,
    found: Onward,
}

/// Why a walk does not go on.
enum Ended {
    /// No execution does.
    Infeasible,
    /// It cannot be followed.
    Left(Gap),
}

impl From<Gap> for Ended {
    fn from(gap: Gap) -> Ended {
        Ended::Left(gap)
    }
}

impl<'a, 'p> Walker<'a, 'p> {
    pub(super) fn new(world: &'a mut World<'p>, wanted: &'a Wanted, selected: ClaimSet) -> Self {
        Walker {
            world,
            wanted,
            selected,
            found: Onward::default(),
        }
    }

    /// Everything that executions can do from a place on, until paths meet.
    pub(super) fn onward(
        mut self,
        from: Place,
        stop: &dyn Fn() -> Option<Gap>,
    ) -> Result<Onward, Gap> {
        let mut pending = vec![Walk {
            way: Way::default(),
            state: self.world.space.state().clone(),
            place: from,
            steps: 0,
        }];
        while let Some(walk) = pending.pop() {
            if let Some(gap) = stop() {
                return Err(gap);
            }
            let calls = walk.place.calls;
            let program = self.world.program();
            let procedure = &program[self.world.frame(calls).procedure];
            for edge in &procedure.outgoing[walk.place.location.0 as usize] {
                for next in self.over(&walk, *edge) {
                    match self.world.is_meeting(next.place) {
                        true => self.arrive(next),
                        false => pending.push(next),
                    }
                }
            }
            let count = pending.len() + self.found.segments.len();
            if count > MOST_SEGMENTS_OF_A_PLACE || walk.steps > OPERATIONS_OF_A_SEGMENT {
                let what = "a place from which there are too many ways to go on";
                let span = procedure.span;
                return Err(Gap::Unable(verdict::Place::of(span), what.into()));
            }
        }
        Ok(self.found)
    }

    fn arrive(&mut self, walk: Walk) {
        let values = self.world.space.values(&walk.state);
        self.found.segments.push(Segment {
            way: walk.way,
            values,
            to: walk.place,
        });
    }

    /// The walks over an edge.
    fn over(&mut self, walk: &Walk, edge: EdgeId) -> Vec<Walk> {
        let frame = self.world.frame(walk.place.calls);
        let program = self.world.program();
        let stepped = match &program[frame.procedure][edge].op {
            Op::Halt(_) => Ok(Vec::new()),
            Op::Return(_) => self.leave(walk.clone(), edge),
            Op::Call { .. } => self.enter(walk, edge),
            _ => self.operate(walk.clone(), edge).map(|next| vec![next]),
        };
        let mut walks = match stepped {
            Ok(walks) => walks,
            Err(Ended::Infeasible) => Vec::new(),
            Err(Ended::Left(gap)) => {
                self.found.targets.push(Target {
                    way: walk.way.clone(),
                    what: What::Left(walk.place, gap),
                });
                Vec::new()
            }
        };
        walks.retain(|walk| !matches!(self.world.known(walk.place), Known::Unreachable));
        for walk in &mut walks {
            walk.steps += 1;
        }
        walks
    }

    /// An operation of the procedure itself.
    fn operate(&mut self, mut walk: Walk, edge: EdgeId) -> Result<Walk, Ended> {
        let frame = self.world.frame(walk.place.calls);
        let at = &self.world.program()[frame.procedure][edge];
        let place = verdict::Place::of(at.span);
        let aligned;
        let op = match &at.op {
            Op::Unsupported(what) => {
                return Err(Gap::Unsupported(place, what.clone()).into());
            }
            op if op.is_idle_call() => &Op::Skip,
            Op::Havoc { function, .. } => return Err(Gap::Missing(function.clone()).into()),
            Op::Check(check) => {
                self.aim(&walk, (frame.procedure, edge), check)?;
                match passing(check, self.selected) {
                    // Executions that violate it end there; that those which go on anyhow do not exist is
                    // looked into for the whole program.
                    Passing::Required | Passing::Undefined(_) => &at.op,
                    Passing::Ignored => &Op::Skip,
                    Passing::Unaligned => {
                        aligned = without_alignment(check);
                        &aligned
                    }
                }
            }
            op => op,
        };
        let choice = self.step(&mut walk, &Step::Op(frame.activation, op), place)?;
        if let (Op::Input { ty, source, .. }, Some(choice)) = (op, choice) {
            let program = self.world.program();
            let terms = &mut self.world.terms;
            let possible = possible_answers(terms, program, choice, *ty, source.kind);
            conjuncts(terms, possible, &mut walk.way.conditions);
            walk.way.inputs.push(choice);
        }
        walk.place.location = at.to;
        Ok(walk)
    }

    /// The failures of a check become targets, as far as they are wanted.
    fn aim(&mut self, walk: &Walk, site: Site, check: &ir::Check) -> Result<(), Ended> {
        let Some(kinds) = self.wanted.get(&site) else {
            return Ok(());
        };
        let place = verdict::Place::of(self.world.program()[site.0][site.1].span);
        let activation = self.world.frame(walk.place.calls).activation;
        let Known::Holds(known) = self.world.known(walk.place) else {
            return Err(Ended::Infeasible);
        };
        let values = self.world.space.values(&walk.state);
        for kind in kinds {
            let terms = &mut self.world.terms;
            let space = &self.world.space;
            let fails = space.failure(terms, activation, &check.condition, *kind);
            let fails = fails.map_err(|error| unable(place, &error))?;
            let mut way = walk.way.clone();
            for formula in known.iter().chain([&fails]) {
                let formula = terms.substitute(*formula, &values);
                conjuncts(terms, formula, &mut way.conditions);
            }
            if !way.conditions.contains(&terms.bool(false)) {
                let what = What::Fails(site, *kind);
                self.found.targets.push(Target { way, what });
            }
        }
        Ok(())
    }

    /// Takes a step. What the environment chooses in it, if it does.
    fn step(
        &mut self,
        walk: &mut Walk,
        step: &Step<'_>,
        place: verdict::Place,
    ) -> Result<Option<TermId>, Ended> {
        let (space, terms) = (&self.world.space, &mut self.world.terms);
        let transition = space.transition(terms, &walk.state, step);
        let transition = transition.map_err(|error| unable(place, &error))?;
        let conditions = &mut walk.way.conditions;
        conjuncts(terms, transition.assumed, conditions);
        conjuncts(terms, transition.required, conditions);
        if conditions.contains(&terms.bool(false)) {
            return Err(Ended::Infeasible);
        }
        walk.state = transition.after;
        walk.way.choices.extend(transition.choice);
        Ok(transition.choice)
    }

    /// A call leads into each procedure that it can lead to.
    fn enter(&mut self, walk: &Walk, edge: EdgeId) -> Result<Vec<Walk>, Ended> {
        let calls = walk.place.calls;
        let site = self.world.site(calls, edge);
        let callees = self.world.backward.callees(site).to_vec();
        let mut found = Vec::new();
        for callee in callees {
            let span = self.world.program()[site.0][edge].span;
            let Some(inside) = self.world.called(callee, edge, calls) else {
                let what = "calls of a procedure within calls of it, deeper than is followed";
                return Err(Gap::Unable(verdict::Place::of(span), what.into()).into());
            };
            match self.enter_one(walk.clone(), site, inside) {
                Ok(walk) => found.push(walk),
                Err(Ended::Infeasible) => {}
                Err(left) => return Err(left),
            }
        }
        Ok(found)
    }

    fn enter_one(&mut self, mut walk: Walk, site: Site, inside: Calls) -> Result<Walk, Ended> {
        let program = self.world.program();
        let at = &program[site.0][site.1];
        let place = verdict::Place::of(at.span);
        let Op::Call { arguments, .. } = &at.op else {
            return Err(Ended::Infeasible);
        };
        let from = self.world.frame(walk.place.calls).activation;
        let callee = self.world.frame(inside);
        if let Some(address) = self.world.backward.indirect(site) {
            let to = callee.procedure;
            self.step(&mut walk, &Step::Leads { from, address, to }, place)?;
        }
        let to = callee.activation;
        let enter = Step::Enter {
            from,
            arguments,
            to,
        };
        self.step(&mut walk, &enter, place)?;
        walk.place = self.world.at(inside, program[callee.procedure].entry);
        Ok(walk)
    }

    /// A procedure returns to its caller; the stack objects of the call end.
    fn leave(&mut self, mut walk: Walk, edge: EdgeId) -> Result<Vec<Walk>, Ended> {
        let program = self.world.program();
        let frame = self.world.frame(walk.place.calls);
        let Some((call, below)) = frame.caller else {
            return Ok(Vec::new());
        };
        let caller = self.world.frame(below);
        let at = &program[caller.procedure][call];
        let place = verdict::Place::of(at.span);
        let (Op::Call { dest, .. }, Op::Return(value)) =
            (&at.op, &program[frame.procedure][edge].op)
        else {
            return Err(Ended::Infeasible);
        };
        match self.world.backward.scopes(frame.procedure).clone() {
            Scopes::None => {}
            Scopes::Held(locals) => {
                for local in locals {
                    let end = Op::EndScope(local);
                    self.step(&mut walk, &Step::Op(frame.activation, &end), place)?;
                }
            }
            Scopes::Unknown => {
                let what = "the return of a function that makes stack memory of unknown number";
                return Err(Gap::Unable(place, what.into()).into());
            }
        }
        let (from, to) = (frame.activation, caller.activation);
        match (dest, value) {
            (None, _) => {}
            (Some(dest), Some(value)) => {
                let dest = *dest;
                let pass = Step::Pass {
                    from,
                    value,
                    to,
                    dest,
                };
                self.step(&mut walk, &pass, place)?;
            }
            (Some(dest), None) => {
                let forget = Op::Forget(*dest);
                self.step(&mut walk, &Step::Op(to, &forget), place)?;
            }
        }
        walk.place = self.world.at(below, at.to);
        Ok(vec![walk])
    }
}
