//! Programs on lists and trees are right, and each change of a line that they name is an error that is found. See
//! `tests/programs/README.md`.

#[expect(dead_code, reason = "mutants have no output")]
mod expectation;
mod support;

use expectation::{Expectation, refuted};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::project;

/// A line of a program, and what is there instead.
struct Mutant {
    /// The kind of claim that it violates.
    kind: String,
    /// The line, counted from 0.
    line: usize,
    /// What is there instead.
    code: String,
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for file in programs() {
        let text = std::fs::read_to_string(project().join(&file)).unwrap_or_default();
        for mutant in mutants(&text) {
            let name = format!("{} {}", file.display(), mutant.code);
            let (file, text) = (file.clone(), text.clone());
            trials.push(Trial::test(name, move || check(&file, &text, &mutant)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The changes that a program names: `// mutant KIND: CODE`, each of the next line that is none.
fn mutants(text: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = text.lines().collect();
    let mutant = |line: &str| {
        let (kind, code) = line.trim().strip_prefix("// mutant ")?.split_once(": ")?;
        Some((kind.to_string(), code.to_string()))
    };
    let named = lines.iter().enumerate().filter_map(|(index, line)| {
        let (kind, code) = mutant(line)?;
        let rest = lines.iter().skip(index);
        let line = index + rest.take_while(|line| mutant(line).is_some()).count();
        Some(Mutant { kind, line, code })
    });
    named.collect()
}

/// The mutant is refuted, by an execution that was confirmed.
fn check(file: &Path, text: &str, mutant: &Mutant) -> Result<(), Failed> {
    let expectation = Expectation::read(&project().join(file))?;
    let folder = tempfile::tempdir()?;
    let name = file.file_name().unwrap_or_default();
    let changed: Vec<&str> = text
        .lines()
        .enumerate()
        .map(|(index, line)| match index == mutant.line {
            true => mutant.code.as_str(),
            false => line,
        })
        .collect();
    let path = folder.path().join(name);
    std::fs::write(&path, changed.join("\n"))?;
    let (report, said) = expectation.check(&path)?;
    let found = refuted(&report).any(|claim| {
        claim["kind"] == mutant.kind.as_str()
            && claim["counterexample"]["replay"]["status"] == "confirmed"
    });
    match found {
        true => Ok(()),
        false => Err(format!("{} is not refuted\n{}", mutant.kind, said.stdout).into()),
    }
}

/// The programs, relative to the project, in order; those of Java where there is a JDK.
fn programs() -> Vec<PathBuf> {
    let mut found = programs_in("tests/programs/c/heap", "c");
    if is_installed("javac") {
        found.extend(programs_in("tests/programs/java/heap", "java"));
    }
    found
}

fn programs_in(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(folder);
    let entries = std::fs::read_dir(project().join(folder));
    let entries = entries.into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| folder.join(entry.file_name()))
        .collect();
    found.retain(|file| file.extension().is_some_and(|it| it == extension));
    found.sort();
    found
}

fn is_installed(command: &str) -> bool {
    let mut command = Command::new(command);
    command.arg("-version");
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok()
}
