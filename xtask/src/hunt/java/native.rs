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
        if !harness.join("Hunt.class").exists() {
            let source = harness.join("Hunt.java");
            std::fs::write(&source, HARNESS).map_err(problem)?;
            let mut compile = Command::new("javac");
            compile.args(["-nowarn", "-d"]).args([&harness, &source]);
            let compiled = run(&mut compile, PATIENCE);
            if compiled.ending != Ending::Exited(0) {
                return Err(compiled.stderr);
            }
        }
        Ok(Classes(folder.to_path_buf()))
    }

    fn java(&self) -> Command {
        let mut command = Command::new("java");
        command
            .args(["-ea", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"])
            .arg(self.0.join("harness"))
            .arg("Hunt")
            .arg(&self.0);
        command
    }
}

impl Compiled for Classes {
    fn behaviours(&self, count: usize) -> Vec<Behaviour> {
        let finished = run(self.java().arg(count.to_string()), PATIENCE);
        protocol::behaviours(&finished.stdout, count)
    }

    fn again(&self, program: usize, inputs: &[i64]) -> Option<Run> {
        let mut command = self.java();
        command.arg("run").arg(program.to_string());
        command.args(inputs.iter().map(i64::to_string));
        let finished = run(&mut command, PATIENCE);
        protocol::first(&finished.stdout)
    }
}
