//! What a check may take. Every engine, the interpreter, the solver, compilers and replays are
//! given these limits, so that a run ends when it was told to.

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

/// All numbers that steer how the time of a check is spent.
pub(crate) mod tuning {
    use std::time::Duration;

    /// How long a candidate may still be executed that was found just before the deadline.
    pub(crate) const CONFIRMING_AFTER_DEADLINE: Duration = Duration::from_secs(1);

    /// The part of the time for which a program without inputs is executed before it is explored.
    pub(crate) const SHARE_OF_EXECUTION: u32 = 2;

    /// How long a program is analysed abstractly, the part of the time that this takes at most, and how
    /// many operations are looked at.
    pub(crate) const ANALYSIS: Duration = Duration::from_secs(10);
    pub(crate) const SHARE_OF_ANALYSIS: u32 = 5;
    pub(crate) const OPERATIONS_OF_ANALYSIS: u64 = 2_000_000;

    /// The part of the time for which the first call of functions with `static` locals is explored
    /// before any call is.
    pub(crate) const SHARE_OF_FIRST_CALL: u32 = 4;

    /// The part of the time that each stage of an exploration but the last takes at most.
    pub(crate) const SHARE_OF_STAGE: u32 = 4;

    /// How long states are matched exactly before they are generalised.
    pub(crate) const EXACT_STAGE: Duration = Duration::from_secs(1);
    /// The same for a program of Java, which starts with more than one of C does.
    pub(crate) const EXACT_STAGE_OF_JAVA: Duration = Duration::from_secs(2);
    /// The same for a method of Java: objects bring the library with them, and what is alike in
    /// shape there is rarely alike in what follows.
    pub(crate) const EXACT_STAGE_OF_METHODS: Duration = Duration::from_secs(8);

    /// How long generalised states are explored.
    pub(crate) const GENERAL_STAGE: Duration = Duration::from_secs(3);

    /// How long claims on the way to the end are explored without postconditions, and the part of
    /// the time that is kept for that at most.
    pub(crate) const WITHOUT_POSTCONDITIONS: Duration = Duration::from_secs(1);
    pub(crate) const SHARE_WITHOUT_POSTCONDITIONS: u32 = 10;

    /// How many objects of the caller a search may come to that is only tried: exact matching comes
    /// to an end after a few of them, or never.
    pub(crate) const MOST_NODES_OF_A_TRIAL: u32 = 12;

    /// How many candidates for one claim are executed before it is left, and how often a smaller one
    /// takes the place of one that was confirmed.
    pub(crate) const ATTEMPTS: u32 = 3;

    /// How often the time to look for further violations is given again because one was found.
    pub(crate) const MOST_GRACES: u32 = 4;
}
