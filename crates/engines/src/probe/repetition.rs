//! Parts of a text that can be given again and again: lines, statements, fields and characters, with names that are
//! numbered and runs of a character that become longer.

use super::testcase::{Stream, Testcase};
use crate::limits::tuning::{LONGEST_REPEATED_TEXT, MOST_REPEATED_PARTS};
use crate::limits::tuning::{MOST_CHARACTERS_TOGETHER, NAMES_BEFORE_OTHERS};
use std::collections::BTreeSet;

/// How many letters number a name: enough for 26^3 of them.
const LETTERS_OF_A_NUMBER: u32 = 3;

/// A part of a text, and where in the text it is given again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Repetition {
    stream: usize,
    at: usize,
    /// What is repeated.
    unit: Unit,
    /// How often that is given for one of what follows.
    ratio: usize,
    /// What is repeated afterwards: what closes the brackets that were opened, or uses the names that were made.
    closing: Unit,
}

/// What is repeated.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Unit {
    text: Vec<u8>,
    varying: Option<Varying>,
}

/// What makes each repetition another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Varying {
    /// Its number, in letters, stands at this place.
    Name(usize),
    /// The character at this place stands there once more than in the one before.
    Run(usize),
}

impl Unit {
    fn plain(text: &[u8]) -> Unit {
        Unit {
            text: text.to_vec(),
            varying: None,
        }
    }

    /// How many bytes so many of them have.
    fn length(&self, times: usize) -> usize {
        let more = match self.varying {
            None => 0,
            Some(Varying::Name(_)) => times.saturating_mul(LETTERS_OF_A_NUMBER as usize),
            Some(Varying::Run(_)) => times.saturating_mul(times.saturating_sub(1)) / 2,
        };
        times.saturating_mul(self.text.len()).saturating_add(more)
    }

    fn repeat(&self, times: usize) -> Vec<u8> {
        let Some(varying) = self.varying else {
            return self.text.repeat(times);
        };
        let (Varying::Name(at) | Varying::Run(at)) = varying;
        let (before, after) = self.text.split_at(at);
        let mut repeated = Vec::with_capacity(self.length(times));
        for number in 0..times {
            repeated.extend(before);
            match varying {
                Varying::Name(_) => repeated.extend(name_of(number)),
                Varying::Run(_) => repeated.extend(after.iter().take(1).cycle().take(number)),
            }
            repeated.extend(after);
        }
        repeated
    }
}

fn name_of(number: usize) -> impl Iterator<Item = u8> {
    let powers = (0..LETTERS_OF_A_NUMBER).rev();
    powers.map(move |power| b'a' + (number / 26_usize.pow(power) % 26) as u8)
}

impl Repetition {
    /// Characters again and again.
    pub(super) fn of(place: Place, unit: &[u8]) -> Repetition {
        Repetition {
            stream: place.stream,
            at: place.at,
            unit: Unit::plain(unit),
            ratio: 1,
            closing: Unit::default(),
        }
    }

    /// One character again and again, and then another as often.
    pub(super) fn nested(place: Place, opening: u8, closing: u8) -> Repetition {
        Repetition {
            closing: Unit::plain(&[closing]),
            ..Repetition::of(place, &[opening])
        }
    }

    /// The test case with so many more of them.
    pub(super) fn apply(&self, case: &Testcase, times: usize) -> Testcase {
        let mut case = case.clone();
        if let Some((_, Stream::Bytes(bytes))) = case.streams.get_mut(self.stream) {
            let mut repeated = self.unit.repeat(self.ratio * times);
            repeated.extend(self.closing.repeat(times));
            let at = self.at.min(bytes.len());
            bytes.splice(at..at, repeated);
        }
        case
    }

    /// This part and another one, one of them more often than the other.
    pub(super) fn together(&self, other: &Repetition) -> [Repetition; 2] {
        [(self, other), (other, self)].map(|(often, rarely)| Repetition {
            stream: self.stream,
            at: self.at,
            unit: often.unit.clone(),
            ratio: NAMES_BEFORE_OTHERS,
            closing: rarely.unit.clone(),
        })
    }

    /// The line of a test case in which this part begins, if it is not too long to be repeated.
    pub(super) fn line(&self, case: &Testcase) -> Option<Repetition> {
        let Some((_, Stream::Bytes(text))) = case.streams.get(self.stream) else {
            return None;
        };
        let (before, behind) = text.split_at_checked(self.at)?;
        let start = before.iter().rposition(|byte| *byte == b'\n');
        let start = start.map_or(0, |at| at + 1);
        let rest = behind.iter().position(|byte| *byte == b'\n')?;
        let line = &text[start..=self.at + rest];
        let place = Place {
            stream: self.stream,
            at: start,
        };
        (line.len() <= LONGEST_REPEATED_TEXT).then(|| Repetition::of(place, line))
    }

    /// The same where another part is repeated so many times before it.
    pub(super) fn behind(&self, other: &Repetition, times: usize) -> Repetition {
        let is_behind = self.stream == other.stream && self.at > other.at;
        let inserted = if is_behind { other.length(times) } else { 0 };
        Repetition {
            at: self.at + inserted,
            ..self.clone()
        }
    }

    /// How many bytes so many of them have.
    pub(super) fn length(&self, times: usize) -> usize {
        let units = self.unit.length(self.ratio.saturating_mul(times));
        units.saturating_add(self.closing.length(times))
    }

    /// Whether whole lines are repeated.
    pub(super) fn is_of_lines(&self) -> bool {
        self.unit.text.ends_with(b"\n") && self.unit.text.len() > 1
    }
}

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    stream: usize,
    at: usize,
}

/// The ends of texts, before the end of the last line.
pub(super) fn ends(case: &Testcase) -> Vec<Place> {
    let texts = texts(case);
    let ends = texts.map(|(stream, text)| Place {
        stream,
        at: text.strip_suffix(b"\n").unwrap_or(text).len(),
    });
    ends.collect()
}

fn texts(case: &Testcase) -> impl Iterator<Item = (usize, &[u8])> {
    let streams = case.streams.iter().enumerate();
    streams.filter_map(|(number, (_, stream))| match stream {
        Stream::Bytes(bytes) if bytes.len() <= LONGEST_REPEATED_TEXT => Some((number, &bytes[..])),
        _ => None,
    })
}

/// The parts of a test case that may be repeated: lines first.
pub(super) fn parts(case: &Testcase) -> Vec<Repetition> {
    let mut found = Vec::new();
    for (stream, text) in texts(case) {
        let mut parts = Parts {
            stream,
            text,
            seen: BTreeSet::new(),
            found: &mut found,
        };
        parts.lines();
        parts.statements();
        parts.fields();
        parts.characters();
    }
    found.truncate(MOST_REPEATED_PARTS);
    found
}

/// Collects parts of one text.
struct Parts<'t, 'f> {
    stream: usize,
    text: &'t [u8],
    seen: BTreeSet<(Unit, Unit)>,
    found: &'f mut Vec<Repetition>,
}

impl Parts<'_, '_> {
    /// Has a part repeated where it begins, unless the same was.
    fn add(&mut self, at: usize, text: Vec<u8>) {
        self.add_unit(at, Unit::plain(&text));
    }

    fn add_unit(&mut self, at: usize, unit: Unit) {
        self.add_both(at, unit, 1, Unit::default());
    }

    fn add_both(&mut self, at: usize, unit: Unit, ratio: usize, closing: Unit) {
        if !unit.text.is_empty() && self.seen.insert((unit.clone(), closing.clone())) {
            self.found.push(Repetition {
                stream: self.stream,
                at,
                unit,
                ratio,
                closing,
            });
        }
    }

    /// Lines, two of them together, lines with a name that is another one each time, and lines that begin with more
    /// blanks each time.
    fn lines(&mut self) {
        let mut lines: Vec<(usize, Vec<u8>)> = Vec::new();
        let mut at = 0;
        for line in self.text.split_inclusive(|byte| *byte == b'\n') {
            let mut whole = line.to_vec();
            if !whole.ends_with(b"\n") {
                whole.push(b'\n');
            }
            lines.push((at, whole));
            at += line.len();
        }
        for (at, line) in &lines {
            self.add(*at, line.clone());
        }
        for two in lines.windows(2) {
            self.add(two[0].0, [&two[0].1[..], &two[1].1].concat());
        }
        for (at, line) in &lines {
            let units = numbered(line).chain(indented(line));
            units.for_each(|unit| self.add_unit(*at, unit));
        }
        for two in lines.windows(2) {
            let units = [&two[0].1, &two[1].1].map(|line| numbered(line).next());
            if let [Some(one), Some(other)] = units {
                self.add_both(two[0].0, one.clone(), NAMES_BEFORE_OTHERS, other.clone());
                self.add_both(two[0].0, other, NAMES_BEFORE_OTHERS, one);
            }
        }
    }

    /// What stands between two separators that are alike, with a name that is another one each time; as it is, if
    /// it has several fields.
    fn statements(&mut self) {
        let separators = self.text.iter().filter(|byte| is_separator(byte));
        let separators: BTreeSet<u8> = separators.copied().filter(|byte| *byte != b'\n').collect();
        for separator in separators {
            let mut at = 0;
            for statement in self.text.split_inclusive(|byte| *byte == separator) {
                if statement.ends_with(&[separator]) {
                    numbered(statement).for_each(|unit| self.add_unit(at, unit));
                    let has_fields = statement.iter().filter(|byte| is_separator(byte)).nth(1);
                    if has_fields.is_some() {
                        self.add(at, statement.to_vec());
                    }
                }
                at += statement.len();
            }
        }
    }

    /// Fields, each with what separates it from the next.
    fn fields(&mut self) {
        let mut at = 0;
        for field in self.text.split_inclusive(is_separator) {
            if field.len() > 1 {
                self.add(at, field.to_vec());
            }
            at += field.len();
        }
    }

    /// Characters, and a few together.
    fn characters(&mut self) {
        for length in 1..=MOST_CHARACTERS_TOGETHER {
            for (at, characters) in self.text.windows(length).enumerate() {
                self.add(at, characters.to_vec());
            }
        }
    }
}

fn is_separator(byte: &u8) -> bool {
    !byte.is_ascii_alphanumeric() && *byte != b'_'
}

/// A line or statement with a name that is another one each time, for each of its names.
fn numbered(line: &[u8]) -> impl Iterator<Item = Unit> {
    let is_name = |at: usize| line.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let ends =
        (1..line.len()).filter(move |&end| line[end - 1].is_ascii_alphabetic() && !is_name(end));
    ends.map(|end| Unit {
        text: line.to_vec(),
        varying: Some(Varying::Name(end)),
    })
}

/// A line that begins with a blank, with more of them each time.
fn indented(line: &[u8]) -> Option<Unit> {
    matches!(line.first(), Some(b' ' | b'\t')).then(|| Unit {
        text: line.to_vec(),
        varying: Some(Varying::Run(0)),
    })
}
