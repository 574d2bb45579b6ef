//! How fast an exploration is where it has nothing to explore, beside the interpreter.

use super::explore::{failure, today};
use crate::process::{self, Ending};
use crate::{Result, project};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const PROGRAM: &str = "crates/concrex/benches/explore/stretches.c";

/// What the program can compute.
const PARTS: [&str; 4] = ["array", "calls", "list", "text"];

/// How often each is run either way.
const ROUNDS: usize = 3;

const LIMIT: Duration = Duration::from_secs(120);

/// The section of `docs/benchmarks.md`.
pub(crate) fn section(concrex: &Path) -> Result<String> {
    let mut table = format!(
        "Measured on {}, the fastest of {ROUNDS} runs, in turns.\n\n\
         | computation | interpreter: seconds | exploration | exploration / interpreter |\n\
         |---|---:|---:|---:|\n",
        today()
    );
    for part in PARTS {
        let (mut known, mut unknown) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            known = known.min(check(concrex, part, &["-D", "INPUT=0"])?);
            unknown = unknown.min(check(concrex, part, &["--jobs", "1"])?);
        }
        let (known, unknown) = (known.as_secs_f64(), unknown.as_secs_f64());
        let ratio = unknown / known;
        let _ = writeln!(table, "| {part} | {known:.2} | {unknown:.2} | {ratio:.1} |");
    }
    Ok(table)
}

/// How long it takes to prove the program's claims.
fn check(concrex: &Path, part: &str, further: &[&str]) -> Result<Duration> {
    let mut command = Command::new(concrex);
    command.current_dir(project::root());
    command.args([
        "check",
        PROGRAM,
        "--challenge=off",
        "-D",
        &format!("PART={part}"),
    ]);
    command.args(further);
    let finished = process::run(&mut command, LIMIT);
    match finished.ending {
        Ending::Exited(0) => Ok(finished.elapsed),
        _ => Err(failure(part, &finished)),
    }
}
