//! `cargo xtask lower`: how much of other people's C can be read.

use crate::process::{Ending, in_parallel, run};
use crate::scoreboard::{Document, Keep, general, is_place, percent, publish, tally};
use crate::{Result, project};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(30);

/// Reasons that are listed in the result.
const LISTED_REASONS: usize = 25;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folders with .c and .i files
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Name every file that is not read in full, with the reason
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    keep: Keep,
}

/// What became of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Fate {
    /// gcc does not accept it either.
    NotC,
    Lowered,
    /// Lowered, but for the constructs that are named.
    InPart(String),
    /// Refused with a located message.
    Refused(String),
    /// Refused without saying where.
    Unlocated(String),
    Panicked(String),
    Hung,
}

impl Fate {
    fn name(&self) -> &'static str {
        match self {
            Fate::NotC => "not accepted by gcc",
            Fate::Lowered => "lowered",
            Fate::InPart(_) => "lowered, with named exceptions",
            Fate::Refused(_) => "refused with a location",
            Fate::Unlocated(_) => "refused without a location",
            Fate::Panicked(_) => "crashed",
            Fate::Hung => "over 30 s",
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Fate::InPart(why) | Fate::Refused(why) | Fate::Unlocated(why) | Fate::Panicked(why) => {
                Some(why)
            }
            Fate::NotC | Fate::Lowered | Fate::Hung => None,
        }
    }
}

pub(crate) fn lower(arguments: &Arguments) -> Result<()> {
    let concrex = project::concrex()?;
    let files = project::files(&arguments.folders, &["c", "i"])?;
    let fates = in_parallel(&files, |file| fate(&concrex, file));
    let mut section = String::from(
        "| folder | accepted by gcc | lowered | with exceptions | refused | crashed or hung |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    for folder in &arguments.folders {
        let here: Vec<&Fate> = files
            .iter()
            .zip(&fates)
            .filter(|(file, fate)| file.starts_with(folder) && **fate != Fate::NotC)
            .map(|(_, fate)| fate)
            .collect();
        let count = |wanted: fn(&Fate) -> bool| here.iter().filter(|fate| wanted(fate)).count();
        let lowered = count(|fate| *fate == Fate::Lowered);
        section.push_str(&format!(
            "| {} | {} | {lowered} ({}) | {} | {} | {} |\n",
            folder_name(folder),
            here.len(),
            percent(lowered, here.len()),
            count(|fate| matches!(fate, Fate::InPart(_))),
            count(|fate| matches!(fate, Fate::Refused(_) | Fate::Unlocated(_))),
            count(|fate| matches!(fate, Fate::Panicked(_) | Fate::Hung)),
        ));
    }
    let reasons: Vec<String> = fates.iter().filter_map(Fate::reason).map(general).collect();
    if !reasons.is_empty() {
        let table = tally("reason", reasons);
        let listed: Vec<&str> = table.lines().take(LISTED_REASONS + 2).collect();
        section.push_str(&format!("\n{}\n", listed.join("\n")));
    }
    if arguments.list {
        for (file, fate) in files.iter().zip(&fates) {
            if !matches!(fate, Fate::NotC | Fate::Lowered) {
                let why = fate.reason().unwrap_or_default();
                println!("{}: {}: {why}", file.display(), fate.name());
            }
        }
    }
    publish(Document::Scoreboard, "lower", &section, arguments.keep)
}

fn fate(concrex: &Path, file: &Path) -> Fate {
    let mut gcc = Command::new("gcc");
    gcc.args(["-fsyntax-only", "-w"]).arg(file);
    if run(&mut gcc, PATIENCE).ending != Ending::Exited(0) {
        return Fate::NotC;
    }
    let finished = run(Command::new(concrex).arg("ir").arg(file), PATIENCE);
    let first = finished
        .stderr
        .lines()
        .next()
        .unwrap_or_default()
        .to_string();
    match finished.ending {
        Ending::Exited(0) => Fate::Lowered,
        Ending::Exited(3) => Fate::InPart(first),
        Ending::Exited(2) if is_located(&first) => Fate::Refused(first),
        Ending::Exited(2) => Fate::Unlocated(first),
        Ending::TimedOut => Fate::Hung,
        Ending::Exited(_) | Ending::Killed | Ending::NotStarted => Fate::Panicked(first),
    }
}

/// Whether a message starts with `file:line:column: `.
fn is_located(message: &str) -> bool {
    is_place(message.split(": ").next().unwrap_or_default())
}

/// The last two names of a folder.
fn folder_name(folder: &Path) -> String {
    let names: Vec<_> = folder.iter().map(|name| name.to_string_lossy()).collect();
    names[names.len().saturating_sub(2)..].join("/")
}

#[cfg(test)]
mod tests {
    use super::is_located;

    #[test]
    fn a_place_is_a_file_a_line_and_a_column() {
        assert!(is_located("a/b.c:12:3: unsupported: call of `foo`"));
        assert!(!is_located("no function `main`"));
    }
}
