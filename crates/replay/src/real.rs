//! Executing a counterexample for real: the program and its harness are compiled by the user's
//! own compiler with whatever makes this kind of error visible, and must fail at the claimed line.
//!
//! It runs in an empty temporary directory and is ended when it takes too long.

use crate::caller::Style;
use crate::counterexample::{Counterexample, Entry};
use crate::environment::SANITIZER_ONLY;
use crate::harness::Harness;
use crate::java;
use crate::leftovers::Fill;
use crate::means::Means;
use crate::process::{self, Finished};
use ir::{ClaimKind, Program, SourceKind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How a replay ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replayed {
    /// It failed as claimed, at the claimed line.
    Confirmed {
        /// What executed it: `cc -fsanitize=address,undefined`.
        how: String,
        /// The exception of Java that nobody caught, as the JVM names it.
        exception: Option<String>,
    },
    /// It did not fail there in a way that the means of replay can see.
    NotSeen {
        /// What executed it.
        how: String,
        /// What it said.
        output: String,
    },
    /// The program does not let any caller give it what was recorded.
    Refused {
        /// What executed it.
        how: String,
        /// Why not.
        why: String,
    },
    /// It cannot be executed here: only the interpreter can.
    Impossible {
        /// Why.
        why: String,
    },
}

impl Replayed {
    /// What executed it.
    pub fn how(&self) -> &str {
        match self {
            Replayed::Confirmed { how, .. }
            | Replayed::NotSeen { how, .. }
            | Replayed::Refused { how, .. } => how,
            Replayed::Impossible { .. } => "interpreter",
        }
    }

    /// A message with what was seen besides.
    #[must_use]
    pub fn extend(&self, message: String) -> String {
        match self {
            Replayed::Confirmed {
                exception: Some(exception),
                ..
            } => format!("{message} ({exception})"),
            _ => message,
        }
    }
}

/// Compiles and runs a counterexample of the program; compiling and running may take so long each.
pub fn replay(counterexample: &Counterexample, program: &Program, patience: Duration) -> Replayed {
    if let Some(build) = &counterexample.build.java {
        return java::replay(counterexample, build, patience);
    }
    let Some(means) = Means::of(counterexample) else {
        let kind = counterexample.violation.kind;
        return Replayed::Impossible {
            why: format!("nothing but the interpreter sees violations of the kind `{kind}`"),
        };
    };
    let first = attempt(counterexample, program, &means, patience);
    if let Replayed::NotSeen { .. } = first
        && let Some(reordered) = answered_from_the_right(counterexample)
        && let confirmed @ Replayed::Confirmed { .. } =
            attempt(&reordered, program, &means, patience)
    {
        return confirmed;
    }
    // The interpreter takes what was never written for zero, where nobody asked about it.
    if let Replayed::NotSeen { .. } = first
        && counterexample.violation.kind != ClaimKind::Uninitialised
        && let Some(zeroed) = with_zeros(counterexample)
        && let confirmed @ Replayed::Confirmed { .. } =
            attempt(&zeroed, program, &means.with(Fill::Zeros), patience)
    {
        return confirmed;
    }
    // A copy of the address that is left over in a register hides a leak from LeakSanitizer.
    if let Replayed::NotSeen { .. } = first
        && let Some(means) = Means::second(counterexample.violation.kind)
        && let means = means.with(counterexample.leftovers.fill)
        && let confirmed @ Replayed::Confirmed { .. } =
            attempt(counterexample, program, &means, patience)
    {
        return confirmed;
    }
    first
}

fn attempt(
    counterexample: &Counterexample,
    program: &Program,
    means: &Means,
    patience: Duration,
) -> Replayed {
    let sanitized = execute(counterexample, program, means, patience);
    let plain = match &sanitized {
        Replayed::Confirmed { .. } => Means::plain(counterexample.violation.kind),
        _ => None,
    };
    let plain = plain.map(|means| means.with(counterexample.leftovers.fill));
    match plain.map(|means| execute(counterexample, program, &means, patience)) {
        Some(not_seen @ Replayed::NotSeen { .. }) => not_seen,
        _ => sanitized,
    }
}

/// The same, with zeros where nothing was written, if it does not say what is there.
fn with_zeros(counterexample: &Counterexample) -> Option<Counterexample> {
    (counterexample.leftovers.fill == Fill::Any).then(|| {
        let mut zeroed = counterexample.clone();
        zeroed.leftovers.fill = Fill::Zeros;
        zeroed
    })
}

/// C does not say which of two calls in one expression comes first, and compilers take the last
/// argument first where the interpreter takes the first one. The same answers the other way round,
/// if several were given to one line.
fn answered_from_the_right(counterexample: &Counterexample) -> Option<Counterexample> {
    let mut reordered = counterexample.clone();
    for same_line in reordered
        .inputs
        .chunk_by_mut(|one, other| one.line == other.line && one.name == other.name)
        .filter(|inputs| matches!(inputs[0].kind, SourceKind::Nondet | SourceKind::Other))
    {
        same_line.reverse();
    }
    (reordered != *counterexample).then_some(reordered)
}

fn execute(
    counterexample: &Counterexample,
    program: &Program,
    means: &Means,
    patience: Duration,
) -> Replayed {
    let how = means.to_string();
    let finished = match compile_and_run(counterexample, program, means, patience) {
        Ok(finished) => finished,
        Err(why) => return Replayed::Impossible { why },
    };
    match finished {
        Some(finished) if finished.failed && calls_nothing(&finished.errors, counterexample) => {
            Replayed::Impossible {
                why: "a call of address zero leaves no line behind".to_string(),
            }
        }
        Some(finished) if finished.errors.contains(SANITIZER_ONLY) => Replayed::Impossible {
            why: SANITIZER_ONLY.to_string(),
        },
        Some(Finished { failed, errors }) => match failed && means.sees(&errors, counterexample) {
            true => Replayed::Confirmed {
                how,
                exception: None,
            },
            false => Replayed::NotSeen {
                how,
                output: errors,
            },
        },
        None => Replayed::NotSeen {
            how,
            output: format!("it did not end within {} s", patience.as_secs()),
        },
    }
}

/// Whether the program ended by a call through a null pointer, as claimed. Its stack is lost.
fn calls_nothing(errors: &str, counterexample: &Counterexample) -> bool {
    counterexample.violation.kind == ClaimKind::Null
        && errors.contains("SEGV on unknown address 0x000000000000 (pc 0x000000000000")
}

fn compile_and_run(
    counterexample: &Counterexample,
    program: &Program,
    means: &Means,
    patience: Duration,
) -> Result<Option<Finished>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let styles: &[Style] = match counterexample.entry {
        Entry::Main => &[Style::Typed],
        Entry::Function { .. } => &[Style::Typed, Style::Bytes],
    };
    let mut refusal = String::new();
    for style in styles {
        let harness = Harness::new(counterexample, program, *style).map_err(|cannot| cannot.0)?;
        match compile(&harness, folder.path(), counterexample, means, patience) {
            Ok(compiled) => return run(&compiled, means, patience),
            Err(why) => refusal = why,
        }
    }
    Err(refusal)
}

/// The name of the harness and of the folder in which it runs.
const NAME: &str = "concrex-harness";
const RUN: &str = "run";

/// The compiled program, if the compiler accepts it.
fn compile(
    harness: &Harness,
    folder: &Path,
    counterexample: &Counterexample,
    means: &Means,
    patience: Duration,
) -> Result<PathBuf, String> {
    let program = folder.join("program");
    harness
        .write(folder, NAME, counterexample, Some(means))
        .map_err(|error| error.to_string())?;
    let mut command = Command::new(&counterexample.build.cc);
    command.args(harness.compiler_arguments(folder, NAME, counterexample, Some(means), &program));
    command.env("LC_ALL", "C");
    match process::run(command, patience) {
        Ok(Some(finished)) if !finished.failed => Ok(program),
        Ok(Some(finished)) => Err(format!(
            "`{}` refuses it: {}",
            counterexample.build.cc,
            finished.errors.lines().next().unwrap_or_default()
        )),
        Ok(None) => Err("compiling takes too long".to_string()),
        Err(error) => Err(format!("`{}`: {error}", counterexample.build.cc)),
    }
}

fn run(program: &Path, means: &Means, patience: Duration) -> Result<Option<Finished>, String> {
    let folder = program.with_file_name(RUN);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let (mut command, name) = match means.runner() {
        Some((runner, arguments)) => {
            let mut command = Command::new(runner);
            command.args(arguments).arg(program);
            (command, runner)
        }
        None => (Command::new(program), "the program"),
    };
    command
        .current_dir(&folder)
        .env("LC_ALL", "C")
        .envs(means.variables());
    process::run(command, patience).map_err(|error| format!("cannot run {name}: {error}"))
}
