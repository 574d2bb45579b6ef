//! `concrex run`: executes a program in the reference interpreter, watching for errors.

use crate::cli::RunArguments;
use crate::error::Error;
use crate::evidence;
use crate::load::{Language, load_program};
use crate::output::{self, Color};
use crate::property::Property;
use contain::Patience;
use interp::{Host, Interpreter, Limits, Outcome};
use ir::{ClaimSet, Program};
use std::ffi::OsString;
use std::time::Instant;

/// The status of a run that a violation ended.
const VIOLATION: u8 = 1;
/// The status of a run that could not be carried to its end.
const INCOMPLETE: u8 = 3;
/// The status that a shell gives to a process which called `abort`.
const ABORTED: u8 = 134;

/// Runs the program; the exit status is its own.
pub(crate) fn run(arguments: &RunArguments, color: Color) -> Result<u8, Error> {
    let property = Property::select(&arguments.property.properties)?;
    let program = load_program(
        &arguments.sources,
        property.entry.as_deref(),
        &Patience::default(),
    )?;
    let limits = Limits {
        deadline: arguments.time.map(|time| Instant::now() + time.0),
        memory: Some(arguments.memory.0),
        claims: watched(arguments, property.claims),
        ..Limits::default()
    };
    let mut host = Host::new(program_arguments(arguments));
    let interpreter = Interpreter::new(&program);
    let outcome = interpreter.run(&mut interpreter.start(), &mut host, &limits);
    host.flush();
    Ok(conclude(&program, &outcome, color))
}

/// The claims whose violation ends a run. A Java program meets its exceptions as on the JVM, and
/// prints those that it does not catch.
fn watched(arguments: &RunArguments, claims: ClaimSet) -> ClaimSet {
    match arguments.sources.language() {
        Language::C => claims,
        Language::Java => ClaimSet::EMPTY,
    }
}

/// `argv`: the name of the program is that of its first file.
fn program_arguments(arguments: &RunArguments) -> Vec<OsString> {
    let name = arguments
        .sources
        .files
        .first()
        .map(|file| file.with_extension("").into_os_string());
    name.into_iter()
        .chain(arguments.arguments.iter().cloned())
        .collect()
}

fn conclude(program: &Program, outcome: &Outcome, color: Color) -> u8 {
    let files = &program.files;
    match outcome {
        // The system keeps the low eight bits.
        Outcome::Exited(status) => *status as u8,
        Outcome::Returned(_) => 0,
        Outcome::Aborted(_) => ABORTED,
        Outcome::Violation(violation) | Outcome::UndefinedBehaviour(violation) => {
            let palette = color.palette(&std::io::stderr());
            eprintln!(
                "{}",
                evidence::render(program, violation, palette, output::width())
            );
            VIOLATION
        }
        Outcome::AssumptionFailed(position) => {
            let place = files.display(position.span);
            eprintln!("{place}: the assumption does not hold; the run ends here");
            INCOMPLETE
        }
        Outcome::OutOfInputs(input) => {
            let place = files.display(input.position.span);
            eprintln!("{place}: there is no value for the input `{}`", input.name);
            INCOMPLETE
        }
        Outcome::LimitReached(limit) => {
            eprintln!("concrex: {limit} was reached");
            INCOMPLETE
        }
        Outcome::Unsupported { what, span, .. } => {
            eprintln!("{}: unsupported: {what}", files.display(*span));
            INCOMPLETE
        }
    }
}
