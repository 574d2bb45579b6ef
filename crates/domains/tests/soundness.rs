//! Every state of the reference interpreter is inside of the abstract state at its location, and what a
//! program violates is never proved.
//!
//! What an analysis says of locations is put into the program as checks; the interpreter executes it on
//! random inputs and stops at the first that does not hold.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use domains::relational::octagons::Octagons;
use domains::relational::polyhedra::Polyhedra;
use domains::relational::zones::Zones;
use domains::relational::{Independent, Relational};
use domains::{Findings, Invariants, Keep, Options, analyze};
use interp::{Environment, InputRequest, Interpreter, Limits, Outcome};
use ir::{
    Check, ClaimKind, ClaimSet, Condition, DataModel, Edge, EdgeId, Expr, Location, Op, Procedure,
    Program, SourceKind, Type,
};
use std::path::{Path, PathBuf};

/// The kind of the checks that are put in: no program of C has it.
const INSIDE: ClaimKind = ClaimKind::StackOverflow;
/// How often each program is executed.
const EXECUTIONS: u64 = 6;

#[test]
fn intervals_hold_in_every_execution() {
    hold_in_every_execution::<Independent>(2, 100_000);
}

#[test]
fn zones_hold_in_every_execution() {
    hold_in_every_execution::<Zones>(1, 100_000);
}

#[test]
fn octagons_hold_in_every_execution() {
    hold_in_every_execution::<Octagons>(4, 20_000);
}

#[test]
fn polyhedra_hold_in_every_execution() {
    hold_in_every_execution::<Polyhedra>(8, 3_000);
}

/// Looks at one of so many programs, with a limit of operations: some domains take long.
fn hold_in_every_execution<R: Relational>(one_of: usize, most_work: u64) {
    let mut failures = Vec::new();
    let mut analysed = 0;
    for file in programs().into_iter().step_by(one_of) {
        let Some((text, program)) = load(&file) else {
            continue;
        };
        let Ok(found) = analyze::<R>(&program, &options(most_work)) else {
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
            if let Some(what) = execute(&instrumented, seed) {
                failures.push(format!("{}: input {seed}: {what}", file.display()));
                break;
            }
        }
    }
    assert!(analysed > 300 / one_of, "{analysed} programs were analysed");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn options(most_work: u64) -> Options<'static> {
    Options {
        selected: selected(),
        is_over: &|| false,
        most_work,
        keep: Keep::Invariants,
    }
}

/// Everything that can be claimed.
fn selected() -> ClaimSet {
    ClaimKind::ALL.iter().copied().collect()
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
    let program = frontend_c::load(&[file.to_path_buf()], &options).ok()?;
    program.entry.is_some().then_some((text, program))
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

/// The program with what holds at locations as checks.
fn instrument(program: &Program, invariants: &Invariants) -> Program {
    let mut program = program.clone();
    for (index, procedure) in program.procedures.iter_mut().enumerate() {
        let id = ir::ProcedureId(index as u32);
        for location in 0..procedure.locations() {
            let location = Location(location as u32);
            if location == procedure.exit {
                continue;
            }
            match invariants.get(&(id, location)) {
                Some(invariant) => {
                    for condition in &invariant.conditions {
                        put(procedure, location, condition.clone());
                    }
                }
                None => put(procedure, location, Expr::FALSE),
            }
        }
    }
    program
}

/// Puts a check before everything that starts at a location.
fn put(procedure: &mut Procedure, location: Location, condition: Expr) {
    let behind = Location(procedure.outgoing.len() as u32);
    let moved = std::mem::take(&mut procedure.outgoing[location.0 as usize]);
    let Some(first) = moved.first() else {
        return;
    };
    let span = procedure[*first].span;
    for edge in &moved {
        procedure.edges[edge.0 as usize].from = behind;
    }
    procedure.outgoing.push(moved);
    let edge = EdgeId(procedure.edges.len() as u32);
    let subject = format!("{} l{}: {condition:?}", procedure.name, location.0);
    procedure.edges.push(Edge {
        from: location,
        to: behind,
        op: Op::Check(Box::new(Check {
            condition: Condition::Holds(condition),
            kind: INSIDE,
            subject: subject.into(),
            operands: Vec::new(),
        })),
        span,
    });
    procedure.outgoing[location.0 as usize] = vec![edge];
}

/// Executes a program; what does not hold.
fn execute(program: &Program, seed: u64) -> Option<String> {
    let interpreter = Interpreter::new(program);
    let mut environment = Chance {
        program,
        number: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
    };
    let limits = Limits {
        steps: Some(200_000),
        memory: Some(256 << 20),
        claims: selected(),
        ..Limits::default()
    };
    match interpreter.run(&mut interpreter.start(), &mut environment, &limits) {
        Outcome::Violation(violation) if violation.kind == INSIDE => {
            Some(format!("{}: {}", violation.place().line, violation.message))
        }
        _ => None,
    }
}

/// Answers by chance, small numbers first.
struct Chance<'p> {
    program: &'p Program,
    number: u64,
}

impl Environment for Chance<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<u128> {
        self.number ^= self.number << 13;
        self.number ^= self.number >> 7;
        self.number ^= self.number << 17;
        let number = self.number;
        let is_byte = request.kind == SourceKind::Stdin || request.index.is_some();
        let is_truth = matches!(
            self.program.types.get(request.ty),
            Type::Int { name, .. } if name == "_Bool"
        );
        Some(match number % 8 {
            _ if is_truth => u128::from(number >> 20 & 1),
            0..=4 if is_byte => request.bits(b"0a1 -\n"[(number >> 20) as usize % 6].into()),
            5 if is_byte => request.bits(i128::from(number >> 40) % 256),
            _ if is_byte => request.end(),
            0..=4 => request.bits(i128::from(number >> 32) % 13 - 3),
            5 => request.bits(i128::from(number >> 40) % 256),
            _ => request.bits(i128::from(number as i64)),
        })
    }

    fn output(&mut self, _: i32, _: &[u8]) {}
}
