//! The engine `predicates` on the programs of `tests/predicates`: what its first line expects. A program that is
//! `open` has a violation, which need not be found.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use serde_json::Value;
use std::path::PathBuf;
use support::{concrex, project};

fn programs(extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(project().join("tests/predicates")).expect("a folder");
    let paths = entries.flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|one| one == extension))
        .collect();
    found.sort();
    found
}

/// Enough for every verdict, also on a busy machine.
const FOR_VERDICTS: &str = "120s";
/// What is not settled uses up all of its time.
const FOR_OPEN: &str = "5s";

fn check(extension: &str) {
    let programs = programs(extension);
    assert!(!programs.is_empty());
    for path in programs {
        let text = std::fs::read_to_string(&path).expect("a program");
        let first = text.lines().next().unwrap_or_default();
        let expected = first.strip_prefix("// expect: ").expect("an expectation");
        let path = path.to_str().expect("a path");
        let time = match expected {
            "open" => FOR_OPEN,
            _ => FOR_VERDICTS,
        };
        let command = ["check", path, "--engine", "predicates", "--time", time];
        let more = ["--replay", "interpreter", "--challenge", "off", "--json"];
        let said = concrex(command.into_iter().chain(more));
        let report: Value = serde_json::from_str(&said.stdout).expect("a document");
        match expected {
            "open" => assert_ne!(report["verdict"], "proved", "{path}: {report}"),
            _ => assert_eq!(report["verdict"], expected, "{path}: {report}"),
        }
    }
}

#[test]
fn c_programs() {
    check("c");
}

#[test]
fn java_programs() {
    check("java");
}
