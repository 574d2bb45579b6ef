//! The one execution of a program without inputs.

use interp::{Environment, InputRequest, Interpreter, Limits, Outcome};
use ir::Program;
use std::time::Instant;

/// How an execution went.
pub(crate) struct Execution {
    /// How it ended.
    pub(crate) outcome: Outcome,
    /// How many operations were executed.
    pub(crate) steps: u64,
    /// How long it took.
    pub(crate) seconds: f64,
}

impl Execution {
    /// Runs the program until it ends or asks for an input. Its output is dropped.
    pub(crate) fn without_inputs(program: &Program, limits: &Limits) -> Execution {
        let started = Instant::now();
        let interpreter = Interpreter::new(program);
        let mut state = interpreter.start();
        let outcome = interpreter.run(&mut state, &mut Closed, limits);
        Execution {
            outcome,
            steps: state.steps(),
            seconds: started.elapsed().as_secs_f64(),
        }
    }
}

/// An environment that answers nothing.
struct Closed;

impl Environment for Closed {
    fn input(&mut self, _request: &InputRequest<'_>) -> Option<u128> {
        None
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}
}
