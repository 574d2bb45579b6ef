//! The truth about C programs: compiled with gcc's sanitizers, many together, and run on all inputs.

use super::text::{Model, Native};
use crate::hunt::language::Compiled;
use crate::hunt::tree::{Heap, Program};
use crate::hunt::truth::{Behaviour, Coverage, End, Failure, Run};
use crate::process::{Ending, run};
use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
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
    /// Compiles programs into one binary; gives the compiler's complaint if it refuses them.
    pub(crate) fn new(
        folder: &Path,
        programs: &[&Program],
        model: Model,
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
            .args(["-std=gnu11", "-w", "-O0"])
            .args([
                "-fsanitize=address,undefined,float-cast-overflow",
                "-fno-sanitize-recover=all",
            ])
            .args(model.option())
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
        let mut behaviours = vec![Behaviour::default(); count];
        for line in finished.stdout.lines() {
            if let Some(program) = line.strip_prefix("all ") {
                let behaviour = program
                    .parse()
                    .ok()
                    .and_then(|at: usize| behaviours.get_mut(at));
                behaviour
                    .into_iter()
                    .for_each(|one| one.coverage = Coverage::All);
            } else if let Some((program, run)) = read(line) {
                let behaviour = behaviours.get_mut(program);
                behaviour
                    .into_iter()
                    .for_each(|one| one.runs.push(run.clone()));
            }
        }
        behaviours
    }

    fn again(&self, program: usize, inputs: &[i64]) -> Option<Run> {
        let mut command = Command::new(&self.0);
        command.arg(program.to_string());
        command.args(inputs.iter().map(i64::to_string));
        let finished = run(&mut command, PATIENCE);
        finished.stdout.lines().find_map(read).map(|(_, run)| run)
    }
}

/// A compiler that preprocesses and does nothing else.
pub(super) fn preprocessor(folder: &Path) -> std::io::Result<PathBuf> {
    let path = folder.join("preprocess");
    if !path.exists() {
        std::fs::write(
            &path,
            "#!/bin/sh\nfor a; do [ \"$a\" = -E ] && exec cc \"$@\"; done\nexit 1\n",
        )?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(path)
}

/// A line `run PROGRAM | INPUTS | SITE=VALUE… | END`.
fn read(line: &str) -> Option<(usize, Run)> {
    let mut parts = line.strip_prefix("run ")?.splitn(4, '|');
    let program = parts.next()?.trim().parse().ok()?;
    let inputs = parts.next()?.split_whitespace();
    let inputs = inputs
        .map(|input| input.parse().ok())
        .collect::<Option<_>>()?;
    let values = parts.next()?.split_whitespace().map(|value| {
        let (site, value) = value.split_once('=')?;
        Some((site.parse().ok()?, value.parse().ok()?))
    });
    let values = values.collect::<Option<_>>()?;
    let end = match parts.next()?.trim() {
        "ok" => End::Normal,
        "unclear" => End::Unclear,
        failed => End::Failed(failure(failed.strip_prefix("failed ")?)),
    };
    Some((
        program,
        Run {
            inputs,
            values,
            end,
        },
    ))
}

/// An error from the first line of a sanitizer's report: `p3.c:12:5: runtime error: …` has its place.
fn failure(said: &str) -> Failure {
    match said.split_once(": runtime error: ") {
        Some((place, what)) => {
            let line = place.split(':').nth(1);
            Failure {
                line: line.and_then(|line| line.parse().ok()),
                what: what.to_string(),
            }
        }
        None => {
            // Addresses differ from run to run.
            let words = said.split(' ').take_while(|word| !word.starts_with("0x"));
            let words = words.filter(|word| *word != "on" && *word != "address");
            Failure {
                line: None,
                what: words.collect::<Vec<_>>().join(" "),
            }
        }
    }
}
