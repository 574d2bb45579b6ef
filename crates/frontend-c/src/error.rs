//! What can go wrong while a program is read.

use ir::Span;
use std::fmt;
use std::path::PathBuf;

/// Something in the source that stops the lowering of a declaration or statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Diagnostic {
    pub span: Span,
    pub severity: Severity,
    pub message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Severity {
    /// The program is not C as gcc understands it.
    Error,
    /// The program may be fine, but we cannot represent this.
    Unsupported,
}

pub(crate) type Lowered<T> = Result<T, Diagnostic>;

impl Diagnostic {
    pub(crate) fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span,
            severity: Severity::Error,
            message: message.into(),
        }
    }

    pub(crate) fn unsupported(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span,
            severity: Severity::Unsupported,
            message: message.into(),
        }
    }
}

/// Why a program could not be read. Its text is for the user: one line for each problem, with
/// its location.
#[derive(Debug)]
pub enum LoadError {
    /// The preprocessor failed or the file could not be read.
    Preprocess(crate::preprocess::PreprocessError),
    /// The source has errors.
    Source(Vec<String>),
    /// There is no such procedure to start from.
    NoEntry {
        /// The name that was asked for.
        name: String,
        /// The procedures there are.
        candidates: Vec<String>,
    },
    /// No file was given.
    NoInput,
    /// The front end produced an ill-formed program: a bug of ours.
    Internal(Vec<String>),
    /// Not a C source file.
    UnknownKind(PathBuf),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Preprocess(error) => error.fmt(f),
            LoadError::Source(lines) => f.write_str(&lines.join("\n")),
            LoadError::NoEntry { name, candidates } => {
                write!(f, "there is no function `{name}` with a body to start from")?;
                if !candidates.is_empty() {
                    write!(f, "; there are: {}", candidates.join(", "))?;
                }
                Ok(())
            }
            LoadError::NoInput => f.write_str("no source file was given"),
            LoadError::Internal(problems) => {
                write!(
                    f,
                    "internal error: the program was read wrongly: {}",
                    problems.join("; ")
                )
            }
            LoadError::UnknownKind(path) => {
                write!(f, "{}: not a C source file (.c or .i)", path.display())
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl From<crate::preprocess::PreprocessError> for LoadError {
    fn from(error: crate::preprocess::PreprocessError) -> LoadError {
        LoadError::Preprocess(error)
    }
}
