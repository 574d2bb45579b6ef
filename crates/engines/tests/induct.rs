//! Counterexamples that take many iterations are found in a moment, however many.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use common::{load, refuted, with_desk};
use engines::{Confirm, Desk, Finding, Induct, Share, Task, run};
use std::time::Instant;
use verdict::Candidate;

/// Believes everything: the engine executes what it hands in.
struct Believer;

impl Confirm for Believer {
    fn confirm(&self, _: &Candidate, _: Instant) -> Finding {
        refuted()
    }
}

/// How many claims are refuted in the few seconds that the engine has beside others.
fn refutations(source: &str, size: u32) -> usize {
    let program = load(&format!("#define N {size}\n{source}"));
    let work = |task: &Task<'_>, desk: &Desk<'_>| {
        let induct = Induct {
            share: Share::Part,
            ..Induct::default()
        };
        run(&induct, task, desk);
    };
    with_desk(&program, &Believer, work, |closed| closed.ledger.refuted())
}

/// Refuted for each size.
fn check_flat(source: &str) {
    for size in [4, 400, 40_000] {
        assert_eq!(refutations(source, size), 1, "of size {size}");
    }
}

#[test]
fn one_iteration_too_many() {
    check_flat(
        "void reach_error(void); void assert_(int c) { if (!c) reach_error(); }
         int main(void) { unsigned i = 0, n = N; while (i <= n) { assert_(i < n); i++; } }",
    );
}

#[test]
fn a_buffer_that_is_full() {
    check_flat(
        "int getchar(void); static char b[N];
         int main(void) { unsigned i = 0; while (getchar() != -1) { b[i] = 1; i++; } }",
    );
}

#[test]
fn two_loops_in_sequence() {
    check_flat(
        "int getchar(void); void reach_error(void);
         int main(void) {
             unsigned a = 0, b = 0;
             while (getchar() == 'a') a++;
             while (getchar() == 'b') b += 2;
             if (a == N && b == 2 * N) reach_error();
         }",
    );
}

#[test]
fn a_loop_in_a_loop() {
    check_flat(
        "void reach_error(void);
         int main(void) {
             unsigned t = 0;
             for (unsigned i = 0; i < N; i++) for (unsigned j = 0; j < 9; j++) t++;
             if (t == 9 * N) reach_error();
         }",
    );
}

#[test]
fn what_is_guarded_is_never_refuted() {
    let source = "int getchar(void); static char b[N];
        int main(void) { unsigned i = 0; while (getchar() != -1) if (i < N) { b[i] = 1; i++; } }";
    assert_eq!(refutations(source, 300), 0);
}
