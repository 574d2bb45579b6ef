//! `cargo xtask hunt`: random programs whose verdict is known, made to attack the verifier.
//!
//! A program asks for a few inputs of small ranges, and is run natively on all of them, with gcc's
//! sanitizers or on the JVM. The values that expressions had then are what its claims are about: that
//! an expression does not have a value that some run showed must not be proved, and that it does not
//! have one that none showed must not be refuted.

mod answer;
mod c;
mod java;
mod judge;
mod language;
mod options;
mod protocol;
mod random;
mod reduce;
mod report;
mod tree;
mod trial;
mod truth;
mod verifier;

#[cfg(test)]
mod tests;

use crate::process::in_parallel_on;
use crate::{Result, project};
use judge::{Defect, Fate};
use language::Language;
use report::{Found, Progress};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use trial::{Lab, Trial};
use verifier::Verifier;

/// Programs that are compiled together: a compiler takes longer to start than for a program.
const BATCH: usize = 20;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many programs
    #[arg(long, default_value_t = 1000)]
    programs: u64,
    /// The seed of the first
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The language of the programs
    #[arg(long, value_enum, default_value = "c")]
    language: Name,
    /// Make programs that show a defect small
    #[arg(long)]
    reduce: bool,
    /// The verifier's limit for each program, in seconds
    #[arg(long, default_value_t = 10)]
    time: u64,
    /// How many programs at a time [default: one for each core]
    #[arg(long)]
    jobs: Option<usize>,
    /// Keep the programs that show a defect in this folder
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Test this program instead of building one
    #[arg(long)]
    concrex: Option<PathBuf>,
    /// Test this engine alone; may be repeated
    #[arg(long)]
    engine: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Name {
    C,
    Java,
    /// C as csmith writes it
    Csmith,
}

impl Name {
    /// The program without which there are none in this language.
    fn tool(self) -> &'static str {
        match self {
            Name::C => "cc",
            Name::Java => "javac",
            Name::Csmith => "csmith",
        }
    }

    fn is_available(self) -> bool {
        crate::tools::find(self.tool()).is_some()
    }
}

/// The programs of the hunt that every change must pass, and the first seed: always the same.
const TESTED_C: u64 = 160;
const TESTED_JAVA: u64 = 16;
const TESTED_SEED: u64 = 1;

/// The hunt of `cargo xtask test`, with a program that is already built. Its size is a number of
/// programs and not a time, so that it is the same everywhere; what a slow machine does not settle is
/// left open and no failure.
pub(crate) fn test(concrex: PathBuf) -> Result<()> {
    let languages = [(Name::C, TESTED_C), (Name::Java, TESTED_JAVA)];
    let available = languages
        .into_iter()
        .filter(|(name, _)| *name == Name::C || name.is_available());
    for (language, programs) in available {
        let found = explore(&Arguments {
            programs,
            seed: TESTED_SEED,
            language,
            reduce: false,
            time: 5,
            jobs: None,
            keep: None,
            concrex: Some(concrex.clone()),
            engine: Vec::new(),
        })?;
        none_wrong(&found, |defect| !defect.kind.depends_on_time())?;
    }
    Ok(())
}

pub(crate) fn hunt(arguments: &Arguments) -> Result<()> {
    none_wrong(&explore(arguments)?, |_| true)
}

/// Fails if there are defects that matter.
fn none_wrong(found: &[Found], matters: impl Fn(&Defect) -> bool) -> Result<()> {
    let is_wrong = |one: &Found| matches!(&one.fate, Fate::Wrong(defect) if matters(defect));
    match found.iter().any(is_wrong) {
        true => Err("the verifier is wrong about some programs".to_string()),
        false => Ok(()),
    }
}

/// Judges all programs and prints what was found.
fn explore(arguments: &Arguments) -> Result<Vec<Found>> {
    let language = arguments.language;
    if !language.is_available() {
        return Err(format!("{} is not installed", language.tool()));
    }
    let program = match &arguments.concrex {
        // It is started in other folders.
        Some(program) => std::path::absolute(program).map_err(|error| error.to_string())?,
        None => project::concrex()?,
    };
    let verifier = Verifier {
        program,
        limit: Duration::from_secs(arguments.time),
        engines: arguments.engine.clone(),
    };
    let jobs = arguments
        .jobs
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let last = arguments.seed.saturating_add(arguments.programs);
    let seeds: Vec<u64> = (arguments.seed..last).collect();
    let batches: Vec<&[u64]> = seeds.chunks(BATCH).collect();
    let started = Instant::now();
    let progress = Progress::new(seeds.len());
    let found = in_parallel_on(jobs, &batches, |batch| {
        let found = search(arguments, &verifier, batch);
        progress.add(&found);
        found
    });
    let found: Vec<Found> = found.into_iter().flatten().collect();
    report::summary(&found, started.elapsed());
    Ok(found)
}

/// Judges a batch, and prints what is wrong.
fn search(arguments: &Arguments, verifier: &Verifier, seeds: &[u64]) -> Vec<Found> {
    let Ok(folder) = tempfile::tempdir() else {
        return Vec::new();
    };
    let language = language(arguments.language, seeds);
    let lab = Lab {
        verifier,
        language: language.as_ref(),
    };
    let trials = lab.batch(seeds, folder.path());
    let found = trials.into_iter().map(|trial| {
        if let Fate::Wrong(_) = &trial.fate {
            present(arguments, &lab, &trial, folder.path());
        }
        Found {
            seed: trial.seed,
            fate: trial.fate,
        }
    });
    found.collect()
}

/// The language of a batch. Sizes of types vary from batch to batch.
fn language(name: Name, seeds: &[u64]) -> Box<dyn Language> {
    let first = seeds.first().copied().unwrap_or_default();
    match name {
        Name::C => Box::new(c::C {
            model: c::Model::of_batch(first / BATCH as u64),
        }),
        Name::Java => Box::new(java::Java),
        Name::Csmith => Box::new(c::Csmith),
    }
}

/// Prints a defect, made small if that is asked for, and keeps it.
fn present(arguments: &Arguments, lab: &Lab, trial: &Trial, folder: &Path) {
    let Fate::Wrong(defect) = &trial.fate else {
        return;
    };
    let case = match arguments.reduce {
        true => reduce::reduce(lab, &trial.case, defect.kind, folder),
        false => trial.case.clone(),
    };
    let text = report::finding(lab, trial.seed, &case, defect, folder);
    println!("{text}");
    if let Some(kept) = &arguments.keep {
        let extension = lab.language.file().rsplit('.').next().unwrap_or_default();
        let file = kept.join(format!("{}-{}.{extension}", defect.kind.slug(), trial.seed));
        let written = std::fs::create_dir_all(kept).and_then(|()| std::fs::write(&file, text));
        if let Err(error) = written {
            eprintln!("cannot write {}: {error}", file.display());
        }
    }
}
