//! The engine `execute`: a program without inputs has one execution, and the interpreter says what
//! happens in it.

use crate::concretize::Executor;
use crate::desk::{Desk, Run};
use crate::environment::Caller;
use crate::ledger::Survey;
use crate::limits::tuning::{FIRST_EXECUTION, SHARE_OF_EXECUTION};
use crate::task::{Engine, Task};
use interp::{Environment, InputRequest, Interpreter, Limit, Limits, Outcome, State, Violation};
use ir::{CastOp, ClaimKind, ClaimSet, Condition, Expr, Op, Origin, Program, SourceKind, Span};
use std::collections::BTreeSet;
use std::time::Instant;
use verdict::{
    Candidate, Cause, ClaimId, Gap, Length, OF_MACHINE, Openings, Place, Position, Size, Witness,
};

/// Its name.
const ENGINE: &str = "execute";

/// The engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Execute {
    /// For a moment: what takes longer is left to others first.
    Briefly,
    /// For a good part of the time, unless that was done already.
    AtLength,
}

impl Engine for Execute {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let started = Instant::now();
        let is_done = std::mem::replace(&mut desk.facts().is_executed, true);
        if *self == Execute::AtLength && is_done {
            return;
        }
        if let Some(execution) = Execution::of(task, desk, *self) {
            let is_cut = matches!(execution.outcome, Outcome::LimitReached(Limit::Time));
            if *self == Execute::Briefly && is_cut {
                desk.facts().is_executed = false;
            } else {
                desk.facts().ending = Some(execution.outcome.clone());
                execution.settle(task, desk);
            }
        }
        desk.keep(Run {
            engine: ENGINE,
            stage: None,
            seconds: started.elapsed().as_secs_f64(),
            statistics: None,
        });
    }
}

/// The only execution of a program.
struct Execution {
    /// Whether there is no other.
    is_determined: bool,
    outcome: Outcome,
    steps: u64,
    position: Position,
}

impl Execution {
    /// Executes a program that asks for nothing; `None` if it does, or if something matters that the
    /// language leaves open.
    fn of(task: &Task<'_>, desk: &Desk<'_>, how: Execute) -> Option<Execution> {
        // A method of Java that asks for nothing has one execution, too.
        if task.caller == Caller::Unknown && task.program.start.is_none() {
            return None;
        }
        let limits = desk.limits();
        let limits = Limits {
            deadline: Some(limits.share(
                match how {
                    Execute::Briefly => FIRST_EXECUTION,
                    Execute::AtLength => limits.time,
                },
                SHARE_OF_EXECUTION,
            )),
            memory: limits.memory,
            interrupt: Some(limits.interrupt.flag()),
            claims: task.selected,
            ..Limits::default()
        };
        let interpreter = Interpreter::new(task.program);
        let mut state = interpreter.start();
        let outcome = interpreter.run(&mut state, &mut Closed, &limits);
        if let Outcome::OutOfInputs(point) = &outcome
            && Usual::answers(point.kind, &point.name)
        {
            hand_in_usual(task, desk, &limits);
        }
        // A function without a body is one that the environment answers.
        if let Outcome::OutOfInputs(_) | Outcome::Unsupported { .. } = outcome {
            return None;
        }
        let is_determined = is_determined(task.program, &limits);
        // Without a violation, nothing may depend on what C leaves open.
        let is_of_use = is_determined || matches!(outcome, Outcome::Violation(_));
        is_of_use.then(|| Execution {
            is_determined,
            outcome,
            steps: state.steps(),
            position: position(&interpreter, &state, task.program),
        })
    }

    fn settle(self, task: &Task<'_>, desk: &Desk<'_>) {
        let left = match &self.outcome {
            Outcome::Violation(violation) => {
                desk.hand_in(ENGINE, self.candidate(violation));
                desk.wait_for_candidates();
                let is_refuted = !desk.ledger().found_nothing();
                let goes_on = !(is_refuted && self.is_determined);
                goes_on.then(|| Gap::Violated(Place::of(violation.place())))
            }
            Outcome::UndefinedBehaviour(violation) => {
                let place = Place::of(violation.place());
                Some(Gap::Undefined(place, Some(violation.kind)))
            }
            Outcome::LimitReached(limit) => Some(match limit {
                Limit::Time | Limit::Steps => Gap::Time,
                Limit::Memory => Gap::Memory,
                Limit::Interrupted => Gap::Interrupted,
                Limit::Stack => {
                    let what = "this many calls inside each other";
                    Gap::Unable(Place::of(Span::NONE), what.into())
                }
            }),
            _ => None,
        };
        let mut openings = Openings::default();
        if let Some(gap) = left {
            openings.add(Cause::Gap(gap), self.position);
        }
        let how = match &self.outcome {
            Outcome::AssumptionFailed(position) => format!(
                "the program has no inputs, and the assumption at {} ends its only execution",
                task.program.files.display(position.span)
            ),
            Outcome::Violation(violation) => format!(
                "the program has no inputs, and its only execution ends with the violation at {}",
                task.program.files.display(violation.place())
            ),
            _ => "the program has no inputs, and its only execution was completed".to_string(),
        };
        let survey = Survey {
            openings,
            alarms: BTreeSet::new(),
            visits: None,
            how,
        };
        desk.conclude(ENGINE, survey, |_| true);
    }

    fn candidate(&self, violation: &Violation) -> Candidate {
        let span = violation.place();
        Candidate {
            claim: ClaimId::new(violation.kind, span),
            span,
            witness: Witness {
                steps: self.steps,
                ..Witness::default()
            },
            size: Size {
                given: 0,
                steps: self.steps,
            },
            position: self.position.clone(),
            length: Length::Interpretable,
            notes: Vec::new(),
        }
    }
}

/// Where a state is. The operation that it is at may have been executed in part.
fn position(interpreter: &Interpreter<'_>, state: &State, program: &Program) -> Position {
    let edges = interpreter.edges(state).into_iter();
    let locations = edges.flat_map(|(procedure, edge)| match edge {
        Some(edge) => {
            let edge = &program[procedure][edge];
            [(procedure, edge.from), (procedure, edge.to)]
        }
        None => [(procedure, program[procedure].entry); 2],
    });
    Position::new(locations)
}

/// Whether the execution that was seen is the only one: every value it uses is defined, and no
/// address is taken for a number.
fn is_determined(program: &Program, limits: &Limits) -> bool {
    let kinds = [ClaimKind::Uninitialised, ClaimKind::MissingReturn];
    let unwatched = kinds.iter().any(|kind| !limits.claims.contains(*kind));
    let is_defined = || {
        let limits = Limits {
            claims: kinds.into_iter().collect(),
            ..limits.clone()
        };
        let interpreter = Interpreter::new(program);
        let outcome = interpreter.run(&mut interpreter.start(), &mut Closed, &limits);
        // One that was stopped has not shown anything.
        matches!(
            outcome,
            Outcome::Exited(_)
                | Outcome::Returned(_)
                | Outcome::Aborted(_)
                | Outcome::AssumptionFailed(_)
        )
    };
    !uses_addresses(program, limits.claims) && (!unwatched || is_defined())
}

/// Whether the user's code makes numbers of addresses, or compares those of different objects without
/// being asked about that.
fn uses_addresses(program: &Program, selected: ClaimSet) -> bool {
    let users = program
        .procedures
        .iter()
        .filter(|procedure| procedure.origin == Origin::User);
    users.flat_map(|procedure| &procedure.edges).any(|edge| {
        let mut found = match &edge.op {
            Op::Check(check) => {
                let is_order = matches!(check.condition, Condition::SameObject(..));
                is_order && !selected.contains(check.kind)
            }
            _ => false,
        };
        edge.op.for_each_expr(&mut |expr| {
            expr.for_each(&mut |part| {
                found |= matches!(
                    part,
                    Expr::Cast(CastOp::PointerToInt | CastOp::IntToPointer, ..)
                );
            });
        });
        found
    })
}

/// Executes a program as far as it asks for nothing but what differs from one machine to the next: a
/// violation on the usual machine is one that the real machine may show.
fn hand_in_usual(task: &Task<'_>, desk: &Desk<'_>, limits: &Limits) {
    let deadline = limits.deadline.unwrap_or_else(Instant::now);
    let executor = Executor::new(task.program, task.selected, deadline);
    let executed = executor.run(Usual);
    if let Outcome::Violation(violation) = &executed.outcome {
        let violation = violation.clone();
        desk.hand_in(ENGINE, executor.candidate(executed, &violation));
        desk.wait_for_candidates();
    }
}

/// An environment that answers only how its machine is: as usual.
struct Usual;

impl Usual {
    fn answers(kind: SourceKind, name: &str) -> bool {
        kind == SourceKind::Other && name == OF_MACHINE
    }
}

impl Environment for Usual {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        Usual::answers(request.kind, request.name).then_some(0)
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}
}

/// An environment that answers nothing.
struct Closed;

impl Environment for Closed {
    fn input(&mut self, _request: &InputRequest<'_>) -> Option<u128> {
        None
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}
}
