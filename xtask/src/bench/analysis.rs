//! How long the abstract interpretation takes on programs of a folder, and how much it proves.

use super::explore::today;
use crate::Result;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The limit of each analysis, in seconds.
const LIMIT: u64 = 60;

/// The domains that are compared.
const DOMAINS: [&str; 2] = ["intervals", "zones"];

/// The section of `docs/benchmarks.md`: every C file of a folder that has a `main`.
pub(crate) fn section(concrex: &Path, folder: &Path) -> Result<String> {
    let mut table = format!(
        "Measured on {}, at most {LIMIT} s each.\n\n\
         | program | lines | intervals: proved | seconds | zones: proved | seconds |\n\
         |---|---:|---:|---:|---:|---:|\n",
        today()
    );
    for file in programs(folder)? {
        let lines = lines_of(&file)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let _ = write!(table, "| {name} | {lines} |");
        for domain in DOMAINS {
            let (proved, seconds) = analysed(concrex, &file, domain)?;
            let _ = write!(table, " {proved} | {seconds:.2} |");
        }
        table.push('\n');
    }
    Ok(table)
}

fn programs(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    found.sort();
    Ok(found)
}

/// The lines of a program, with those of files that it includes by their names beside it.
fn lines_of(file: &Path) -> Result<usize> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let included = text.lines().filter_map(|line| {
        let name = line.strip_prefix("#include \"")?.strip_suffix('"')?;
        std::fs::read_to_string(file.with_file_name(name)).ok()
    });
    Ok(text.lines().count() + included.map(|text| text.lines().count()).sum::<usize>())
}

/// How many of how many claims are proved, as the last line says it, and the seconds of the whole run.
fn analysed(concrex: &Path, file: &Path, domain: &str) -> Result<(String, f64)> {
    let started = Instant::now();
    let output = Command::new(concrex)
        .arg("analyze")
        .arg(file)
        .args(["--domain", domain, "--time", &format!("{LIMIT}s")])
        .output()
        .map_err(|error| format!("{}: {error}", concrex.display()))?;
    let seconds = started.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_default();
    let proved = last
        .split_once(": ")
        .and_then(|(_, rest)| rest.split_once(" claims proved"))
        .map_or("not within the limit", |(proved, _)| proved);
    Ok((proved.to_string(), seconds))
}
