//! Running workers, and what becomes of an input that killed one.

use crate::targets::Target;
use crate::{Budget, minimise};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// After so many different failures, more would not help.
const MOST_FAILURES: usize = 10;
/// How many smaller inputs are tried of a failing one, and for how long.
const MINIMISING: (usize, Duration) = (400, Duration::from_secs(60));
/// A failing input of more bytes is not shown.
const MOST_SHOWN: usize = 1000;

/// What fuzzing a target found.
#[derive(Debug)]
pub struct Outcome {
    /// How many inputs were tried.
    pub inputs: u64,
    /// How long that took.
    pub elapsed: Duration,
    /// What failed, each in another way.
    pub failures: Vec<Failure>,
    /// Why the target could not be fuzzed here.
    pub skipped: Option<String>,
}

/// An input that fails.
#[derive(Debug)]
pub struct Failure {
    /// The target.
    pub target: &'static str,
    /// Where it is kept.
    pub file: PathBuf,
    /// Which input it was made of.
    pub iteration: u64,
    /// How it fails.
    pub how: String,
}

/// Fuzzes a target with workers of the executable `fuzz`; failing inputs are kept in `folder`.
///
/// # Errors
///
/// If files or processes cannot be made.
pub fn supervise(
    fuzz: &Path,
    target: &'static Target,
    folder: &Path,
    seed: u64,
    budget: Budget,
) -> Result<Outcome, String> {
    let text = |error: std::io::Error| error.to_string();
    fs::create_dir_all(folder).map_err(text)?;
    let work = tempfile::tempdir().map_err(text)?;
    let supervisor = Supervisor {
        fuzz,
        target,
        work: work.path(),
    };
    let started = Instant::now();
    let mut outcome = Outcome {
        inputs: 0,
        elapsed: Duration::ZERO,
        failures: Vec::new(),
        skipped: None,
    };
    let mut seen = BTreeSet::new();
    while let Some(left) = left(budget, outcome.inputs, started.elapsed())
        && outcome.failures.len() < MOST_FAILURES
    {
        let output = supervisor.work(seed, outcome.inputs, left)?;
        match ending(&output) {
            Ending::Done => {
                outcome.inputs += tried(&output)?;
                break;
            }
            Ending::Missing(what) => {
                outcome.skipped = Some(what);
                break;
            }
            Ending::Broken(why) => return Err(why),
            Ending::Failed(how) => {
                let iteration = supervisor.iteration()?;
                outcome.inputs = iteration + 1;
                if seen.insert(signature(&how)) {
                    let input = fs::read(supervisor.work.join("input")).map_err(text)?;
                    let smallest = supervisor.minimise(&input, &signature(&how));
                    let name = format!("{}-{seed}-{iteration}", target.name);
                    let file = folder.join(name);
                    fs::write(&file, smallest).map_err(text)?;
                    outcome.failures.push(Failure {
                        target: target.name,
                        file,
                        iteration,
                        how,
                    });
                }
            }
        }
    }
    outcome.elapsed = started.elapsed();
    Ok(outcome)
}

/// What is left of a budget.
fn left(budget: Budget, inputs: u64, elapsed: Duration) -> Option<Budget> {
    match budget {
        Budget::Iterations(count) => (inputs < count).then(|| Budget::Iterations(count - inputs)),
        Budget::Time(time) => (elapsed < time).then(|| Budget::Time(time - elapsed)),
    }
}

struct Supervisor<'a> {
    fuzz: &'a Path,
    target: &'static Target,
    work: &'a Path,
}

impl Supervisor<'_> {
    fn work(&self, seed: u64, first: u64, budget: Budget) -> Result<Output, String> {
        let mut command = self.command("work");
        command.args(["--seed", &seed.to_string(), "--first", &first.to_string()]);
        match budget {
            Budget::Iterations(count) => command.args(["--iterations", &count.to_string()]),
            Budget::Time(time) => command.args(["--time", &format!("{}s", time.as_secs_f64())]),
        };
        run(command)
    }

    fn minimise(&self, input: &[u8], signature_of_it: &str) -> Vec<u8> {
        let (attempts, time) = MINIMISING;
        let started = Instant::now();
        let file = self.work.join("smaller");
        minimise(input, attempts, |smaller| {
            if started.elapsed() > time || fs::write(&file, smaller).is_err() {
                return false;
            }
            let mut command = self.command("try");
            command.arg(&file);
            let fails = |output: &Output| match ending(output) {
                Ending::Failed(how) => signature(&how) == signature_of_it,
                _ => false,
            };
            run(command).is_ok_and(|output| fails(&output))
        })
    }

    fn command(&self, what: &str) -> Command {
        let mut command = Command::new(self.fuzz);
        command.args([what, self.target.name]);
        command.arg("--folder").arg(self.work);
        command
    }

    fn iteration(&self) -> Result<u64, String> {
        let text = fs::read_to_string(self.work.join("iteration"));
        let number = text.ok().and_then(|text| text.parse().ok());
        number.ok_or_else(|| format!("{} fails before the first input", self.target.name))
    }
}

fn run(mut command: Command) -> Result<Output, String> {
    command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run {}: {error}", command.get_program().display()))
}

enum Ending {
    Done,
    /// The target needs what is not installed.
    Missing(String),
    /// Nothing can be tried.
    Broken(String),
    Failed(String),
}

fn ending(output: &Output) -> Ending {
    let said = String::from_utf8_lossy(&output.stderr).trim().to_string();
    match (output.status.code(), output.status.signal()) {
        (Some(0), _) => Ending::Done,
        (Some(2), _) => Ending::Missing(said),
        (Some(3), _) => Ending::Broken(said),
        (_, Some(signal)) => Ending::Failed(format!("signal {signal}: {said}")),
        _ => Ending::Failed(said),
    }
}

/// What tells failures apart: the place of a panic, or the first words.
fn signature(how: &str) -> String {
    let first = how.lines().next().unwrap_or_default();
    first.chars().filter(|c| !c.is_ascii_control()).collect()
}

/// How many inputs a worker says that it has tried.
fn tried(output: &Output) -> Result<u64, String> {
    let said = String::from_utf8_lossy(&output.stdout);
    let number = said.trim().parse();
    number.map_err(|_| format!("a worker says `{}` instead of a number", said.trim()))
}

impl std::fmt::Display for Failure {
    /// What fails, and how to see it again.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Failure {
            target, file, how, ..
        } = self;
        let file = file.display();
        writeln!(f, "{target} fails in iteration {}: {how}", self.iteration)?;
        if let Ok(text) = fs::read_to_string(&self.file)
            && text.len() <= MOST_SHOWN
        {
            writeln!(
                f,
                "input:\n{}",
                text.escape_debug().to_string().replace("\\n", "\n")
            )?;
        }
        write!(f, "reproduce: cargo run -p fuzz -- try {target} {file}")
    }
}
