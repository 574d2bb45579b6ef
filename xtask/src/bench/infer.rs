//! Table 1 of the paper on inferred specifications: its formulas and times beside ours.

use super::explore::{failure, today};
use crate::process::run;
use crate::{Result, project};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The limit of each check, in seconds.
const LIMIT: u64 = 120;

/// A row of the table: the property, the unrolling and the scope, and what the paper measured of
/// Jalloy and of its own method: variables, clauses, seconds.
struct Row {
    property: &'static str,
    size: (u32, u32),
    jalloy: &'static str,
    paper: &'static str,
}

const fn row(
    property: &'static str,
    size: (u32, u32),
    jalloy: &'static str,
    paper: &'static str,
) -> Row {
    Row {
        property,
        size,
        jalloy,
        paper,
    }
}

const ROWS: [Row; 15] = [
    row("subset", (4, 4), "8216 / 18124 / 15", "4928 / 10260 / 9"),
    row("subset", (5, 5), "14555 / 34704 / 162", "8611 / 19002 / 98"),
    row("subset", (6, 4), "13554 / 30555 / 40", "6702 / 14013 / 12"),
    row("subset", (6, 5), "18137 / 43760 / 234", "9857 / 21776 / 83"),
    row("sameEdges", (3, 3), "27112 / 56241 / 61", "3284 / 6589 / 5"),
    row(
        "sameEdges",
        (4, 4),
        "66566 / 151323 / 164",
        "6187 / 13507 / 8",
    ),
    row(
        "sameEdges",
        (4, 5),
        "87710 / 214959 / 206",
        "9524 / 23383 / 27",
    ),
    row("sameEdges", (5, 4), "> 900", "6807 / 14794 / 8"),
    row("sameEdges", (5, 5), "> 900", "10346 / 25263 / 36"),
    row("sameEdges", (6, 4), "> 900", "7499 / 16207 / 9"),
    row(
        "sameNodes",
        (3, 3),
        "27147 / 56298 / 44",
        "5927 / 11652 / 7",
    ),
    row(
        "sameNodes",
        (4, 4),
        "66661 / 151489 / 123",
        "11057 / 23450 / 13",
    ),
    row(
        "sameNodes",
        (4, 5),
        "87803 / 215129 / 224",
        "15682 / 36890 / 107",
    ),
    row(
        "sameNodes",
        (5, 4),
        "108016 / 246914 / 359",
        "13075 / 27446 / 17",
    ),
    row(
        "sameNodes",
        (5, 5),
        "141087 / 347466 / 586",
        "18549 / 42948 / 191",
    ),
];

/// A program of `tests/infer`, with the procedures that the properties are about.
struct Program {
    title: &'static str,
    file: &'static str,
    remove_all: &'static str,
    remove: &'static str,
}

const PROGRAMS: [Program; 2] = [
    Program {
        title: "Figure 10 in Java with one class of elements",
        file: "tests/infer/PlainGraphOk.java",
        remove_all: "Elems.removeAll",
        remove: "PlainGraphOk.remove",
    },
    Program {
        title: "The same in C with one type of elements",
        file: "tests/infer/graph-ok.c",
        remove_all: "remove_all",
        remove: "remove_nodes",
    },
];

/// The section of `docs/benchmarks.md`.
pub(super) fn section(concrex: &Path) -> Result<String> {
    let mut text = format!("Measured on {}.\n", today());
    for program in &PROGRAMS {
        let _ = writeln!(text, "\n{}:\n", program.title);
        let _ = writeln!(
            text,
            "| property | unrolled | scope | Jalloy | the paper | inlined | inferred | refinements |"
        );
        let _ = writeln!(text, "|---|---:|---:|---:|---:|---:|---:|---:|");
        for row in &ROWS {
            let (unroll, scope) = row.size;
            let (inlined, _) = measured(concrex, program, row, "inlined")?;
            let (inferred, refinements) = measured(concrex, program, row, "inferred")?;
            let _ = writeln!(
                text,
                "| {} | {unroll} | {scope} | {} | {} | {inlined} | {inferred} | {refinements} |",
                row.property, row.jalloy, row.paper
            );
        }
    }
    Ok(text)
}

/// Variables, clauses and seconds of one check, and its refinements.
fn measured(concrex: &Path, program: &Program, row: &Row, calls: &str) -> Result<(String, String)> {
    let (unroll, scope) = row.size;
    let (entry, clause) = match row.property {
        "subset" => (program.remove_all, 0),
        "sameEdges" => (program.remove, 0),
        _ => (program.remove, 1),
    };
    let mut command = Command::new(concrex);
    command.current_dir(project::root());
    command.args(["check", program.file, "--entry", entry, "--engine", "infer"]);
    command.args(["--property", "postcondition", "--explain", "--calls", calls]);
    command.args([
        "--unroll",
        &unroll.to_string(),
        "--scope",
        &scope.to_string(),
    ]);
    command.args(["--time", &format!("{LIMIT}s")]);
    let finished = run(&mut command, Duration::from_secs(2 * LIMIT));
    let lines = finished.stdout.lines();
    let mut told = lines.filter(|line| line.trim_start().starts_with("unrolled"));
    let Some(line) = told.nth(clause) else {
        return match finished.stdout.contains("limit of time") {
            true => Ok((format!("> {LIMIT}"), "-".to_string())),
            false => Err(failure(program.file, &finished)),
        };
    };
    let numbers: Vec<&str> = line
        .split([' ', ':', ',', ';'])
        .filter(|word| word.parse::<f64>().is_ok())
        .collect();
    match numbers[..] {
        [_, _, refinements, seconds, variables, clauses] => Ok((
            format!("{variables} / {clauses} / {seconds}"),
            refinements.to_string(),
        )),
        _ => Err(failure(program.file, &finished)),
    }
}
