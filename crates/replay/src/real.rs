//! Executing a counterexample for real: the program and its harness are compiled by the user's
//! own compiler with whatever makes this kind of error visible, and must fail at the claimed line.
//!
//! It runs contained, in an empty temporary folder.

use crate::caller::Style;
use crate::environment::{REFUSED, SANITIZER_ONLY};
use crate::freestanding;
use crate::harness::Harness;
use crate::java;
use crate::means::Means;
use crate::world::World;
use contain::{Containment, Patience, Processes};
use contain::{Finished, Ran};
use ir::{ClaimKind, DataModel, Program, SourceKind};
use std::path::{Path, PathBuf};
use std::process::Command;
use verdict::Fill;
use verdict::{Build, Counterexample, Entry};

/// How a violation was made to show itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// What was executed, which may differ from what was asked for in what C leaves open.
    pub(crate) counterexample: Counterexample,
    pub(crate) means: Means,
    pub(crate) style: Style,
}

/// How a replay ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Replayed {
    /// It failed as claimed, at the claimed line.
    Confirmed {
        /// What executed it: `cc -fsanitize=address,undefined`.
        how: String,
        /// The exception of Java that nobody caught, as the JVM names it.
        exception: Option<String>,
        /// How to make a program of C fail again.
        recipe: Option<Box<Recipe>>,
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

/// Compiles and runs a counterexample of the program; compiling and running may take so long.
pub fn replay(counterexample: &Counterexample, program: &Program, patience: &Patience) -> Replayed {
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
    if let Replayed::Impossible { .. } = first
        && let Some(means) = Means::freestanding(counterexample)
        && let confirmed @ Replayed::Confirmed { .. } =
            execute(counterexample, program, &means, patience)
    {
        return confirmed;
    }
    let Replayed::NotSeen { .. } = first else {
        return first;
    };
    let mut attempts: Vec<(Counterexample, Means)> = Vec::new();
    if let Some(reordered) = answered_from_the_right(counterexample) {
        attempts.push((reordered, means));
    }
    // The interpreter takes what was never written for zero, where nobody asked about it.
    if counterexample.violation.kind != ClaimKind::Uninitialised
        && let Some(zeroed) = with_zeros(counterexample)
    {
        attempts.push((zeroed, means.with(Fill::Zeros)));
    }
    let others = Means::others(counterexample).into_iter();
    attempts.extend(others.map(|means| (counterexample.clone(), means)));
    let mut replays = attempts
        .iter()
        .map(|(counterexample, means)| attempt(counterexample, program, means, patience));
    let confirmed = replays.find(|replayed| matches!(replayed, Replayed::Confirmed { .. }));
    let unseen = match invisible(counterexample, &first) {
        Some(why) => Replayed::Impossible {
            why: why.to_string(),
        },
        None => first,
    };
    confirmed.unwrap_or(unseen)
}

/// Why no means of replay shows a violation that a run has come to.
fn invisible(counterexample: &Counterexample, replayed: &Replayed) -> Option<&'static str> {
    match (counterexample.violation.kind, replayed) {
        // The sanitizer looks at indices of arrays, not at pointers that arrays became.
        (ClaimKind::InnerBounds, _) => {
            Some("the sanitizers do not see a pointer that leaves an array inside of a struct")
        }
        (ClaimKind::Precondition, _) => {
            Some("the sanitizers know only preconditions of the compiler's own functions")
        }
        (ClaimKind::Null, Replayed::NotSeen { output, .. }) if calls_nothing(output) => {
            Some("a call of address zero leaves no line behind")
        }
        _ => None,
    }
}

/// Executes it by one means, and by an ordinary build where that must fail, too.
fn attempt(
    counterexample: &Counterexample,
    program: &Program,
    means: &Means,
    patience: &Patience,
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
    patience: &Patience,
) -> Replayed {
    let how = means.to_string();
    let (style, ran) = match compile_and_run(counterexample, program, means, patience) {
        Ok(run) => run,
        Err(why) => return Replayed::Impossible { why },
    };
    let Finished { failed, errors, .. } = match ran {
        Ran::Finished(finished) => finished,
        Ran::Stopped(excess) => {
            return Replayed::NotSeen {
                how,
                output: excess.to_string(),
            };
        }
    };
    if errors.contains(SANITIZER_ONLY) {
        return Replayed::Impossible {
            why: SANITIZER_ONLY.to_string(),
        };
    }
    let is_seen = failed && means.sees(&errors, counterexample);
    let mut lines = errors.lines();
    match lines.find_map(|line| line.strip_prefix(REFUSED)) {
        // It would have gone on otherwise, outside.
        Some(what) if !is_seen => Replayed::Impossible {
            why: format!("{what}, which a replay refuses"),
        },
        _ if is_seen => Replayed::Confirmed {
            how,
            exception: None,
            recipe: Some(Box::new(Recipe {
                counterexample: counterexample.clone(),
                means: *means,
                style,
            })),
        },
        _ => Replayed::NotSeen {
            how,
            output: errors,
        },
    }
}

/// Whether a program ended by a call through a null pointer. Its stack is lost.
fn calls_nothing(errors: &str) -> bool {
    errors.contains("SEGV on unknown address 0x000000000000 (pc 0x000000000000")
}

/// The style of the harness that the compiler accepts, and how the program ended.
fn compile_and_run(
    counterexample: &Counterexample,
    program: &Program,
    means: &Means,
    patience: &Patience,
) -> Result<(Style, Ran), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let styles: &[Style] = match counterexample.entry {
        Entry::Main => &[Style::Typed],
        Entry::Function { .. } => &[Style::Typed, Style::Bytes],
    };
    let mut refusal = String::new();
    let world = World::of(counterexample);
    let flags = means.compiler_flags();
    for style in styles {
        let watch = means.watch();
        let harness = Harness::new(NAME, &world, counterexample, program, *style, watch)
            .map_err(|cannot| cannot.0)?;
        let harness = match means.is_freestanding() {
            true => harness.freestanding(),
            false => harness,
        };
        match compile(&harness, folder.path(), counterexample, &flags, patience) {
            Ok(compiled) => {
                let mut ran = run(&compiled, means, counterexample, patience)?;
                if let Ran::Finished(finished) = &mut ran
                    && means.is_freestanding()
                {
                    finished.errors =
                        freestanding::with_lines(&finished.errors, &compiled, patience);
                }
                return Ok((*style, ran));
            }
            Err(why) => refusal = why,
        }
    }
    Err(refusal)
}

/// The name of the harness and of the folder in which it runs.
pub(crate) const NAME: &str = "concrex-harness";
pub(crate) const RUN: &str = "run";

/// The compiled program, if the compiler accepts it.
pub(crate) fn compile(
    harness: &Harness,
    folder: &Path,
    counterexample: &Counterexample,
    flags: &[String],
    patience: &Patience,
) -> Result<PathBuf, String> {
    let program = folder.join("program");
    harness
        .write(folder, "")
        .map_err(|error| error.to_string())?;
    let mut command = Command::new(&counterexample.build.cc);
    command.args(harness.compiler_arguments(folder, counterexample, flags, &program));
    command.env("LC_ALL", "C");
    match contain::run(command, &Containment::tool(patience)) {
        Ok(Ran::Finished(finished)) if !finished.failed => Ok(program),
        Ok(Ran::Finished(finished)) => Err(refusal(&counterexample.build, &finished.errors)),
        Ok(Ran::Stopped(excess)) => Err(format!("compiling: {excess}")),
        Err(error) => Err(format!("`{}`: {error}", counterexample.build.cc)),
    }
}

/// Why the compiler does not accept a program.
fn refusal(build: &Build, errors: &str) -> String {
    let cc = &build.cc;
    let is_without_library = ["fatal error: bits/", "stubs-32.h", "crt1.o"]
        .iter()
        .any(|file| errors.contains(file));
    if build.data_model == DataModel::Ilp32 && is_without_library {
        return format!("`{cc}` has no C library for programs of 32 bits (gcc-multilib)");
    }
    let mut lines = errors.lines();
    let first = lines.clone().next();
    let telling = lines.find(|line| line.contains("error: ")).or(first);
    format!("`{cc}` refuses it: {}", telling.unwrap_or_default())
}

fn run(
    program: &Path,
    means: &Means,
    counterexample: &Counterexample,
    patience: &Patience,
) -> Result<Ran, String> {
    let folder = program.with_file_name(RUN);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let (mut command, name) = match means.runner() {
        Some((runner, arguments)) => {
            let mut command = Command::new(runner);
            // Nobody is going to debug it.
            command.args(arguments).arg("--vgdb=no").arg(program);
            (command, runner)
        }
        None => (Command::new(program), "the program"),
    };
    command.env("LC_ALL", "C").envs(means.variables());
    let containment = Containment::program(&folder, processes_of(program), patience);
    // What comes afterwards may take long: a loop over a value that was never set.
    let is_enough = |errors: &str| means.tells_at_once() && means.sees(errors, counterexample);
    contain::run_until(command, &containment, &is_enough)
        .map_err(|error| format!("cannot run {name}: {error}"))
}

/// What a compiled program needs: clang's sanitizers start a process that knows the lines of
/// addresses, gcc's know them themselves.
pub(crate) fn processes_of(program: &Path) -> Processes {
    const CLANG: &[u8] = b"clang version ";
    let bytes = std::fs::read(program).unwrap_or_default();
    match bytes.windows(CLANG.len()).any(|window| window == CLANG) {
        true => Processes::Few,
        false => Processes::One,
    }
}
