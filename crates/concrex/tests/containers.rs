//! Containers in the style of a standard library, in C and in Java: each method has the verdict that its comments say,
//! and a mutant of it is refuted by an execution. See `tests/README.md`.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::{concrex, project};

/// What a file says of one method.
struct Method {
    /// What `--entry` names.
    entry: String,
    /// The verdict; `open` is anything but refuted.
    expected: String,
    mutants: Vec<Mutant>,
}

/// A line of a method, and what is there instead.
struct Mutant {
    /// The kind of claim that it violates; `open` if it need not be found.
    kind: String,
    /// The line, counted from 0.
    line: usize,
    /// What is there instead.
    code: String,
}

/// Enough for every verdict, also on a busy machine.
const FOR_VERDICTS: &str = "60s";
/// What is not settled uses up all of its time.
const FOR_OPEN: &str = "10s";

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for file in files() {
        let text = std::fs::read_to_string(project().join(&file)).unwrap_or_default();
        for method in methods(&text) {
            // What is not proved takes long, its mutants too, and a method of Java some seconds for the JVM.
            let slow = method.expected != "proved" || is_java(&file);
            let name = format!("{} {}", file.display(), method.entry);
            for mutant in method.mutants {
                let name = format!("{name} {}", mutant.code);
                let (file, text, entry) = (file.clone(), text.clone(), method.entry.clone());
                let trial = Trial::test(name, move || is_refuted(&file, &text, &entry, &mutant));
                trials.push(trial.with_ignored_flag(slow));
            }
            let (file, entry, expected) = (file.clone(), method.entry, method.expected);
            let trial = Trial::test(name, move || is_as_expected(&file, &entry, &expected));
            trials.push(trial.with_ignored_flag(slow));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The methods of a file: `// entry: NAME`, `// expect: VERDICT`, and `// mutant KIND: CODE` before a line of it.
fn methods(text: &str) -> Vec<Method> {
    let mut found: Vec<Method> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some(comment) = line.trim().strip_prefix("// ") else {
            continue;
        };
        if let Some(entry) = comment.strip_prefix("entry: ") {
            found.push(Method {
                entry: entry.to_string(),
                expected: "open".to_string(),
                mutants: Vec::new(),
            });
        }
        let Some(method) = found.last_mut() else {
            continue;
        };
        if let Some(expected) = comment.strip_prefix("expect: ") {
            method.expected = expected.to_string();
        }
        let mutant = comment.strip_prefix("mutant ");
        if let Some((kind, code)) = mutant.and_then(|mutant| mutant.split_once(": ")) {
            method.mutants.push(Mutant {
                kind: kind.to_string(),
                line: index + 1,
                code: code.to_string(),
            });
        }
    }
    found
}

fn is_as_expected(file: &Path, entry: &str, expected: &str) -> Result<(), Failed> {
    let report = check(file, entry, expected)?;
    let is_right = match expected {
        "open" => report["verdict"] != "refuted",
        _ => report["verdict"] == expected,
    };
    match is_right {
        true => Ok(()),
        false => Err(format!("{expected} was expected: {report}").into()),
    }
}

/// A mutant is refuted by an execution that was confirmed, and never proved.
fn is_refuted(file: &Path, text: &str, entry: &str, mutant: &Mutant) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let changed = text.lines().enumerate().map(|(index, line)| {
        let is_changed = index == mutant.line;
        if is_changed { &mutant.code } else { line }
    });
    let path = folder.path().join(file.file_name().unwrap_or_default());
    std::fs::write(&path, changed.collect::<Vec<&str>>().join("\n"))?;
    let report = check(&path, entry, &mutant.kind)?;
    let claims = report["claims"].as_array().into_iter().flatten();
    let mut refuted = claims.filter(|claim| claim["status"] == "refuted");
    let is_right = match mutant.kind.as_str() {
        "open" => report["verdict"] != "proved",
        kind => refuted.any(|claim| {
            claim["kind"] == kind && claim["counterexample"]["replay"]["status"] == "confirmed"
        }),
    };
    match is_right {
        true => Ok(()),
        false => Err(format!("{} is not refuted: {report}", mutant.kind).into()),
    }
}

fn check(file: &Path, entry: &str, expected: &str) -> Result<Value, String> {
    let time = match expected {
        "open" => FOR_OPEN,
        _ => FOR_VERDICTS,
    };
    let file = file.display().to_string();
    let said = concrex(["check", &file, "--entry", entry, "--time", time, "--json"]);
    serde_json::from_str(&said.stdout).map_err(|error| format!("{error}\n{}", said.stderr))
}

fn is_java(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension == "java")
}

/// The files, relative to the project, in order; those of Java where there is a JDK.
fn files() -> Vec<PathBuf> {
    let has_jdk = is_installed("javac");
    let folders = ["tests/containers/c", "tests/containers/java"];
    let mut found = Vec::new();
    for folder in folders.map(Path::new) {
        let entries = std::fs::read_dir(project().join(folder));
        let entries = entries.into_iter().flatten().flatten();
        found.extend(entries.map(|entry| folder.join(entry.file_name())));
    }
    found.retain(|file| has_jdk || !is_java(file));
    found.sort();
    found
}

fn is_installed(command: &str) -> bool {
    let mut command = Command::new(command);
    command.arg("-version");
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok()
}
