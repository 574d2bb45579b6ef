//! `fuzz`: random inputs for everything that reads a file; see `CONTRIBUTING.md`.

use clap::{Parser, Subcommand};
use fuzz::{Budget, Outcome, TARGETS, Target, Unready, Work, attempt, supervise, work};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The status when a target needs what is not installed here.
const MISSING: u8 = 2;
/// The status when nothing can be tried for another reason.
const BROKEN: u8 = 3;

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the names of the targets
    List,
    /// Fuzz a target, and keep what fails
    Run {
        #[arg(value_parser = find)]
        target: &'static Target,
        /// Where to keep what fails
        #[arg(long, default_value = "target/fuzz")]
        keep: PathBuf,
        #[command(flatten)]
        inputs: Inputs,
    },
    /// Try one input
    Try {
        #[arg(value_parser = find)]
        target: &'static Target,
        input: PathBuf,
        /// A folder for files
        #[arg(long)]
        folder: Option<PathBuf>,
    },
    /// Try inputs up to the first that fails
    Work {
        #[arg(value_parser = find)]
        target: &'static Target,
        #[arg(long)]
        folder: PathBuf,
        #[arg(long, default_value_t = 0)]
        first: u64,
        #[command(flatten)]
        inputs: Inputs,
    },
}

/// Which inputs, and how many.
#[derive(clap::Args)]
struct Inputs {
    /// The same seed gives the same inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How long, such as `60s`
    #[arg(long, value_parser = seconds, default_value = "60s", conflicts_with = "iterations")]
    time: Duration,
    /// How many inputs, instead of a time
    #[arg(long)]
    iterations: Option<u64>,
}

impl Inputs {
    fn budget(&self) -> Budget {
        self.iterations
            .map_or(Budget::Time(self.time), Budget::Iterations)
    }
}

fn find(name: &str) -> Result<&'static Target, String> {
    let names = || TARGETS.map(|target| target.name).join(", ");
    Target::named(name).ok_or_else(|| format!("there is no such target; there are {}", names()))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.trim_end_matches('s').parse::<f64>().ok();
    number
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "give a number of seconds, such as 60s".to_string())
}

fn main() -> ExitCode {
    match dispatch(Cli::parse().command) {
        Ok(status) => status,
        Err(Unready::Missing(what)) => {
            eprintln!("{what}");
            ExitCode::from(MISSING)
        }
        Err(Unready::Broken(why)) => {
            eprintln!("{why}");
            ExitCode::from(BROKEN)
        }
    }
}

fn dispatch(command: Command) -> Result<ExitCode, Unready> {
    match command {
        Command::List => {
            TARGETS
                .iter()
                .for_each(|target| println!("{}", target.name));
            Ok(ExitCode::SUCCESS)
        }
        Command::Run {
            target,
            keep,
            inputs,
        } => {
            let executable = std::env::current_exe().map_err(|error| error.to_string())?;
            let outcome = supervise(&executable, target, &keep, inputs.seed, inputs.budget())?;
            Ok(tell(target, &outcome))
        }
        Command::Try {
            target,
            input,
            folder,
        } => {
            let text = |error: std::io::Error| format!("{}: {error}", input.display());
            let bytes = std::fs::read(&input).map_err(text)?;
            let temporary = tempfile::tempdir().map_err(text)?;
            let folder = folder.unwrap_or_else(|| temporary.path().to_path_buf());
            attempt(target, &folder, &bytes)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Work {
            target,
            folder,
            first,
            inputs,
        } => {
            let tried = work(&Work {
                target,
                folder: &folder,
                seed: inputs.seed,
                first,
                budget: inputs.budget(),
            })?;
            println!("{tried}");
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Says what was found, and how to see it again.
fn tell(target: &Target, outcome: &Outcome) -> ExitCode {
    if let Some(why) = &outcome.skipped {
        println!("{:16} skipped: {why}", target.name);
        return ExitCode::SUCCESS;
    }
    let seconds = outcome.elapsed.as_secs_f64();
    println!(
        "{:16} {} inputs in {seconds:.0} s ({:.0} a second), {} failures",
        target.name,
        outcome.inputs,
        outcome.inputs as f64 / seconds.max(0.001),
        outcome.failures.len()
    );
    for failure in &outcome.failures {
        println!("{failure}");
    }
    match outcome.failures.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
