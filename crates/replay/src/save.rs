//! Counterexamples in files: the document, and an ordinary test.

use crate::caller::Style;
use crate::counterexample::{Counterexample, Entry, SCHEMA};
use crate::harness::Harness;
use crate::java;
use crate::means::Means;
use crate::process;
use ir::Program;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The longest that the compiler may look at a test.
const PATIENCE: Duration = Duration::from_secs(20);

/// The files of a counterexample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// The document, which `concrex replay` reads.
    pub document: PathBuf,
    /// The test, with the command that compiles it in its first comment; none if the environment
    /// cannot be provided here.
    pub test: Option<PathBuf>,
}

/// Keeps a counterexample of the program in a folder, under the name of the claim that it refutes.
///
/// # Errors
///
/// If the folder or the files cannot be written.
pub fn save(
    folder: &Path,
    claim: &str,
    counterexample: &Counterexample,
    program: &Program,
) -> io::Result<Saved> {
    std::fs::create_dir_all(folder)?;
    let name = file_name(claim);
    let document = folder.join(format!("{name}.json"));
    let text = serde_json::to_string_pretty(counterexample)?;
    std::fs::write(&document, text + "\n")?;
    if let Some(build) = &counterexample.build.java {
        let test = java::save_test(counterexample, build, folder, &name)?;
        return Ok(Saved {
            document,
            test: Some(test),
        });
    }
    let means = Means::of(counterexample);
    let mut test = None;
    for style in [Style::Typed, Style::Bytes] {
        let Ok(harness) = Harness::new(counterexample, program, style) else {
            break;
        };
        let path = harness.write(folder, &name, counterexample, means.as_ref())?;
        test = Some(path.clone());
        if counterexample.entry == Entry::Main || is_accepted(&path, counterexample) {
            break;
        }
    }
    Ok(Saved { document, test })
}

/// A claim's name as that of a file: `bounds@src/list.c:3:5` is `bounds-src-list.c-3-5`.
fn file_name(claim: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let name: String = claim
        .chars()
        .map(|c| if is_plain(c) { c } else { '-' })
        .collect();
    name.trim_start_matches('.').to_string()
}

fn is_accepted(test: &Path, counterexample: &Counterexample) -> bool {
    let build = &counterexample.build;
    let mut command = Command::new(&build.cc);
    command.args(["-fsyntax-only", "-w", "-iquote", "."]);
    for directory in &build.include_dirs {
        command.arg("-I").arg(directory);
    }
    command.args(build.defines.iter().map(|define| format!("-D{define}")));
    command.args(build.undefines.iter().map(|name| format!("-U{name}")));
    command.arg(test);
    let finished = process::run(command, PATIENCE);
    matches!(finished, Ok(Some(finished)) if !finished.failed)
}

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
