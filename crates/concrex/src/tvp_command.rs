//! `concrex analyze FILE.tvp [FILE.tvs]`: a program in TVLA's language.

use crate::cli::AnalyzeArguments;
use crate::error::Error;
use crate::output;
use shape::tvp::{Program, read_program, read_structures};
use shape::{Incomplete, Location, Options, Outcome, picture};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use verdict::Status;

/// Whether the files are a program in TVLA's language.
pub(crate) fn is_tvp(files: &[PathBuf]) -> bool {
    files
        .first()
        .is_some_and(|file| file.extension().is_some_and(|end| end == "tvp"))
}

/// Prints which messages may be reported, and how many structures there are where.
pub(crate) fn analyze(arguments: &AnalyzeArguments) -> Result<u8, Error> {
    let started = Instant::now();
    let read = |path: &Path| fs::read_to_string(path);
    let files = &arguments.sources.files;
    let source = &files[0];
    let program = read_program(source, &read).map_err(Error::Tvp)?;
    let structures = files
        .get(1)
        .cloned()
        .unwrap_or_else(|| source.with_extension("tvs"));
    let initial = read_structures(&structures, &program.vocabulary, &read).map_err(Error::Tvp)?;
    let shown = locations(&program, &arguments.at)?;
    let until = started + arguments.time.0;
    let stop = || Instant::now() >= until;
    let options = Options {
        join: arguments.join,
        ..Options::default()
    };
    let outcome = shape::analyse(
        &program.vocabulary,
        &program.graph,
        &initial,
        &options,
        &stop,
    );
    let mut text = String::new();
    for location in shown {
        structures_at(&program, &outcome, location, &mut text);
    }
    if let Some(folder) = &arguments.picture {
        draw(&program, &outcome, folder)
            .map_err(|error| Error::Unwritable(folder.clone(), error))?;
    }
    let status = verdict(&program, &outcome, &mut text);
    let _ = writeln!(text, " in {:.2} s", started.elapsed().as_secs_f64());
    output::print(&text)?;
    Ok(status.exit_status())
}

fn locations(program: &Program, names: &[String]) -> Result<Vec<Location>, Error> {
    let find = |name: &String| {
        let mut all = program.graph.locations();
        let found = all.find(|location| program.graph.name(*location) == name);
        found.ok_or_else(|| Error::NoLocation(name.clone()))
    };
    names.iter().map(find).collect()
}

fn structures_at(program: &Program, outcome: &Outcome, location: Location, text: &mut String) {
    let structures = &outcome.structures[location.0];
    let name = program.graph.name(location);
    for (place, structure) in structures.iter().enumerate() {
        let _ = writeln!(
            text,
            "{name}, structure {} of {}:",
            place + 1,
            structures.len()
        );
        for line in picture::text(structure, &program.vocabulary).lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
}

/// Draws the structures of the locations the file asks for, and those that cause messages.
fn draw(program: &Program, outcome: &Outcome, folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let write = |name: String, structure| {
        let file = folder.join(name).with_extension("svg");
        fs::write(file, picture::svg(structure, &program.vocabulary))
    };
    let asked = &program.shown;
    for location in program.graph.locations() {
        if !asked.is_empty() && !asked.contains(&location) {
            continue;
        }
        let name = program.graph.name(location).replace(['/', '\\', '.'], "_");
        for (place, structure) in outcome.structures[location.0].iter().enumerate() {
            write(format!("{name}-{}", place + 1), structure)?;
        }
    }
    for (place, message) in outcome.messages.iter().enumerate() {
        write(format!("message-{}", place + 1), &message.structure)?;
    }
    Ok(())
}

/// The messages, the numbers of structures, and what follows.
fn verdict(program: &Program, outcome: &Outcome, text: &mut String) -> Status {
    let graph = &program.graph;
    for message in &outcome.messages {
        let edge = &graph.edges()[message.edge];
        let mut claims = edge.action.claims.iter().chain(&edge.action.claims_after);
        let said = claims.nth(message.claim).map_or("", |claim| &claim.message);
        let said = said.split_whitespace().collect::<Vec<&str>>().join(" ");
        let (from, title) = (graph.name(edge.from), edge.action.title.trim());
        let _ = writeln!(text, "alarm: {from}: {title}: {said}");
    }
    for location in graph.locations() {
        let count = outcome.structures[location.0].len();
        let _ = writeln!(text, "{}: {count} structures", graph.name(location));
    }
    let status = match outcome.messages.is_empty() && outcome.incomplete.is_none() {
        true => Status::Proved,
        false => Status::Unknown,
    };
    let why = match outcome.incomplete {
        None => "",
        Some(Incomplete::Stopped) => "the limit of time was reached: ",
        Some(Incomplete::TooLarge) => "a structure became too large: ",
        Some(Incomplete::TooMany) => "there are too many structures: ",
    };
    let claims: usize = graph
        .edges()
        .iter()
        .map(|e| e.action.claims.len() + e.action.claims_after.len())
        .sum();
    let _ = write!(
        text,
        "{}: {why}{} of {claims} messages may be reported",
        status.name(),
        outcome.messages.len(),
    );
    status
}
