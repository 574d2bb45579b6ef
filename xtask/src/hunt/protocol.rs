//! What the harnesses of all languages print.

use super::truth::{Behaviour, End, Failure, Run};

/// What each of some programs did.
pub(crate) fn behaviours(output: &str, count: usize) -> Vec<Behaviour> {
    let mut behaviours = vec![Behaviour::default(); count];
    for line in output.lines() {
        if let Some((program, run)) = read(line)
            && let Some(behaviour) = behaviours.get_mut(program)
        {
            behaviour.runs.push(run);
        }
    }
    behaviours
}

/// The first run.
pub(crate) fn first(output: &str) -> Option<Run> {
    output.lines().find_map(read).map(|(_, run)| run)
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
