//! Executing a counterexample with other random numbers than it has.

use super::Execution;
use crate::world::each;
use interp::{Environment, InputRequest, Interpreter, Limits, Outcome};
use ir::{ClaimKind, Local, Program, SourceKind};
use std::collections::VecDeque;
use verdict::{Counterexample, Input};

/// The inputs of a counterexample with these random numbers instead of its own, in the order in
/// which the program asks for them; `None` if it does not fail as claimed.
pub(crate) fn with_draws(
    counterexample: &Counterexample,
    program: &Program,
    limits: &Limits,
    draws: &[u128],
) -> Option<Vec<Input>> {
    let execution = Execution::new(program, counterexample).ok()?;
    let random = |input: &&Input| input.kind == SourceKind::Random;
    let parameters = counterexample.inputs.iter();
    let parameters = parameters.take_while(|input| input.kind == SourceKind::Parameter);
    let rest = &counterexample.inputs[parameters.clone().count()..];
    let mut environment = Redrawn {
        execution: &execution,
        draws,
        example: counterexample.inputs.iter().find(random)?,
        others: rest
            .iter()
            .filter(|input| !random(input))
            .flat_map(each)
            .collect(),
        answered: parameters.cloned().collect(),
    };
    let interpreter = Interpreter::new(execution.program());
    let outcome = interpreter.run(&mut interpreter.start(), &mut environment, limits);
    let fails = match counterexample.violation.kind {
        // The interpreter does not know contracts: the call must come to its end.
        ClaimKind::Postcondition => matches!(outcome, Outcome::Exited(_) | Outcome::Returned(_)),
        _ => execution.claimed(&outcome).is_some(),
    };
    fails.then_some(environment.answered)
}

/// Answers what was recorded, but for random numbers.
struct Redrawn<'a> {
    execution: &'a Execution<'a>,
    draws: &'a [u128],
    /// A random number, for all but its value.
    example: &'a Input,
    others: VecDeque<&'a Input>,
    answered: Vec<Input>,
}

impl Environment for Redrawn<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        let answer = match request.kind {
            SourceKind::Random => {
                let (next, rest) = self.draws.split_first()?;
                self.draws = rest;
                Input {
                    value: *next,
                    times: 1,
                    ..self.example.clone()
                }
            }
            _ => {
                let next = self.others.pop_front()?;
                let fits = next.kind == request.kind
                    && next.name == request.name
                    && next.dynamic_name.as_deref() == request.dynamic_name
                    && next.index == request.index;
                fits.then(|| Input {
                    times: 1,
                    ..next.clone()
                })?
            }
        };
        let value = answer.value;
        self.answered.push(answer);
        Some(value)
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}

    fn leftover(&self, local: &Local) -> u128 {
        self.execution.counterexample.leftovers.value(local)
    }
}
