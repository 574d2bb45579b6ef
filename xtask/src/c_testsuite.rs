//! `cargo xtask c-testsuite`: the programs of <https://github.com/c-testsuite/c-testsuite>.

use crate::process::{Ending, in_parallel, run};
use crate::scoreboard::{Document, Keep, percent, publish};
use crate::{Result, project};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Its folder `tests/single-exec`
    folder: PathBuf,
    #[command(flatten)]
    keep: Keep,
}

pub(crate) fn c_testsuite(arguments: &Arguments) -> Result<()> {
    let concrex = project::concrex()?;
    let programs = project::files(std::slice::from_ref(&arguments.folder), &["c"])?;
    let problems = in_parallel(&programs, |program| problem(&concrex, program));
    let failures: Vec<(&PathBuf, &String)> = programs
        .iter()
        .zip(&problems)
        .filter_map(|(program, problem)| problem.as_ref().map(|problem| (program, problem)))
        .collect();
    let passed = programs.len() - failures.len();
    let mut section = format!(
        "| c-testsuite | passed | of | |\n|---|---:|---:|---:|\n| single-exec | {passed} | {} | {} |\n",
        programs.len(),
        percent(passed, programs.len())
    );
    if !failures.is_empty() {
        section.push_str("\n| program | what is wrong |\n|---|---|\n");
    }
    for (program, problem) in failures {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        section.push_str(&format!("| {name} | {} |\n", problem.replace('|', "\\|")));
    }
    publish(
        Document::Scoreboard,
        "c-testsuite",
        &section,
        arguments.keep,
    )
}

/// Why a program fails, if it does.
fn problem(concrex: &Path, program: &Path) -> Option<String> {
    let mut expected = program.as_os_str().to_owned();
    expected.push(".expected");
    let expected = std::fs::read(&expected).unwrap_or_default();
    let finished = run(Command::new(concrex).arg("run").arg(program), PATIENCE);
    let first = finished.stderr.lines().next().unwrap_or_default();
    match finished.ending {
        Ending::Exited(0) if finished.stdout == String::from_utf8_lossy(&expected) => None,
        Ending::Exited(0) => Some("different output".to_string()),
        Ending::Exited(status) => Some(format!("status {status}: {first}")),
        Ending::Killed => Some("crashed".to_string()),
        Ending::TimedOut => Some("timed out".to_string()),
        Ending::NotStarted => Some("not started".to_string()),
    }
}
