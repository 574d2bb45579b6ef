//! `cargo xtask scoreboard`: the regression programs of other verifiers, with the verdicts that
//! their authors expect.
//!
//! Each task is one process of `concrex check --json`. What is claimed is what the suite's own tool
//! claims with the options that stand beside the program.

mod classes;
mod definition;
mod desc;
mod disputes;
mod options;
mod outcome;
mod table;
mod task;

use crate::process::in_parallel_on;
use crate::scoreboard::{Document, Keep, publish};
use crate::{Result, project};
use disputes::Disputes;
pub(crate) use outcome::command;
use outcome::{Score, ask};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use table::Row;
use task::{Found, Skip, Suite};
pub(crate) use task::{Language, Task};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A folder that holds the suites' repositories, each under the name of the suite
    folder: PathBuf,
    /// Only suites of this language
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
    /// Only this suite; may be repeated
    #[arg(long)]
    suite: Vec<Suite>,
    /// The limit of each task, in seconds
    #[arg(long, default_value = "20", value_name = "SECONDS", value_parser = seconds)]
    time: Duration,
    /// How many tasks at once
    #[arg(long, default_value_t = 2, value_name = "N")]
    jobs: usize,
    /// Only tasks whose name contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Only so many tasks, chosen by `--seed`
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Chooses the sample
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Write what became of each task to this file, one line each
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// This executable, instead of building one
    #[arg(long, value_name = "FILE")]
    concrex: Option<PathBuf>,
    #[command(flatten)]
    keep: Keep,
}

/// `20` or `20s`.
fn seconds(text: &str) -> std::result::Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    let seconds = number.parse().map_err(|_| "expected a number of seconds")?;
    Ok(Duration::from_secs(seconds))
}

pub(crate) fn suites(arguments: &Arguments) -> Result<()> {
    let concrex = match &arguments.concrex {
        Some(path) => std::path::absolute(path).map_err(|error| error.to_string())?,
        None => project::concrex()?,
    };
    let mut found = find(arguments)?;
    let tasks = std::mem::take(&mut found.tasks);
    let tasks = choose(tasks, arguments);
    let progress = Progress::new(tasks.len());
    let outcomes = in_parallel_on(arguments.jobs, &tasks, |task| {
        let outcome = ask(&concrex, task, arguments.time);
        progress.step(outcome.answer.score(task.expected));
        outcome
    });
    progress.end();
    let disputes = Disputes::known()?;
    let mut rows: Vec<Row> = Vec::new();
    for (task, outcome) in tasks.iter().zip(&outcomes) {
        match outcome.answer.no_program() {
            Some(why) => found.skipped.push((task.suite, why)),
            None => rows.push(disputes.judge(task, outcome)),
        }
    }
    if let Some(file) = &arguments.list {
        std::fs::write(file, list(&rows)).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    for language in Language::ALL {
        let is_of = |suite: Suite| suite.language() == language;
        let rows: Vec<&Row> = rows.iter().filter(|row| is_of(row.task.suite)).collect();
        if !rows.is_empty() {
            let mut section = method(arguments);
            let skipped = found.skipped.iter().filter(|(suite, _)| is_of(*suite));
            let skipped: Vec<&(Suite, Skip)> = skipped.collect();
            section.push_str(&table::section(&rows, &skipped, &disputes));
            publish(
                Document::Scoreboard,
                name(language),
                &section,
                arguments.keep,
            )?;
        }
    }
    // A task has several properties, not all of which are in a sample.
    let unneeded = match arguments.sample {
        Some(_) => Vec::new(),
        None => disputes.unneeded(&rows),
    };
    match unneeded.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "disputes.txt defends what nobody disputes any more:\n{}",
            unneeded.join("\n")
        )),
    }
}

/// The section of a language's suites.
fn name(language: Language) -> &'static str {
    match language {
        Language::C => "verifiers",
        Language::Java => "java-verifiers",
    }
}

fn find(arguments: &Arguments) -> Result<Found> {
    let mut found = Found::default();
    for suite in Suite::ALL {
        let asked = arguments.suite.is_empty() || arguments.suite.contains(&suite);
        let spoken = arguments
            .language
            .is_none_or(|language| language == suite.language());
        if !asked || !spoken {
            continue;
        }
        find_suite(suite, &arguments.folder, &mut found)?;
    }
    Ok(found)
}

fn find_suite(suite: Suite, folder: &Path, found: &mut Found) -> Result<()> {
    let root = folder.join(suite.name());
    let root = std::fs::canonicalize(&root).map_err(|e| format!("{}: {e}", root.display()))?;
    match suite.tool() {
        Some(_) => desc::find(suite, &root, found),
        None => definition::find(suite, &root, found),
    }
}

/// The tasks of a language in those suites that a folder has.
pub(crate) fn tasks_of(folder: &Path, language: Language) -> Result<Vec<Task>> {
    let mut found = Found::default();
    let there = |suite: &Suite| {
        let mut folders = suite.folders().iter();
        folders.all(|inside| folder.join(suite.name()).join(inside).is_dir())
    };
    let suites = Suite::ALL.into_iter().filter(there);
    for suite in suites.filter(|suite| suite.language() == language) {
        find_suite(suite, folder, &mut found)?;
    }
    Ok(found.tasks)
}

/// The tasks that are asked for, in order.
fn choose(mut tasks: Vec<Task>, arguments: &Arguments) -> Vec<Task> {
    if let Some(filter) = &arguments.filter {
        tasks.retain(|task| task.full_name().contains(filter));
    }
    let Some(count) = arguments.sample else {
        return tasks;
    };
    let mut numbered: Vec<(u64, Task)> = (0..).zip(tasks).collect();
    numbered.sort_by_key(|(index, _)| scramble(arguments.seed, *index));
    numbered.truncate(count);
    numbered.sort_by_key(|(index, _)| *index);
    numbered.into_iter().map(|(_, task)| task).collect()
}

/// A number that looks random: the mixing function of SplitMix64.
fn scramble(seed: u64, index: u64) -> u64 {
    let mut x = (seed.rotate_left(32) ^ index).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// How the numbers were found.
fn method(arguments: &Arguments) -> String {
    let today = Command::new("date").args(["-u", "+%F"]).output();
    let today = today.map_or_else(
        |_| "an unknown day".to_string(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_string(),
    );
    let sample = match arguments.sample {
        Some(count) => format!(
            "; {count} tasks drawn at random with seed {}",
            arguments.seed
        ),
        None => String::new(),
    };
    let filter = match &arguments.filter {
        Some(filter) => format!("; tasks with `{filter}` in their name"),
        None => String::new(),
    };
    let time = arguments.time.as_secs();
    format!("On {today}, with a limit of {time} s for each task{sample}{filter}.\n\n")
}

/// A line for each task: name, expectation, score, seconds, message and the means of the replay, between
/// tabs.
fn list(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let (task, outcome) = (row.task, row.outcome);
        text.push_str(&format!(
            "{}\t{}\t{}\t{:.2}\t{}\t{}\n",
            row.name(),
            task.expected,
            row.score.name(),
            outcome.elapsed.as_secs_f64(),
            outcome.answer.message().replace(['\t', '\n'], " "),
            outcome.answer.means().replace(['\t', '\n'], " ")
        ));
    }
    text
}

/// A line on a terminal that says how far we are.
struct Progress {
    tasks: usize,
    done: AtomicUsize,
    correct: AtomicUsize,
    wrong: AtomicUsize,
    visible: bool,
}

impl Progress {
    fn new(tasks: usize) -> Progress {
        Progress {
            tasks,
            done: AtomicUsize::new(0),
            correct: AtomicUsize::new(0),
            wrong: AtomicUsize::new(0),
            visible: std::io::stderr().is_terminal(),
        }
    }

    fn step(&self, score: Score) {
        match score {
            Score::Correct => drop(self.correct.fetch_add(1, Ordering::Relaxed)),
            Score::Wrong => drop(self.wrong.fetch_add(1, Ordering::Relaxed)),
            _ => {}
        }
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.visible {
            let (correct, wrong) = (&self.correct, &self.wrong);
            let _ = write!(
                std::io::stderr(),
                "\r{done} of {} tasks, {} correct, {} not as expected ",
                self.tasks,
                correct.load(Ordering::Relaxed),
                wrong.load(Ordering::Relaxed)
            );
        }
    }

    fn end(&self) {
        if self.visible {
            eprintln!();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{scramble, seconds};
    use std::time::Duration;

    #[test]
    fn samples_depend_on_the_seed() {
        let order = |seed| {
            let mut indices: Vec<u64> = (0..20).collect();
            indices.sort_by_key(|index| scramble(seed, *index));
            indices
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
    }

    #[test]
    fn times_are_seconds() {
        assert_eq!(seconds("20s"), Ok(Duration::from_secs(20)));
        assert_eq!(seconds("5"), Ok(Duration::from_secs(5)));
        assert!(seconds("soon").is_err());
    }
}
