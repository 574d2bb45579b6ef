//! `cargo xtask bench`: the benchmarks, as text for `docs/benchmarks.md`.

mod analysis;
mod drive;
mod explore;
mod infer;
mod jobs;
mod stretches;

use crate::scoreboard::{Document, Keep, publish};
use crate::{Result, project};
use std::path::PathBuf;
use std::process::Stdio;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only this part
    #[arg(long, value_name = "PART")]
    only: Option<Part>,
    /// Explore with this executable, instead of building one
    #[arg(long, value_name = "FILE")]
    concrex: Option<PathBuf>,
    /// Analyse the C programs of this folder, too
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    keep: Keep,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Reading and executing programs
    Execute,
    /// Exploring programs
    Explore,
    /// Exploring what needs no exploration
    Stretches,
    /// Exploring with one thread and with two
    Jobs,
    /// Finding errors that need many iterations
    Drive,
    /// Inferring specifications of calls
    Infer,
    /// Analysing the programs of a folder
    Analysis,
}

pub(crate) fn bench(arguments: &Arguments) -> Result<()> {
    let wanted = |part| arguments.only.is_none_or(|only| only == part);
    if wanted(Part::Execute) {
        let section = execute()?;
        publish(Document::Benchmarks, "bench", &section, arguments.keep)?;
    }
    let concrex = || match &arguments.concrex {
        Some(path) => std::path::absolute(path).map_err(|error| error.to_string()),
        None => project::concrex(),
    };
    if wanted(Part::Explore) {
        let section = explore::section(&concrex()?)?;
        publish(Document::Benchmarks, "explore", &section, arguments.keep)?;
    }
    if wanted(Part::Stretches) {
        let section = stretches::section(&concrex()?)?;
        publish(Document::Benchmarks, "stretches", &section, arguments.keep)?;
    }
    if wanted(Part::Jobs) {
        let section = jobs::section(&concrex()?)?;
        publish(Document::Benchmarks, "jobs", &section, arguments.keep)?;
    }
    if wanted(Part::Drive) {
        let section = drive::section(&concrex()?)?;
        publish(Document::Benchmarks, "drive", &section, arguments.keep)?;
    }
    if wanted(Part::Infer) {
        let section = infer::section(&concrex()?)?;
        publish(Document::Benchmarks, "infer", &section, arguments.keep)?;
    }
    if let (true, Some(folder)) = (wanted(Part::Analysis), &arguments.folder) {
        let section = analysis::section(&concrex()?, folder)?;
        publish(Document::Benchmarks, "analysis", &section, arguments.keep)?;
    }
    Ok(())
}

/// What `cargo bench` prints.
fn execute() -> Result<String> {
    let mut command = project::cargo();
    command.args([
        "bench",
        "--package",
        "concrex",
        "--package",
        "interp",
        "--benches",
        "--quiet",
    ]);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo bench: {error}"))?;
    if !output.status.success() {
        return Err("cargo bench failed".to_string());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    Ok(format!("```text\n{}\n```\n", lines.join("\n").trim()))
}
