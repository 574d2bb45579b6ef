//! `check --engine infer`: claims about callers, with specifications of callees that are inferred.
//!
//! Each program of `tests/infer` says which procedure is called, what becomes of its postconditions
//! within a scope of 4, and how many refinements that may take.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Said, concrex, project};

/// A program, and what is said at its top.
struct Case {
    path: PathBuf,
    text: String,
}

impl Case {
    fn said(&self, what: &str) -> Option<&str> {
        let start = format!("// {what}: ");
        self.text.lines().find_map(|line| line.strip_prefix(&start))
    }
}

fn cases(extension: &str) -> Vec<Case> {
    let folder = project().join("tests/infer");
    let files = std::fs::read_dir(folder).expect("the programs are there");
    let mut paths: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == extension));
    paths.sort();
    let read = |path: PathBuf| Case {
        text: std::fs::read_to_string(&path).expect("a program"),
        path,
    };
    paths.into_iter().map(read).collect()
}

fn check(file: &Path, entry: &str, calls: &str) -> Said {
    let file = file.display().to_string();
    let arguments = [
        "check",
        &file,
        "--entry",
        entry,
        "--engine",
        "infer",
        "--property",
        "postcondition",
        "--scope",
        "4",
        "--unroll",
        "4",
        "--calls",
        calls,
        "--time",
        "120s",
        "--explain",
    ];
    concrex(arguments)
}

/// The numbers of the lines that tell how much was done: refinements, variables, clauses.
fn efforts(said: &Said) -> Vec<[u64; 3]> {
    let told = said.stdout.lines().filter_map(|line| line.split_once(": "));
    let told = told.filter(|(start, _)| start.trim_start().starts_with("unrolled"));
    told.filter_map(|(_, rest)| {
        // The time, which has a fraction, is none of them.
        let numbers = rest.split(' ').filter_map(|word| word.parse().ok());
        numbers.collect::<Vec<u64>>().try_into().ok()
    })
    .collect()
}

fn check_all(extension: &str) {
    for case in cases(extension) {
        let name = case.path.display();
        let entry = case.said("entry").expect("an entry");
        let said = check(&case.path, entry, "inferred");
        let text = format!("{name}: {}{}", said.stdout, said.stderr);
        match case.said("expect") {
            Some("refuted") => assert_eq!(said.status, Some(1), "{text}"),
            Some("unknown") => assert!(!said.stdout.contains("bounded"), "{text}"),
            _ => assert!(said.stdout.contains("bounded: no violation"), "{text}"),
        }
        let most = case.said("refinements").map(|most| most.parse::<u64>());
        if let Some(most) = most {
            let most = most.expect("a number");
            let counts = efforts(&said);
            assert!(!counts.is_empty(), "{text}");
            assert!(counts.iter().all(|[count, ..]| *count <= most), "{text}");
        }
    }
}

#[test]
fn programs_of_c_are_settled_within_the_scope() {
    check_all("c");
}

#[test]
fn programs_of_java_are_settled_within_the_scope() {
    match Command::new("javac").arg("-version").output() {
        Ok(_) => check_all("java"),
        Err(_) => eprintln!("note: there is no JDK; the Java programs are skipped"),
    }
}

#[test]
fn inlining_everything_takes_a_larger_formula() {
    for case in cases("c") {
        if case.said("expect") == Some("refuted") {
            continue;
        }
        let entry = case.said("entry").expect("an entry");
        let inferred = efforts(&check(&case.path, entry, "inferred"));
        let inlined = efforts(&check(&case.path, entry, "inlined"));
        assert_eq!(inferred.len(), inlined.len());
        for ([_, variables, clauses], [_, more, many]) in inferred.iter().zip(&inlined) {
            let name = case.path.display();
            assert!(variables < more && clauses < many, "{name}");
        }
    }
}

/// What callees may change is in the formula once, however many they are and whatever they do.
#[test]
fn callees_that_do_not_matter_leave_the_formula_as_it_is() {
    let path = project().join("tests/infer/subset-ok.c");
    let text = std::fs::read_to_string(&path).expect("a program");
    let folder = tempfile::tempdir().expect("a folder");
    let sizes = |count: u32| {
        let file = folder.path().join(format!("callees{count}.c"));
        std::fs::write(&file, with_unrelated_callees(&text, count)).expect("a program");
        efforts(&check(&file, "remove_all", "inferred"))
    };
    let few = sizes(1);
    assert!(!few.is_empty());
    assert_eq!(few, sizes(51));
}

/// The program with so many further procedures, all of which a callee calls.
fn with_unrelated_callees(text: &str, count: u32) -> String {
    let mut others = "struct other { struct other *link; };\n".to_string();
    let mut calls = "    struct other *o = NULL;\n".to_string();
    for number in 0..count {
        others += &format!(
            "static void other{number}(struct other *o) {{ while (o->link) o = o->link; o->link = o; }}\n"
        );
        calls += &format!("    if (o) other{number}(o);\n");
    }
    let start = "static int contains(struct list *l, int id) {\n";
    text.replace(start, &format!("{others}{start}{calls}"))
}
