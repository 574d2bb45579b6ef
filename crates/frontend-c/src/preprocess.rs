//! Preprocessing, by the system's C compiler.

mod ilp32;
#[cfg(test)]
mod tests;

pub use ir::DataModel;

use contain::{Containment, Ending, Excess, Patience, Ran};
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// `-D` or `-U`, in the order of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MacroOption {
    /// `-DNAME` or `-DNAME=VALUE`
    Define(String),
    /// `-UNAME`
    Undefine(String),
}

/// How to preprocess.
#[derive(Clone, Debug)]
pub struct PreprocessOptions {
    /// The compiler to run.
    pub compiler: OsString,
    /// Whose predefined macros hold.
    pub data_model: DataModel,
    /// `-I`, in order.
    pub include_dirs: Vec<PathBuf>,
    /// `-D` and `-U`, in order.
    pub macros: Vec<MacroOption>,
    /// Headers of our own, searched after the user's and before the system's.
    pub library_include: Option<PathBuf>,
    /// How long it may take.
    pub patience: Patience,
}

impl Default for PreprocessOptions {
    fn default() -> PreprocessOptions {
        PreprocessOptions {
            compiler: "cc".into(),
            data_model: DataModel::default(),
            include_dirs: Vec::new(),
            macros: Vec::new(),
            library_include: None,
            patience: Patience::default(),
        }
    }
}

/// A translation unit, ready for [`parse`](crate::parse::parse).
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The text, with line markers.
    pub text: Vec<u8>,
    /// The file that was asked for, as a name for people.
    pub name: String,
}

/// Why there is nothing to parse.
#[derive(Debug)]
pub enum PreprocessError {
    /// There is no such file.
    NotFound(PathBuf),
    /// A directory, a device, a pipe.
    NotAFile(PathBuf),
    /// The system does not let us read it.
    Unreadable(PathBuf, io::Error),
    /// The compiler could not be run.
    NoCompiler(OsString, io::Error),
    /// The folder for headers that a 32-bit model needs could not be made.
    NoTemporaryFolder(io::Error),
    /// The compiler refused the file; its first complaint, with file and line.
    Refused(String),
    /// The compiler failed without a word.
    Crashed(OsString, Ending),
    /// The compiler had to be stopped.
    Stopped(OsString, Excess),
}

impl fmt::Display for PreprocessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PreprocessError::NotFound(path) => write!(f, "{}: no such file", path.display()),
            PreprocessError::NotAFile(path) => write!(f, "{}: not a file", path.display()),
            PreprocessError::Unreadable(path, error) => {
                write!(f, "{}: cannot be read: {error}", path.display())
            }
            PreprocessError::NoCompiler(compiler, error) => write!(
                f,
                "cannot run '{}', which preprocesses C: {error}",
                compiler.to_string_lossy()
            ),
            PreprocessError::NoTemporaryFolder(error) => {
                write!(f, "cannot make a temporary folder: {error}")
            }
            PreprocessError::Refused(message) => f.write_str(message),
            PreprocessError::Crashed(compiler, status) => {
                write!(f, "'{}' failed: {status}", compiler.to_string_lossy())
            }
            PreprocessError::Stopped(compiler, excess) => {
                write!(f, "'{}' was stopped: {excess}", compiler.to_string_lossy())
            }
        }
    }
}

impl std::error::Error for PreprocessError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PreprocessError::Unreadable(_, error)
            | PreprocessError::NoCompiler(_, error)
            | PreprocessError::NoTemporaryFolder(error) => Some(error),
            _ => None,
        }
    }
}

/// Preprocesses a C file; one that ends in `.i` has been preprocessed and is read as it is.
///
/// Comments do not survive: contracts are found in the original files, where
/// [`parse`](crate::parse::parse) looks for the places of all tokens anyway.
pub fn preprocess(
    path: &Path,
    options: &PreprocessOptions,
) -> Result<Preprocessed, PreprocessError> {
    check_readable(path)?;
    let name = path.to_string_lossy().into_owned();
    if path.extension().is_some_and(|extension| extension == "i") {
        let text = std::fs::read(path)
            .map_err(|error| PreprocessError::Unreadable(path.to_owned(), error))?;
        return Ok(Preprocessed { text, name });
    }
    let stubs = match options.data_model {
        DataModel::Lp64 => None,
        DataModel::Ilp32 => {
            Some(ilp32::Stubs::create().map_err(PreprocessError::NoTemporaryFolder)?)
        }
    };
    let command = command(path, options, stubs.as_ref());
    let compiler = || options.compiler.clone();
    let ran = contain::output(command, &Containment::tool(&options.patience))
        .map_err(|error| PreprocessError::NoCompiler(compiler(), error))?;
    let finished = match ran {
        Ran::Finished(finished) => finished,
        Ran::Stopped(excess) => return Err(PreprocessError::Stopped(compiler(), excess)),
    };
    match finished.failed {
        true => Err(match first_error(finished.errors.as_bytes()) {
            Some(message) => PreprocessError::Refused(message),
            None => PreprocessError::Crashed(compiler(), finished.ending),
        }),
        false => Ok(Preprocessed {
            text: finished.output,
            name,
        }),
    }
}

fn check_readable(path: &Path) -> Result<(), PreprocessError> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => PreprocessError::NotFound(path.to_owned()),
        _ => PreprocessError::Unreadable(path.to_owned(), error),
    };
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(PreprocessError::NotAFile(path.to_owned()));
    }
    std::fs::File::open(path).map_err(unreadable)?;
    Ok(())
}

fn command(path: &Path, options: &PreprocessOptions, stubs: Option<&ilp32::Stubs>) -> Command {
    let mut command = Command::new(&options.compiler);
    // Messages are shown to people as they are, so they should be in one language.
    command.env("LC_ALL", "C").stdin(Stdio::null());
    command.args(["-E", "-x", "c", "-std=gnu11", "-w"]);
    if let Some(stubs) = stubs {
        command
            .args(ilp32::MACROS)
            .arg("-idirafter")
            .arg(stubs.folder());
    }
    for option in &options.macros {
        match option {
            MacroOption::Define(definition) => command.arg("-D").arg(definition),
            MacroOption::Undefine(name) => command.arg("-U").arg(name),
        };
    }
    for folder in &options.include_dirs {
        command.arg("-I").arg(folder);
    }
    if let Some(folder) = &options.library_include {
        command.arg("-isystem").arg(folder);
    }
    // A name that begins with a dash is not an option.
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        command.arg(Path::new(".").join(path));
    } else {
        command.arg(path);
    }
    command
}

/// The first line with an error, or else the first line at all.
fn first_error(stderr: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stderr);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let error = lines().find(|line| line.contains("error:"));
    error.or_else(|| lines().next()).map(str::to_owned)
}
