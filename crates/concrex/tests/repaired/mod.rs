//! Programs with one error, and what they are without it.

use crate::support::{finish, project};
use libtest_mimic::Failed;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs of a folder of the project, in order.
pub(crate) fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(project().join(folder));
    let entries = entries.into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    found.sort();
    found
}

/// The program in which every line after `// repaired: …` is what stands there.
pub(crate) fn repaired(source: &str) -> String {
    let mut text = String::new();
    let mut instead = None;
    for line in source.lines() {
        text += instead.take().unwrap_or(line);
        text.push('\n');
        instead = line.trim_start().strip_prefix("// repaired: ");
    }
    text
}

/// The report on a program of this text.
pub(crate) fn checked(file: &Path, source: &str, arguments: &[&str]) -> Result<Value, Failed> {
    let folder = tempfile::tempdir()?;
    let name = file.file_name().unwrap_or_default();
    std::fs::write(folder.path().join(name), source)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_concrex"));
    command.args(["check", "--json"]).args(arguments);
    command.arg(name).current_dir(folder.path());
    let said = finish(command);
    serde_json::from_str(&said.stdout)
        .map_err(|error| format!("not a document: {error}\n{}", said.stderr).into())
}

/// The claims of a report that are refuted.
pub(crate) fn refuted(report: &Value) -> impl Iterator<Item = &Value> {
    let claims = report["claims"].as_array().into_iter().flatten();
    claims.filter(|claim| claim["status"] == "refuted")
}

/// Whether there is a program of that name.
pub(crate) fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
