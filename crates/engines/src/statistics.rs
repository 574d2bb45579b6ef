//! What engines count.

use std::iter::Sum;
use std::time::Duration;

/// Counters of an exploration.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Paths that came to their end.
    pub paths: u64,
    /// Operations executed.
    pub steps: u64,
    /// Times that execution forked.
    pub forks: u64,
    /// Times that it did not, because both ways met.
    pub merged: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// The time for them.
    pub solving: Duration,
    /// States that wait.
    pub waiting: u64,
    /// States that were compared with visited ones.
    pub checks: u64,
    /// Those of them that a visited one subsumes.
    pub matched: u64,
    /// Those of them whose abstraction alone is subsumed.
    pub matched_abstractly: u64,
    /// Those that were kept, because none does.
    pub stored: u64,
}

impl<'s> Sum<&'s Statistics> for Statistics {
    fn sum<I: Iterator<Item = &'s Statistics>>(all: I) -> Statistics {
        all.fold(Statistics::default(), |sum, one| Statistics {
            paths: sum.paths + one.paths,
            steps: sum.steps + one.steps,
            forks: sum.forks + one.forks,
            merged: sum.merged + one.merged,
            queries: sum.queries + one.queries,
            solving: sum.solving + one.solving,
            waiting: sum.waiting + one.waiting,
            checks: sum.checks + one.checks,
            matched: sum.matched + one.matched,
            matched_abstractly: sum.matched_abstractly + one.matched_abstractly,
            stored: sum.stored + one.stored,
        })
    }
}
