//! The truth about C programs: compiled with gcc's sanitizers, many together, and run on all inputs.

use super::text::Native;
use crate::hunt::language::Compiled;
use crate::hunt::protocol;
use crate::hunt::tree::{Heap, Program};
use crate::hunt::truth::{Behaviour, Run};
use crate::process::{Ending, run};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const HARNESS: &str = include_str!("harness.h");

/// The most runs of a program. Looking for leaks makes a run several times as slow.
const MOST_RUNS: usize = 128;
const MOST_RUNS_WITH_HEAP: usize = 64;

/// The longest that a compilation and all runs of a batch may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// Compiled programs.
pub(crate) struct Binary(PathBuf);

impl Binary {
    /// Compiles programs into one binary with some options; gives the compiler's complaint if it
    /// refuses them.
    pub(crate) fn new(
        folder: &Path,
        programs: &[&Program],
        options: &[&str],
    ) -> Result<Binary, String> {
        let problem = |error: std::io::Error| error.to_string();
        std::fs::create_dir_all(folder).map_err(problem)?;
        std::fs::write(folder.join("harness.h"), HARNESS).map_err(problem)?;
        let mut unit = "#include \"harness.h\"\n".to_string();
        let mut table = String::new();
        for (number, program) in programs.iter().enumerate() {
            let file = format!("p{number}.c");
            std::fs::write(folder.join(&file), program.render(&Native).text).map_err(problem)?;
            let _ = writeln!(
                unit,
                "#define HUNT_PROGRAM p{number}\n#include \"{file}\"\n#undef HUNT_PROGRAM"
            );
            let most = match program.heap {
                Heap::Used => MOST_RUNS_WITH_HEAP,
                Heap::Unused => MOST_RUNS,
            };
            let _ = writeln!(table, "    {{ p{number}_main, {most} }},");
        }
        let count = programs.len();
        let _ = write!(
            unit,
            "#undef main\nstatic const struct hunt_program hunt_programs[] = {{\n{table}}};\n\
             int main(int count, char **arguments) {{ return hunt_main(count, arguments, hunt_programs, {count}); }}\n"
        );
        std::fs::write(folder.join("all.c"), unit).map_err(problem)?;
        let binary = folder.join("all");
        let mut compile = Command::new("cc");
        compile
            .current_dir(folder)
            .args(["-std=gnu11", "-w"])
            .args(options)
            .args(["-o", "all", "all.c", "-lm"]);
        let compiled = run(&mut compile, PATIENCE);
        match compiled.ending {
            Ending::Exited(0) => Ok(Binary(binary)),
            _ => Err(compiled.stderr),
        }
    }
}

impl Compiled for Binary {
    fn behaviours(&self, count: usize) -> Vec<Behaviour> {
        let finished = run(&mut Command::new(&self.0), PATIENCE);
        protocol::behaviours(&finished.stdout, count)
    }

    fn again(&self, program: usize, inputs: &[i64]) -> Option<Run> {
        let mut command = Command::new(&self.0);
        command.arg(program.to_string());
        command.args(inputs.iter().map(i64::to_string));
        let finished = run(&mut command, PATIENCE);
        protocol::first(&finished.stdout)
    }
}
