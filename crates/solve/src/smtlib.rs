//! SMT-LIB 2.6 scripts over bit-vectors, arrays, functions and floats.

mod command;
mod convert;
mod model;
mod ops;
mod scope;
mod sexpr;
mod value;

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use command::Script;
pub(crate) use value::{is_complete, parse_value};

/// How to run a script.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Who decides.
    pub backend: crate::Backend,
    /// How long a single check may take; `(set-option :timeout ms)` overrides it.
    pub time_limit: Option<Duration>,
    /// Stops the script's checks from another thread.
    pub interrupt: crate::Interrupt,
}

/// How a script ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Every command was carried out.
    Success,
    /// At least one was answered by an error.
    Errors,
}

/// A place in a script, counted from one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// What is wrong with a script, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Where.
    pub position: Position,
    /// What.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "line {line} column {column}: {}", self.message)
    }
}

impl std::error::Error for Error {}

/// Runs a script, answering on `out` as SMT-LIB prescribes. Errors are answers
/// too: `(error "line 3 column 7: …")`; the script goes on after those that leave
/// it readable.
///
/// # Errors
///
/// Only when `out` cannot be written to.
///
/// ```
/// use solve::smtlib::{Options, run_script};
///
/// let mut out = Vec::new();
/// let script = "(declare-const x (_ BitVec 8)) (assert (bvult x #x01)) (check-sat) (get-value (x))";
/// run_script(script, &Options::default(), &mut out).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "sat\n((x #x00))\n");
/// ```
pub fn run_script(text: &str, options: &Options, out: &mut dyn Write) -> io::Result<Status> {
    Script::new(options).run(text, out)
}
