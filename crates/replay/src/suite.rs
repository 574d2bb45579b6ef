//! Tests that cover a program: as C files, and executed with the compiler's own counters.

use crate::caller::Style;
use crate::harness::Harness;
use crate::real::{NAME, compile, processes_of};
use crate::save::quoted;
use crate::world::World;
use contain::{Containment, Patience, Ran};
use ir::Program;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use verdict::Counterexample;

/// A test that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// Its file.
    pub file: PathBuf,
    /// What a shell is told to make a program of it and of the user's files.
    pub compile: String,
}

/// How often the lines and branches of the user's files were executed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// By file and line.
    pub lines: BTreeMap<(String, u32), u64>,
    /// By file, line and number on the line.
    pub branches: BTreeMap<(String, u32, usize), u64>,
}

impl Counts {
    /// Adds those of another run.
    pub fn add(&mut self, other: Counts) {
        for (line, times) in other.lines {
            *self.lines.entry(line).or_default() += times;
        }
        for (branch, times) in other.branches {
            *self.branches.entry(branch).or_default() += times;
        }
    }
}

/// Writes a test of a program that starts with `main`. `None` if its environment cannot be provided.
///
/// # Errors
///
/// If the files cannot be written.
pub fn write_test(
    folder: &Path,
    name: &str,
    test: &Counterexample,
    program: &Program,
) -> io::Result<Option<Test>> {
    let world = World::of(test);
    let Ok(harness) = Harness::new(name, &world, test, program, Style::Typed, None) else {
        return Ok(None);
    };
    let output = folder.join(name);
    let arguments = harness.compiler_arguments(folder, test, &[], &output);
    let words = arguments
        .iter()
        .map(|argument| quoted(&argument.to_string_lossy()));
    let words: Vec<String> = std::iter::once(quoted(&test.build.cc))
        .chain(words)
        .collect();
    let compile = words.join(" ");
    let head = format!("/*\n *     {}\n */\n", compile.replace("*/", "* /"));
    let file = harness.write(folder, &head)?;
    Ok(Some(Test { file, compile }))
}

/// Executes a test, contained, and says what gcov counted.
///
/// # Errors
///
/// If it cannot be compiled or executed, or if there is no gcov.
pub fn counted(
    test: &Counterexample,
    program: &Program,
    patience: &Patience,
) -> Result<Counts, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let world = World::of(test);
    let harness = Harness::new(NAME, &world, test, program, Style::Typed, None);
    let harness = harness.map_err(|cannot| cannot.0)?;
    let keeper = folder.path().join("keep_counters.c");
    std::fs::write(&keeper, KEEPER).map_err(|error| error.to_string())?;
    let flags = [
        "--coverage".to_string(),
        "-Wl,--wrap=_Exit".to_string(),
        keeper.display().to_string(),
    ];
    let compiled = compile(&harness, folder.path(), test, &flags, patience)?;
    let mut command = Command::new(&compiled);
    command.env("LC_ALL", "C");
    let containment = Containment::program(folder.path(), processes_of(&compiled), patience);
    match contain::run(command, &containment) {
        Ok(Ran::Finished(_)) => {}
        Ok(Ran::Stopped(excess)) => return Err(format!("running: {excess}")),
        Err(error) => return Err(format!("cannot run the program: {error}")),
    }
    let mut command = Command::new("gcov");
    command.args(["--json-format", "--stdout", "--branch-probabilities"]);
    command.args(data_files(folder.path()));
    command.current_dir(folder.path());
    match contain::output(command, &Containment::tool(patience)) {
        Ok(Ran::Finished(finished)) if !finished.failed => Ok(counts(&finished.output, test)),
        Ok(Ran::Finished(finished)) => {
            Err(finished.errors.lines().next().unwrap_or("").to_string())
        }
        Ok(Ran::Stopped(excess)) => Err(format!("gcov: {excess}")),
        Err(error) => Err(format!("gcov: {error}")),
    }
}

/// Keeps the counters when the program ends by a signal or at once.
const KEEPER: &str = "\
#include <signal.h>
void __gcov_dump(void);
void __real__Exit(int) __attribute__((noreturn));
void __wrap__Exit(int status)
{
    __gcov_dump();
    __real__Exit(status);
}
static void keep(int signal_number)
{
    __gcov_dump();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}
__attribute__((constructor)) static void install(void)
{
    signal(SIGABRT, keep);
    signal(SIGSEGV, keep);
    signal(SIGFPE, keep);
}
";

/// What gcov reads.
fn data_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_some_and(|e| e == "gcda"))
        .collect()
}

/// What gcov says of the user's files: a document on each line.
fn counts(output: &[u8], test: &Counterexample) -> Counts {
    let mut counts = Counts::default();
    let text = String::from_utf8_lossy(output);
    let is_users = |name: &str| test.build.files.iter().any(|file| Path::new(name) == file);
    for document in text.lines() {
        let Ok(document) = serde_json::from_str::<serde_json::Value>(document) else {
            continue;
        };
        let files = document["files"].as_array().into_iter().flatten();
        for file in files {
            let name = file["file"].as_str().unwrap_or_default();
            if !is_users(name) {
                continue;
            }
            for line in file["lines"].as_array().into_iter().flatten() {
                let number = line["line_number"].as_u64().unwrap_or(0) as u32;
                let times = line["count"].as_u64().unwrap_or(0);
                *counts.lines.entry((name.to_string(), number)).or_default() += times;
                let branches = line["branches"].as_array().into_iter().flatten();
                for (index, branch) in branches.enumerate() {
                    let times = branch["count"].as_u64().unwrap_or(0);
                    let key = (name.to_string(), number, index);
                    *counts.branches.entry(key).or_default() += times;
                }
            }
        }
    }
    counts
}
