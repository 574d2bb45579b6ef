//! State matching: a state that an earlier one subsumes is dropped.
//!
//! A state is compared as a graph ([`graph`]): its nodes are objects, its roots the locals that
//! still matter and the globals. One subsumes another if its shape does (Algorithm 1, [`shape`])
//! and the constraints of the other imply its own (Definitions 4 to 7, [`numeric`]). Where that
//! fails, the abstractions of both may still match ([`abstraction`]); as these forget things, what
//! is dropped then may have had behaviours of its own.

mod abstraction;
mod graph;
mod numeric;
mod shape;

use super::context::{Context, Step};
use super::heap::Heap;
use super::state::State;
use graph::Graph;
use ir::{EdgeId, Location, ProcedureId};
use rustc_hash::FxHashMap;
pub(crate) use shape::Giving;
use std::rc::Rc;
use std::str::FromStr;

/// How many states of one point are kept before it is asked whether that pays.
const TRIAL: u64 = 300;

/// How many states of one point a new one is compared with.
const MOST_COMPARED: usize = 100;

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
}

impl FromStr for Matching {
    type Err = String;

    fn from_str(name: &str) -> Result<Matching, String> {
        match name {
            "off" => Ok(Matching::Off),
            "exact" => Ok(Matching::Exact),
            "abstract" => Ok(Matching::Abstract),
            _ => Err(format!(
                "states cannot be matched `{name}`; off, exact or abstract"
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

/// The states that were visited, by point.
pub(crate) struct Visited {
    matching: Matching,
    /// The heap at the start: what is still the same needs no look.
    initial: Heap,
    points: FxHashMap<Point, AtPoint>,
}

#[derive(Default)]
struct AtPoint {
    stored: Vec<Rc<Stored>>,
    checks: u64,
    matches: u64,
}

/// What is kept of a visited state.
struct Stored {
    exact: Graph,
    abstracted: Option<Graph>,
    path: super::path::Path,
}

impl Visited {
    pub(crate) fn new(matching: Matching, initial: Heap) -> Visited {
        Visited {
            matching,
            initial,
            points: FxHashMap::default(),
        }
    }

    /// Whether a visited state subsumes this one; if none does, it is one of them from now on.
    pub(crate) fn check(
        &mut self,
        context: &mut Context<'_>,
        state: &mut State,
    ) -> Step<Option<Match>> {
        if self.matching == Matching::Off {
            return Ok(None);
        }
        let point = point_of(state);
        let here = self.points.entry(point).or_default();
        if here.checks > TRIAL && here.matches * 50 < here.checks {
            return Ok(None);
        }
        here.checks += 1;
        context.statistics.checks += 1;
        let exact = Graph::of(context, state, &self.initial);
        let abstracted = match self.matching {
            Matching::Abstract => Some(abstraction::abstracted(context, state, &exact)?),
            Matching::Exact | Matching::Off => None,
        };
        let candidates: Vec<Rc<Stored>> = here
            .stored
            .iter()
            .rev()
            .take(MOST_COMPARED)
            .cloned()
            .collect();
        for stored in &candidates {
            if numeric::subsumes(
                context,
                (&stored.exact, &stored.path),
                (&exact, &mut state.path),
            )? {
                here.matches += 1;
                context.statistics.matched += 1;
                return Ok(Some(Match::Exact));
            }
        }
        if let Some(abstracted) = &abstracted {
            for stored in &candidates {
                let Some(old) = &stored.abstracted else {
                    continue;
                };
                if numeric::subsumes(context, (old, &stored.path), (abstracted, &mut state.path))? {
                    here.matches += 1;
                    context.statistics.matched += 1;
                    context.statistics.matched_abstractly += 1;
                    return Ok(Some(Match::Abstract));
                }
            }
        }
        context.statistics.stored += 1;
        here.stored.push(Rc::new(Stored {
            exact,
            abstracted,
            path: state.path.clone(),
        }));
        Ok(None)
    }
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
