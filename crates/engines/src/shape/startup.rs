//! What a program does before it asks for anything: it is executed, and the analysis begins behind it.
//!
//! A Java program initialises its classes and those of the library before its first input. That is one
//! execution, the same for every caller, and much longer than what follows; it leaves values in globals.

use super::flatten::Obstacle;
use interp::{Environment, InputRequest, Interpreter, Limits, Outcome, State, Value};
use ir::{Const, Expr, GlobalId, Location, Op, Program, Scalar, Span};
use std::time::Instant;

/// The execution of a program up to its first input.
pub(super) struct Startup<'p> {
    interpreter: Interpreter<'p>,
    state: State,
    /// Where the entry of the program asks for something.
    pub(super) location: Location,
}

/// Answers nothing.
struct Nothing;

impl Environment for Nothing {
    fn input(&mut self, _: &InputRequest<'_>) -> Option<u128> {
        None
    }

    fn output(&mut self, _: i32, _: &[u8]) {}
}

impl<'p> Startup<'p> {
    /// Executes what a program does before it asks for anything; none if its front end does not say what it
    /// starts with, whose globals are initialised without code.
    pub(super) fn of(
        program: &'p Program,
        until: Instant,
    ) -> Result<Option<Startup<'p>>, Obstacle> {
        if program.start.is_none() {
            return Ok(None);
        }
        let obstacle = |what| Obstacle {
            span: Span::NONE,
            what,
        };
        let interpreter = Interpreter::new(program);
        let mut state = interpreter.start();
        let limits = Limits {
            deadline: Some(until),
            ..Limits::default()
        };
        let outcome = interpreter.run(&mut state, &mut Nothing, &limits);
        if !matches!(outcome, Outcome::OutOfInputs(_)) {
            return Err(obstacle("a start that does not come to an input"));
        }
        let at = match &*interpreter.edges(&state) {
            [(procedure, Some(edge))] if Some(*procedure) == program.entry => {
                Some(&program[*procedure][*edge])
            }
            _ => None,
        };
        let asks = at.filter(|edge| matches!(edge.op, Op::Input { .. }));
        let location = asks.ok_or_else(|| obstacle("an input in the middle of a call"))?;
        Ok(Some(Startup {
            location: location.from,
            interpreter,
            state,
        }))
    }

    /// What a part of a global holds behind it, if it is a number or null.
    pub(super) fn held(&self, global: GlobalId, offset: u64, scalar: Scalar) -> Option<Expr> {
        let value = self.interpreter.held(&self.state, global, offset, scalar)?;
        match (scalar, value) {
            (Scalar::Int(width), Value::Bits(bits)) => Some(Expr::Const(Const::Int(width, bits))),
            (Scalar::Pointer, Value::Pointer(pointer)) => {
                (pointer.address == 0).then_some(Expr::NULL)
            }
            _ => None,
        }
    }
}
