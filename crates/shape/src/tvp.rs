//! TVLA's files: programs (TVP) and structures (TVS).
//!
//! The language is that of TVLA's manual: sets, `foreach`, predicates with properties, rules,
//! actions with parameters, and a control-flow graph; preceded by a C preprocessor.

mod error;
mod parse;
mod preprocess;
mod program;
mod resolve;
mod sentence;
mod structures;
mod syntax;
mod token;

#[cfg(test)]
mod tests;

use std::path::Path;

pub use error::{Error, Position};
pub use preprocess::Reader;
pub use program::Program;

use crate::structure::Structure;
use crate::vocabulary::Vocabulary;
use token::Cursor;

/// Reads a program.
pub fn read_program(path: &Path, read: Reader<'_>) -> Result<Program, Error> {
    let mut cursor = cursor(path, read)?;
    let file = parse::file(&mut cursor)?;
    program::program(&file, &Position::start(path))
}

/// Reads structures over a program's vocabulary.
pub fn read_structures(
    path: &Path,
    vocabulary: &Vocabulary,
    read: Reader<'_>,
) -> Result<Vec<Structure>, Error> {
    structures::structures(&mut cursor(path, read)?, vocabulary)
}

fn cursor(path: &Path, read: Reader<'_>) -> Result<Cursor, Error> {
    let lines = preprocess::preprocess(path, read)?;
    Ok(Cursor::new(token::tokens(&lines, &Position::start(path))?))
}
