//! How fast programs are explored, and what the matching of states is worth.
//!
//! Each measurement is one process of `concrex check --json`, so that times hold everything from
//! reading the program to its verdicts. None of the programs has an error: nothing is replayed.

use crate::process::{Ending, Finished, run};
use crate::{Result, project, tools};
use serde::Deserialize;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How often each program is explored.
const ROUNDS: usize = 5;

/// The limit of each exploration, in seconds.
const LIMIT: u64 = 10;

/// What callgrind may take for one exploration.
const PATIENCE: Duration = Duration::from_secs(120);

struct Program {
    name: &'static str,
    file: &'static str,
    /// Where it starts, and what does not depend on the clock or on threads.
    options: &'static [&'static str],
    /// How states are matched where they are.
    matching: &'static str,
    /// A macro that makes it small enough to count its instructions.
    smaller: Option<&'static str>,
}

const PROGRAMS: &[Program] = &[
    Program {
        name: "numbers",
        file: "crates/concrex/benches/explore/numbers.c",
        options: &["--jobs", "1", "--merge", "off"],
        matching: "exact",
        smaller: Some("NUMBERS=5"),
    },
    Program {
        name: "lists",
        file: "crates/concrex/benches/explore/lists.c",
        options: &["--jobs", "1", "--entry", "partition"],
        matching: "abstract",
        smaller: None,
    },
    Program {
        name: "parser",
        file: "crates/concrex/benches/explore/parser.c",
        options: &["--jobs", "1"],
        matching: "exact",
        smaller: Some("LINE=4"),
    },
    Program {
        name: "list_find",
        file: "examples/c/list_find.c",
        options: &["--jobs", "1", "--entry", "find"],
        matching: "abstract",
        smaller: None,
    },
];

/// The section of `docs/benchmarks.md`.
pub(crate) fn section(concrex: &Path) -> Result<String> {
    let mut speed = format!(
        "Measured on {}, the median of {ROUNDS} runs.\n\n\
         | program | paths | queries | seconds | paths/s | queries/s | operations/s | instructions |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
        today()
    );
    let mut matching = String::from(
        "| program | with matching: paths, seconds | without: paths, seconds | without / with |\n\
         |---|---:|---:|---:|\n",
    );
    for program in PROGRAMS {
        let (with, without) = measure(concrex, program)?;
        let instructions = instructions(concrex, program)?;
        let _ = writeln!(speed, "{}", speed_row(program, &with, instructions));
        let _ = writeln!(matching, "{}", matching_row(program, &with, &without));
    }
    Ok(format!("{speed}\n{matching}"))
}

fn speed_row(program: &Program, run: &Report, instructions: Option<u64>) -> String {
    let Exploration {
        paths,
        queries,
        steps,
    } = run.exploration;
    let rate = |count: u64| format!("{:.0}", count as f64 / run.seconds);
    let instructions = instructions.map_or_else(
        || "-".to_string(),
        |count| {
            let smaller = program.smaller.map(|size| format!(" (`{size}`)"));
            let millions = count as f64 / 1e6;
            format!("{millions:.1} M{}", smaller.unwrap_or_default())
        },
    );
    format!(
        "| {} | {paths} | {queries} | {:.2} | {} | {} | {} | {instructions} |",
        program.name,
        run.seconds,
        rate(paths),
        rate(queries),
        rate(steps),
    )
}

fn matching_row(program: &Program, with: &Report, without: &Report) -> String {
    let cell = |run: &Report| {
        let paths = run.exploration.paths;
        match run.has_ended() {
            true => format!("{paths}, {:.2}", run.seconds),
            false => format!("{paths}, no end in {LIMIT}"),
        }
    };
    let ratio = without.seconds / with.seconds;
    let ratio = match (with.has_ended(), without.has_ended()) {
        (true, true) => format!("{ratio:.2}"),
        (true, false) => format!("> {ratio:.1}"),
        (false, _) => "-".to_string(),
    };
    format!(
        "| {} | {} | {} | {ratio} |",
        program.name,
        cell(with),
        cell(without)
    )
}

/// The median runs with and without matching, taken in turns so that both see the same machine.
fn measure(concrex: &Path, program: &Program) -> Result<(Report, Report)> {
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        with.push(explore(concrex, program, program.matching)?);
        // A search without an end takes the limit each time: once is enough.
        if without.last().is_none_or(Report::has_ended) {
            without.push(explore(concrex, program, "off")?);
        }
    }
    // A run that did not end is the slowest of its runs, and the one that counts.
    let without = match without.pop_if(|run| !run.has_ended()) {
        Some(endless) => endless,
        None => median(without)?,
    };
    Ok((median(with)?, without))
}

fn median(mut runs: Vec<Report>) -> Result<Report> {
    runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let middle = runs.len() / 2;
    runs.into_iter()
        .nth(middle)
        .ok_or_else(|| "nothing was measured".to_string())
}

fn explore(concrex: &Path, program: &Program, matching: &str) -> Result<Report> {
    let mut arguments = vec![program.file, "--match", matching];
    arguments.extend(program.options);
    explored(concrex, &arguments, LIMIT)
}

/// One exploration, with a limit in seconds.
pub(super) fn explored(concrex: &Path, arguments: &[&str], limit: u64) -> Result<Report> {
    let mut command = Command::new(concrex);
    command.current_dir(project::root());
    command.args([
        "check",
        "--json",
        "--challenge=off",
        "--time",
        &format!("{limit}s"),
    ]);
    command.args(arguments);
    let finished = run(&mut command, Duration::from_secs(2 * limit));
    serde_json::from_str(&finished.stdout).map_err(|_| failure(arguments[0], &finished))
}

/// The instructions of one exploration of the smaller program, if there is a callgrind to count
/// them.
fn instructions(concrex: &Path, program: &Program) -> Result<Option<u64>> {
    let Some(valgrind) = tools::find("valgrind") else {
        return Ok(None);
    };
    let mut command = Command::new(valgrind);
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.arg(concrex);
    command.current_dir(project::root());
    command.args(["check", "--json", "--challenge=off", program.file]);
    command.args(["--match", program.matching]);
    command.args(program.options);
    if let Some(smaller) = program.smaller {
        command.args(["-D", smaller]);
    }
    // The limit must not cut the count short.
    command.args(["--time", &format!("{}s", PATIENCE.as_secs())]);
    let finished = run(&mut command, PATIENCE);
    let has_ended = serde_json::from_str(&finished.stdout).is_ok_and(|run: Report| run.has_ended());
    let count = collected(&finished.stderr).filter(|_| has_ended);
    count
        .map(Some)
        .ok_or_else(|| failure(program.name, &finished))
}

/// The number in callgrind's line `==1== Collected : 123`.
fn collected(text: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(' ').next()?.parse().ok()
}

pub(super) fn failure(name: &str, finished: &Finished) -> String {
    let ending = match finished.ending {
        Ending::Exited(status) => format!("ended with status {status}"),
        Ending::Killed => "was ended by a signal".to_string(),
        Ending::TimedOut => "took too long".to_string(),
        Ending::NotStarted => "could not be started".to_string(),
    };
    let message = finished.stderr.trim();
    format!("{name}: the exploration {ending}, without a usable report: {message}")
}

pub(super) fn today() -> String {
    let date = Command::new("date").args(["-u", "+%F"]).output();
    date.map_or_else(
        |_| "an unknown day".to_string(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_string(),
    )
}

/// The part of `docs/report.schema.json` that is needed here.
#[derive(Deserialize)]
pub(super) struct Report {
    verdict: String,
    pub(super) seconds: f64,
    pub(super) exploration: Exploration,
}

#[derive(Deserialize)]
pub(super) struct Exploration {
    pub(super) paths: u64,
    steps: u64,
    queries: u64,
}

impl Report {
    /// Whether the exploration came to its end: nothing else leaves these programs unknown.
    pub(super) fn has_ended(&self) -> bool {
        self.verdict != "unknown"
    }
}

#[cfg(test)]
mod tests {
    use super::collected;

    #[test]
    fn the_count_of_callgrind_is_read() {
        let text = "==7== Events    : Ir\n==7== Collected : 1908384396\n==7== \n";
        assert_eq!(collected(text), Some(1_908_384_396));
        assert_eq!(collected("==7== Events    : Ir\n"), None);
    }
}
