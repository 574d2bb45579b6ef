//! Small programs with the status that an engine is to give each claim.

use super::{load, refuted, with_desk};
use engines::{Confirm, Engine, Finding, run};
use expect_test::Expect;
use std::fmt::Write;
use std::time::Instant;
use verdict::Candidate;

/// Believes everything: the engine itself has executed it in the interpreter.
pub(crate) struct Believer;

impl Confirm for Believer {
    fn confirm(&self, _: &Candidate, _: Instant) -> Finding {
        refuted()
    }
}

pub(crate) const PROLOGUE: &str =
    "#include <assert.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n";

/// The claims that are not proved, each with its status, and how many are proved.
pub(crate) fn check(source: &str, engine: &dyn Engine, expected: &Expect) {
    let program = load(&format!("{PROLOGUE}{source}"));
    let text = with_desk(
        &program,
        &Believer,
        |task, desk| run(engine, task, desk),
        |closed| {
            let (mut text, mut proved) = (String::new(), 0);
            for (claim, verdict) in closed.ledger.verdicts() {
                match verdict.status.name() {
                    "proved" => proved += 1,
                    name => {
                        let kind = claim.kind().name();
                        writeln!(text, "{name} {kind} line {}", claim.span.line).expect("text");
                    }
                }
            }
            text + &format!("{proved} proved\n")
        },
    );
    expected.assert_eq(&text);
}
