//! `cargo xtask csmith`: random programs, compared with the system's compiler.

use crate::process::{Ending, Finished, in_parallel, run};
use crate::scoreboard::{Document, Keep, publish, tally};
use crate::{Result, project, tools};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const INCLUDE: &str = "-I/usr/include/csmith";

/// Options that change which features of C are used; bit-fields are on in all of them.
const FLAVOURS: &[&[&str]] = &[
    &[],
    &["--no-volatiles"],
    &["--no-packed-struct"],
    &["--no-volatiles", "--no-packed-struct"],
];

/// A compiled program that takes longer is one of csmith's endless ones.
const NATIVE_PATIENCE: Duration = Duration::from_secs(5);
/// The longest that the interpreter may take.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many programs
    #[arg(long, default_value_t = 100)]
    count: u64,
    /// The seed of the first
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Further options of csmith, after `--`
    #[arg(last = true)]
    options: Vec<String>,
    #[command(flatten)]
    keep: Keep,
}

/// What became of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fate {
    Same,
    Different,
    FalseError,
    RealError,
    Unsupported,
    TimedOut,
    Crashed,
    Skipped,
}

impl Fate {
    fn is_fine(self) -> bool {
        matches!(self, Fate::Same | Fate::RealError | Fate::Skipped)
    }

    fn name(self) -> &'static str {
        match self {
            Fate::Same => "same checksum",
            Fate::Different => "different output",
            Fate::FalseError => "false error",
            Fate::RealError => "real error, seen by gcc's sanitizers too",
            Fate::Unsupported => "unsupported or refused",
            Fate::TimedOut => "over 60 s",
            Fate::Crashed => "crashed",
            Fate::Skipped => "skipped: does not end in 5 s when compiled, or does not compile",
        }
    }
}

struct Trial {
    seed: u64,
    fate: Fate,
    flavour: &'static [&'static str],
    finished: Option<Finished>,
}

pub(crate) fn csmith(arguments: &Arguments) -> Result<()> {
    if tools::find("csmith").is_none() {
        return Err("csmith is not installed (Debian: apt-get install csmith)".to_string());
    }
    let concrex = project::concrex()?;
    let seeds: Vec<u64> =
        (arguments.seed..arguments.seed.saturating_add(arguments.count)).collect();
    let trials = in_parallel(&seeds, |seed| {
        let trial = attempt(&concrex, *seed, &arguments.options);
        if !matches!(trial.fate, Fate::Same | Fate::Skipped) {
            report(&trial);
        }
        trial
    });
    let slowest = trials
        .iter()
        .filter_map(|trial| trial.finished.as_ref())
        .map(|one| one.elapsed);
    let table = tally(
        "csmith program",
        trials.iter().map(|trial| trial.fate.name().to_string()),
    );
    let section = format!(
        "{table}\n{} programs from seed {}; the slowest took {:.1} s.\n",
        trials.len(),
        arguments.seed,
        slowest.max().unwrap_or_default().as_secs_f64()
    );
    publish(Document::Scoreboard, "csmith", &section, arguments.keep)?;
    match trials.iter().all(|trial| trial.fate.is_fine()) {
        true => Ok(()),
        false => Err("not all programs agree".to_string()),
    }
}

fn attempt(concrex: &Path, seed: u64, options: &[String]) -> Trial {
    let flavour = FLAVOURS[(seed % FLAVOURS.len() as u64) as usize];
    let skipped = Trial {
        seed,
        fate: Fate::Skipped,
        flavour,
        finished: None,
    };
    let Ok(folder) = tempfile::tempdir() else {
        return skipped;
    };
    let (source, program) = (folder.path().join("random.c"), folder.path().join("random"));
    let mut generate = Command::new("csmith");
    generate
        .args(["--seed", &seed.to_string()])
        .args(flavour)
        .args(options)
        .arg("-o")
        .arg(&source);
    // It leaves a file where it runs.
    generate.current_dir(folder.path());
    let mut compile = Command::new("cc");
    compile
        .args(["-w", "-O1", INCLUDE, "-o"])
        .args([&program, &source])
        .arg("-lm");
    for command in [&mut generate, &mut compile] {
        if run(command, PATIENCE).ending != Ending::Exited(0) {
            return skipped;
        }
    }
    let native = run(&mut Command::new(&program), NATIVE_PATIENCE);
    if native.ending != Ending::Exited(0) {
        return skipped;
    }
    let mut command = Command::new(concrex);
    command.args(["run", INCLUDE]).arg(&source);
    let finished = run(&mut command, PATIENCE);
    let fate = match finished.ending {
        Ending::Exited(0) if finished.stdout == native.stdout => Fate::Same,
        Ending::Exited(0) => Fate::Different,
        Ending::Exited(1) if finished.stderr.contains("error[") => {
            match sanitizers_agree(&source, &program, &finished.stderr) {
                true => Fate::RealError,
                false => Fate::FalseError,
            }
        }
        Ending::Exited(2 | 3) => Fate::Unsupported,
        Ending::TimedOut => Fate::TimedOut,
        Ending::Exited(_) | Ending::Killed | Ending::NotStarted => Fate::Crashed,
    };
    Trial {
        finished: Some(finished),
        fate,
        ..skipped
    }
}

/// Whether gcc's sanitizers stop the program at the line of the rendered violation: csmith takes
/// addresses inside of packed structs.
fn sanitizers_agree(source: &Path, program: &Path, rendered: &str) -> bool {
    let place = rendered.lines().find_map(|line| line.split("--> ").nth(1));
    let Some(line) = place.and_then(|place| place.rsplit(':').nth(1)) else {
        return false;
    };
    let mut compile = Command::new("cc");
    compile
        .args([
            "-w",
            "-g",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all",
        ])
        .args([INCLUDE, "-o"])
        .args([program, source])
        .arg("-lm");
    if run(&mut compile, PATIENCE).ending != Ending::Exited(0) {
        return false;
    }
    let sanitized = run(&mut Command::new(program), PATIENCE);
    let wanted = format!("random.c:{line}:");
    matches!(sanitized.ending, Ending::Exited(status) if status != 0)
        && sanitized
            .stderr
            .lines()
            .any(|said| said.contains(&wanted) && said.contains("runtime error"))
}

fn report(trial: &Trial) {
    let Trial {
        seed,
        fate,
        flavour,
        finished,
    } = trial;
    println!("seed {seed} {}: {}", flavour.join(" "), fate.name());
    if let Some(finished) = finished {
        finished
            .stderr
            .lines()
            .take(8)
            .for_each(|line| println!("    {line}"));
    }
}
