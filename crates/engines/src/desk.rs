//! The desk of an engine: where it hands in what it finds, and learns when to stop.
//!
//! Candidates are executed by a clerk, a thread of its own, so that an engine goes on meanwhile.

use crate::explore::Stage;
use crate::facts::Facts;
use crate::ledger::{Finding, Ledger, Survey, Want};
use crate::limits::Limits;
use crate::limits::tuning::MOST_GRACES;
use crate::statistics::Statistics;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use verdict::{Candidate, Claim, ClaimId, Gap, Size};

/// The stack of the clerk: what it executes may be deep.
const STACK_BYTES: usize = 256 << 20;

/// Who executes candidates.
pub trait Confirm: Sync {
    /// Executes a candidate, for so long at most.
    fn confirm(&self, candidate: &Candidate, until: Instant) -> Finding;
}

/// Who is told how far an engine got.
pub trait Watch: Sync {
    /// The counters of an exploration, now and then, and how many claims are refuted.
    fn progress(&self, _statistics: &Statistics, _refuted: usize) {}
}

/// What an engine did.
#[derive(Clone, Debug)]
pub struct Run {
    /// The engine.
    pub engine: &'static str,
    /// Its stage, if it has several.
    pub stage: Option<Stage>,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Its counters, if it explores.
    pub statistics: Option<Statistics>,
}

/// The desk of an engine.
pub struct Desk<'a> {
    ledger: Mutex<Ledger<'a>>,
    limits: Limits,
    inbox: Mutex<Inbox>,
    changed: Condvar,
    /// When a claim was refuted first, and last.
    refuted: Mutex<Option<(Instant, Instant)>>,
    /// Whether no engine can tell anything more.
    is_settled: AtomicBool,
    /// Whether engines are to end.
    is_dismissed: AtomicBool,
    runs: Mutex<Vec<Run>>,
    facts: Mutex<Facts>,
    confirm: &'a dyn Confirm,
    watch: &'a dyn Watch,
}

#[derive(Default)]
struct Inbox {
    candidates: VecDeque<(&'static str, Candidate)>,
    has_clerk: bool,
    is_busy: bool,
    is_closed: bool,
}

/// A thread that panicked has left everything as it was between two operations.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// What is left when the work is done.
pub struct Closed<'a> {
    /// What is known of each claim.
    pub ledger: Ledger<'a>,
    /// What engines did, in order.
    pub runs: Vec<Run>,
    /// What they found out besides.
    pub facts: Facts,
}

impl<'a> Desk<'a> {
    /// Works at a desk, while a clerk executes what is handed in.
    pub fn open(
        ledger: Ledger<'a>,
        limits: Limits,
        confirm: &'a dyn Confirm,
        watch: &'a dyn Watch,
        work: impl FnOnce(&Desk<'a>),
    ) -> Closed<'a> {
        let desk = Desk {
            ledger: Mutex::new(ledger),
            limits,
            inbox: Mutex::default(),
            changed: Condvar::new(),
            refuted: Mutex::default(),
            is_settled: AtomicBool::new(false),
            is_dismissed: AtomicBool::new(false),
            runs: Mutex::default(),
            facts: Mutex::default(),
            confirm,
            watch,
        };
        std::thread::scope(|scope| {
            let clerk = std::thread::Builder::new().stack_size(STACK_BYTES);
            let clerk = clerk.spawn_scoped(scope, || desk.execute_candidates());
            // Without a clerk, candidates are executed when somebody waits for them.
            lock(&desk.inbox).has_clerk = clerk.is_ok();
            let worked = catch_unwind(AssertUnwindSafe(|| work(&desk)));
            desk.wait_for_candidates();
            lock(&desk.inbox).is_closed = true;
            desk.changed.notify_all();
            if let Err(panic) = worked {
                std::panic::resume_unwind(panic);
            }
        });
        let mut ledger = into_inner(desk.ledger);
        ledger.close();
        Closed {
            ledger,
            runs: into_inner(desk.runs),
            facts: into_inner(desk.facts),
        }
    }

    /// What the check may take.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What is known so far.
    pub fn ledger(&self) -> MutexGuard<'_, Ledger<'a>> {
        lock(&self.ledger)
    }

    /// What engines have found out for each other.
    pub fn facts(&self) -> MutexGuard<'_, Facts> {
        lock(&self.facts)
    }

    /// Whether a candidate would tell something new.
    pub fn wants(&self, claim: ClaimId, size: Size) -> Want {
        self.ledger().wants(claim, size)
    }

    /// Hands in a candidate, unless it is not wanted any more.
    pub fn hand_in(&self, engine: &'static str, candidate: Candidate) {
        {
            let mut ledger = self.ledger();
            match ledger.wants(candidate.claim, candidate.size) {
                Want::Candidate => ledger.hand_in(&candidate),
                Want::Refuted => return,
                Want::Doubted => return ledger.leave(Gap::Unseen(candidate.claim), &candidate),
            }
        }
        lock(&self.inbox).candidates.push_back((engine, candidate));
        self.changed.notify_all();
    }

    /// Waits until all candidates were executed.
    pub fn wait_for_candidates(&self) {
        let mut inbox = lock(&self.inbox);
        while inbox.is_busy || !inbox.candidates.is_empty() {
            if !inbox.has_clerk {
                inbox = self.execute_next(inbox);
                continue;
            }
            let waited = self.changed.wait(inbox);
            inbox = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// An engine has ended, and says what it left of claims.
    pub fn conclude(&self, engine: &'static str, survey: Survey, about: impl Fn(&Claim) -> bool) {
        self.wait_for_candidates();
        self.update(|ledger| ledger.conclude(engine, survey, about));
    }

    /// Changes the ledger, and remembers whether that settles everything.
    fn update<T>(&self, change: impl FnOnce(&mut Ledger<'a>) -> T) -> T {
        let mut ledger = self.ledger();
        let changed = change(&mut ledger);
        self.is_settled
            .store(ledger.is_settled(), Ordering::Relaxed);
        changed
    }

    /// An engine has followed what can violate one claim, and says what it left.
    pub fn conclude_claim(&self, engine: &'static str, survey: Survey, claim: ClaimId) {
        self.wait_for_candidates();
        self.update(|ledger| ledger.conclude_claim(engine, survey, claim));
    }

    /// An engine that looks for counterexamples alone has ended: why claims are open of which nobody else
    /// has said anything.
    pub fn leave_open(&self, engine: &'static str, gap: Gap) {
        self.wait_for_candidates();
        self.ledger().leave_open(engine, gap);
    }

    /// Keeps what an engine did.
    pub fn keep(&self, run: Run) {
        lock(&self.runs).push(run);
    }

    /// Shows how far an engine got.
    pub fn progress(&self, statistics: &Statistics) {
        if let Ok(ledger) = self.ledger.try_lock() {
            let refuted = ledger.refuted();
            drop(ledger);
            self.watch.progress(statistics, refuted);
        }
    }

    /// Engines are to end: there is nothing left that is worth their time.
    pub(crate) fn dismiss(&self) {
        self.is_dismissed.store(true, Ordering::Relaxed);
    }

    /// Whether engines have settled everything, or nothing is left that is worth their time.
    pub fn is_done(&self) -> bool {
        self.is_settled.load(Ordering::Relaxed) || self.is_dismissed.load(Ordering::Relaxed)
    }

    /// Why an engine has to stop whose own time ends at `deadline`.
    pub fn has_to_stop(&self, deadline: Instant) -> Option<Gap> {
        if self.limits.interrupt.is_raised() {
            return Some(Gap::Interrupted);
        }
        let now = Instant::now();
        let until = self.end_of_grace();
        match self.is_done() || until.is_some_and(|until| now >= until) {
            true => Some(Gap::Found),
            false => (now >= deadline.min(self.limits.deadline())).then_some(Gap::Time),
        }
    }

    /// Why an engine has to stop that may prove what others only follow up to a bound: while nothing is
    /// violated, it goes on when these have come to their end.
    pub fn has_to_stop_proving(&self, deadline: Instant) -> Option<Gap> {
        let is_only_dismissed = !self.is_settled.load(Ordering::Relaxed)
            && lock(&self.refuted).is_none()
            && !self.limits.interrupt.is_raised();
        match self.has_to_stop(deadline) {
            Some(Gap::Found) if is_only_dismissed => {
                let until = deadline.min(self.limits.deadline());
                (Instant::now() >= until).then_some(Gap::Time)
            }
            other => other,
        }
    }

    /// When the time to look for further violations ends, once one was found.
    pub fn end_of_grace(&self) -> Option<Instant> {
        let grace = self.limits.grace?;
        let (first, last) = (*lock(&self.refuted))?;
        Some((last + grace).min(first + MOST_GRACES * grace))
    }

    /// The work of the clerk.
    fn execute_candidates(&self) {
        let mut inbox = lock(&self.inbox);
        while !inbox.is_closed || !inbox.candidates.is_empty() {
            inbox = match inbox.candidates.is_empty() {
                true => {
                    let waited = self.changed.wait(inbox);
                    waited.unwrap_or_else(PoisonError::into_inner)
                }
                false => self.execute_next(inbox),
            };
        }
    }

    fn execute_next<'i>(&'i self, mut inbox: MutexGuard<'i, Inbox>) -> MutexGuard<'i, Inbox> {
        if let Some((engine, candidate)) = inbox.candidates.pop_front() {
            inbox.is_busy = true;
            drop(inbox);
            self.execute(engine, &candidate);
            inbox = lock(&self.inbox);
            inbox.is_busy = false;
            self.changed.notify_all();
        }
        inbox
    }

    fn execute(&self, engine: &'static str, candidate: &Candidate) {
        if !self.ledger().is_smaller(candidate) {
            return;
        }
        let until = self.limits.last_moment();
        let found = match Instant::now() < until && !self.limits.interrupt.is_raised() {
            true => {
                let confirm = || self.confirm.confirm(candidate, until);
                catch_unwind(AssertUnwindSafe(confirm)).unwrap_or_else(|_| {
                    Finding::Unseen("its execution failed; this is a defect of Concrex".to_string())
                })
            }
            false => Finding::Late,
        };
        let is_refuted = matches!(found, Finding::Refuted(_));
        let is_new = self.update(|ledger| ledger.record(engine, candidate, found));
        if is_refuted && is_new {
            let now = Instant::now();
            let mut refuted = lock(&self.refuted);
            let first = refuted.map_or(now, |(first, _)| first);
            *refuted = Some((first, now));
        }
    }
}
