//! Operands of comparisons, put back into the input: where the input holds one of them, the comparison
//! may turn out otherwise if it held the other (Aschermann et al., "REDQUEEN: Fuzzing with
//! Input-to-State Correspondence", NDSS 2019, Section III).

use super::testcase::{Stream, Testcase};
use super::text;
use crate::limits::tuning::MOST_PLACES_OF_AN_OPERAND;
use interp::Comparison;

/// The test cases in which one operand was put in the place of the other.
pub(super) fn replacements(case: &Testcase, comparison: &Comparison) -> Vec<Testcase> {
    let mut found = Vec::new();
    for (number, (_, stream)) in case.streams.iter().enumerate() {
        let changed = match (stream, comparison) {
            (Stream::Bytes(bytes), Comparison::Numbers(left, right)) => {
                let mut changed = numbers(bytes, *left, *right);
                changed.extend(numbers(bytes, *right, *left));
                changed.into_iter().map(Stream::Bytes).collect()
            }
            (Stream::Bytes(bytes), Comparison::Texts(left, right)) => {
                let mut changed = texts(bytes, left, right);
                changed.extend(texts(bytes, right, left));
                changed.into_iter().map(Stream::Bytes).collect()
            }
            (Stream::Values(values, form), Comparison::Numbers(left, right)) => {
                let mut changed = Vec::new();
                for (from, to) in [(*left, *right), (*right, *left)] {
                    let places = values.iter().enumerate();
                    let places = places.filter(|(_, value)| form.fit(from.into()) == **value);
                    for (place, _) in places.take(MOST_PLACES_OF_AN_OPERAND) {
                        for to in neighbours(to) {
                            let mut values = values.clone();
                            values[place] = form.fit(to.into());
                            changed.push(Stream::Values(values, *form));
                        }
                    }
                }
                changed
            }
            (Stream::Values(..), Comparison::Texts(..)) => Vec::new(),
        };
        found.extend(changed.into_iter().map(|stream: Stream| {
            let mut case = case.clone();
            case.streams[number].1 = stream;
            case
        }));
    }
    found
}

/// A number, and those beside it: `<` and `<=` turn there.
fn neighbours(number: u64) -> [u64; 3] {
    [number, number.wrapping_add(1), number.wrapping_sub(1)]
}

/// A text with a number replaced that it holds in digits or in bytes.
fn numbers(bytes: &[u8], from: u64, to: u64) -> Vec<Vec<u8>> {
    let mut found = in_digits(bytes, from, to);
    if from <= 0xff && to <= 0xff {
        let part = [from as u8];
        found.extend(places_of(bytes, &part).map(|at| {
            let mut bytes = bytes.to_vec();
            bytes[at] = to as u8;
            bytes
        }));
    }
    for width in [2, 4, 8] {
        found.extend(in_bytes(bytes, from, to, width));
    }
    found
}

fn in_digits(bytes: &[u8], from: u64, to: u64) -> Vec<Vec<u8>> {
    let numbers = text::numbers(bytes);
    // A narrow number was extended with zeros.
    let is_it = |value: i64| value as u64 == from || value as u32 as u64 == from;
    let places = numbers.into_iter().filter(|(_, value)| is_it(*value));
    let new = neighbours(to).map(|to| match u32::try_from(to) {
        Ok(narrow) => i64::from(narrow as i32),
        Err(_) => to as i64,
    });
    let places = places.take(MOST_PLACES_OF_AN_OPERAND);
    places
        .flat_map(|(place, _)| {
            new.map(|to| {
                let mut bytes = bytes.to_vec();
                bytes.splice(place.clone(), to.to_string().into_bytes());
                bytes
            })
        })
        .collect()
}

/// In the order of bytes of either kind of machine.
fn in_bytes(bytes: &[u8], from: u64, to: u64, width: usize) -> Vec<Vec<u8>> {
    let fits = width == 8 || (from | to) >> (8 * width) == 0;
    let is_narrower = width > 2 && from >> (4 * width) == 0 && to >> (4 * width) == 0;
    if !fits || is_narrower {
        return Vec::new();
    }
    let little = |number: u64| number.to_le_bytes()[..width].to_vec();
    let big = |number: u64| number.to_be_bytes()[8 - width..].to_vec();
    let mut found = Vec::new();
    for order in [&little as &dyn Fn(u64) -> Vec<u8>, &big] {
        for at in places_of(bytes, &order(from)) {
            for to in neighbours(to) {
                let mut bytes = bytes.to_vec();
                bytes.splice(at..at + width, order(to));
                found.push(bytes);
            }
        }
    }
    found
}

/// A text with a part replaced; a part that is empty may be anywhere, and is at the end of a line.
fn texts(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<Vec<u8>> {
    if from.is_empty() {
        return at_ends_of_lines(bytes, to);
    }
    // Of bytes without an end, as many are compared as the other has.
    let is_there = places_of(bytes, from).next().is_some();
    let from = match is_there {
        true => from,
        false => &from[..from.len().min(to.len()).max(1)],
    };
    let mut replaced: Vec<Vec<u8>> = places_of(bytes, from)
        .map(|at| {
            let mut bytes = bytes.to_vec();
            bytes.splice(at..at + from.len(), to.iter().copied());
            bytes
        })
        .collect();
    // What is compared may be there because the input said nothing else.
    if replaced.is_empty() && to.iter().all(u8::is_ascii_graphic) {
        replaced = at_ends_of_lines(bytes, to);
    }
    replaced
}

/// A text with a part at the end of a line, as it is and as an argument of what is there.
fn at_ends_of_lines(bytes: &[u8], part: &[u8]) -> Vec<Vec<u8>> {
    let ends = (0..=bytes.len()).filter(|at| bytes.get(*at).is_none_or(|byte| *byte == b'\n'));
    let ends = ends.take(MOST_PLACES_OF_AN_OPERAND);
    ends.flat_map(|at| {
        let (before, behind) = bytes.split_at(at);
        [&b""[..], b" "].map(|separator| [before, separator, part, behind].concat())
    })
    .collect()
}

fn places_of<'a>(bytes: &'a [u8], part: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let windows = bytes.windows(part.len().max(1)).enumerate();
    let places = windows.filter(move |(_, window)| *window == part);
    places.map(|(at, _)| at).take(MOST_PLACES_OF_AN_OPERAND)
}
