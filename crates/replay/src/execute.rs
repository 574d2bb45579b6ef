//! Executing a counterexample in the reference interpreter: fast, exact, and the first thing to
//! do with a candidate.

mod draws;
mod start;

pub(crate) use draws::with_draws;

use interp::{Environment, InputRequest, Interpreter, Limits, Outcome, Trace, Violation};
use ir::{ClaimKind, Expr, Local, Op, Program, Scalar, Source, SourceKind, Span};
use std::collections::BTreeSet;
use std::fmt;
use verdict::Leftovers;
use verdict::{Claimed, Counterexample, Input};

/// A counterexample that is made ready to be executed in the interpreter.
pub struct Execution<'a> {
    counterexample: &'a Counterexample,
    program: Program,
}

/// Why a counterexample does not fit the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// The program has no such function.
    NoFunction(String),
    /// The program has no such global variable.
    NoGlobal(String),
    /// The function takes other arguments.
    Arguments(String),
    /// A pointer into an object that is not listed.
    NoObject(usize),
    /// A value is not of the type that it should have.
    Value(String),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::NoFunction(name) => write!(f, "the program has no function `{name}`"),
            Misfit::NoGlobal(name) => write!(f, "the program has no variable `{name}`"),
            Misfit::Arguments(name) => write!(f, "`{name}` takes other arguments"),
            Misfit::NoObject(object) => write!(f, "there is no object {object}"),
            Misfit::Value(place) => write!(f, "the value of `{place}` has another type"),
        }
    }
}

impl std::error::Error for Misfit {}

impl<'a> Execution<'a> {
    /// Makes a counterexample of the program ready. The program is left as it is: a copy of it
    /// starts by building the recorded heap, and its calls of functions that nobody defines give
    /// what was recorded.
    ///
    /// # Errors
    ///
    /// If the counterexample is not one of this program.
    pub fn new(
        program: &Program,
        counterexample: &'a Counterexample,
    ) -> Result<Execution<'a>, Misfit> {
        let mut program = program.clone();
        start::build(&mut program, counterexample)?;
        answer_undefined_functions(&mut program, counterexample);
        Ok(Execution {
            counterexample,
            program,
        })
    }

    /// The program that is executed.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Executes it once.
    pub fn run(&self, limits: &Limits) -> Outcome {
        let interpreter = Interpreter::new(&self.program);
        interpreter.run(&mut interpreter.start(), &mut self.environment(), limits)
    }

    /// Executes it line by line.
    pub fn trace(&self, limits: &Limits) -> Trace {
        interp::trace(&self.program, &mut self.environment(), limits)
    }

    /// The violation that is claimed, if that is how an execution ended.
    pub fn claimed<'o>(&self, outcome: &'o Outcome) -> Option<&'o Violation> {
        let Outcome::Violation(violation) = outcome else {
            return None;
        };
        is_claimed(&self.program, violation, &self.counterexample.violation).then_some(violation)
    }

    fn environment(&self) -> Recorded<'a> {
        Recorded {
            inputs: &self.counterexample.inputs,
            given: 0,
            leftovers: &self.counterexample.leftovers,
        }
    }
}

fn is_claimed(program: &Program, violation: &Violation, claimed: &Claimed) -> bool {
    let is_there = |span: Span| {
        let file = program.files.get(span.file);
        file.is_some_and(|file| *file.name == *claimed.file) && span.line == claimed.line
    };
    // Of several pieces of memory that are lost, the claim is about one.
    let is_one_of_several = matches!(violation.kind, ClaimKind::Leak | ClaimKind::NotFreed)
        && violation
            .notes
            .iter()
            .filter_map(|note| note.span)
            .any(is_there);
    violation.kind == claimed.kind && (is_there(violation.place()) || is_one_of_several)
}

/// Answers what was recorded. Whoever asks for something else is not the program that was
/// recorded, and gets nothing.
struct Recorded<'a> {
    inputs: &'a [Input],
    /// How often the first of them was given.
    given: u64,
    leftovers: &'a Leftovers,
}

impl Environment for Recorded<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        // The parameters of an entry function are its arguments.
        let parameters = self
            .inputs
            .iter()
            .take_while(|input| input.kind == SourceKind::Parameter);
        let rest = &self.inputs[parameters.count()..];
        let (next, rest) = rest.split_first()?;
        self.given += 1;
        let fits = next.kind == request.kind
            && next.name == request.name
            && next.dynamic_name.as_deref() == request.dynamic_name
            && next.index == request.index;
        if self.given >= next.times {
            self.inputs = rest;
            self.given = 0;
        }
        fits.then_some(next.value)
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}

    fn leftover(&self, local: &Local) -> u128 {
        self.leftovers.value(local)
    }
}

/// Functions that nobody defines give what was recorded, and change nothing.
fn answer_undefined_functions(program: &mut Program, counterexample: &Counterexample) {
    let answered: BTreeSet<&str> = counterexample
        .inputs
        .iter()
        .filter(|input| input.kind == SourceKind::Other)
        .map(|input| input.name.as_str())
        .collect();
    for procedure in &mut program.procedures {
        for edge in &mut procedure.edges {
            let Op::Havoc { dest, function, .. } = &edge.op else {
                continue;
            };
            edge.op = match *dest {
                None => Op::Skip,
                Some(dest) if answered.contains(&**function) => Op::Input {
                    dest,
                    ty: procedure.locals[dest.0 as usize].ty,
                    source: Box::new(Source {
                        kind: SourceKind::Other,
                        name: function.clone(),
                        dynamic_name: None,
                        index: None,
                    }),
                },
                Some(dest) if procedure.locals[dest.0 as usize].scalar == Scalar::Pointer => {
                    Op::Assign(dest, Expr::NULL)
                }
                Some(_) => continue,
            };
        }
    }
}
