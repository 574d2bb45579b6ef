//! Why a Java program could not be read.

use contain::Patience;
use std::env::JoinPathsError;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a Java program could not be read.
#[derive(Debug)]
pub enum LoadError {
    /// A file or folder cannot be read.
    Unreadable(PathBuf, io::Error),
    /// There is nothing to read among what was given.
    NoClasses,
    /// A folder or archive has a name that no class path can hold.
    ClassPath(JoinPathsError),
    /// The compiler was not found.
    NoCompiler(String),
    /// The compiler had to be stopped.
    Stopped(String, contain::Excess),
    /// There was no time left to translate what the program can reach.
    Late,
    /// The compiler refuses the sources; its messages.
    NotJava(String),
    /// No JDK was found to take the library's classes from.
    NoJdk,
    /// A file is not a class file, or a broken one.
    Malformed {
        /// The file or class.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// The translated program is ill-formed: the bytecode would not pass the JVM's verifier, or this
    /// is a bug of ours.
    IllFormed(Vec<String>),
    /// A class file of a version that is not known.
    Version {
        /// The file or class.
        name: String,
        /// The version in the file.
        found: u16,
    },
    /// A class of the user's has the name of one of the model's that stand for the machine.
    Taken(String),
    /// A class that is needed is not there.
    NoClass(String),
    /// None of the classes has a `main`, or several have.
    NoMain(Vec<String>),
    /// Several methods have that name.
    Ambiguous {
        /// What was asked for.
        name: String,
        /// The methods, with the types of their parameters.
        candidates: Vec<String>,
    },
    /// There is no such method.
    NoEntry {
        /// What was asked for.
        name: String,
        /// What there is.
        candidates: Vec<String>,
    },
}

impl LoadError {
    /// An error as soon as there is no time left.
    pub(crate) fn if_late(patience: &Patience) -> Result<(), LoadError> {
        match patience.is_over() {
            true => Err(LoadError::Late),
            false => Ok(()),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unreadable(path, error) => {
                write!(f, "cannot read {}: {error}", path.display())
            }
            LoadError::NoClasses => f.write_str("there is no Java class among the files given"),
            LoadError::ClassPath(error) => {
                write!(f, "the class path cannot be given to javac: {error}")
            }
            LoadError::NoCompiler(command) => write!(
                f,
                "cannot run `{command}`, which compiles Java sources; install a JDK, set JAVA_HOME to \
                 one, or give class files"
            ),
            LoadError::Stopped(command, excess) => {
                write!(f, "`{command}` was stopped: {excess}")
            }
            LoadError::Late => f.write_str(
                "there was no time left to read the program and what it uses of Java's library",
            ),
            LoadError::NotJava(messages) => write!(f, "javac refuses the program:\n{messages}"),
            LoadError::NoJdk => f.write_str(
                "no JDK was found to take the classes of Java's library from; install one (17 is \
                 supported best), or set JAVA_HOME to its folder",
            ),
            LoadError::Malformed { name, why } => {
                write!(f, "{name} is not a valid class file: {why}")
            }
            LoadError::IllFormed(problems) => write!(
                f,
                "the bytecode cannot be translated; does the JVM's verifier accept it? {}",
                problems.join("; ")
            ),
            LoadError::Version { name, found } => write!(
                f,
                "{name} is a class file of version {found}; versions up to {} (Java {}) are \
                 supported",
                crate::NEWEST,
                crate::NEWEST - 44
            ),
            LoadError::Taken(name) => write!(
                f,
                "Concrex has a class {name} of its own; rename the one of the program"
            ),
            LoadError::NoClass(name) => write!(f, "the class {name} is not on the class path"),
            LoadError::NoMain(candidates) => match candidates[..] {
                [] => f.write_str(
                    "no class has a method `main`; name a method to start from with `--entry \
                     Class.method`",
                ),
                _ => write!(
                    f,
                    "several classes have a method `main`; choose one with `--entry`: {}",
                    candidates.join(", ")
                ),
            },
            LoadError::Ambiguous { name, candidates } => write!(
                f,
                "several methods are called `{name}`; choose one: {}",
                candidates.join(", ")
            ),
            LoadError::NoEntry { name, candidates } => {
                write!(f, "there is no method `{name}` with a body")?;
                match candidates[..] {
                    [] => Ok(()),
                    _ => write!(f, "; there are {}", candidates.join(", ")),
                }
            }
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LoadError::Unreadable(_, error) => Some(error),
            LoadError::ClassPath(error) => Some(error),
            _ => None,
        }
    }
}
