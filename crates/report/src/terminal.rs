//! Verdicts on the terminal, in the form that compilers have made familiar.

use crate::document::{Claim, Report};
use crate::excerpt::Excerpt;
use crate::path::path_lines;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use ir::{ClaimKind, SourceMap};
use std::fmt::Write;
use verdict::Status;
use verdict::evidence::{Input, Location, Note, Replay, ReplayStatus, Story, Trace};

/// The calls of a stack that are shown: the innermost, and the outermost if there are more.
const INNER_CALLS: usize = 8;
const OUTER_CALLS: usize = 2;

/// Claims that are listed by name when they stay open; the rest is counted.
const LISTED_CLAIMS: usize = 5;

/// Whether to write escape codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    /// Colours.
    Coloured,
    /// None.
    Plain,
}

/// Renders reports as text.
pub struct Terminal<'a> {
    files: &'a SourceMap,
    palette: Palette,
    width: usize,
}

/// A violation to be shown.
#[derive(Clone, Copy, Debug)]
pub struct Failure<'a> {
    /// What was violated.
    pub kind: ClaimKind,
    /// Where.
    pub location: &'a Location,
    /// How, in the user's terms.
    pub message: &'a str,
    /// The state there.
    pub trace: &'a Trace,
    /// What the environment chose.
    pub inputs: &'a [Input],
    /// How it comes about, if that was followed.
    pub story: Option<&'a Story>,
    /// How it was executed again.
    pub replay: Option<&'a Replay>,
}

impl<'a> Failure<'a> {
    /// The violation of a refuted claim.
    pub fn of(claim: &'a Claim) -> Option<Failure<'a>> {
        let counterexample = claim.counterexample.as_ref()?;
        Some(Failure {
            kind: claim.kind,
            location: &claim.location,
            message: &claim.message,
            trace: &counterexample.trace,
            inputs: &counterexample.inputs,
            story: Some(&counterexample.story),
            replay: Some(&counterexample.replay),
        })
    }
}

impl<'a> Terminal<'a> {
    /// Text for a terminal of `width` columns, with excerpts of `files`.
    pub fn new(files: &'a SourceMap, palette: Palette, width: usize) -> Terminal<'a> {
        Terminal {
            files,
            palette,
            width,
        }
    }

    /// The whole report: each refuted claim, the claims that stay open, and the summary.
    pub fn report(&self, report: &Report) -> String {
        let mut failures: Vec<Failure<'_>> = report.claims.iter().filter_map(Failure::of).collect();
        // Reading what an unchecked `scanf` did not set is the least of a program's problems.
        failures.sort_by_key(|failure| failure.kind == ClaimKind::Uninitialised);
        let mut text: String = failures
            .iter()
            .map(|failure| self.failure(failure) + "\n\n")
            .collect();
        text.push_str(&self.open_claims(report));
        text.push_str(&self.summary(report));
        text
    }

    /// A violation, without a final line break.
    pub fn failure(&self, failure: &Failure<'_>) -> String {
        let title = Level::ERROR
            .primary_title(failure.kind.title())
            .id(failure.kind.name());
        let place = match Excerpt::of(self.files, failure.location.span) {
            Some(excerpt) => {
                vec![excerpt_element(
                    failure.location,
                    excerpt,
                    Some(failure.message),
                )]
            }
            None => vec![
                origin(failure.location),
                Level::NOTE.no_name().message(failure.message).into(),
            ],
        };
        let primary = title.elements(place).elements(self.details(failure));
        let notes = failure.trace.notes.iter().map(|note| self.note(note));
        let groups: Vec<Group<'_>> = std::iter::once(primary).chain(notes).collect();
        self.renderer().render(&groups)
    }

    /// What stayed open and why: the reasons, each with the first claims it concerns.
    fn open_claims(&self, report: &Report) -> String {
        if report.verdict() == Status::Refuted {
            return String::new();
        }
        let open = report
            .claims
            .iter()
            .filter(|claim| claim.status != Status::Proved);
        let mut reasons: Vec<(Status, &str, Vec<&Claim>)> = match report.program.status {
            Status::Proved => Vec::new(),
            status => vec![(status, &report.program.message, Vec::new())],
        };
        for claim in open {
            match reasons
                .iter_mut()
                .find(|(status, reason, _)| (*status, *reason) == (claim.status, &claim.message))
            {
                Some((_, _, claims)) => claims.push(claim),
                None => reasons.push((claim.status, &claim.message, vec![claim])),
            }
        }
        let mut text = String::new();
        for (status, reason, claims) in reasons {
            let warning = self.style(AnsiColor::Yellow.on_default().bold(), status.name());
            let _ = writeln!(text, "{warning}: {reason}");
            for claim in claims.iter().take(LISTED_CLAIMS) {
                let _ = writeln!(text, "   {}{}", claim.id, reached(claim));
            }
            if claims.len() > LISTED_CLAIMS {
                let _ = writeln!(text, "   and {} more", claims.len() - LISTED_CLAIMS);
            }
            text.push('\n');
        }
        text
    }

    /// A line with the verdict, how the claims stand and what it took, and one with what proofs rest on.
    fn summary(&self, report: &Report) -> String {
        let verdict = report.verdict();
        let colour = match verdict {
            Status::Proved => AnsiColor::Green,
            Status::Refuted => AnsiColor::Red,
            Status::Bounded | Status::Unknown => AnsiColor::Yellow,
        };
        let name = self.style(colour.on_default().bold(), verdict.name());
        let counts: Vec<String> = [
            Status::Refuted,
            Status::Unknown,
            Status::Bounded,
            Status::Proved,
        ]
        .into_iter()
        .map(|status| (status, report.count(status)))
        .filter(|(_, count)| *count > 0)
        .map(|(status, count)| format!("{count} {status}"))
        .collect();
        let claims = match (report.claims.len(), counts.as_slice()) {
            (0, _) => "no claims".to_string(),
            (total, [_]) => counted(total, "claim"),
            (total, _) => format!("{} ({})", counted(total, "claim"), counts.join(", ")),
        };
        let calls = match report.program.library_calls {
            0 => String::new(),
            count => format!(" and {}", counted(count, "library call")),
        };
        let assumed = match report.count(Status::Proved) {
            0 => String::new(),
            _ if report.assumed.is_empty() => String::new(),
            _ => format!("assuming {}\n", report.assumed.join(", ")),
        };
        format!(
            "{name}: {claims}{calls} in {:.2} s\n{assumed}",
            report.seconds
        )
    }

    /// The lines below the excerpt: values, inputs, path, stack, replay.
    fn details<'b>(&self, failure: &Failure<'b>) -> Vec<Element<'b>> {
        let values = failure.trace.values.iter();
        let values: Vec<String> = values
            .map(|value| format!("{} = {}", value.name, value.value))
            .collect();
        let story = failure.story;
        let path = story.map(|story| path_lines(story, self.files));
        let assumed = story.map(|story| story.assumed.join(", "));
        let replay = failure.replay.map(replay_line);
        let saved = story.and_then(|story| story.saved.as_ref());
        let again = saved.map(|saved| format!("concrex replay {}", saved.document));
        let test = saved.and_then(|saved| saved.test.clone());
        [
            ("values", vec![values.join(", ")]),
            ("input", input_lines(failure)),
            ("assumed", assumed.into_iter().collect()),
            ("path", path.unwrap_or_default()),
            ("stack", stack_lines(&failure.trace.stack)),
            ("replay", replay.into_iter().collect()),
            ("again", again.into_iter().collect()),
            ("test", test.into_iter().collect()),
        ]
        .into_iter()
        .map(|(name, lines)| (name, lines.join("\n")))
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| Level::NOTE.with_name(Some(name)).message(text).into())
        .collect()
    }

    fn note<'b>(&self, note: &'b Note) -> Group<'b> {
        let title = Level::NOTE.secondary_title(note.message.as_str());
        let Some(location) = &note.location else {
            return Group::with_title(title);
        };
        title.element(match Excerpt::of(self.files, location.span) {
            Some(excerpt) => excerpt_element(location, excerpt, None),
            None => origin(location),
        })
    }

    fn renderer(&self) -> Renderer {
        let renderer = match self.palette {
            Palette::Coloured => Renderer::styled(),
            Palette::Plain => Renderer::plain(),
        };
        renderer.term_width(self.width)
    }

    fn style(&self, style: Style, text: &str) -> String {
        match self.palette {
            Palette::Coloured => format!("{style}{text}{style:#}"),
            Palette::Plain => text.to_string(),
        }
    }
}

/// The text at a location, underlined.
fn excerpt_element<'a>(
    location: &'a Location,
    excerpt: Excerpt,
    label: Option<&'a str>,
) -> Element<'a> {
    Snippet::source(excerpt.text)
        .line_start(excerpt.first_line as usize)
        .path(location.file.as_str())
        .annotation(AnnotationKind::Primary.span(excerpt.marked).label(label))
        .into()
}

/// A location whose text is not known.
fn origin(location: &Location) -> Element<'_> {
    let origin = Origin::path(location.file.as_str());
    match location.line {
        0 => origin.into(),
        line => origin
            .line(line as usize)
            .char_column(location.column as usize)
            .into(),
    }
}

/// What the environment chose: in the program's terms where they are known.
fn input_lines(failure: &Failure<'_>) -> Vec<String> {
    if let Some(story) = failure.story.filter(|story| !story.words.is_empty()) {
        return story.words.clone();
    }
    let inputs = failure.inputs.iter();
    inputs
        .map(|input| {
            let Input {
                source,
                line,
                ty,
                value,
                times,
            } = input;
            let often = match times {
                1 => String::new(),
                times => format!(", {times} times"),
            };
            format!("{source} at line {line} gives {value} ({ty}){often}")
        })
        .collect()
}

fn replay_line(Replay { status, how, why }: &Replay) -> String {
    match status {
        ReplayStatus::Confirmed => format!("confirmed by {how}"),
        ReplayStatus::Interpreted => match why {
            Some(why) => format!("by the {how} alone: {why}"),
            None => format!("by the {how} alone"),
        },
        ReplayStatus::NotSeen => format!("interpreted; not seen by {how}"),
    }
}

/// `in push`, `called from main at ring.c:12:3`, …; recursion is counted, and long stacks lose
/// their middle.
fn stack_lines(stack: &[Location]) -> Vec<String> {
    let name = |frame: &Location| frame.function.clone().unwrap_or_else(|| "?".to_string());
    let Some((innermost, callers)) = stack.split_first() else {
        return Vec::new();
    };
    let mut calls: Vec<String> = callers
        .chunk_by(|one, other| one == other)
        .map(|same| {
            let times = match same.len() {
                1 => String::new(),
                count => format!(" ({count} times)"),
            };
            format!("called from `{}` at {}{times}", name(&same[0]), same[0])
        })
        .collect();
    if calls.len() > INNER_CALLS + OUTER_CALLS {
        let hidden = INNER_CALLS..calls.len() - OUTER_CALLS;
        let count = hidden.len();
        calls.splice(hidden, [format!("… {} …", counted(count, "more call"))]);
    }
    calls.insert(0, format!("in `{}`", name(innermost)));
    calls
}

/// What is known of a claim that stays open: how often it held.
fn reached(claim: &Claim) -> String {
    match claim.reached {
        None => String::new(),
        Some(0) => " (not reached)".to_string(),
        Some(1) => " (reached once, and held)".to_string(),
        Some(times) => format!(" (reached {times} times, and held)"),
    }
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
