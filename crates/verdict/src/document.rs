//! Counterexamples as documents.

use crate::counterexample::{Counterexample, SCHEMA};
use std::fmt;
use std::io;
use std::path::Path;

impl Counterexample {
    /// Reads a document.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is none.
    pub fn read(path: &Path) -> Result<Counterexample, ReadError> {
        let text = std::fs::read_to_string(path).map_err(ReadError::Unreadable)?;
        let counterexample: Counterexample =
            serde_json::from_str(&text).map_err(ReadError::NoCounterexample)?;
        match counterexample.schema {
            SCHEMA => Ok(counterexample),
            other => Err(ReadError::Schema(other)),
        }
    }
}

/// Why a document cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// The file cannot be read.
    Unreadable(io::Error),
    /// It is no counterexample.
    NoCounterexample(serde_json::Error),
    /// It is one of another version.
    Schema(u32),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Unreadable(error) => write!(f, "cannot be read: {error}"),
            ReadError::NoCounterexample(error) => write!(f, "is no counterexample: {error}"),
            ReadError::Schema(schema) => {
                write!(f, "has schema {schema}; this version reads schema {SCHEMA}")
            }
        }
    }
}

impl std::error::Error for ReadError {}
