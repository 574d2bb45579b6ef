//! How long it takes to find a buffer that overflows after n inputs, by engine.

use super::explore::{failure, today};
use crate::process::run;
use crate::{Result, project};
use serde::Deserialize;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The sizes of the buffer.
const SIZES: [u32; 6] = [10, 100, 1_000, 10_000, 100_000, 1_000_000];

/// The limit of each check, in seconds.
const LIMIT: u64 = 30;

/// The programs, below `tests/drive`.
const PROGRAMS: [&str; 2] = ["characters.c", "numbers.c"];

/// The engines; all together if none is named.
const ENGINES: [Option<&str>; 3] = [Some("drive"), Some("explore"), None];

/// The section of `docs/benchmarks.md`.
pub(super) fn section(concrex: &Path) -> Result<String> {
    let mut table = format!("Measured on {}.\n\n| program | engine |", today());
    for size in SIZES {
        let _ = write!(table, " {size} |");
    }
    let _ = writeln!(table, "\n|---|---|{}", "---:|".repeat(SIZES.len()));
    for program in PROGRAMS {
        for engine in ENGINES {
            let _ = writeln!(table, "{}", row(concrex, program, engine)?);
        }
    }
    Ok(table)
}

fn row(concrex: &Path, program: &str, engine: Option<&str>) -> Result<String> {
    let mut row = format!("| `{program}` | {} |", engine.unwrap_or("all"));
    let mut is_lost = false;
    for size in SIZES {
        // What was not found with a smaller buffer is not found with a larger one.
        let cell = match is_lost {
            true => "-".to_string(),
            false => match found(concrex, program, engine, size)? {
                Some(cell) => cell,
                None => "-".to_string(),
            },
        };
        is_lost |= cell == "-";
        let _ = write!(row, " {cell} |");
    }
    Ok(row)
}

/// After how many seconds the error was found and confirmed, and how often a model was asked.
fn found(concrex: &Path, program: &str, engine: Option<&str>, size: u32) -> Result<Option<String>> {
    let file = format!("tests/drive/{program}");
    let mut command = Command::new(concrex);
    command.current_dir(project::root());
    command.args(["check", "--json", &file, "-D", &format!("SIZE={size}")]);
    command.args(["--time", &format!("{LIMIT}s")]);
    if let Some(engine) = engine {
        command.args(["--engine", engine]);
    }
    let finished = run(&mut command, Duration::from_secs(2 * LIMIT));
    let report: Report =
        serde_json::from_str(&finished.stdout).map_err(|_| failure(program, &finished))?;
    let refuted = report
        .claims
        .iter()
        .filter(|claim| claim.status == "refuted");
    let seconds = refuted.filter_map(|claim| claim.seconds);
    let Some(seconds) = seconds.min_by(f64::total_cmp) else {
        return Ok(None);
    };
    let asked = report.engines.iter().find(|one| one.engine == "drive");
    let asked = asked.and_then(|one| one.exploration.as_ref());
    Ok(Some(match asked {
        Some(drive) => format!("{seconds:.2} s, {} asked", drive.queries),
        None => format!("{seconds:.2} s"),
    }))
}

/// The part of `docs/report.schema.json` that is needed here.
#[derive(Deserialize)]
struct Report {
    claims: Vec<Claim>,
    engines: Vec<Engine>,
}

#[derive(Deserialize)]
struct Claim {
    status: String,
    seconds: Option<f64>,
}

#[derive(Deserialize)]
struct Engine {
    engine: String,
    exploration: Option<Exploration>,
}

#[derive(Deserialize)]
struct Exploration {
    queries: u64,
}
