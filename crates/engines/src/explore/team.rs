//! What the workers of one exploration share: states that one of them has left for another, the
//! states they have visited, and what became of claims.

use super::heap::Made;
use super::matching::Library;
use super::state::State;
use super::transfer::Parcel;
use super::{Candidate, End, Observer, Options, Reception, Statistics};
use ir::{ClaimKind, Span};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// How many candidates for one claim are tried, and how often a smaller one takes the place of one
/// that was confirmed.
const TRIES: u32 = 3;

/// How often the time to look for further violations is given again because one was found.
const MOST_GRACES: u32 = 4;

/// A claim: its kind and where it is.
type Point = (ClaimKind, u32, u32, u32);

fn point_of(kind: ClaimKind, place: Span) -> Point {
    (kind, place.file.0, place.line, place.column)
}

/// How much a counterexample takes: the fewest inputs and objects first, then the shortest path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Measure {
    given: usize,
    steps: u64,
}

impl Measure {
    pub(crate) fn of(state: &State) -> Measure {
        let objects = state.heap.iter();
        let given = objects.filter(|(_, object)| object.made == Made::Environment);
        Measure {
            given: given.count() + state.inputs.len(),
            steps: state.steps,
        }
    }
}

/// What became of a claim about which nothing more has to be found out.
#[derive(Clone, Copy)]
enum Settled {
    /// It does not hold.
    Refuted(Measure),
    /// No candidate was confirmed.
    Doubted,
}

/// What workers share.
pub(crate) struct Team<'o> {
    exchange: Mutex<Exchange>,
    /// Something about the exchange has changed.
    changed: Condvar,
    /// How many workers wait for a state that nobody has left for them yet.
    hungry: AtomicUsize,
    stopped: AtomicBool,
    claims: Mutex<Claims>,
    observer: Mutex<&'o mut dyn Observer>,
    deadline: Mutex<Option<Instant>>,
    statistics: Mutex<Vec<Statistics>>,
    /// The visited states.
    pub(crate) library: Library,
}

struct Exchange {
    parcels: Vec<Parcel<State>>,
    workers: usize,
    idle: usize,
    /// Why it ended before all states were followed.
    end: Option<End>,
}

#[derive(Default)]
struct Claims {
    settled: FxHashMap<Point, Settled>,
    tries: FxHashMap<Point, u32>,
    rejected: Vec<(ClaimKind, Span)>,
    /// Where something did not happen that the search says happens: what comes after is not
    /// explored.
    doubts: BTreeMap<Point, (ClaimKind, Span)>,
    /// When a claim was refuted for the first time.
    first: Option<Instant>,
}

/// A thread that panicked has left everything as it was between two operations.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'o> Team<'o> {
    pub(crate) fn new(options: &Options, observer: &'o mut dyn Observer) -> Team<'o> {
        let workers = options.jobs.get();
        let exchange = Exchange {
            parcels: Vec::new(),
            workers,
            idle: 0,
            end: None,
        };
        Team {
            exchange: Mutex::new(exchange),
            changed: Condvar::new(),
            hungry: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            claims: Mutex::default(),
            observer: Mutex::new(observer),
            deadline: Mutex::new(options.deadline),
            statistics: Mutex::new(vec![Statistics::default(); workers]),
            library: Library::default(),
        }
    }

    /// Whether somebody would take a state.
    pub(crate) fn is_hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > 0
    }

    /// Leaves a state for whoever takes it.
    pub(crate) fn leave(&self, parcel: Parcel<State>) {
        let mut exchange = lock(&self.exchange);
        exchange.parcels.push(parcel);
        self.count_hungry(&exchange);
        self.changed.notify_one();
    }

    /// Waits for a state; `None` if there is none left, or everything is to stop.
    pub(crate) fn wait(&self) -> Option<Parcel<State>> {
        let mut exchange = lock(&self.exchange);
        exchange.idle += 1;
        loop {
            if self.is_stopped() {
                return None;
            }
            if let Some(parcel) = exchange.parcels.pop() {
                exchange.idle -= 1;
                self.count_hungry(&exchange);
                return Some(parcel);
            }
            if exchange.idle == exchange.workers {
                self.stopped.store(true, Ordering::Relaxed);
                self.changed.notify_all();
                return None;
            }
            self.count_hungry(&exchange);
            exchange = self
                .changed
                .wait(exchange)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn count_hungry(&self, exchange: &Exchange) {
        let hungry = exchange.idle.saturating_sub(exchange.parcels.len());
        self.hungry.store(hungry, Ordering::Relaxed);
    }

    /// One worker could not be found.
    pub(crate) fn do_without_one(&self) {
        let mut exchange = lock(&self.exchange);
        exchange.workers -= 1;
        self.changed.notify_all();
    }

    /// Tells everybody to stop. The first reason is the one that counts.
    pub(crate) fn stop(&self, end: End) {
        let mut exchange = lock(&self.exchange);
        exchange.end.get_or_insert(end);
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Why it ended before all states were followed, if it did.
    pub(crate) fn end(&self) -> Option<End> {
        lock(&self.exchange).end
    }

    /// Whether the time is over.
    pub(crate) fn time_is_over(&self, options: &Options) -> Option<End> {
        let deadline = *lock(&self.deadline);
        let over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        over.then(|| match deadline == options.deadline {
            true => End::Time,
            false => End::Grace,
        })
    }

    /// Whether others are looked for only so long, after a violation.
    pub(crate) fn is_in_grace(&self, options: &Options) -> bool {
        *lock(&self.deadline) != options.deadline
    }

    /// Shows how far all workers together got, unless the observer has something else to do.
    pub(crate) fn progress(&self, worker: usize, statistics: &Statistics) {
        let mut all = lock(&self.statistics);
        all[worker] = statistics.clone();
        if let Ok(mut observer) = self.observer.try_lock() {
            observer.progress(&all.iter().sum());
        }
    }

    /// Whether a candidate would tell something new about a claim: that it does not hold, or that
    /// less is needed for that.
    pub(crate) fn wants(&self, kind: ClaimKind, place: Span, measure: Measure) -> bool {
        let claims = lock(&self.claims);
        let point = point_of(kind, place);
        let tries = claims.tries.get(&point).copied().unwrap_or(0);
        match claims.settled.get(&point) {
            None => true,
            Some(Settled::Refuted(known)) => measure < *known && tries < TRIES,
            Some(Settled::Doubted) => false,
        }
    }

    /// Tells the observer of a candidate, unless that is not wanted any more.
    pub(crate) fn present(&self, candidate: &Candidate, measure: Measure, options: &Options) {
        let mut observer = lock(&self.observer);
        let (kind, place) = (candidate.kind, candidate.place);
        if !self.wants(kind, place, measure) {
            return;
        }
        let reception = observer.candidate(candidate);
        let mut claims = lock(&self.claims);
        let point = point_of(kind, place);
        let known = claims.settled.get(&point).copied();
        if reception == Reception::Rejected {
            claims.doubts.insert(point, (kind, place));
        }
        match reception {
            _ if known.is_some() => {
                *claims.tries.entry(point).or_insert(0) += 1;
                if reception == Reception::Confirmed {
                    claims.settled.insert(point, Settled::Refuted(measure));
                }
            }
            Reception::Confirmed => {
                claims.settled.insert(point, Settled::Refuted(measure));
                claims.tries.remove(&point);
                claims
                    .rejected
                    .retain(|(kind, span)| point_of(*kind, *span) != point);
                let first = *claims.first.get_or_insert_with(Instant::now);
                self.limit(first, options);
            }
            Reception::Unseen | Reception::Rejected => {
                if !claims.rejected.contains(&(kind, place)) {
                    claims.rejected.push((kind, place));
                }
                let tries = claims.tries.entry(point).or_insert(0);
                *tries += 1;
                if *tries >= TRIES {
                    claims.settled.insert(point, Settled::Doubted);
                }
            }
        }
    }

    /// After a violation, others are looked for only so long.
    fn limit(&self, first: Instant, options: &Options) {
        if let Some(grace) = options.grace {
            let until = (Instant::now() + grace).min(first + MOST_GRACES * grace);
            let until = options
                .deadline
                .map_or(until, |deadline| deadline.min(until));
            *lock(&self.deadline) = Some(until);
        }
    }

    /// Claims of which an execution was taken to fail that does not.
    pub(crate) fn doubts(&self) -> Vec<(ClaimKind, Span)> {
        lock(&self.claims).doubts.values().copied().collect()
    }

    /// Claims whose candidates were not confirmed.
    pub(crate) fn rejected(&self) -> Vec<(ClaimKind, Span)> {
        lock(&self.claims).rejected.clone()
    }
}
