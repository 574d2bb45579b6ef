//! State matching: a state that an earlier one subsumes is dropped.
//!
//! A state is compared as a graph ([`graph`]): its nodes are objects, its roots the locals that
//! still matter and the globals. One subsumes another if its shape does (Algorithm 1, [`shape`])
//! and the constraints of the other imply its own (Definitions 4 to 7, [`numeric`]). Where that
//! fails, the abstractions of both may still match ([`abstraction`]); as these forget things, what
//! is dropped then may have had behaviours of its own. To forget soundly, the state that goes on
//! must be the one that has forgotten ([`general`]).

mod abstraction;
mod build;
mod general;
mod given;
mod graph;
mod numeric;
mod shape;
#[cfg(test)]
mod tests;

use super::transfer::{Mover, Parcel, Transfer};
use crate::limits::tuning::{
    ITERATIONS_MATCHED_WITHOUT_FORK, ITERATIONS_STORED_WITHOUT_FORK, MATCHING_TRIAL_STATES,
    MATCHING_TRIAL_STATES_IF_IT_DID_NOT_PAY, MOST_STATES_COMPARED, STATES_BEFORE_GENERALISATION,
    STATES_PER_WORTHWHILE_MATCH,
};
use crate::symbolic::LoopVisit;
use crate::symbolic::context::Context;
use crate::symbolic::heap::Heap;
use crate::symbolic::state::State;
use graph::{Graph, Item};
use ir::{EdgeId, Location, ProcedureId};
use rustc_hash::FxHashMap;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

/// How states are matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Matching {
    /// Not at all.
    Off,
    /// Only where every behaviour of the one is one of the other.
    #[default]
    Exact,
    /// Also where that is so of what the abstractions keep.
    Abstract,
    /// Exactly, and states that a loop keeps changing are replaced by more general ones, so that
    /// they match. A search that ends has followed every execution, and further ones that there
    /// are not: where one of those may violate a claim, the search ends without an answer.
    General,
}

impl Matching {
    /// Where loops are visited.
    pub(super) fn visit(self) -> LoopVisit {
        match self {
            // A generalised state has forgotten what the loop's condition said.
            Matching::General => LoopVisit::AtHead,
            Matching::Off | Matching::Exact | Matching::Abstract => LoopVisit::AtCut,
        }
    }
}

impl FromStr for Matching {
    type Err = String;

    fn from_str(name: &str) -> Result<Matching, String> {
        match name {
            "off" => Ok(Matching::Off),
            "exact" => Ok(Matching::Exact),
            "abstract" => Ok(Matching::Abstract),
            "general" => Ok(Matching::General),
            _ => Err(format!(
                "states cannot be matched `{name}`; off, exact, abstract or general"
            )),
        }
    }
}

/// How a state was matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Match {
    /// Every behaviour of it is one of the other.
    Exact,
    /// Its abstraction is subsumed.
    Abstract,
}

/// Where a state is: the location of each call that is under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Point(Vec<(ProcedureId, Location, Option<EdgeId>)>);

/// The states that all workers have visited, for the others.
#[derive(Default)]
pub(crate) struct Library {
    points: Mutex<FxHashMap<Point, Vec<Arc<Published>>>>,
}

/// A state that a worker has visited.
struct Published {
    by: usize,
    stored: Parcel<Stored>,
}

impl Library {
    fn publish(&self, point: Point, published: Published) {
        let mut points = self.points.lock().unwrap_or_else(PoisonError::into_inner);
        points.entry(point).or_default().push(Arc::new(published));
    }

    /// The states of a point from a number on.
    fn since(&self, point: &Point, number: usize) -> Vec<Arc<Published>> {
        let points = self.points.lock().unwrap_or_else(PoisonError::into_inner);
        let published = points.get(point).and_then(|all| all.get(number..));
        published.map(<[_]>::to_vec).unwrap_or_default()
    }
}

/// The states that were visited, by point.
pub(crate) struct Visited<'t> {
    matching: Matching,
    /// Who visits, and where the others say what they have visited.
    shelf: Option<(usize, &'t Library)>,
    /// The heap at the start: what is still the same needs no look.
    initial: Heap,
    points: FxHashMap<Point, AtPoint>,
    /// How many states were taken up: each is followed until it forks.
    taken_up: u64,
    /// How many turns of loops the one that was taken up last has made.
    turns: u64,
}

#[derive(Default)]
struct AtPoint {
    stored: Vec<Arc<Stored>>,
    /// How many states of the library are among them, or were its own.
    known: usize,
    checks: u64,
    matches: u64,
    /// The state that was here last, and how often since it was taken up.
    taken_up: u64,
    turns: u64,
}

/// What is kept of a visited state.
struct Stored {
    exact: Graph,
    abstracted: Option<Graph>,
    path: crate::symbolic::path::Path,
    /// For generalisation, the whole of it.
    state: Option<State>,
}

impl<'t> Visited<'t> {
    /// Where several workers visit states, `shelf` is the number of this one and their library.
    pub(crate) fn new(matching: Matching, shelf: Option<(usize, &'t Library)>) -> Visited<'t> {
        Visited {
            matching,
            shelf,
            initial: Heap::default(),
            points: FxHashMap::default(),
            taken_up: 0,
            turns: 0,
        }
    }

    /// Says that another state is followed from now on.
    pub(crate) fn take_up(&mut self) {
        self.taken_up += 1;
        self.turns = 0;
    }

    /// Counts a turn of a loop: whether the state is to be checked there.
    pub(crate) fn is_due(&mut self) -> bool {
        self.turns += 1;
        self.turns <= ITERATIONS_MATCHED_WITHOUT_FORK
            || self.turns.is_multiple_of(ITERATIONS_MATCHED_WITHOUT_FORK)
    }

    /// Says what the heap is like at the start.
    pub(crate) fn start_from(&mut self, initial: Heap) {
        self.initial = initial;
    }

    /// Whether a visited state subsumes this one; if none does, it is one of them from now on.
    pub(crate) fn check(&mut self, context: &mut Context<'_>, state: &mut State) -> Option<Match> {
        if self.matching == Matching::Off {
            return None;
        }
        let point = point_of(state);
        let here = self.points.entry(point.clone()).or_default();
        if let Some((worker, library)) = self.shelf {
            here.take_over(context, worker, library.since(&point, here.known));
        }
        let so_far = &context.statistics;
        let trial =
            match so_far.checks <= MATCHING_TRIAL_STATES || pays(so_far.matched, so_far.checks) {
                true => MATCHING_TRIAL_STATES,
                false => MATCHING_TRIAL_STATES_IF_IT_DID_NOT_PAY,
            };
        let pays = here.checks <= trial || pays(here.matches, here.checks);
        if !pays && self.matching != Matching::General {
            return None;
        }
        let look = here.turn(self.taken_up);
        if look == Look::Passing && !here.is_seen_again(&Graph::roots_of(context, state)) {
            return None;
        }
        here.checks += 1;
        context.statistics.checks += 1;
        let mut exact = Graph::of(context, state, &self.initial);
        let abstracted = match self.matching {
            Matching::Abstract => Some(abstraction::abstracted(context, state, &exact)),
            Matching::Exact | Matching::General | Matching::Off => None,
        };
        let candidates: Vec<Arc<Stored>> = here
            .stored
            .iter()
            .rev()
            .take(MOST_STATES_COMPARED)
            .cloned()
            .collect();
        let mut exactly = is_subsumed(context, &candidates, &exact, state);
        if !exactly && let Some(earlier) = changing(&candidates, state) {
            general::generalise(context, state, earlier);
            exact = Graph::of(context, state, &self.initial);
            exactly = is_subsumed(context, &candidates, &exact, state);
        }
        if exactly {
            here.matches += 1;
            context.statistics.matched += 1;
            return Some(Match::Exact);
        }
        if let Some(abstracted) = &abstracted {
            for stored in &candidates {
                let Some(old) = &stored.abstracted else {
                    continue;
                };
                if numeric::subsumes(context, (old, &stored.path), (abstracted, &mut state.path)) {
                    here.matches += 1;
                    context.statistics.matched += 1;
                    context.statistics.matched_abstractly += 1;
                    return Some(Match::Abstract);
                }
            }
        }
        if look == Look::Passing {
            return None;
        }
        context.statistics.stored += 1;
        let stored = Stored {
            exact,
            abstracted,
            path: state.path.clone(),
            state: (self.matching == Matching::General).then(|| state.clone()),
        };
        // What is of no use to this worker is of little use to others, and costs them as much.
        if let Some((by, library)) = self.shelf
            && here.matches > 0
        {
            let stored = Parcel::pack(&stored, &context.terms);
            library.publish(point, Published { by, stored });
        }
        here.stored.push(Arc::new(stored));
        None
    }
}

/// How closely a state is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Look {
    /// It is compared, and kept.
    Close,
    /// It is compared if it looks like one that was kept.
    Passing,
}

impl AtPoint {
    /// Counts the turns of a state since it was taken up.
    fn turn(&mut self, taken_up: u64) -> Look {
        if self.taken_up != taken_up {
            self.taken_up = taken_up;
            self.turns = 0;
        }
        self.turns += 1;
        match self.turns <= ITERATIONS_STORED_WITHOUT_FORK || self.turns.is_power_of_two() {
            true => Look::Close,
            false => Look::Passing,
        }
    }

    /// Whether the locals may be those of a state that was kept.
    fn is_seen_again(&self, roots: &[Item]) -> bool {
        let mut stored = self.stored.iter().rev().take(MOST_STATES_COMPARED);
        stored.any(|stored| shape::could_be_same(&stored.exact.roots, roots))
    }

    /// Adds what others have visited.
    fn take_over(&mut self, context: &mut Context<'_>, worker: usize, all: Vec<Arc<Published>>) {
        self.known += all.len();
        for published in all {
            if published.by != worker {
                let stored = published.stored.unpack(&mut context.terms);
                self.stored.push(Arc::new(stored));
            }
        }
    }
}

impl Transfer for Stored {
    fn transfer(&self, mover: &mut Mover<'_>) -> Stored {
        Stored {
            exact: self.exact.transfer(mover),
            abstracted: self.abstracted.transfer(mover),
            path: self.path.transfer(mover),
            state: self.state.transfer(mover),
        }
    }
}

fn pays(matches: u64, checks: u64) -> bool {
    matches * STATES_PER_WORTHWHILE_MATCH >= checks
}

/// Whether one of the visited states subsumes this one exactly.
fn is_subsumed(
    context: &mut Context<'_>,
    visited: &[Arc<Stored>],
    graph: &Graph,
    state: &mut State,
) -> bool {
    for stored in visited {
        let general = (&stored.exact, &stored.path);
        if numeric::subsumes(context, general, (graph, &mut state.path)) {
            return true;
        }
    }
    false
}

/// The visited state, latest first, to generalise from: the first turns of a loop are followed as
/// they are, and so is a loop that runs without forks, since it ends by itself.
fn changing<'v>(visited: &'v [Arc<Stored>], state: &State) -> Option<&'v State> {
    let latest = visited.first()?.state.as_ref()?;
    let forks = |stored: &Arc<Stored>| stored.state.as_ref().map(|state| state.forks);
    let forked = visited
        .iter()
        .filter_map(forks)
        .any(|forks| forks < state.forks);
    (visited.len() >= STATES_BEFORE_GENERALISATION && forked).then_some(latest)
}

fn point_of(state: &State) -> Point {
    let frames = state.frames();
    Point(
        frames
            .map(|(frame, edge)| {
                let location = match edge {
                    None => frame.location,
                    // A call that is waited for is told by its edge.
                    Some(_) => Location(0),
                };
                (frame.procedure, location, edge)
            })
            .collect(),
    )
}
