//! `cargo xtask bench`: the benchmarks, as a text for `docs/benchmarks.md`.

use crate::scoreboard::{Document, Keep, publish};
use crate::{Result, project};
use std::process::Stdio;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    keep: Keep,
}

pub(crate) fn bench(arguments: &Arguments) -> Result<()> {
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
    let section = format!("```text\n{}\n```\n", lines.join("\n").trim());
    publish(Document::Benchmarks, "bench", &section, arguments.keep)
}
