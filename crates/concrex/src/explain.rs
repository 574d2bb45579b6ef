//! `--explain`: the paths that were tried for each alarm, as the tables of the paper show them.

use engines::concretize::{Explanation, Found, Line, TriedPath};
use engines::infer::{Inferred, Specification};
use ir::SourceMap;
use std::fmt::Write;

/// The most steps of a path whose formulas are told.
const MOST_STEPS: usize = 200;

/// All explanations, as text.
pub(crate) fn text(explanations: &[Explanation], files: &SourceMap) -> String {
    let mut text = String::new();
    for explanation in explanations {
        // Writing to a string does not fail.
        _ = write_alarm(&mut text, explanation, files);
    }
    text
}

/// The specifications of calls that were inferred for each claim, as text.
pub(crate) fn inferred(all: &[Inferred], files: &SourceMap) -> String {
    let mut text = String::new();
    for told in all {
        // Writing to a string does not fail.
        _ = write_inferred(&mut text, told, files);
    }
    text
}

fn write_inferred(text: &mut String, told: &Inferred, files: &SourceMap) -> std::fmt::Result {
    writeln!(text, "claim {}", told.claim.name(files))?;
    writeln!(
        text,
        "  unrolled {}, scope {}: {} refinements, {:.2} s; the largest formula has {} variables and {} clauses",
        told.extent.unroll,
        told.extent.scope,
        told.effort.refinements,
        told.effort.seconds,
        told.effort.variables,
        told.effort.clauses
    )?;
    for specification in &told.specifications {
        write_specification(text, specification, files)?;
    }
    writeln!(text)
}

fn write_specification(
    text: &mut String,
    told: &Specification,
    files: &SourceMap,
) -> std::fmt::Result {
    let site = told.site.iter();
    let site = site.map(|(callee, span)| format!("{callee} at {}", files.display(*span)));
    let site: Vec<String> = site.collect();
    writeln!(text, "  {}", site.join(" > "))?;
    for (span, part) in told.parts.iter().take(MOST_STEPS) {
        writeln!(text, "    line {:<4} {part}", span.line)?;
    }
    Ok(())
}

fn write_alarm(text: &mut String, told: &Explanation, files: &SourceMap) -> std::fmt::Result {
    writeln!(text, "alarm {}", told.claim.name(files))?;
    for (index, path) in told.paths.iter().enumerate() {
        writeln!(text, "  {:>3}  {}", index + 1, lines(path))?;
        writeln!(text, "       formula: {}", path.formula)?;
        writeln!(text, "       {}", found(&path.found))?;
    }
    if told.omitted > 0 {
        writeln!(text, "  and {} more paths", told.omitted)?;
    }
    let shown = told.paths.iter().rev();
    let mut whole = shown.filter(|path| path.is_whole);
    if let Some(path) = whole.next() {
        writeln!(
            text,
            "  the formula of the last path, from the violation backward"
        )?;
        let width = path.steps.iter().map(|step| step.statement.chars().count());
        let width = width.max().unwrap_or(0).min(40);
        for (index, step) in path.steps.iter().take(MOST_STEPS).enumerate() {
            let number = path.steps.len() - 1 - index;
            writeln!(
                text,
                "  {number:>3}  line {:<4} {:width$}  {}",
                step.line.number, step.statement, step.formula
            )?;
        }
    }
    writeln!(text)
}

/// `9 -> 10 -> 12`; a suffix that was pruned starts with dots.
fn lines(path: &TriedPath) -> String {
    let number = |line: &Line| line.number.to_string();
    let numbers: Vec<String> = path.lines.iter().map(number).collect();
    match path.is_whole {
        true => numbers.join(" -> "),
        false => format!("... -> {}", numbers.join(" -> ")),
    }
}

fn found(found: &Found) -> String {
    match found {
        Found::NoModel => "no model".to_string(),
        Found::Unknown => "the solver could not tell".to_string(),
        Found::Model(values) if values.is_empty() => "model: no input is needed".to_string(),
        Found::Model(values) => {
            let values = values
                .iter()
                .map(|(name, value, width)| format!("{name} = {}", signed(*value, *width)));
            let values: Vec<String> = values.collect();
            format!("model: {}", values.join(", "))
        }
    }
}

/// The number that bits are in two's complement.
fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width.clamp(1, 128);
    ((value << unused) as i128) >> unused
}
