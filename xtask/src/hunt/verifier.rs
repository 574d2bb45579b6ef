//! Asking the verifier.

use super::answer::{Answer, GRACE};
use super::language::Language;
use super::tree::Start;
use crate::process::run;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The program that is tested, and how long it may take.
pub(crate) struct Verifier {
    pub(crate) program: PathBuf,
    pub(crate) limit: Duration,
    /// The engines that work; all if none is named.
    pub(crate) engines: Vec<String>,
}

impl Verifier {
    /// What it says of a program, in a file or folder, with some options.
    pub(crate) fn ask(
        &self,
        language: &dyn Language,
        program: &Path,
        start: &Start,
        options: &[String],
    ) -> Answer {
        let mut command = Command::new(&self.program);
        command
            .current_dir(program.parent().unwrap_or(Path::new(".")))
            // A proof that native runs would take back is a defect, too.
            .args(["check", "--json", "--challenge", "off", "--time"])
            .arg(format!("{}ms", self.limit.as_millis()))
            .args(language.options())
            .args(options)
            .args(self.engines.iter().flat_map(|engine| ["--engine", engine]));
        if let Start::Entry(function) = start {
            command.args(["--entry", function]);
        }
        command.args(program.file_name());
        let finished = run(&mut command, self.limit + 2 * GRACE);
        Answer::new(&finished, self.limit)
    }
}
