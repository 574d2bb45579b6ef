//! What an engine takes to end with a violation goes on, if nobody can show the violation.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use common::{at_a_desk, load, refuted};
use engines::explore::{Explore, Matching, Merging};
use engines::{Confirm, Finding, run};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use verdict::{Candidate, Status};

/// The second assertion is reached only if the first does not end what violates it.
const PROGRAM: &str = "#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x != 7);
    if (x == 7) assert(0);
    return 0;
}
";

/// Says the same of every candidate.
struct Always(fn() -> Finding);

impl Confirm for Always {
    fn confirm(&self, _: &Candidate, _: Instant) -> Finding {
        (self.0)()
    }
}

/// The statuses of both assertions, explored in all these ways one after the other.
fn explored(finding: fn() -> Finding, ways: &[Matching]) -> Vec<Status> {
    let program = load(PROGRAM);
    at_a_desk(&program, &Always(finding), |task, desk| {
        for matching in ways {
            let engine = Explore {
                strategy: None,
                matching: Some(*matching),
                merging: Merging::On,
                depth: None,
                jobs: NonZeroUsize::MIN,
                solver: solve::Backend::default(),
                left: Duration::ZERO,
            };
            run(&engine, task, desk);
        }
    })
}

#[test]
fn what_is_confirmed_ends_there() {
    let statuses = explored(refuted, &[Matching::Exact]);
    assert_eq!(statuses, [Status::Refuted, Status::Proved]);
}

#[test]
fn what_is_not_confirmed_goes_on() {
    let unseen = || Finding::Unseen(String::new());
    let rejected = || Finding::Rejected(String::new());
    for finding in [unseen, rejected, || Finding::Late] {
        for ways in [
            &[Matching::Exact][..],
            &[Matching::Exact, Matching::General],
            &[Matching::General, Matching::Exact],
        ] {
            let statuses = explored(finding, ways);
            assert_eq!(statuses, [Status::Unknown, Status::Unknown], "{ways:?}");
        }
    }
}
