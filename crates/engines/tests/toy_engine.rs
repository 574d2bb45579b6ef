//! A new engine is a small thing: this one guesses. It hands in candidates, says where it left
//! executions, and knows nothing of verdicts; one that panics costs nobody else's work.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use common::{at_a_desk, load, refuted};
use engines::{Confirm, Desk, Engine, Finding, Survey, Task, run};
use ir::{Op, SourceKind};
use std::collections::BTreeSet;
use std::time::Instant;
use verdict::{
    Candidate, Cause, ClaimId, Gap, Input, Length, Openings, Position, Size, Status, Witness,
};

/// Guesses what the program's only input is.
struct Guess;

impl Engine for Guess {
    fn name(&self) -> &'static str {
        "guess"
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let entry = task.program.entry.expect("the program starts");
        let start = Position::new([(entry, task.program[entry].entry)]);
        for (_, procedure) in task.program.procedures() {
            for edge in &procedure.edges {
                let Op::Check(check) = &edge.op else {
                    continue;
                };
                for value in 0..10 {
                    let witness = Witness {
                        inputs: vec![input(value)],
                        ..Witness::default()
                    };
                    desk.hand_in(
                        self.name(),
                        candidate(check.kind, edge.span, witness, &start),
                    );
                }
            }
        }
        // Whatever comes after the start was not followed.
        let mut openings = Openings::default();
        openings.add(Cause::Gap(Gap::Time), start);
        let survey = Survey {
            openings,
            alarms: BTreeSet::new(),
            visits: None,
            how: String::new(),
        };
        desk.conclude(self.name(), survey, |_| true);
    }
}

fn candidate(kind: ir::ClaimKind, span: ir::Span, witness: Witness, start: &Position) -> Candidate {
    Candidate {
        claim: ClaimId::new(kind, span),
        span,
        witness,
        size: Size { given: 1, steps: 0 },
        position: start.clone(),
        length: Length::Interpretable,
        notes: Vec::new(),
    }
}

fn input(value: u128) -> Input {
    Input {
        kind: SourceKind::Nondet,
        name: "__VERIFIER_nondet_int".to_string(),
        dynamic_name: None,
        index: None,
        ty: "int".to_string(),
        scalar: ir::Scalar::Int(ir::Width::W32),
        value,
        line: 1,
        times: 1,
    }
}

/// Believes in one, and in nothing else.
struct One;

impl Confirm for One {
    fn confirm(&self, candidate: &Candidate, _: Instant) -> Finding {
        match candidate.witness.inputs[0].value {
            1 => refuted(),
            _ => Finding::Unseen("it is not one".to_string()),
        }
    }
}

const PROGRAM: &str = "int __VERIFIER_nondet_int(void);
int main(void) { int a[2] = {0}; return a[__VERIFIER_nondet_int()]; }
";

#[test]
fn what_it_guesses_is_refuted_and_the_rest_is_open() {
    let program = load(PROGRAM);
    let verdicts = at_a_desk(&program, &One, |task, desk| run(&Guess, task, desk));
    let statuses: BTreeSet<&str> = verdicts.iter().map(|status| status.name()).collect();
    assert!(statuses.contains("refuted"), "{statuses:?}");
    assert!(!statuses.contains("proved"), "{statuses:?}");
}

/// Fails.
struct Broken;

impl Engine for Broken {
    fn name(&self) -> &'static str {
        "broken"
    }

    fn run(&self, task: &Task<'_>, _: &Desk<'_>) {
        task.program.find("no such procedure").expect("a defect");
    }
}

#[test]
fn one_that_panics_costs_its_own_work_alone() {
    let program = load(PROGRAM);
    let verdicts = at_a_desk(&program, &One, |task, desk| {
        run(&Broken, task, desk);
        run(&Guess, task, desk);
    });
    assert!(verdicts.contains(&Status::Refuted));
}
