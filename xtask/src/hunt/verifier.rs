//! Asking the verifier.

use super::answer::{Answer, GRACE};
use super::language::Language;
use super::tree::{Start, Text};
use crate::process::run;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The program that is tested, and how long it may take.
pub(crate) struct Verifier {
    pub(crate) program: PathBuf,
    pub(crate) limit: Duration,
}

impl Verifier {
    /// What it says of a program with some options.
    pub(crate) fn ask(
        &self,
        folder: &Path,
        language: &dyn Language,
        text: &Text,
        start: &Start,
        options: &[String],
    ) -> Answer {
        let file = folder.join(language.file());
        if let Err(error) = std::fs::write(&file, &text.text) {
            return Answer::Refused(error.to_string());
        }
        let mut command = Command::new(&self.program);
        command
            .current_dir(folder)
            .args(["check", "--json", "--time"])
            .arg(format!("{}ms", self.limit.as_millis()))
            .args(language.options())
            .args(options);
        if let Start::Entry(function) = start {
            command.args(["--entry", function]);
        }
        command.arg(language.file());
        let finished = run(&mut command, self.limit + 2 * GRACE);
        Answer::new(&finished, self.limit)
    }
}
