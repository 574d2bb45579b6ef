//! What is wrong with a file, and where.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
}

impl Position {
    pub(super) fn start(path: &Path) -> Self {
        Position {
            file: path.display().to_string().into(),
            line: 1,
        }
    }

    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        Error {
            position: self.clone(),
            message: message.into(),
        }
    }
}

/// A file cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Where.
    pub position: Position,
    /// Why.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}: {}",
            self.position.file, self.position.line, self.message
        )
    }
}

impl std::error::Error for Error {}
