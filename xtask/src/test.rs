//! `cargo xtask test`: everything that a change must pass.

use crate::{Result, fuzz, hunt, project, tools};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The last lines of a test runner that are repeated at the end.
const CLOSING_LINES: usize = 4;

/// Runs all steps and stops at the first that fails.
pub(crate) fn test() -> Result<()> {
    let started = Instant::now();
    println!("tools");
    tools::prepare()?;
    step("formatting", cargo(&["fmt", "--all", "--check"]))?;
    step(
        "lints",
        cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ]),
    )?;
    let mut documentation = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    documentation.env("RUSTDOCFLAGS", "-D warnings");
    step("documentation", documentation)?;

    let mut closing = Vec::new();
    if tools::find("cargo-nextest").is_some() {
        closing.extend(step("tests", cargo(&["nextest", "run", "--workspace"]))?);
        closing.extend(step(
            "examples in the documentation",
            cargo(&["test", "--workspace", "--doc"]),
        )?);
    } else {
        closing.extend(step("tests", cargo(&["test", "--workspace"]))?);
    }
    println!("\nhunt");
    // With the features of the whole workspace, it is built already.
    step(
        "the program for the hunt",
        cargo(&["build", "--workspace", "--bin", "concrex"]),
    )?;
    hunt::test(project::built("debug/concrex"))?;
    println!("\nfuzzing, a minute for each target");
    fuzz::fuzz(&fuzz::Arguments::default())?;
    println!("\n{}", closing.join("\n"));
    println!("all steps passed in {} s", started.elapsed().as_secs());
    Ok(())
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = project::cargo();
    command.args(arguments);
    command
}

/// Runs a step with its output passed on; gives the closing lines that say something.
fn step(name: &str, mut command: Command) -> Result<Vec<String>> {
    println!("\n{name}");
    let failed = |why: String| format!("{name}: {why}");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
    let stdout = child.stdout.take();
    let stderr = child.stderr.take();
    let errors = std::thread::spawn(move || stderr.map(pass_on).unwrap_or_default());
    let mut lines = stdout.map(pass_on).unwrap_or_default();
    lines.extend(errors.join().unwrap_or_default());
    let status = child.wait().map_err(|error| failed(error.to_string()))?;
    if !status.success() {
        return Err(failed("failed".to_string()));
    }
    let closing = lines
        .into_iter()
        .filter(|line| is_result(line))
        .collect::<Vec<_>>();
    Ok(closing[closing.len().saturating_sub(CLOSING_LINES)..].to_vec())
}

/// Prints every line and returns them all.
fn pass_on(stream: impl Read) -> Vec<String> {
    let lines = BufReader::new(stream)
        .split(b'\n')
        .map_while(|line| line.ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .inspect(|line| println!("{line}"))
        .collect()
}

/// Whether a line is the result of a runner: libtest's, or nextest's.
fn is_result(line: &str) -> bool {
    line.starts_with("test result:") || line.trim_start().starts_with("Summary [")
}
