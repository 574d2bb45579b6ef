//! A path that is being followed: its state, the decisions that led there, and the loops around it.

use crate::limits::tuning::{ITERATIONS_BESIDE_A_LEAP, POINTS_OF_A_LOOP};
use crate::symbolic::state::{Caller, State};
use crate::symbolic::value::ObjectId;
use ir::{EdgeId, Location, ProcedureId};
use logic::TermId;
use std::collections::VecDeque;
use std::sync::Arc;
use verdict::Input;

/// What distinguishes a path from others: the choices at branches, and the leaps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Mark {
    /// This edge of several was taken.
    Edge(ProcedureId, EdgeId),
    /// A call of a computed address led here.
    Enter(ProcedureId),
    /// Here the iteration before was repeated.
    Leap,
}

/// What the environment is asked for along a path.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// An input, by its index in [`State::inputs`].
    Input(usize),
    /// The inputs of a segment, again and again.
    Leap(Arc<Leap>),
}

impl Entry {
    /// Whether there is an input at all.
    pub(super) fn asks(&self) -> bool {
        match self {
            Entry::Input(_) => true,
            Entry::Leap(leap) => leap.entries.iter().any(Entry::asks),
        }
    }
}

/// Iterations that were leapt over.
#[derive(Clone, Debug)]
pub(super) struct Leap {
    /// How many, as a term.
    pub(super) count: TermId,
    /// What the environment is asked for in the last iteration before them.
    pub(super) entries: Vec<Entry>,
    /// By how much each input of these entries, and its index, grows with every iteration.
    pub(super) growth: Vec<Growth>,
    /// The decisions of an iteration.
    pub(super) segment: Arc<[Mark]>,
    /// Where in the trail they are.
    pub(super) at: usize,
}

/// By how much an input grows from one iteration to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Growth {
    /// The input, by its index in [`State::inputs`].
    pub(super) input: usize,
    /// Its value, as bits of its width.
    pub(super) value: u128,
    /// The position that is asked for.
    pub(super) index: u64,
    /// How many bits the value has.
    pub(super) width: u32,
}

impl Growth {
    /// Whether the input is the same in every iteration.
    pub(super) fn is_none(&self) -> bool {
        self.value == 0 && self.index == 0
    }

    /// Makes of an input the one so many iterations later.
    pub(super) fn apply(&self, input: &mut Input, iterations: u64) {
        let mask = match self.width {
            128.. => u128::MAX,
            width => (1 << width) - 1,
        };
        let grown = self.value.wrapping_mul(iterations.into());
        input.value = input.value.wrapping_add(grown) & mask;
        input.index = input
            .index
            .map(|index| index.wrapping_add(self.index.wrapping_mul(iterations)));
    }
}

/// An iteration that was followed after a leap.
#[derive(Clone, Debug)]
pub(super) struct Iteration {
    pub(super) leap: Arc<Leap>,
    pub(super) before: State,
    pub(super) after: State,
}

/// The decisions that a path still has to take.
#[derive(Clone, Debug)]
pub(super) struct Script {
    pub(super) marks: Arc<[Mark]>,
    pub(super) next: usize,
    /// What follows where they end.
    pub(super) then: Then,
}

/// What follows where a script ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Then {
    /// The iterations are repeated, and the script followed once more.
    Leap,
    /// Whatever is possible.
    Anything,
}

/// A visit of a loop.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) state: State,
    /// How long the trail was.
    pub(super) trail: usize,
    /// How long the log was.
    pub(super) log: usize,
}

/// A loop that a path is in.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    procedure: ProcedureId,
    location: Location,
    caller: Option<Arc<Caller>>,
    /// How often it was visited.
    pub(super) visits: u64,
    /// How often execution had forked at the last visit.
    pub(super) forks: u32,
    /// The last visits, without those before a leap.
    pub(super) points: VecDeque<Point>,
    /// The segments that were leapt over.
    pub(super) leapt: Vec<Arc<[Mark]>>,
}

/// A path that is being followed.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) state: State,
    pub(super) trail: Vec<Mark>,
    pub(super) log: Vec<Entry>,
    /// How many inputs are in the log.
    logged: usize,
    pub(super) loops: Vec<Loop>,
    pub(super) script: Option<Script>,
    /// The numbers of iterations that were leapt over, as long as they may be several.
    pub(super) counts: Vec<TermId>,
    /// How long the path condition was when it was last asked whether they are.
    pub(super) settled_at: usize,
    /// The leaps on the whole path.
    pub(super) leaps: Vec<Arc<Leap>>,
    /// The last leap, the state after it, and how long the trail is after one more iteration.
    pub(super) unfinished: Option<(Arc<Leap>, State, usize)>,
    /// The iterations that were followed after leaps.
    pub(super) iterations: Vec<Arc<Iteration>>,
    /// Objects that hold something else than the state says, since iterations were leapt over that
    /// write to them.
    pub(super) forgotten: Vec<ObjectId>,
    /// Whether one of them was read since.
    pub(super) is_tainted: bool,
    /// How complicated the path is: iterations that were decided one by one, and leaps.
    pub(super) level: u32,
}

impl Run {
    pub(super) fn new(state: State) -> Run {
        Run {
            state,
            trail: Vec::new(),
            log: Vec::new(),
            logged: 0,
            loops: Vec::new(),
            script: None,
            counts: Vec::new(),
            settled_at: 0,
            leaps: Vec::new(),
            unfinished: None,
            iterations: Vec::new(),
            forgotten: Vec::new(),
            is_tainted: false,
            level: 0,
        }
    }

    /// Puts the inputs that were asked for since into the log.
    pub(super) fn write_log(&mut self) {
        let asked = self.state.inputs.len();
        self.log.extend((self.logged..asked).map(Entry::Input));
        self.logged = asked;
    }

    /// The loop that the state is at the start of, and the loops inside of it are over. The position
    /// in [`Run::loops`], and whether it is a new one.
    pub(super) fn enter_loop(&mut self) -> (usize, Arrival) {
        let frame = &self.state.frame;
        let found = self.loops.iter().rposition(|known| {
            let same_call = match (&known.caller, &frame.caller) {
                (None, None) => true,
                (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                _ => false,
            };
            same_call && (known.procedure, known.location) == (frame.procedure, frame.location)
        });
        if let Some(position) = found {
            self.loops.truncate(position + 1);
            return (position, Arrival::Again);
        }
        self.loops.push(Loop {
            procedure: frame.procedure,
            location: frame.location,
            caller: frame.caller.clone(),
            visits: 0,
            forks: self.state.forks,
            points: VecDeque::new(),
            leapt: Vec::new(),
        });
        (self.loops.len() - 1, Arrival::First)
    }

    /// Keeps the iteration after a leap if it ends here.
    pub(super) fn complete_iteration(&mut self) {
        let is_complete =
            |(_, _, until): &mut (Arc<Leap>, State, usize)| self.trail.len() >= *until;
        if let Some((leap, before, _)) = self.unfinished.take_if(is_complete) {
            let after = self.state.clone();
            self.iterations.push(Arc::new(Iteration {
                leap,
                before,
                after,
            }));
        }
    }

    /// Whether the last iteration of a loop is one more of those that a leap has repeated, or that it
    /// repeats on another path: there are paths with leaps for any number of them.
    pub(super) fn goes_on_as_before(&self, position: usize) -> bool {
        let here = &self.loops[position];
        let ends: Vec<usize> = here.points.iter().map(|point| point.trail).collect();
        let segments: Vec<&[Mark]> = ends
            .windows(2)
            .map(|two| &self.trail[two[0]..two[1]])
            .collect();
        let Some(last) = segments.last() else {
            return false;
        };
        let follows_leap =
            segments.len() == 1 && here.leapt.last().is_some_and(|leapt| leapt[..] == **last);
        let is_repeated = segments.len() >= ITERATIONS_BESIDE_A_LEAP
            && segments.iter().all(|segment| segment == last);
        follows_leap || is_repeated
    }

    /// The trail without iterations before a leap that it does not need.
    pub(super) fn shortest_trail(&self) -> Vec<Mark> {
        let mut trail = self.trail.clone();
        for leap in self.leaps.iter().rev() {
            let length = leap.segment.len();
            let Some(needed) = leap.at.checked_sub(2 * length) else {
                continue;
            };
            let mut start = needed;
            while start >= length
                && length > 0
                && trail.get(start - length..start) == Some(&leap.segment[..])
            {
                start -= length;
            }
            if trail.get(leap.at) == Some(&Mark::Leap) {
                trail.drain(start..needed);
            }
        }
        trail
    }

    /// The visit that the path is at.
    pub(super) fn point(&self) -> Point {
        Point {
            state: self.state.clone(),
            trail: self.trail.len(),
            log: self.log.len(),
        }
    }

    /// Keeps a visit of a loop.
    pub(super) fn keep_point(&mut self, position: usize) {
        let point = self.point();
        let points = &mut self.loops[position].points;
        if points.len() >= POINTS_OF_A_LOOP {
            points.pop_front();
        }
        points.push_back(point);
    }
}

/// Whether a loop is visited for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arrival {
    First,
    Again,
}
