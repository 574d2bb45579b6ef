//! INPUT-INSTANCE (Figure 4): paths to a target, shortest first, each asked for an input.

use super::Pruning;
use super::oracle::{Answer, Oracle};
use super::trail::Line;
use super::walk::{Stepped, Suffix, Walker};
use super::walked::Walked;
use crate::limits::tuning::{LONGEST_STRETCH_BACKWARD, MOST_SUFFIXES_WAITING};
use logic::Assignment;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::sync::Arc;
use std::time::Instant;
use verdict::{Bound, Cause, Gap, Place};

/// Whether the solver is asked at every branch, or for whole paths alone (Section 7.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asking {
    /// For whole paths.
    Paths,
    /// Whenever a path forks: what no execution takes is not extended.
    Segments,
}

/// Whether paths are walked that begin like one that was walked before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeated {
    /// Each path is one.
    Walked,
    /// Where a suffix is taken into the target from the very states that a shorter one is taken from,
    /// at the same place, nothing new comes before it.
    Dropped,
}

/// Counters of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Whole paths.
    pub paths: u64,
    /// Suffixes that were extended.
    pub suffixes: u64,
    /// Suffixes that no execution takes: the solver, or the analysis, says so.
    pub pruned: u64,
    /// Questions to the solver.
    pub questions: u64,
    /// The most turns of loops of a suffix that was pruned or of a whole path.
    pub turns: u32,
}

impl Counters {
    /// Adds those of another search.
    pub fn add(&mut self, other: Counters) {
        self.paths += other.paths;
        self.suffixes += other.suffixes;
        self.pruned += other.pruned;
        self.questions += other.questions;
        self.turns = self.turns.max(other.turns);
    }
}

/// A path, or a suffix of one, of which it is decided whether executions take it.
#[derive(Clone, Debug)]
pub(crate) struct Tried {
    pub(crate) suffix: Suffix,
    pub(crate) is_whole: bool,
    pub(crate) answer: Decided,
}

/// How much of a path is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extent {
    /// All of it, from the start of the program.
    Whole,
    /// Its end.
    Suffix,
}

/// What was found out about a path.
#[derive(Clone, Debug)]
pub(crate) enum Decided {
    Model(Arc<Assignment>),
    NoModel,
    Unknown,
}

/// Where a search stands.
pub(crate) enum Progress {
    /// A path with a model.
    Found(Box<Suffix>, Arc<Assignment>),
    /// No path is left.
    Exhausted,
    /// All paths up to this length were tried.
    Reached,
    /// It has to stop.
    Stopped(Gap),
}

/// A search for an input that leads into a target.
pub(crate) struct Search {
    waiting: BinaryHeap<Reverse<(u32, u64)>>,
    suffixes: BTreeMap<u64, (Suffix, Extent)>,
    next: u64,
    /// No path longer than this is tried.
    longest: Option<u32>,
    pruning: Pruning,
    /// What was walked before, if that is not to be walked again.
    walked: Walked,
    /// When it has to stop, in the middle of a segment, too.
    deadline: Instant,
    pub(crate) counters: Counters,
    /// Why paths were left.
    pub(crate) left: BTreeSet<Cause>,
    /// What was tried, if somebody wants to know.
    pub(crate) tried: Option<Vec<Tried>>,
}

impl Search {
    pub(crate) fn new(longest: Option<u32>, pruning: Pruning, deadline: Instant) -> Search {
        Search {
            waiting: BinaryHeap::new(),
            suffixes: BTreeMap::new(),
            next: 0,
            longest,
            pruning,
            walked: Walked::default(),
            deadline,
            counters: Counters::default(),
            left: BTreeSet::new(),
            tried: None,
        }
    }

    /// Adds a target, or says why it cannot be one.
    pub(crate) fn start(&mut self, walker: &mut Walker<'_>, first: Result<Suffix, Gap>) {
        match first.map(|first| walker.within_invariants(first)) {
            Ok(stepped) => self.take(walker, stepped, None),
            Err(gap) => _ = self.left.insert(Cause::Gap(gap)),
        }
    }

    /// Tries paths until one has a model, or all up to a length were tried.
    pub(crate) fn run(
        &mut self,
        walker: &mut Walker<'_>,
        oracle: &mut Oracle,
        up_to: u32,
        stop: &dyn Fn() -> Option<Gap>,
    ) -> Progress {
        while let Some(Reverse((length, number))) = self.waiting.peek().copied() {
            if length > up_to {
                return Progress::Reached;
            }
            if let Some(gap) = stop() {
                return Progress::Stopped(gap);
            }
            if self.waiting.len() > MOST_SUFFIXES_WAITING {
                return Progress::Stopped(Gap::Memory);
            }
            self.waiting.pop();
            let Some((suffix, extent)) = self.suffixes.remove(&number) else {
                continue;
            };
            match extent {
                Extent::Whole => {
                    if let Some(model) = self.decide(walker, oracle, &suffix) {
                        return Progress::Found(Box::new(suffix), model);
                    }
                }
                Extent::Suffix => self.extend(walker, oracle, &suffix),
            }
        }
        Progress::Exhausted
    }

    /// Line 5 of Figure 4: a model of a whole path.
    fn decide(
        &mut self,
        walker: &mut Walker<'_>,
        oracle: &mut Oracle,
        suffix: &Suffix,
    ) -> Option<Arc<Assignment>> {
        self.counters.paths += 1;
        self.counters.turns = self.counters.turns.max(suffix.turns);
        let answer = self.ask(walker, oracle, suffix);
        let decided = match &answer {
            Answer::Model(model) => Decided::Model(model.clone()),
            Answer::NoModel => Decided::NoModel,
            Answer::Unknown(why) => {
                let place = place_of(walker, suffix);
                self.left
                    .insert(Cause::Gap(Gap::Undecided(place, why.clone())));
                Decided::Unknown
            }
        };
        self.keep(suffix, Extent::Whole, decided);
        match answer {
            Answer::Model(model) => Some(model),
            Answer::NoModel | Answer::Unknown(_) => None,
        }
    }

    fn ask(&mut self, walker: &mut Walker<'_>, oracle: &mut Oracle, suffix: &Suffix) -> Answer {
        let (no, yes) = (walker.terms.bool(false), walker.terms.bool(true));
        if suffix.formula != no && suffix.formula != yes {
            self.counters.questions += 1;
        }
        oracle.ask(&walker.terms, suffix.formula)
    }

    /// GET-NEXT-PATH, on the fly: the suffixes that are one segment longer.
    fn extend(&mut self, walker: &mut Walker<'_>, oracle: &mut Oracle, suffix: &Suffix) {
        self.counters.suffixes += 1;
        let has_model = match self.pruning.asking {
            Asking::Paths => None,
            Asking::Segments => match self.ask(walker, oracle, suffix) {
                Answer::Model(_) => Some(true),
                Answer::NoModel => Some(false),
                Answer::Unknown(_) => None,
            },
        };
        if has_model == Some(false) {
            self.count_pruned(Some(suffix));
            self.keep(suffix, Extent::Suffix, Decided::NoModel);
            return;
        }
        if self.pruning.repeated == Repeated::Dropped
            && has_model == Some(true)
            && self.walked.has(&walker.terms, suffix, &walker.choices)
        {
            self.count_pruned(Some(suffix));
            return;
        }
        for before in walker.before(suffix) {
            let stepped = walker.step(suffix, before);
            self.take(walker, stepped, Some(suffix));
        }
    }

    /// Goes on backward to the next place where there is a choice.
    fn take(&mut self, walker: &mut Walker<'_>, stepped: Stepped, from: Option<&Suffix>) {
        let mut stepped = stepped;
        for _ in 0..LONGEST_STRETCH_BACKWARD {
            if Instant::now() >= self.deadline {
                self.left.insert(Cause::Gap(Gap::Time));
                return;
            }
            match stepped {
                Stepped::Whole(suffix) => return self.push(suffix, Extent::Whole),
                Stepped::Infeasible => {
                    self.count_pruned(from);
                    if let Some(from) = from {
                        self.keep(from, Extent::Suffix, Decided::NoModel);
                    }
                    return;
                }
                Stepped::Left(gap) => {
                    self.left.insert(Cause::Gap(gap));
                    return;
                }
                Stepped::Suffix(suffix) => match walker.before(&suffix)[..] {
                    // Nothing leads here.
                    [] => return,
                    [only] if !self.is_too_long(&suffix) => stepped = walker.step(&suffix, only),
                    _ => return self.push(suffix, Extent::Suffix),
                },
            }
        }
        if let Stepped::Suffix(suffix) = stepped {
            self.push(suffix, Extent::Suffix);
        }
    }

    fn count_pruned(&mut self, suffix: Option<&Suffix>) {
        self.counters.pruned += 1;
        let turns = suffix.map_or(0, |suffix| suffix.turns);
        self.counters.turns = self.counters.turns.max(turns);
    }

    fn is_too_long(&self, suffix: &Suffix) -> bool {
        self.longest.is_some_and(|longest| suffix.length > longest)
    }

    fn push(&mut self, suffix: Suffix, extent: Extent) {
        if let Some(longest) = self.longest
            && suffix.length > longest
        {
            self.left.insert(Cause::Bound(Bound::Lines(longest)));
            return;
        }
        self.waiting.push(Reverse((suffix.length, self.next)));
        self.suffixes.insert(self.next, (suffix, extent));
        self.next += 1;
    }

    fn keep(&mut self, suffix: &Suffix, extent: Extent, answer: Decided) {
        if let Some(tried) = &mut self.tried {
            tried.push(Tried {
                suffix: suffix.clone(),
                is_whole: extent == Extent::Whole,
                answer,
            });
        }
    }
}

/// Where the first labelled step of a suffix is.
fn place_of(walker: &Walker<'_>, suffix: &Suffix) -> Place {
    let mut steps = suffix.trail.iter();
    let first = steps.find(|step| step.label.is_some());
    let span = first.map_or(ir::Span::NONE, |step| {
        walker.program()[step.procedure][step.edge].span
    });
    Place::of(span)
}

impl Tried {
    /// The labels of the path.
    pub(crate) fn lines(&self) -> Vec<Line> {
        self.suffix.trail.lines()
    }
}
