//! Input instances: what the environment has to answer, checked by the reference interpreter.

use super::trail::Line;
use crate::limits::tuning::STEPS_OF_AN_INSTANCE;
use interp::{
    Environment, InputRequest, Interpreter, Limits, Outcome, RecordedInput, Recording, Scripted,
    State, Violation,
};
use ir::{ClaimSet, Program, SourceKind};
use std::collections::BTreeSet;
use std::time::Instant;
use verdict::{Candidate, ClaimId, Input, Length, Position, Size, Witness};

/// An execution of the program on given answers.
pub(crate) struct Executed {
    pub(crate) outcome: Outcome,
    pub(crate) inputs: Vec<Input>,
    pub(crate) steps: u64,
    pub(crate) state: State,
}

/// Answers what it is told, and then always zero, or that there is no more.
struct Completed(Scripted);

impl Environment for Completed {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        if self.0.values.is_empty() {
            self.0.values.push_back(match request.kind {
                SourceKind::Stdin => request.end(),
                _ => 0,
            });
        }
        self.0.input(request)
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}
}

/// Executes the program on inputs.
pub(crate) struct Executor<'p> {
    program: &'p Program,
    interpreter: Interpreter<'p>,
    limits: Limits,
}

impl<'p> Executor<'p> {
    pub(crate) fn new(program: &'p Program, selected: ClaimSet, deadline: Instant) -> Executor<'p> {
        Executor {
            program,
            interpreter: Interpreter::new(program),
            limits: Limits {
                deadline: Some(deadline),
                claims: selected,
                ..Limits::default()
            },
        }
    }

    /// What executes it.
    pub(crate) fn interpreter(&self) -> &Interpreter<'p> {
        &self.interpreter
    }

    /// Executes the program in an environment: how it ends, and where. What is answered is not kept.
    pub(crate) fn go(&self, environment: &mut dyn Environment) -> (Outcome, State) {
        let mut state = self.interpreter.start();
        let outcome = self.interpreter.run(&mut state, environment, &self.limits);
        (outcome, state)
    }

    /// Executes the program on these answers.
    pub(crate) fn execute(&self, values: &[u128]) -> Executed {
        self.run(Scripted::new(values.iter().copied()))
    }

    /// Executes the program on what an environment answers.
    pub(crate) fn run(&self, environment: impl Environment) -> Executed {
        let mut environment = Recording::new(environment);
        let (outcome, state) = self.go(&mut environment);
        let given = environment.inputs.iter();
        Executed {
            outcome,
            inputs: given.map(|input| self.input(input)).collect(),
            steps: state.steps(),
            state,
        }
    }

    /// What the environment answers until the program ends: these values, and zero to everything that
    /// is asked for after them.
    pub(crate) fn complete(&self, values: &[u128]) -> Vec<Input> {
        let mut environment = Completed(Scripted::new(values.iter().copied()));
        let mut state = self.interpreter.start();
        let limits = Limits {
            steps: Some(STEPS_OF_AN_INSTANCE),
            ..self.limits.clone()
        };
        self.interpreter.run(&mut state, &mut environment, &limits);
        let given = environment.0.given.iter();
        given.map(|input| self.input(input)).collect()
    }

    /// The lines of the user's code that an execution comes by; `None` if it is too long to tell.
    pub(crate) fn lines(&self, values: &[u128]) -> Option<BTreeSet<Line>> {
        let mut environment = Completed(Scripted::new(values.iter().copied()));
        let limits = Limits {
            steps: Some(STEPS_OF_AN_INSTANCE),
            ..self.limits.clone()
        };
        let trace = interp::trace(self.program, &mut environment, &limits);
        let steps = trace.steps.iter().filter_map(|step| Line::of(step.span));
        trace.omitted.is_none().then(|| steps.collect())
    }

    /// Where an execution is.
    pub(crate) fn position(&self, state: &State) -> Position {
        let edges = self.interpreter.edges(state).into_iter();
        let locations = edges.flat_map(|(procedure, edge)| match edge {
            Some(edge) => {
                let edge = &self.program[procedure][edge];
                [(procedure, edge.from), (procedure, edge.to)]
            }
            None => [(procedure, self.program[procedure].entry); 2],
        });
        Position::new(locations)
    }

    /// The violation that an execution ends with, as a candidate.
    pub(crate) fn candidate(&self, executed: Executed, violation: &Violation) -> Candidate {
        let span = violation.place();
        let position = self.position(&executed.state);
        Candidate {
            claim: ClaimId::new(violation.kind, span),
            span,
            size: Size {
                given: executed.inputs.len(),
                steps: executed.steps,
            },
            witness: Witness {
                inputs: executed.inputs,
                steps: executed.steps,
                ..Witness::default()
            },
            position,
            length: Length::Interpretable,
            notes: Vec::new(),
        }
    }

    fn input(&self, given: &RecordedInput) -> Input {
        Input {
            kind: given.kind,
            name: given.name.clone(),
            dynamic_name: given.dynamic_name.clone(),
            index: given.index,
            ty: self.program.types.display(given.ty).to_string(),
            scalar: given.scalar,
            value: given.value,
            line: given.span.line,
            times: 1,
        }
    }
}
