//! What a second thread is worth to an exploration.

use super::explore::{explored, today};
use crate::Result;
use std::fmt::Write;
use std::path::Path;

/// How often each program is explored with each number of threads.
const ROUNDS: usize = 3;

/// The limit of each exploration, in seconds.
const LIMIT: u64 = 120;

/// Explorations that take several seconds, each with what is asked for besides.
const EXPLORATIONS: &[(&str, &str, &[&str])] = &[
    (
        "numbers, `--match off`",
        "crates/concrex/benches/explore/numbers.c",
        &["--match", "off"],
    ),
    ("parser", "crates/concrex/benches/explore/parser.c", &[]),
    (
        "parser-getchar-ok, `--match off`",
        "tests/programs/c/inputs/parser-getchar-ok.c",
        &["--match", "off"],
    ),
];

/// The section of `docs/benchmarks.md`.
pub(crate) fn section(concrex: &Path) -> Result<String> {
    let mut table = format!(
        "Measured on {}, the fastest of {ROUNDS} runs, in turns{}.\n\n\
         | exploration | paths | seconds: 1 thread | 2 threads | 1 / 2 | work: 1 thread | 2 threads | 1 / 2 |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
        today(),
        load()
    );
    for (name, file, further) in EXPLORATIONS {
        let (mut one, mut two) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            one.push(with_threads(concrex, file, further, "1")?);
            two.push(with_threads(concrex, file, further, "2")?);
        }
        let (one, two) = (fastest(one)?, fastest(two)?);
        let _ = writeln!(
            table,
            "| {name} | {} | {} | {} |",
            one.paths,
            compared(one.seconds, two.seconds),
            compared(one.work, two.work)
        );
    }
    Ok(table)
}

/// What one exploration took.
struct Run {
    paths: u64,
    seconds: f64,
    /// Processor seconds of all threads.
    work: f64,
}

fn with_threads(concrex: &Path, file: &str, further: &[&str], threads: &str) -> Result<Run> {
    let arguments = [&[file, "--jobs", threads][..], further].concat();
    let before = children_seconds();
    let report = explored(concrex, &arguments, LIMIT)?;
    match report.has_ended() {
        true => Ok(Run {
            paths: report.exploration.paths,
            seconds: report.seconds,
            work: children_seconds() - before,
        }),
        false => Err(format!(
            "{file}: no end in {LIMIT} s with `--jobs {threads}`"
        )),
    }
}

fn fastest(runs: Vec<Run>) -> Result<Run> {
    runs.into_iter()
        .min_by(|a, b| a.seconds.total_cmp(&b.seconds))
        .ok_or_else(|| "nothing was measured".to_string())
}

fn compared(one: f64, two: f64) -> String {
    format!("{one:.2} | {two:.2} | {:.2}", one / two)
}

/// The processor time of all processes that were waited for, where the system tells.
fn children_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name in brackets may hold anything; the times are fields 16 and 17.
    let after_name = text.rsplit(')').next().unwrap_or_default();
    let fields = after_name.split_whitespace().skip(13).take(2);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    // Linux tells times in hundredths of a second.
    ticks as f64 / 100.0
}

/// How busy the machine is before anything is measured, where the system tells.
fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").ok();
    let first = load.as_deref().and_then(|text| text.split(' ').next());
    first.map_or_else(String::new, |load| {
        format!(", starting at a load of {load}")
    })
}
