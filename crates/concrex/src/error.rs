//! What keeps a command from doing its work. All of it is bad usage or unreadable input.

use frontend_c::LoadError;
use frontend_c::preprocess::PreprocessError;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a command cannot do its work.
#[derive(Debug)]
pub(crate) enum Error {
    /// An input file cannot be read.
    Unreadable(PathBuf, io::Error),
    /// A directory where a file is expected.
    Directory(PathBuf),
    /// The front end refuses the program: full texts with places.
    Source(LoadError),
    /// The front end for Java refuses the program.
    Java(frontend_java::LoadError),
    /// The compiler refuses the program too: its own words.
    NotC(String),
    /// `--property` names something unknown.
    Property(crate::property::PropertyError),
    /// The program has no function of that name.
    NoProcedure(String),
    /// Tests are asked for of a function that anybody calls.
    UnknownCaller(String),
    /// The analysis describes no callers but the system.
    UndescribedCaller(String),
    /// A saved counterexample cannot be read, or is one of another program.
    Counterexample(PathBuf, String),
    /// A file of TVLA's cannot be understood.
    Tvp(shape::tvp::Error),
    /// A program of TVLA's has no location of that name.
    NoLocation(String),
    /// Contracts are to hold of every call, and globals to hold what they did before the first.
    ModularInitialGlobals,
    /// `--at` names something else than a line.
    NotALine(String),
    /// Pictures cannot be written.
    Unwritable(PathBuf, io::Error),
    /// The report cannot be written.
    Output(io::Error),
}

impl Error {
    /// The exit status of a command that ends so.
    pub(crate) const EXIT_STATUS: u8 = 2;
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unreadable(path, error) => {
                write!(
                    f,
                    "concrex: error: cannot read `{}`: {error}",
                    path.display()
                )
            }
            Error::Directory(path) => {
                write!(
                    f,
                    "concrex: error: `{}` is a directory without Java classes, not a C file",
                    path.display()
                )
            }
            // These name the file and line, as compilers do.
            Error::Source(
                error @ (LoadError::Source(_) | LoadError::Preprocess(PreprocessError::Refused(_))),
            ) => write!(f, "{error}"),
            Error::Source(error) => write!(f, "concrex: error: {error}"),
            Error::Java(error) => write!(f, "concrex: error: {error}"),
            Error::NotC(words) => f.write_str(words),
            Error::Property(error) => write!(f, "concrex: error: {error}"),
            Error::NoProcedure(name) => {
                write!(f, "concrex: error: the program has no function `{name}`")
            }
            Error::UnknownCaller(name) => write!(
                f,
                "concrex: error: tests are made for programs that start with `main`; `{name}` is called \
                 by anybody, and `concrex check --entry {name}` can tell about it"
            ),
            Error::UndescribedCaller(name) => write!(
                f,
                "concrex: error: the analysis is for programs that start with `main`; `{name}` is \
                 called by anybody, and `concrex check --entry {name}` can tell about it"
            ),
            Error::Counterexample(path, why) => {
                write!(f, "concrex: error: `{}`: {why}", path.display())
            }
            Error::Tvp(error) => write!(f, "{error}"),
            Error::NoLocation(name) => {
                write!(f, "concrex: error: the program has no location `{name}`")
            }
            Error::ModularInitialGlobals => f.write_str(
                "concrex: error: `--modular` takes the contract of a function for every call of it, also where \
                 global variables have changed: leave out `--globals initial`",
            ),
            Error::NotALine(name) => write!(f, "concrex: error: `{name}` is not a line"),
            Error::Unwritable(path, error) => {
                write!(
                    f,
                    "concrex: error: cannot write to `{}`: {error}",
                    path.display()
                )
            }
            Error::Output(error) => write!(f, "concrex: error: cannot write the result: {error}"),
        }
    }
}

impl From<crate::property::PropertyError> for Error {
    fn from(error: crate::property::PropertyError) -> Error {
        Error::Property(error)
    }
}
