//! Every state of the reference interpreter is inside of the abstract state at its location, and what a
//! program violates is never proved.
//!
//! What an analysis says of locations is put into the program as checks; the interpreter executes it on
//! random inputs and stops at the first that does not hold.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod support;

use domains::relational::equations::Equations;
use domains::relational::octagons::Octagons;
use domains::relational::polyhedra::Polyhedra;
use domains::relational::zones::Zones;
use domains::relational::{Independent, Relational};
use domains::{Calls, Findings, analyze};
use ir::{DataModel, Program};
use std::path::{Path, PathBuf};
use support::{instrument, options, outside};

/// How often each program is executed.
const EXECUTIONS: u64 = 6;

#[test]
fn intervals_hold_in_every_execution() {
    hold_in_every_execution::<Independent>(2, 100_000);
}

#[test]
fn zones_hold_in_every_execution() {
    hold_in_every_execution::<Equations<Zones>>(1, 100_000);
}

#[test]
fn merged_intervals_hold_in_every_execution() {
    let calls = Calls::Merged { small: 0 };
    hold_in_every_execution_of::<Independent>(calls, 1, 100_000);
}

#[test]
fn merged_zones_hold_in_every_execution() {
    hold_in_every_execution_of::<Equations<Zones>>(Calls::MERGED, 2, 50_000);
}

#[test]
fn octagons_hold_in_every_execution() {
    hold_in_every_execution::<Equations<Octagons>>(4, 20_000);
}

#[test]
fn polyhedra_hold_in_every_execution() {
    hold_in_every_execution::<Polyhedra>(8, 3_000);
}

/// Looks at one of so many programs, with a limit of operations: some domains take long.
fn hold_in_every_execution<R: Relational>(one_of: usize, most_work: u64) {
    hold_in_every_execution_of::<R>(Calls::Chains, one_of, most_work);
}

fn hold_in_every_execution_of<R: Relational>(calls: Calls, one_of: usize, most_work: u64) {
    let mut options = options(most_work);
    options.calls = calls;
    let mut failures = Vec::new();
    let mut analysed = 0;
    for file in programs().into_iter().step_by(one_of) {
        let Some((text, program)) = load(&file) else {
            continue;
        };
        let Ok(found) = analyze::<R>(&program, &options) else {
            continue;
        };
        analysed += 1;
        failures.extend(unnoticed(&file, &text, &found));
        // Nothing is said of executions that were not followed.
        if !found.left.is_empty() {
            continue;
        }
        let instrumented = instrument(&program, &found.invariants);
        for seed in 0..EXECUTIONS {
            if let Some(what) = outside(&instrumented, seed) {
                failures.push(format!("{}: input {seed}: {what}", file.display()));
                break;
            }
        }
    }
    assert!(analysed > 300 / one_of, "{analysed} programs were analysed");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/c");
    let mut found = Vec::new();
    let mut pending = vec![root];
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(&folder)
            .expect("the folder of programs")
            .flatten()
        {
            let path = entry.path();
            match path.is_dir() {
                true => pending.push(path),
                false if path.extension().is_some_and(|extension| extension == "c") => {
                    found.push(path);
                }
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// A program that starts with `main`, and its text.
fn load(file: &Path) -> Option<(String, Program)> {
    let text = std::fs::read_to_string(file).expect("a program");
    let has = |words: &str| {
        text.lines()
            .any(|line| line.trim_start().starts_with(words))
    };
    // Where only some kinds are asked for, executions go on after others.
    if has("// entry:") || has("// property:") {
        return None;
    }
    let mut options = frontend_c::Options::default();
    if has("// arch: ilp32") {
        options.data_model = DataModel::Ilp32;
    }
    let mut program = frontend_c::load(&[file.to_path_buf()], &options).ok()?;
    let required = contract::claim_preconditions(&mut program);
    // What is required and not checked is nothing that could raise an alarm.
    let is_analysed = program.entry.is_some() && required.unchecked.is_empty();
    is_analysed.then_some((text, program))
}

/// The violations that a file says it has and that no alarm is raised about.
fn unnoticed(file: &Path, text: &str, found: &Findings) -> Vec<String> {
    let mut unnoticed = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let expected = [
            ("// expect: refuted ", index + 1),
            ("// expect-next: refuted ", index + 2),
        ];
        for (mark, line_number) in expected {
            let Some((_, kind)) = line.split_once(mark) else {
                continue;
            };
            let kind = kind.split_whitespace().next().unwrap_or_default();
            let is_here = |alarm: &domains::Alarm| {
                alarm.kind.name() == kind
                    && alarm
                        .span
                        .is_none_or(|span| span.line as usize == line_number)
            };
            if found.left.is_empty() && !found.alarms.iter().any(is_here) {
                unnoticed.push(format!(
                    "{}:{line_number}: {kind} is proved",
                    file.display()
                ));
            }
        }
    }
    unnoticed
}
