//! `cargo xtask limits`: whether `check --time T` ends soon after T, whatever the program is.
//!
//! The programs are chosen by a rule, so that two runs compare: of each language a quarter are the longest
//! of `examples`, half are the tasks of the suites that took longest in an earlier run of the scoreboard
//! (`--slowest`), and the rest are spread evenly over all tasks of the suites.

use crate::process::{Finished, run};
use crate::suites::{self, Language, Task};
use crate::{Result, project};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How long a process may take beyond its limit before it is ended.
const GRACE: Duration = Duration::from_secs(60);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A folder that holds the suites' repositories, each under the name of the suite
    folder: PathBuf,
    /// What `cargo xtask scoreboard --list` wrote; may be repeated
    #[arg(long, value_name = "FILE")]
    slowest: Vec<PathBuf>,
    /// The limit of each program, in seconds
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS")]
    time: f64,
    /// How many seconds beyond its limit a program may take
    #[arg(long, default_value_t = 2.0, value_name = "SECONDS")]
    beyond: f64,
    /// How many programs of C
    #[arg(long, default_value_t = 20, value_name = "N")]
    c: usize,
    /// How many programs of Java
    #[arg(long, default_value_t = 10, value_name = "N")]
    java: usize,
    /// This executable, instead of building one
    #[arg(long, value_name = "FILE")]
    concrex: Option<PathBuf>,
}

/// A program and how it is checked.
struct Trial {
    name: String,
    why: &'static str,
    command: Command,
}

pub(crate) fn limits(arguments: &Arguments) -> Result<()> {
    let concrex = match &arguments.concrex {
        Some(path) => std::path::absolute(path).map_err(|error| error.to_string())?,
        None => project::concrex()?,
    };
    let time = Duration::from_secs_f64(arguments.time);
    let slowest = slowest(&arguments.slowest)?;
    let mut late = Vec::new();
    println!("| program | chosen as | seconds | status |");
    println!("|---|---|---:|---|");
    for (language, count) in [(Language::C, arguments.c), (Language::Java, arguments.java)] {
        let tasks = suites::tasks_of(&arguments.folder, language)?;
        for mut trial in choose(&concrex, language, count, &tasks, &slowest, time)? {
            let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
            trial.command.current_dir(scratch.path());
            let Finished {
                ending, elapsed, ..
            } = run(&mut trial.command, time + GRACE);
            let seconds = elapsed.as_secs_f64();
            println!(
                "| {} | {} | {seconds:.2} | {ending:?} |",
                trial.name, trial.why
            );
            if seconds > arguments.time + arguments.beyond {
                late.push(trial.name);
            }
        }
    }
    match late.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "over {} s: {}",
            arguments.time + arguments.beyond,
            late.join(", ")
        )),
    }
}

/// The programs of a language, each once.
fn choose(
    concrex: &Path,
    language: Language,
    count: usize,
    tasks: &[Task],
    slowest: &[String],
    time: Duration,
) -> Result<Vec<Trial>> {
    let mut trials: Vec<Trial> = Vec::new();
    for file in examples(language)?.into_iter().take(count / 4) {
        let mut command = Command::new(concrex);
        command.args(["check", "--json"]);
        command.args(options(&file)).arg(&file);
        command.arg(format!("--time={}ms", time.as_millis()));
        trials.push(Trial {
            name: file.file_name().unwrap_or_default().display().to_string(),
            why: "example",
            command,
        });
    }
    let find = |name: &String| tasks.iter().position(|task| task.full_name() == *name);
    let slow = slowest.iter().filter_map(find);
    let slow = slow.take(count / 2).map(|index| (index, "slowest"));
    let step = (tasks.len() / count.max(1)).max(1);
    let spread = (0..tasks.len()).step_by(step);
    let mut chosen = BTreeSet::new();
    for (index, why) in slow.chain(spread.map(|index| (index, "spread"))) {
        if trials.len() < count && chosen.insert(index) {
            let task = &tasks[index];
            trials.push(Trial {
                name: task.full_name(),
                why,
                command: suites::command(concrex, task, time),
            });
        }
    }
    Ok(trials)
}

/// The programs of `examples` in a language, the longest first.
fn examples(language: Language) -> Result<Vec<PathBuf>> {
    let name = match language {
        Language::C => "c",
        Language::Java => "java",
    };
    let folder = project::root().join("examples").join(name);
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<(u64, PathBuf)> = entries
        .flatten()
        .map(|entry| (entry.metadata().map_or(0, |it| it.len()), entry.path()))
        .filter(|(_, path)| path.extension().is_some_and(|it| it == name))
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

/// The options of `concrex check` in the first comment of an example, where they are typed as they should
/// be.
fn options(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let typed = text.split_once("concrex check ").map(|(_, rest)| rest);
    let typed = typed.and_then(|rest| rest.split_once("examples/"));
    let words = typed.map_or("", |(options, _)| options).split_whitespace();
    let words = words.filter(|word| !matches!(*word, "\\" | "*"));
    words.map(str::to_string).collect()
}

/// The names of tasks in lists of the scoreboard, the slowest first.
fn slowest(lists: &[PathBuf]) -> Result<Vec<String>> {
    let mut rows: Vec<(f64, String)> = Vec::new();
    for list in lists {
        let text = std::fs::read_to_string(list).map_err(|e| format!("{}: {e}", list.display()))?;
        rows.extend(text.lines().filter_map(row));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    Ok(rows.into_iter().map(|(_, name)| name).collect())
}

/// The seconds and the name of a task, between tabs with other things.
fn row(line: &str) -> Option<(f64, String)> {
    let mut cells = line.split('\t');
    let name = cells.next()?.to_string();
    Some((cells.nth(2)?.parse().ok()?, name))
}

#[cfg(test)]
mod tests {
    use super::row;

    #[test]
    fn reads_lists_of_the_scoreboard() {
        let line = "cbmc/regression/cbmc/a\tsafe\tcorrect\t0.25\tproved";
        assert_eq!(
            row(line),
            Some((0.25, "cbmc/regression/cbmc/a".to_string()))
        );
        assert_eq!(row("cbmc/regression/cbmc/a"), None);
    }
}
