//! `concrex probe`: tries inputs that are chosen by what they cover, and keeps those that cover
//! something new.

use crate::check::check_with;
use crate::cli::{CheckArguments, ProbeArguments};
use crate::error::Error;
use crate::output::{self, Color};
use engines::concretize::Line;
use engines::{Effort, Probe, Summary};
use ir::{Origin, Program};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;

/// Tries inputs, says what they show and cover, and keeps them.
pub(crate) fn probe(arguments: &ProbeArguments, color: Color) -> Result<u8, Error> {
    let texts = match &arguments.corpus {
        Some(folder) => read_corpus(folder).map_err(Error::Output)?,
        None => Vec::new(),
    };
    let probe = Probe::new(arguments.seed, Effort::Alone, texts);
    let mut covered = String::new();
    let check = check_arguments(arguments);
    let status = check_with(&check, &probe, color, |program| {
        covered = coverage(program, &probe.summary());
    })?;
    let summary = probe.summary();
    let mut text = figures(&summary) + &covered;
    if let Some(folder) = &arguments.corpus {
        let kept = write_corpus(folder, &summary.texts).map_err(Error::Output)?;
        // Writing to a string does not fail.
        _ = writeln!(text, "corpus: {kept} texts in {}", folder.display());
    }
    output::print(&text)?;
    Ok(status)
}

/// What `check` would be told to do the same.
fn check_arguments(arguments: &ProbeArguments) -> CheckArguments {
    CheckArguments {
        sources: arguments.sources.clone(),
        property: arguments.property.clone(),
        time: arguments.time,
        memory: arguments.memory,
        engine: vec!["probe".to_string()],
        seed: arguments.seed,
        replay: arguments.replay,
        all: arguments.all,
        ..CheckArguments::default()
    }
}

/// The texts of a folder, in the order of their names.
fn read_corpus(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    std::fs::create_dir_all(folder)?;
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder)?.collect();
    let mut files: Vec<_> = entries?.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    files.iter().map(std::fs::read).collect()
}

/// Writes each text to a file of its own, named by what it holds, as other fuzzers do.
fn write_corpus(folder: &Path, texts: &[Vec<u8>]) -> io::Result<usize> {
    let texts: BTreeSet<&Vec<u8>> = texts.iter().collect();
    for text in &texts {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        std::fs::write(folder.join(format!("{:016x}", hasher.finish())), text)?;
    }
    Ok(texts.len())
}

fn figures(summary: &Summary) -> String {
    let each_second = summary.executions as f64 / summary.seconds.max(f64::MIN_POSITIVE);
    format!(
        "inputs: {} in {:.1} s ({each_second:.0} a second), {} kept, {} sides of branches\n",
        summary.executions, summary.seconds, summary.kept, summary.covered
    )
}

/// The lines of the user's code that were executed, and those that were not.
fn coverage(program: &Program, summary: &Summary) -> String {
    let mut text = String::new();
    let all = lines_of(program);
    let files: BTreeSet<_> = all.iter().map(|line| line.file).collect();
    for file in files {
        let name = program.files.get(file).map_or("?", |file| &file.name);
        let numbers = |lines: &BTreeSet<Line>| -> BTreeSet<u32> {
            let here = lines.iter().filter(|line| line.file == file);
            here.map(|line| line.number).collect()
        };
        let (all, executed) = (numbers(&all), numbers(&summary.lines));
        let missed: Vec<u32> = all.difference(&executed).copied().collect();
        // Writing to a string does not fail.
        _ = write!(
            text,
            "{name}: {} of {} lines",
            all.len() - missed.len(),
            all.len()
        );
        _ = match &ranges(&missed)[..] {
            [] => writeln!(text),
            ranges => writeln!(text, ", not {}", ranges.join(", ")),
        };
    }
    text
}

/// The lines of the user's code on which something is done.
fn lines_of(program: &Program) -> BTreeSet<Line> {
    let procedures = program.procedures.iter();
    let users = procedures.filter(|procedure| procedure.origin == Origin::User);
    let spans = users.flat_map(|procedure| procedure.edges.iter().map(|edge| edge.span));
    let here = spans.filter(|span| {
        let file = program.files.get(span.file);
        !span.is_none() && file.is_some_and(|file| file.origin == Origin::User)
    });
    here.map(|span| Line {
        file: span.file,
        number: span.line,
    })
    .collect()
}

/// Numbers in order, as ranges: `3-5`, `9`.
fn ranges(numbers: &[u32]) -> Vec<String> {
    let runs = numbers.chunk_by(|before, after| before + 1 == *after);
    runs.map(|run| match run {
        [only] => only.to_string(),
        _ => format!("{}-{}", run[0], run[run.len() - 1]),
    })
    .collect()
}
