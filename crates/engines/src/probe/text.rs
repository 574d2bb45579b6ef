//! Changes of texts.

use super::dictionary::Dictionary;
use super::random::Random;
use crate::limits::tuning::{LONGEST_CHANGED_PART, LONGEST_PROBED_TEXT};
use std::ops::Range;

/// Changes a text once; parts of another one are used, too.
pub(super) fn mutate(
    text: &mut Vec<u8>,
    other: &[u8],
    dictionary: &Dictionary,
    random: &mut Random,
) {
    match random.below(28) {
        0 => change_byte(text, |byte, random| byte ^ (1 << random.below(8)), random),
        1 => change_byte(text, any_byte, random),
        2 => change_byte(
            text,
            |byte, random| byte.wrapping_add(random.below(9) as u8).wrapping_sub(4),
            random,
        ),
        3 => {
            if let Some(character) = random.choose(&dictionary.characters).copied() {
                change_byte(text, |_, _| character, random);
            }
        }
        4 | 5 => insert(text, &dictionary.word(random), random),
        6 => {
            let at = random.range(text.len(), LONGEST_CHANGED_PART);
            text.splice(at, dictionary.word(random));
        }
        7 => {
            let part = random.range(text.len(), LONGEST_CHANGED_PART);
            text.drain(part);
        }
        8 => {
            let part = text[random.range(text.len(), LONGEST_CHANGED_PART)].to_vec();
            insert(text, &part, random);
        }
        9 => repeat(text, dictionary, random),
        10 | 11 => change_number(text, dictionary, random),
        12 => {
            let part = other[random.range(other.len(), LONGEST_CHANGED_PART)].to_vec();
            insert(text, &part, random);
        }
        13 => splice(text, other, random),
        14 => repeat_field(text, dictionary, random),
        15 => {
            let field = field_at(text, random.below(text.len()));
            text.splice(field, dictionary.word(random));
        }
        16 => put_number(text, dictionary, random),
        17 => repeat_line(text, dictionary, random),
        18 | 19 => insert_line(text, other, random),
        20 | 21 => wrap(text, random),
        22 | 23 => copy_field(text, other, random),
        24..=26 => insert_command(text, dictionary, random),
        _ => text.extend(dictionary.word(random)),
    }
    text.truncate(LONGEST_PROBED_TEXT);
}

fn change_byte(text: &mut [u8], change: impl Fn(u8, &mut Random) -> u8, random: &mut Random) {
    let at = random.below(text.len());
    if let Some(byte) = text.get_mut(at) {
        *byte = change(*byte, random);
    }
}

fn insert(text: &mut Vec<u8>, part: &[u8], random: &mut Random) {
    let at = random.below(text.len() + 1);
    text.splice(at..at, part.iter().copied());
}

/// Repeats a byte or a short part as often as the sizes of the program suggest.
fn repeat(text: &mut Vec<u8>, dictionary: &Dictionary, random: &mut Random) {
    let start = random.below(text.len());
    let length = 1 + if random.once_in(2) {
        random.below(4)
    } else {
        0
    };
    let end = (start + length).min(text.len());
    let part = match text.get(start..end) {
        Some(part) if !part.is_empty() => part.to_vec(),
        _ => vec![b'a' + random.below(26) as u8],
    };
    let times = dictionary
        .repetition(random)
        .min(LONGEST_PROBED_TEXT / part.len());
    text.splice(start..start, part.repeat(times));
}

/// Repeats a field with the separator behind it.
fn repeat_field(text: &mut Vec<u8>, dictionary: &Dictionary, random: &mut Random) {
    let field = field_at(text, random.below(text.len()));
    let end = (field.end + 1).min(text.len());
    let mut part = text[field.start..end].to_vec();
    if part.len() == field.len() {
        part.push(if random.once_in(2) { b'\n' } else { b' ' });
    }
    let times = dictionary
        .repetition(random)
        .min(LONGEST_PROBED_TEXT / part.len());
    text.splice(field.start..field.start, part.repeat(times));
}

/// A byte in the place of another: most texts are ASCII.
fn any_byte(byte: u8, random: &mut Random) -> u8 {
    let any = random.next() as u8;
    match byte.is_ascii() && !random.once_in(8) {
        true => any & 0x7f,
        false => any,
    }
}

/// Puts brackets or quotes around a part.
fn wrap(text: &mut Vec<u8>, random: &mut Random) {
    let pairs = [b"()", b"[]", b"{}", b"\"\"", b"<>"];
    let part = match random.once_in(2) {
        true => random.range(text.len(), LONGEST_CHANGED_PART),
        false => field_at(text, random.below(text.len())),
    };
    if let Some([open, close]) = random.choose(&pairs) {
        text.insert(part.end, *close);
        text.insert(part.start, *open);
    }
}

/// The line around a byte, without its end.
fn line_at(text: &[u8], at: usize) -> Range<usize> {
    let at = at.min(text.len());
    let start = text[..at].iter().rposition(|byte| *byte == b'\n');
    let end = text[at..].iter().position(|byte| *byte == b'\n');
    start.map_or(0, |it| it + 1)..end.map_or(text.len(), |end| at + end)
}

/// Inserts a line of the other text, or of this one, between two lines.
fn insert_line(text: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let from = if random.once_in(3) { &text[..] } else { other };
    let mut line = from[line_at(from, random.below(from.len()))].to_vec();
    line.push(b'\n');
    put_between_lines(text, line, random);
}

/// Inserts a command between two lines.
fn insert_command(text: &mut Vec<u8>, dictionary: &Dictionary, random: &mut Random) {
    let argument = text[field_at(text, random.below(text.len()))].to_vec();
    let line = dictionary.command(&argument, random);
    put_between_lines(text, line, random);
}

fn put_between_lines(text: &mut Vec<u8>, mut line: Vec<u8>, random: &mut Random) {
    let mut at = line_at(text, random.below(text.len() + 1)).start;
    if random.once_in(2) {
        at = text.len();
        if text.last().is_some_and(|byte| *byte != b'\n') {
            line.insert(0, b'\n');
        }
    }
    text.splice(at..at, line);
}

/// Repeats a whole line.
fn repeat_line(text: &mut Vec<u8>, dictionary: &Dictionary, random: &mut Random) {
    let Range { start, end } = line_at(text, random.below(text.len()));
    let mut line = text[start..end].to_vec();
    line.push(b'\n');
    let times = dictionary
        .repetition(random)
        .min(LONGEST_PROBED_TEXT / line.len());
    text.splice(start..start, line.repeat(times));
}

/// Puts a number into the bytes, as machines of either kind have it: one that matters, or how many
/// bytes are left.
fn put_number(text: &mut Vec<u8>, dictionary: &Dictionary, random: &mut Random) {
    let at = random.below(text.len());
    let left = text.len().saturating_sub(at) as i64;
    let number = match random.once_in(3) {
        true => left - random.below(8) as i64,
        false => dictionary.number(random),
    };
    let width = [1, 1, 2, 4][random.below(4)];
    let bytes = match random.once_in(2) {
        true => number.to_le_bytes()[..width].to_vec(),
        false => number.to_be_bytes()[8 - width..].to_vec(),
    };
    let end = (at + width).min(text.len());
    text.splice(at..end, bytes);
}

/// Puts another number in the place of one.
fn change_number(text: &mut Vec<u8>, dictionary: &Dictionary, random: &mut Random) {
    let numbers = numbers(text);
    match random.choose(&numbers).cloned() {
        Some((place, value)) => {
            let new = match random.below(4) {
                0 => value.saturating_add(1),
                1 => value.saturating_sub(1),
                _ => dictionary.number(random),
            };
            text.splice(place, new.to_string().into_bytes());
        }
        None => insert(
            text,
            dictionary.number(random).to_string().as_bytes(),
            random,
        ),
    }
}

/// The beginning of one text and the end of the other.
fn splice(text: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let (at, from) = (random.below(text.len() + 1), random.below(other.len() + 1));
    text.truncate(at);
    text.extend_from_slice(&other[from..]);
}

/// Puts a field of this text, or of the other, in the place of one: names are often said twice.
fn copy_field(text: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let from = if random.once_in(4) { other } else { &text[..] };
    let copied = from[field_at(from, random.below(from.len()))].to_vec();
    let field = field_at(text, random.below(text.len()));
    text.splice(field, copied);
}

/// What is between two separators.
fn field_at(text: &[u8], at: usize) -> Range<usize> {
    let is_separator = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
    let at = at.min(text.len());
    let start = text[..at]
        .iter()
        .rposition(is_separator)
        .map_or(0, |it| it + 1);
    let end = text[at..].iter().position(is_separator);
    start..end.map_or(text.len(), |end| at + end)
}

/// The decimal numbers in a text.
pub(super) fn numbers(text: &[u8]) -> Vec<(Range<usize>, i64)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit());
        let end = at + digits.count();
        if end == at {
            at += 1;
            continue;
        }
        let is_negative = at > 0 && text[at - 1] == b'-';
        let start = at - usize::from(is_negative);
        let number = std::str::from_utf8(&text[start..end]);
        if let Some(number) = number.ok().and_then(|number| number.parse().ok()) {
            found.push((start..end, number));
        }
        at = end;
    }
    found
}
