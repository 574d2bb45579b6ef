//! Executing a violation for real: the program is compiled by the user's own compiler with
//! whatever makes this kind of error visible, and must fail at the claimed line.
//!
//! The program has no inputs here, so its own `main` is all that has to run. It runs in an empty
//! temporary directory, without standard input, and is ended when it takes too long.

mod means;
mod process;

use crate::cli::{DataModelName, SourceArguments};
use ir::{ClaimKind, Span};
use means::Means;
use process::Finished;
use report::{Location, Replay, ReplayStatus};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The longest that compiling or running may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// What is said where nothing but the interpreter can execute or see the violation.
const INTERPRETER: &str = "interpreter";

const HARNESS: &str = include_str!("replay/harness.c");

/// Executes the program again and says whether it fails as claimed.
pub(crate) fn replay(sources: &SourceArguments, kind: ClaimKind, location: &Location) -> Replay {
    let by_interpreter = || Replay {
        status: ReplayStatus::Confirmed,
        how: INTERPRETER.to_string(),
    };
    // Only `main` can be started by the system.
    if sources
        .entry
        .as_deref()
        .is_some_and(|entry| entry != "main")
    {
        return by_interpreter();
    }
    let means = Means::for_kind(kind);
    match execute(sources, &means) {
        Some(finished) => {
            let seen = finished.failed && means.sees(&finished.errors, location);
            let status = if seen {
                ReplayStatus::Confirmed
            } else {
                ReplayStatus::NotSeen
            };
            Replay {
                status,
                how: means.to_string(),
            }
        }
        None => by_interpreter(),
    }
}

/// Compiles and runs; `None` where that is not possible here.
fn execute(sources: &SourceArguments, means: &Means) -> Option<Finished> {
    let flags = means.compiler_flags()?;
    let directory = tempfile::tempdir().ok()?;
    let program = compile(sources, &flags, directory.path()).ok()??;
    let mut command = match means.runner() {
        Some((runner, arguments)) => {
            let mut command = Command::new(runner);
            command.args(arguments).arg(program);
            command
        }
        None => Command::new(program),
    };
    let options = "detect_leaks=1:detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2";
    command
        .current_dir(directory.path())
        .env("ASAN_OPTIONS", options);
    process::run(command, PATIENCE).ok()?
}

/// The compiled program, if the compiler accepts it.
fn compile(
    sources: &SourceArguments,
    flags: &[String],
    directory: &Path,
) -> io::Result<Option<PathBuf>> {
    let harness = directory.join("concrex-harness.c");
    std::fs::write(&harness, HARNESS)?;
    let program = directory.join("program");
    let mut command = sources.compiler();
    command.args(["-w", "-g", "-O0"]).args(flags);
    if sources.data_model == DataModelName::Ilp32 {
        command.arg("-m32");
    }
    command
        .arg("-o")
        .arg(&program)
        .args(&sources.files)
        .arg(&harness)
        .arg("-lm");
    let finished = process::run(command, PATIENCE)?;
    Ok(finished
        .filter(|finished| !finished.failed)
        .map(|_| program))
}

/// Whether one of the lines of a place is named in a diagnostic as `file:line`.
fn names_place(text: &str, file: &str, span: Span) -> bool {
    let name = Path::new(file)
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let Some(name) = name else { return false };
    (span.line..=span.end_line.max(span.line)).any(|line| {
        let wanted = format!("{name}:{line}");
        text.match_indices(&wanted).any(|(at, _)| {
            !text[at + wanted.len()..].starts_with(|next: char| next.is_ascii_digit())
        })
    })
}
