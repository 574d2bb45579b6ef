//! Every program of `tests/long` has an error that takes about as many iterations as its buffer has elements,
//! `SIZE`. All engines together show it, unless the program says that it is open, and refute nothing of the program without the error.

mod repaired;
#[expect(dead_code, reason = "programs are checked in folders of their own")]
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use repaired::{checked, is_installed, programs, refuted, repaired};
use std::path::Path;

/// How large the buffers are.
const SIZES: [&str; 3] = ["5", "50", "5000"];

fn main() {
    let arguments = Arguments::from_args();
    let has_jdk = is_installed("javac");
    let mut trials = Vec::new();
    for file in programs("tests/long") {
        let is_java = file.extension().is_some_and(|ending| ending == "java");
        let name = file.file_name().unwrap_or_default().display().to_string();
        let source = std::fs::read_to_string(&file).unwrap_or_default();
        for size in SIZES {
            // What is not found yet uses up all of its time.
            let is_skipped = is_java && !has_jdk || is_open(&source, size);
            let file = file.clone();
            let faulty = Trial::test(format!("{name} {size}"), move || check_faulty(&file, size));
            trials.push(faulty.with_ignored_flag(is_skipped));
        }
        let right = Trial::test(format!("{name} repaired"), move || check_repaired(&file));
        trials.push(right.with_ignored_flag(is_java && !has_jdk));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Whether a program says that its error is not found yet, at all or in a buffer of this size.
fn is_open(source: &str, size: &str) -> bool {
    let at_size = format!("// open at {size}: ");
    let mut lines = source.lines();
    lines.any(|line| line.starts_with("// open: ") || line.starts_with(&at_size))
}

/// The error is found, and really happens.
fn check_faulty(file: &Path, size: &str) -> Result<(), Failed> {
    let source = std::fs::read_to_string(file)?;
    let report = checked(file, &sized(&source, size), &["--time", "90s"])?;
    let mut found = refuted(&report).peekable();
    if found.peek().is_none() {
        return Err("nothing is refuted".into());
    }
    for claim in found {
        if claim["counterexample"]["replay"]["status"] != "confirmed" {
            return Err(format!("not confirmed: {claim}").into());
        }
    }
    Ok(())
}

/// Nothing is found where nothing is wrong.
fn check_repaired(file: &Path) -> Result<(), Failed> {
    let source = repaired(&std::fs::read_to_string(file)?);
    let report = checked(file, &sized(&source, SIZES[1]), &["--time", "3s"])?;
    match refuted(&report).next() {
        Some(claim) => Err(format!("refuted: {claim}").into()),
        None => Ok(()),
    }
}

/// The program with a buffer of that size.
fn sized(source: &str, size: &str) -> String {
    source
        .replace("#define SIZE 50", &format!("#define SIZE {size}"))
        .replace("int SIZE = 50;", &format!("int SIZE = {size};"))
}
