//! Whether what the verifier says of a program is so.

use super::answer::{Answer, Claim, Counterexample, Document, Status};
use super::tree::Start;
use super::truth::{Failing, Truth};
use crate::scoreboard::general;

/// Kinds of errors that no native run shows, or not always: a stale copy of a pointer hides a leak.
const UNSEEN: &[&str] = &[
    "uninit",
    "pointer-comparison",
    "pointer-subtraction",
    "missing-return",
    "invalid-call",
    "precondition",
    "leak",
];

/// Why a candidate need not be confirmed: another error on the way to the claimed one is an error all
/// the same; and what cannot be chosen, an order that the library leaves open or the numbers that
/// earlier calls leave behind, was never executed, nor was what came when the time was over.
const EXCUSES: &[&str] = &[
    "meets another violation first",
    "what the library leaves open cannot be chosen on the JVM",
    "it depends on what earlier calls leave in",
    "there was no time left to execute it",
];

/// What became of a program.
#[derive(Clone, Debug)]
pub(crate) enum Fate {
    Right(Status),
    /// Neither proved nor refuted, and why.
    Open(String),
    Wrong(Defect),
    /// Nothing is known of the program: it does not compile, or does not end.
    Skipped(String),
}

/// A defect of the verifier.
#[derive(Clone, Debug)]
pub(crate) struct Defect {
    pub(crate) kind: DefectKind,
    pub(crate) what: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum DefectKind {
    ProvedThoughARunFails,
    RefutedThoughNoRunFails,
    CandidateNotConfirmed,
    Broken,
    Overtime,
    Contradiction,
}

impl DefectKind {
    /// Whether a machine that is busy enough shows it, too.
    pub(crate) fn depends_on_time(self) -> bool {
        self == DefectKind::Overtime
    }

    /// A short name, for files.
    pub(crate) fn slug(self) -> &'static str {
        match self {
            DefectKind::ProvedThoughARunFails => "proved",
            DefectKind::RefutedThoughNoRunFails => "refuted",
            DefectKind::CandidateNotConfirmed => "unconfirmed",
            DefectKind::Broken => "broken",
            DefectKind::Overtime => "overtime",
            DefectKind::Contradiction => "contradiction",
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            DefectKind::ProvedThoughARunFails => "proved though a run fails",
            DefectKind::RefutedThoughNoRunFails => "refuted though no run fails",
            DefectKind::CandidateNotConfirmed => "a candidate was not confirmed",
            DefectKind::Broken => "crashed or printed no report",
            DefectKind::Overtime => "ran far beyond its limit",
            DefectKind::Contradiction => "two runs contradict each other",
        }
    }
}

fn wrong(kind: DefectKind, what: impl Into<String>) -> Fate {
    Fate::Wrong(Defect {
        kind,
        what: what.into(),
    })
}

/// Compares an answer with the truth. `again` runs the program natively on given inputs, unless what that shows is
/// unclear.
pub(crate) fn judge(
    answer: &Answer,
    truth: &Truth,
    start: &Start,
    again: impl Fn(&[i64]) -> Option<Truth>,
) -> Fate {
    let document = match answer {
        Answer::Said(document) => document,
        Answer::Overtime => return wrong(DefectKind::Overtime, "it did not end in time"),
        Answer::Broken(how) => return wrong(DefectKind::Broken, how),
        Answer::Refused(why) => return Fate::Open(format!("refused: {}", general(why))),
    };
    if let Some(what) = wrongly_proved(document, truth) {
        return wrong(DefectKind::ProvedThoughARunFails, what);
    }
    if let Some(what) = wrongly_refuted(document, truth, start, again) {
        return wrong(DefectKind::RefutedThoughNoRunFails, what);
    }
    let unconfirmed = document.claims.iter().find(|claim| {
        let message = &claim.message;
        claim.status == Status::Unknown
            && message.contains("found and not confirmed")
            && !UNSEEN.contains(&claim.kind.as_str())
            && !EXCUSES.iter().any(|excuse| message.contains(excuse))
    });
    if let Some(claim) = unconfirmed {
        let Claim { kind, location, .. } = claim;
        let what = format!("{kind} at line {}: {}", location.line, claim.message);
        return wrong(DefectKind::CandidateNotConfirmed, what);
    }
    match document.verdict {
        Status::Proved | Status::Refuted => Fate::Right(document.verdict),
        Status::Bounded | Status::Unknown => Fate::Open(reason(document)),
    }
}

/// A run that fails although the program, or the very claim, is said to be proved.
fn wrongly_proved(document: &Document, truth: &Truth) -> Option<String> {
    let told = |failing: &Failing| {
        let Failing { inputs, failure } = failing;
        let place = failure.line.map(|line| format!(" at line {line}"));
        let place = place.unwrap_or_default();
        format!("with inputs {inputs:?} it fails{place}: {}", failure.what)
    };
    if document.verdict == Status::Proved {
        return truth.failing.first().map(told);
    }
    let proved = |line: u32| {
        let at = |claim: &&Claim| claim.location.line == line && claim.kind == "assert";
        let mut claims = document.claims.iter().filter(at).peekable();
        claims.peek().is_some() && claims.all(|claim| claim.status == Status::Proved)
    };
    let is_claim = |failing: &&Failing| failing.failure.what.starts_with("claim violated");
    let mut failing = truth.failing.iter().filter(is_claim);
    failing
        .find(|failing| failing.failure.line.is_some_and(proved))
        .map(told)
}

/// A refuted claim that no run violates, not even with the inputs of the counterexample.
fn wrongly_refuted(
    document: &Document,
    truth: &Truth,
    start: &Start,
    again: impl Fn(&[i64]) -> Option<Truth>,
) -> Option<String> {
    // A caller that was not enumerated may do what none of ours does.
    if *start != Start::Main {
        return None;
    }
    let is_disputed = |claim: &&Claim| {
        let counterexample = claim.counterexample.as_ref();
        claim.status == Status::Refuted
            && !truth.fails_at(claim.location.line)
            && !UNSEEN.contains(&claim.kind.as_str())
            && !counterexample.is_some_and(Counterexample::is_confirmed)
    };
    let told = |claim: &Claim, values: &[i64]| {
        let Claim { kind, location, .. } = claim;
        let (line, message) = (location.line, &claim.message);
        format!(
            "{kind} at line {line} is refuted with inputs {values:?}, which do not fail: {message}"
        )
    };
    document
        .claims
        .iter()
        .filter(is_disputed)
        .find_map(|claim| {
            let values = claim.counterexample.as_ref()?.values()?;
            let fails = again(&values).is_none_or(|run| !run.failing.is_empty());
            (!fails).then(|| told(claim, &values))
        })
}

/// Why a program is left open.
fn reason(document: &Document) -> String {
    let mut open = document.claims.iter().filter(|claim| {
        claim.status == document.verdict
            && matches!(claim.status, Status::Bounded | Status::Unknown)
    });
    let message = open
        .next()
        .map_or(&document.program.message, |claim| &claim.message);
    format!(
        "{:?}: {}",
        document.verdict,
        without_numbers(&general(message))
    )
}

/// A message with `N` for numbers, for counting.
fn without_numbers(message: &str) -> String {
    let mut text = String::new();
    for character in message.chars() {
        match character.is_ascii_digit() {
            true if text.ends_with('N') => {}
            true => text.push('N'),
            false => text.push(character),
        }
    }
    text
}
