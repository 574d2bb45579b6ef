//! The engine `shape` proves claims about Java's lists and trees of any size, and none that does not hold.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::{concrex, project};

/// Right programs that the engine proves alone.
const PROVED: [&str; 12] = [
    "Append",
    "BubbleSort",
    "Delete",
    "DllInsert",
    "DllRemove",
    "InsertionSort",
    "Merge",
    "Partition",
    "Reverse",
    "Search",
    "TreeInsert",
    "TreeSearch",
];

fn has_jdk() -> bool {
    let mut javac = Command::new("javac");
    let run = javac.arg("-version").stdout(Stdio::null());
    run.stderr(Stdio::null()).status().is_ok()
}

fn folder() -> PathBuf {
    project().join("tests/programs/java/heap")
}

fn programs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("a folder");
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|file| file.extension().is_some_and(|it| it == "java"));
    found.sort();
    found
}

/// Enough for every proof.
const FOR_PROOFS: &str = "60s";
/// What cannot be proved uses up all of its time.
const FOR_ERRORS: &str = "8s";

fn check(path: &Path, text: &str, time: &str) -> Value {
    let mut lines = text.lines();
    let entry = lines.find_map(|line| line.strip_prefix("// entry: "));
    let path = path.display().to_string();
    let mut command = vec!["check", &path, "--engine", "shape", "--challenge", "off"];
    command.extend(["--time", time, "--json", "--entry"]);
    command.push(entry.expect("a method").trim());
    let said = concrex(command);
    serde_json::from_str(&said.stdout).expect("a document")
}

/// Whether the engine left a claim of a kind open.
fn leaves(report: &Value, kind: &str, line: Option<usize>) -> bool {
    let claims = report["claims"].as_array().expect("claims");
    claims.iter().any(|claim| {
        let is_there = line.is_none_or(|line| claim["location"]["line"] == line as u64);
        claim["kind"] == kind && is_there && claim["status"] != "proved"
    })
}

#[test]
fn structures_of_any_size() {
    if !has_jdk() {
        return;
    }
    for name in PROVED {
        let path = folder().join(format!("{name}.java"));
        let text = std::fs::read_to_string(&path).expect("a program");
        let report = check(&path, &text, FOR_PROOFS);
        assert_eq!(report["verdict"], "proved", "{name}: {report}");
    }
}

#[test]
fn no_error_is_proved_absent() {
    if !has_jdk() {
        return;
    }
    let mut errors = 0;
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("a program");
        let expected = text.lines().enumerate().find_map(|(index, line)| {
            let here = line.split_once("// expect: refuted ");
            let next = line.split_once("// expect-next: refuted ");
            let here = here.map(|(_, kind)| (index + 1, kind.trim().to_string()));
            here.or(next.map(|(_, kind)| (index + 2, kind.trim().to_string())))
        });
        let Some((line, kind)) = expected else {
            continue;
        };
        errors += 1;
        let report = check(&path, &text, FOR_ERRORS);
        assert!(
            leaves(&report, &kind, Some(line)),
            "{}: {report}",
            path.display()
        );
    }
    assert!(errors >= 20, "{errors} programs with errors");
}

/// `// mutant KIND: CODE` is what makes an error of the next line that is none.
#[test]
fn no_mutant_is_proved() {
    if !has_jdk() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut mutants = 0;
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("a program");
        let lines: Vec<&str> = text.lines().collect();
        let mutant = |line: &str| {
            let (kind, code) = line.trim().strip_prefix("// mutant ")?.split_once(": ")?;
            Some((kind.to_string(), code.to_string()))
        };
        for (index, line) in lines.iter().enumerate() {
            let Some((kind, code)) = mutant(line) else {
                continue;
            };
            let rest = lines.iter().skip(index);
            let changed = index + rest.take_while(|line| mutant(line).is_some()).count();
            let mut lines = lines.clone();
            lines[changed] = &code;
            let text = lines.join("\n");
            let file = folder.path().join(path.file_name().expect("a name"));
            std::fs::write(&file, &text).expect("it can be written");
            let report = check(&file, &text, FOR_ERRORS);
            mutants += 1;
            assert!(
                leaves(&report, &kind, None),
                "{} {code}: {report}",
                path.display()
            );
        }
    }
    assert!(mutants >= 40, "{mutants} mutants");
}
