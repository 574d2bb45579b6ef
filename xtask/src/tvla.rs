//! `cargo xtask tvla`: programs of TVLA, analysed by TVLA and by Concrex.

use crate::Result;
use crate::process::{Ending, Finished, run};
use clap::Args;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders of programs (.tvp) with their structures (.tvs)
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,

    /// Where TVLA is installed: the directory of lib/tvla.jar
    #[arg(long, value_name = "DIR")]
    tvla: PathBuf,

    /// The `concrex` to run
    #[arg(long, value_name = "FILE")]
    concrex: PathBuf,

    /// The seconds that each may take for a program
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    time: u64,
}

/// What one tool says of a program: the locations with messages, unless it did not finish.
struct Answer {
    locations: Option<BTreeSet<String>>,
    elapsed: Duration,
}

/// Runs both tools on each program and compares where they report messages.
pub(crate) fn tvla(arguments: &Arguments) -> Result<()> {
    let (mut same, mut compared) = (0, 0);
    let mut times = [Duration::ZERO; 2];
    for folder in &arguments.folders {
        for (program, structures) in programs(folder)? {
            let answers = [
                ask_tvla(arguments, &program, &structures)?,
                ask_concrex(arguments, &program, &structures),
            ];
            for (total, answer) in times.iter_mut().zip(&answers) {
                *total += answer.elapsed;
            }
            let [theirs, ours] = &answers;
            let judgement = match (&theirs.locations, &ours.locations) {
                (Some(theirs), Some(ours)) => {
                    compared += 1;
                    same += usize::from(theirs == ours);
                    if theirs == ours { "same" } else { "different" }
                }
                (None, Some(_)) => "only concrex finished",
                (Some(_), None) => "only tvla finished",
                (None, None) => "neither finished",
            };
            println!(
                "{} {}: {judgement}; tvla {:.2} s{}, concrex {:.2} s{}",
                program.display(),
                structures.file_name().unwrap_or_default().display(),
                theirs.elapsed.as_secs_f64(),
                listed(theirs),
                ours.elapsed.as_secs_f64(),
                listed(ours),
            );
        }
    }
    println!(
        "{same} of {compared} that both finished have messages at the same locations; tvla {:.1} s, concrex {:.1} s",
        times[0].as_secs_f64(),
        times[1].as_secs_f64()
    );
    Ok(())
}

fn listed(answer: &Answer) -> String {
    match &answer.locations {
        Some(locations) if !locations.is_empty() => {
            format!(
                " [{}]",
                locations.iter().cloned().collect::<Vec<_>>().join(" ")
            )
        }
        _ => String::new(),
    }
}

/// The programs of a folder with their structures: those of the same name, or else each file of
/// structures that belongs to no program.
fn programs(folder: &Path) -> Result<Vec<(PathBuf, PathBuf)>> {
    let files = |end: &str| -> Result<Vec<PathBuf>> {
        let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let mut found: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|found| found == end))
            .collect();
        found.sort();
        Ok(found)
    };
    let is_program = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_default();
        text.lines()
            .filter(|line| line.trim_start().starts_with("%%"))
            .count()
            >= 2
    };
    let programs: Vec<PathBuf> = files("tvp")?.into_iter().filter(is_program).collect();
    let structures = files("tvs")?;
    let free = |path: &&PathBuf| !programs.contains(&path.with_extension("tvp"));
    let mut pairs = Vec::new();
    for program in &programs {
        let own = program.with_extension("tvs");
        if structures.contains(&own) {
            pairs.push((program.clone(), own));
        } else {
            let each = structures.iter().filter(free);
            pairs.extend(each.map(|other| (program.clone(), other.clone())));
        }
    }
    Ok(pairs)
}

/// TVLA writes its results beside the program: it works on a copy of the folder.
fn ask_tvla(arguments: &Arguments, program: &Path, structures: &Path) -> Result<Answer> {
    let copy = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = program.parent().unwrap_or(Path::new("."));
    let mut command = Command::new("java");
    command
        .arg(format!("-Dtvla.home={}", arguments.tvla.display()))
        .arg("-jar");
    command.arg(arguments.tvla.join("lib/tvla.jar"));
    command.args(
        [program.file_stem(), structures.file_stem()]
            .into_iter()
            .flatten(),
    );
    for entry in fs::read_dir(folder)
        .map_err(|error| error.to_string())?
        .flatten()
    {
        let _ = fs::copy(entry.path(), copy.path().join(entry.file_name()));
        if entry
            .path()
            .extension()
            .is_some_and(|end| end == "properties")
        {
            command.arg("-props").arg(entry.file_name());
        }
    }
    command.current_dir(copy.path());
    let finished = run(&mut command, Duration::from_secs(arguments.time));
    let done = finished.stdout.contains("Analysis finished");
    Ok(answer(finished, done, |line| {
        // L5:	3	structures	max graph=3	1 messages, time: 0.0
        let (location, rest) = line.split_once(":\t")?;
        let count = rest
            .split('\t')
            .find_map(|part| part.split_once(" messages"))?
            .0;
        (count != "0").then_some(location)
    }))
}

fn ask_concrex(arguments: &Arguments, program: &Path, structures: &Path) -> Answer {
    let mut command = Command::new(&arguments.concrex);
    command
        .arg("analyze")
        .args([program, structures])
        .arg("--time")
        .arg(format!("{}s", arguments.time));
    let finished = run(&mut command, Duration::from_secs(arguments.time + 10));
    let incomplete = ["limit of time", "too large:", "too many structures"];
    let done = matches!(finished.ending, Ending::Exited(0 | 3))
        && !incomplete
            .iter()
            .any(|reason| finished.stdout.contains(reason));
    answer(finished, done, |line| {
        Some(line.strip_prefix("alarm: ")?.split_once(": ")?.0)
    })
}

fn answer(finished: Finished, done: bool, location: impl Fn(&str) -> Option<&str>) -> Answer {
    let found = || {
        finished
            .stdout
            .lines()
            .filter_map(&location)
            .map(str::to_owned)
            .collect()
    };
    Answer {
        locations: done.then(found),
        elapsed: finished.elapsed,
    }
}
