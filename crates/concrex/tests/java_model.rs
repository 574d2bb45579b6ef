//! What the model of Java's library replaces does what the JDK's own classes do: programs that call
//! their public methods print the same on the JVM and in the interpreter. `tests/model` has the
//! tables that the programs are made from.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::{concrex, finish, project};

/// How often a run goes on after a call that the model refuses.
const MOST_REFUSALS: usize = 3;

/// The least calls that are compared: the tables are there, and are read.
const LEAST: usize = 2_000;

#[test]
fn the_model_does_what_the_jdk_does() {
    if Command::new("javac").arg("-version").output().is_err() {
        eprintln!("note: there is no JDK; the model is not compared");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let programs = generate(folder.path());
    let next = AtomicUsize::new(0);
    let compared = AtomicUsize::new(0);
    let differences = Mutex::new(String::new());
    let work = || {
        while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (count, text) = compare(program);
            compared.fetch_add(count, Ordering::Relaxed);
            let mut all = differences.lock().unwrap_or_else(PoisonError::into_inner);
            all.push_str(&text);
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    let differences = differences
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    assert!(differences.is_empty(), "{differences}");
    let compared = compared.into_inner();
    assert!(compared >= LEAST, "only {compared} calls are compared");
}

/// Makes the programs, and compiles them. Their class files.
fn generate(folder: &Path) -> Vec<PathBuf> {
    let (sources, classes) = (folder.join("sources"), folder.join("classes"));
    fs::create_dir_all(&sources).expect("a folder");
    let tables = project().join("tests/model");
    let mut command = Command::new("java");
    command
        .arg(tables.join("Generate.java"))
        .args([&tables, &sources]);
    let said = finish(command);
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    let mut names: Vec<PathBuf> = fs::read_dir(&sources)
        .expect("the sources")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    names.sort();
    let mut command = Command::new("javac");
    command.args(["-g", "-nowarn", "-encoding", "UTF-8", "-d"]);
    command.arg(&classes).args(&names);
    let said = finish(command);
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    let class = |source: &PathBuf| {
        let name = source.file_stem().unwrap_or_default();
        classes.join(name).with_extension("class")
    };
    names.iter().map(class).collect()
}

/// How many calls of a program were compared, and those that differ.
fn compare(class: &Path) -> (usize, String) {
    let name = class.file_stem().unwrap_or_default().to_string_lossy();
    let mut command = Command::new("java");
    command.args(["-ea", "-XX:TieredStopAtLevel=1", "-cp"]);
    command.arg(class.parent().unwrap_or(class)).arg(&*name);
    let expected = results(&finish(command).stdout);
    let last = expected.keys().next_back().copied().unwrap_or(0);
    let mut found = BTreeMap::new();
    let mut from = 0;
    for _ in 0..=MOST_REFUSALS {
        let said = concrex([
            "run".as_ref(),
            class.as_os_str(),
            "--".as_ref(),
            from.to_string().as_ref(),
        ]);
        found.extend(results(&said.stdout));
        let reached = found.keys().next_back().map_or(0, |call| call + 1);
        if reached > last {
            break;
        }
        // The next call was refused.
        from = reached.max(from) + 1;
    }
    let mut text = String::new();
    for (call, result) in &found {
        let jdk = expected.get(call).map_or("nothing", String::as_str);
        if jdk != result {
            let _ = writeln!(
                text,
                "{name}, call {call}:\n  JDK   {jdk}\n  model {result}"
            );
        }
    }
    (found.len(), text)
}

/// The results of calls, by their numbers.
fn results(output: &str) -> BTreeMap<usize, String> {
    let lines = output.lines().filter_map(|line| {
        let (call, result) = line.split_once(' ')?;
        Some((call.parse().ok()?, result.to_string()))
    });
    lines.collect()
}
