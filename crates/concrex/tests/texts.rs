//! Every program of `tests/programs/text` reads a text and has one error that takes several fields, a
//! keyword or a long line: inputs that are chosen by what they cover show it, and show nothing in the
//! same program with its error repaired. See `tests/programs/README.md`.

mod repaired;
#[expect(dead_code, reason = "programs are checked in folders of their own")]
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use repaired::{checked, is_installed, programs, refuted, repaired};
use serde_json::Value;
use std::path::Path;

fn main() {
    let arguments = Arguments::from_args();
    let has_jdk = is_installed("javac");
    if !has_jdk {
        eprintln!("note: there is no JDK; the Java programs are skipped");
    }
    let mut trials = Vec::new();
    for file in programs("tests/programs/text") {
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
    let time = if is_open { "4s" } else { "90s" };
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
    checked(file, source, &["--engine", "probe", "--time", time])
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
