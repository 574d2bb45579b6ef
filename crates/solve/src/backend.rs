//! Which solver answers in the end.

use std::convert::Infallible;
use std::str::FromStr;

use crate::external::External;
use crate::layers::{self, Decide};
use crate::session::{Session, Stack};
use crate::solver::Solver;

/// A choice of solver, as a user makes it.
///
/// ```
/// use logic::{Sort, Terms};
/// use solve::{Answer, Backend};
///
/// let backend: Backend = "embedded".parse().unwrap();
/// let mut terms = Terms::new();
/// let p = terms.var("p", Sort::Bool);
/// let mut solver = backend.layered();
/// assert_eq!(solver.decide(&terms, &[p]).answer(), Answer::Sat);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Backend {
    /// The solver in this crate.
    #[default]
    Embedded,
    /// Another one, by name or command as [`External::new`] takes them.
    External(String),
}

impl Backend {
    /// The solver behind all layers, for many questions that have much in common.
    #[must_use]
    pub fn layered(&self) -> Box<dyn Decide> {
        match self {
            Self::Embedded => Box::new(layers::layered()),
            Self::External(name) => Box::new(layers::before(External::new(name))),
        }
    }

    /// The solver with a stack of assertions. The embedded one keeps what it learns
    /// from them; another is asked anew at each check, behind the layers.
    #[must_use]
    pub fn session(&self) -> Box<dyn Session> {
        match self {
            Self::Embedded => Box::new(Solver::new()),
            Self::External(_) => Box::new(Stack::new(self.layered())),
        }
    }
}

impl FromStr for Backend {
    type Err = Infallible;

    /// `embedded`, or another solver's name or command.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "embedded" => Self::Embedded,
            other => Self::External(other.to_owned()),
        })
    }
}
