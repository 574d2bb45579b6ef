//! What a check may take. Every engine, the interpreter, the solver, compilers and replays are
//! given these limits, so that a run ends when it was told to.

pub(crate) mod tuning;

use solve::Interrupt;
use std::time::{Duration, Instant};

/// What a check may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When it started.
    pub started: Instant,
    /// How long it may take.
    pub time: Duration,
    /// How long to look for further violations after each; `None` for all the time there is.
    pub grace: Option<Duration>,
    /// The most memory to use, in bytes.
    pub memory: Option<u64>,
    /// Stops everything from another thread.
    pub interrupt: Interrupt,
}

impl Limits {
    /// When engines stop.
    pub fn deadline(&self) -> Instant {
        self.started + self.time
    }

    /// When the execution of candidates stops that were found just before the deadline.
    pub fn last_moment(&self) -> Instant {
        self.deadline() + tuning::CONFIRMING_AFTER_DEADLINE
    }

    /// So long from now, but at most a share of the whole time, and not beyond the deadline.
    pub fn share(&self, length: Duration, share: u32) -> Instant {
        (Instant::now() + length.min(self.time / share)).min(self.deadline())
    }

    /// Whether there is no time left.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.deadline() || self.interrupt.is_raised()
    }
}
