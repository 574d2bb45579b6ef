//! The truth about Java programs: one JVM compiles many and runs each on all of its inputs.

use super::text::Native;
use crate::hunt::language::Compiled;
use crate::hunt::protocol;
use crate::hunt::tree::Program;
use crate::hunt::truth::{Behaviour, Run};
use crate::process::{Ending, run};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const HARNESS: &str = include_str!("Hunt.java");
/// What programs ask for inputs; the verifier has its own.
const VOCABULARY: &str = include_str!("Verifier.java");

/// The folder beside a source that its classes are in.
pub(super) const CLASSES: &str = "classes";

/// The longest that a batch may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// A folder of programs, each in a folder of its own.
pub(crate) struct Classes(PathBuf);

impl Classes {
    pub(crate) fn new(folder: &Path, programs: &[&Program]) -> Result<Classes, String> {
        let problem = |error: std::io::Error| error.to_string();
        let harness = folder.join("harness");
        std::fs::create_dir_all(&harness).map_err(problem)?;
        for (number, program) in programs.iter().enumerate() {
            let own = folder.join(format!("p{number}"));
            // Classes of an earlier program must not be taken for its own.
            let _ = std::fs::remove_dir_all(&own);
            std::fs::create_dir_all(&own).map_err(problem)?;
            let text = program.render(&Native).text;
            std::fs::write(own.join("Program.java"), text).map_err(problem)?;
        }
        compile_harness(&harness)?;
        Ok(Classes(folder.to_path_buf()))
    }
}

/// The harness on the programs in a folder.
fn java(folder: &Path) -> Command {
    let mut command = Command::new("java");
    command
        .args(["-ea", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(folder.join("harness"))
        .arg("Hunt")
        .arg(folder);
    command
}

/// Compiles the harness, if that was not done.
fn compile_harness(folder: &Path) -> Result<(), String> {
    if folder.join("Hunt.class").exists() {
        return Ok(());
    }
    let problem = |error: std::io::Error| error.to_string();
    let mut compile = Command::new("javac");
    compile.args(["-nowarn", "-d"]).arg(folder);
    for (name, text) in [("Hunt.java", HARNESS), ("Verifier.java", VOCABULARY)] {
        let source = folder.join(name);
        std::fs::write(&source, text).map_err(problem)?;
        compile.arg(source);
    }
    let compiled = run(&mut compile, PATIENCE);
    match compiled.ending {
        Ending::Exited(0) => Ok(()),
        _ => Err(compiled.stderr),
    }
}

/// Compiles programs that are laid out for the verifier in a folder with the harness. What does not
/// compile is for the verifier to complain about.
pub(super) fn compile_all(folder: &Path, count: usize) {
    run(java(folder).arg("compile").arg(count.to_string()), PATIENCE);
}

impl Compiled for Classes {
    fn behaviours(&self, count: usize) -> Vec<Behaviour> {
        let finished = run(java(&self.0).arg(count.to_string()), PATIENCE);
        protocol::behaviours(&finished.stdout, count)
    }

    fn again(&self, program: usize, inputs: &[i64]) -> Option<Run> {
        let mut command = java(&self.0);
        command.arg("run").arg(program.to_string());
        command.args(inputs.iter().map(i64::to_string));
        let finished = run(&mut command, PATIENCE);
        protocol::first(&finished.stdout)
    }
}
