//! Every program of `tests/programs/text` reads a text and has one error that takes several fields, a
//! keyword or a long line: inputs that are chosen by what they cover show it, and show nothing in the
//! same program with its error repaired. See `tests/programs/README.md`.

#[expect(dead_code, reason = "programs are checked in folders of their own")]
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{finish, project};

fn main() {
    let arguments = Arguments::from_args();
    let has_jdk = is_installed("javac");
    if !has_jdk {
        eprintln!("note: there is no JDK; the Java programs are skipped");
    }
    let mut trials = Vec::new();
    for file in programs() {
        let is_java = file
            .extension()
            .is_some_and(|extension| extension == "java");
        let is_skipped = is_java && !has_jdk;
        let name = file.file_name().unwrap_or_default().display().to_string();
        let (faulty, repaired) = (file.clone(), file);
        let faulty = Trial::test(format!("faulty {name}"), move || check_faulty(&faulty));
        let repaired = Trial::test(format!("repaired {name}"), move || {
            check_repaired(&repaired)
        });
        trials.push(faulty.with_ignored_flag(is_skipped));
        trials.push(repaired.with_ignored_flag(is_skipped));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The error is found, and really happens. Where the program says that it is open, nothing may be found,
/// but nothing else.
fn check_faulty(file: &Path) -> Result<(), Failed> {
    let source = std::fs::read_to_string(file)?;
    let (kind, line) = expected(&source)?;
    let is_open = source.lines().any(|line| line.starts_with("// open: "));
    let time = if is_open { "10s" } else { "90s" };
    let report = probed(file, &source, time)?;
    let found: Vec<&Value> = refuted(&report).collect();
    let is_found = found.iter().any(|claim| claim["kind"] == kind);
    if !(is_found || is_open && found.is_empty()) {
        return Err(format!("expected {kind} at line {line}, found {found:?}").into());
    }
    for claim in found {
        let replay = &claim["counterexample"]["replay"];
        if claim["location"]["line"] != line || replay["status"] != "confirmed" {
            return Err(format!("not what was expected: {claim}").into());
        }
    }
    Ok(())
}

/// Nothing is found where nothing is wrong.
fn check_repaired(file: &Path) -> Result<(), Failed> {
    let source = repaired(&std::fs::read_to_string(file)?);
    let time = match file.extension() {
        Some(extension) if extension == "java" => "4s",
        _ => "1s",
    };
    let report = probed(file, &source, time)?;
    match refuted(&report).next() {
        Some(claim) => Err(format!("refuted: {claim}").into()),
        None => Ok(()),
    }
}

/// What inputs show of a program of this text.
fn probed(file: &Path, source: &str, time: &str) -> Result<Value, Failed> {
    let folder = tempfile::tempdir()?;
    let name = file.file_name().unwrap_or_default();
    std::fs::write(folder.path().join(name), source)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_concrex"));
    command.args(["check", "--engine", "probe", "--json", "--time", time]);
    command.arg(name).current_dir(folder.path());
    let said = finish(command);
    serde_json::from_str(&said.stdout)
        .map_err(|error| format!("not a document: {error}\n{}", said.stderr).into())
}

fn refuted(report: &Value) -> impl Iterator<Item = &Value> {
    let claims = report["claims"].as_array().into_iter().flatten();
    claims.filter(|claim| claim["status"] == "refuted")
}

/// The kind and the line of the error.
fn expected(source: &str) -> Result<(&str, usize), Failed> {
    let mut lines = source.lines().enumerate();
    let found = lines.find_map(|(number, line)| {
        let kind = line.split("// expect: refuted ").nth(1)?;
        Some((kind.trim(), number + 1))
    });
    found.ok_or_else(|| "nothing is expected".into())
}

/// The program in which every line after `// repaired: …` is what stands there.
fn repaired(source: &str) -> String {
    let mut text = String::new();
    let mut instead = None;
    for line in source.lines() {
        text += instead.take().unwrap_or(line);
        text.push('\n');
        instead = line.trim_start().strip_prefix("// repaired: ");
    }
    text
}

/// The programs, in order.
fn programs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(project().join("tests/programs/text"));
    let entries = entries.into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    found.sort();
    found
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
