//! `cargo xtask fuzz`: random inputs for everything that reads a file.
//!
//! The crate `fuzz` does the work in processes of its own; this builds it and starts it, two
//! targets at a time.

use crate::{Result, process, project};
use std::process::Command;
use std::time::Duration;

/// How many targets are fuzzed at the same time.
const TARGETS_AT_ONCE: usize = 2;
/// What a target may take besides its time: it makes what failed small.
const FURTHER_TIME: Duration = Duration::from_secs(900);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How long each target is fuzzed
    #[arg(long, default_value = "60s")]
    time: String,
    /// One target alone
    #[arg(long)]
    target: Option<String>,
    /// The same seed gives the same inputs in the same order
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments {
            time: "60s".to_string(),
            target: None,
            seed: 1,
        }
    }
}

/// Fuzzes the targets, and says what fails and how to see it again.
pub(crate) fn fuzz(arguments: &Arguments) -> Result<()> {
    // With debug assertions: an overflow is a failure, too.
    let build = project::cargo()
        .args(["build", "--workspace", "--bin", "fuzz"])
        .status();
    if !build.is_ok_and(|status| status.success()) {
        return Err("fuzz does not build".to_string());
    }
    let targets = match &arguments.target {
        Some(target) => vec![target.clone()],
        None => targets()?,
    };
    let results = process::in_parallel_on(TARGETS_AT_ONCE, &targets, |target| {
        let mut command = executable();
        command.args(["run", target, "--time", &arguments.time]);
        command.args(["--seed", &arguments.seed.to_string()]);
        command.arg("--keep").arg(project::built("fuzz"));
        let finished = process::run(&mut command, limit(&arguments.time));
        print!("{}{}", finished.stdout, finished.stderr);
        finished.ending == process::Ending::Exited(0)
    });
    match results.iter().all(|passed| *passed) {
        true => Ok(()),
        false => Err("fuzzing has found failures; they are in target/fuzz".to_string()),
    }
}

/// The names of all targets.
fn targets() -> Result<Vec<String>> {
    let finished = process::run(executable().arg("list"), FURTHER_TIME);
    match finished.ending {
        process::Ending::Exited(0) => Ok(finished.stdout.lines().map(str::to_string).collect()),
        _ => Err(format!("fuzz does not start: {}", finished.stderr)),
    }
}

fn executable() -> Command {
    let mut command = Command::new(project::built("debug/fuzz"));
    command.current_dir(project::root());
    command
}

/// When a target is given up. A time that cannot be read is refused by whoever gets it.
fn limit(time: &str) -> Duration {
    let seconds = time.trim_end_matches('s').parse().unwrap_or(0);
    Duration::from_secs(seconds) + FURTHER_TIME
}
