//! What the workers of one exploration share: states that one of them has left for another, the
//! states they have visited, and the desk.

use super::Options;
use super::matching::Library;
use super::transfer::Parcel;
use crate::desk::Desk;
use crate::statistics::Statistics;
use crate::symbolic::heap::Made;
use crate::symbolic::state::State;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use verdict::{Gap, Size};

/// How much a counterexample takes at a state.
pub(crate) fn size_of(state: &State) -> Size {
    let objects = state.heap.iter();
    let given = objects.filter(|(_, object)| object.made == Made::Environment);
    Size {
        given: given.count() + state.inputs.len(),
        steps: state.steps,
    }
}

/// What workers share.
pub(crate) struct Team<'o, 'd> {
    exchange: Mutex<Exchange>,
    /// Something about the exchange has changed.
    changed: Condvar,
    /// How many workers wait for a state that nobody has left for them yet.
    hungry: AtomicUsize,
    stopped: AtomicBool,
    /// Where candidates are handed in.
    pub(crate) desk: &'o Desk<'d>,
    statistics: Mutex<Vec<Statistics>>,
    /// The visited states.
    pub(crate) library: Library,
}

struct Exchange {
    parcels: Vec<Parcel<State>>,
    workers: usize,
    idle: usize,
    /// Why it ended before all states were followed.
    end: Option<Gap>,
}

/// A thread that panicked has left everything as it was between two operations.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'o, 'd> Team<'o, 'd> {
    pub(crate) fn new(options: &Options, desk: &'o Desk<'d>) -> Team<'o, 'd> {
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
            desk,
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
    pub(crate) fn stop(&self, end: Gap) {
        let mut exchange = lock(&self.exchange);
        exchange.end.get_or_insert(end);
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Why it ended before all states were followed, if it did.
    pub(crate) fn end(&self) -> Option<Gap> {
        lock(&self.exchange).end.clone()
    }

    /// The states that nobody took.
    pub(crate) fn left(&self) -> Vec<Parcel<State>> {
        std::mem::take(&mut lock(&self.exchange).parcels)
    }

    /// Why it is time to stop, if it is.
    pub(crate) fn time_is_over(&self, options: &Options) -> Option<Gap> {
        let deadline = options
            .setting
            .deadline
            .unwrap_or_else(|| self.desk.limits().deadline());
        self.desk.has_to_stop(deadline)
    }

    /// Whether others are looked for only so long, after a violation.
    pub(crate) fn is_in_grace(&self) -> bool {
        self.desk.end_of_grace().is_some()
    }

    /// Shows how far all workers together got.
    pub(crate) fn progress(&self, worker: usize, statistics: &Statistics) {
        let mut all = lock(&self.statistics);
        all[worker] = statistics.clone();
        self.desk.progress(&all.iter().sum());
    }
}
