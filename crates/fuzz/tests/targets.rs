//! The first inputs of every target, the same ones everywhere, and what failed once. `cargo xtask
//! fuzz` goes on from there.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use fuzz::{Budget, TARGETS, Target, supervise};
use std::path::Path;
use std::process::Command;

const FUZZ: &str = env!("CARGO_BIN_EXE_fuzz");

/// Tries that many inputs.
#[track_caller]
fn check(name: &str, iterations: u64) {
    let target = Target::named(name).expect("there is such a target");
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    let budget = Budget::Iterations(iterations);
    let outcome =
        supervise(Path::new(FUZZ), target, &keep, 0, budget).expect("workers can be started");
    if let Some(why) = outcome.skipped {
        eprintln!("note: {name} is not fuzzed: {why}");
        return;
    }
    assert_eq!(outcome.inputs, iterations);
    for failure in &outcome.failures {
        eprintln!("{failure}");
    }
    assert!(outcome.failures.is_empty(), "{name} fails");
}

#[test]
fn lexer() {
    check("lexer", 1000);
}

#[test]
fn parser() {
    check("parser", 300);
}

#[test]
fn classes() {
    check("classes", 60);
}

#[test]
fn contracts() {
    check("contracts", 1000);
}

#[test]
fn smtlib() {
    check("smtlib", 300);
}

#[test]
fn counterexamples() {
    check("counterexamples", 500);
}

/// Inputs that failed once: `tests/found/TARGET/…`.
#[test]
fn what_failed_once_passes() {
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/found");
    for target in TARGETS {
        for input in std::fs::read_dir(found.join(target.name))
            .into_iter()
            .flatten()
            .flatten()
        {
            let output = Command::new(FUZZ)
                .args(["try", target.name])
                .arg(input.path())
                .output()
                .expect("it can be started");
            let said = String::from_utf8_lossy(&output.stderr);
            let is_skipped = output.status.code() == Some(2);
            if !(output.status.success() || is_skipped) {
                panic!("{}: {said}", input.path().display());
            }
        }
    }
}
