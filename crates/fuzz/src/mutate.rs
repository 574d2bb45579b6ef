//! Mutations of text: of bytes, and of tokens as most languages have them.

use crate::random::Random;
use std::ops::Range;

/// Inputs do not grow beyond this: a hang is judged by inputs of a few kilobytes.
const MOST_BYTES: usize = 32 << 10;
/// The most mutations of one input.
const MOST_MUTATIONS: usize = 6;
/// The deepest nesting that is made: beyond the limits of every reader.
const DEEPEST_LOG2: usize = 13;

/// What a language is made of.
pub(crate) struct Language {
    /// Tokens that are worth putting anywhere: in lines, with two spaces between them, and `⏎` for
    /// the end of a line.
    pub(crate) tokens: &'static str,
    /// What opens and closes, for nesting.
    pub(crate) nesting: &'static [(&'static str, &'static str)],
}

/// Numbers at which things change.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "7",
    "8",
    "31",
    "32",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "4096",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "170141183460469231731687303715884105727",
    "170141183460469231731687303715884105728",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456",
    "99999999999999999999999999999999999999999999999999",
    "0.0",
    "1e308",
    "1e309",
    "1e-330",
    "1e99999999999",
    "0x7fffffff",
    "0xffffffffffffffff",
];

/// Bytes that are no UTF-8, or that readers take for something else.
const ODD_BYTES: &[&[u8]] = &[
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xe2\x82",
    b"\xed\xa0\x80",
    b"\xf0\x9f\x98\x80",
    b"\xc3\xa9",
    b"\xef\xbb\xbf",
    b"\r",
    b"\\\n",
    b"\x0c",
    b"??/",
    b"\\",
    b"\"",
    b"'",
];

/// An input made of the seeds.
pub(crate) fn text(random: &mut Random, seeds: &[Vec<u8>], language: &Language) -> Vec<u8> {
    let mut input = random.choose(seeds).cloned().unwrap_or_default();
    // Half of the inputs are near their seed: what is far from it is refused early.
    let mutations = match random.once_in(2) {
        true => 1,
        false => 1 + random.below(MOST_MUTATIONS),
    };
    for _ in 0..mutations {
        input = match random.below(8) {
            0 => bytes(random, input),
            _ => tokens(random, &input, seeds, language),
        };
        input.truncate(MOST_BYTES);
    }
    input
}

/// One change of some bytes.
pub(crate) fn bytes(random: &mut Random, mut input: Vec<u8>) -> Vec<u8> {
    let at = random.below(input.len());
    match random.below(6) {
        0 => input.truncate(at),
        1 => {
            let odd = random.choose(ODD_BYTES).copied().unwrap_or_default();
            input.splice(at..at, odd.iter().copied());
        }
        2 => {
            let end = (at + 1 + random.below(16)).min(input.len());
            input.drain(at..end);
        }
        3 => {
            let end = (at + 1 + random.below(64)).min(input.len());
            let copy = input[at..end].to_vec();
            input.splice(at..at, copy);
        }
        4 => {
            if let Some(byte) = input.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        _ => {
            if let Some(byte) = input.get_mut(at) {
                *byte = random.next() as u8;
            }
        }
    }
    input
}

/// One change of some tokens.
fn tokens(random: &mut Random, input: &[u8], seeds: &[Vec<u8>], language: &Language) -> Vec<u8> {
    let here = tokenise(input);
    let range = some(random, &here);
    let replaced = |with: &[u8]| {
        let mut output = input[..range.start].to_vec();
        output.extend_from_slice(with);
        output.extend_from_slice(&input[range.end..]);
        output
    };
    let dictionary = |random: &mut Random| {
        let tokens: Vec<&str> = language
            .tokens
            .lines()
            .flat_map(|line| line.split("  "))
            .collect();
        let token = random.choose(&tokens).copied().unwrap_or_default();
        format!(" {} ", token.replace('⏎', "\n"))
    };
    match random.below(13) {
        0 => replaced(b""),
        1 => {
            let twice = 1 + random.below(3);
            replaced(&input[range.clone()].repeat(twice + 1))
        }
        2 => replaced(dictionary(random).as_bytes()),
        3 => {
            let mut with = dictionary(random).into_bytes();
            with.extend_from_slice(&input[range.clone()]);
            replaced(&with)
        }
        4 | 5 => {
            let other = random.choose(seeds).map_or(&[][..], Vec::as_slice);
            let there = some(random, &tokenise(other));
            replaced(&other[there])
        }
        6 => {
            let there = some(random, &here);
            replaced(&input[there])
        }
        7 => {
            let numbers: Vec<&Range<usize>> = here
                .iter()
                .filter(|token| input[token.start].is_ascii_digit())
                .collect();
            let number = random.choose(NUMBERS).copied().unwrap_or_default();
            let at = random.choose(&numbers).copied().unwrap_or(&range);
            [&input[..at.start], number.as_bytes(), &input[at.end..]].concat()
        }
        8 => {
            let depth = match random.once_in(8) {
                true => 1 << random.below(DEEPEST_LOG2 + 1),
                false => 1 + random.below(4),
            };
            let (open, close) = random.choose(language.nesting).copied().unwrap_or_default();
            let depth = depth.min(MOST_BYTES / (open.len() + close.len()).max(1));
            let mut with = open.repeat(depth).into_bytes();
            with.extend_from_slice(&input[range.clone()]);
            with.extend_from_slice(close.repeat(depth).as_bytes());
            replaced(&with)
        }
        9..=11 => {
            // A token of the same sort from elsewhere: the structure stays what it is.
            let Some(at) = random.choose(&here) else {
                return input.to_vec();
            };
            let other = random.choose(seeds).map_or(&[][..], Vec::as_slice);
            let alike: Vec<Range<usize>> = tokenise(other)
                .into_iter()
                .filter(|token| sort(other[token.start]) == sort(input[at.start]))
                .collect();
            let with = random
                .choose(&alike)
                .map_or(&[][..], |there| &other[there.clone()]);
            [&input[..at.start], with, &input[at.end..]].concat()
        }
        _ => {
            // Two stretches change places.
            let there = some(random, &here);
            let (first, second) = match range.end <= there.start {
                true => (range, there),
                false if there.end <= range.start => (there, range),
                false => return input.to_vec(),
            };
            [
                &input[..first.start],
                &input[second.clone()],
                &input[first.end..second.start],
                &input[first],
                &input[second.end..],
            ]
            .concat()
        }
    }
}

/// A few tokens in a row: mostly one.
fn some(random: &mut Random, tokens: &[Range<usize>]) -> Range<usize> {
    let length = match random.below(4) {
        0 | 1 => 1,
        2 => 1 + random.below(6),
        _ => 1 + random.below(40),
    };
    let first = random.below(tokens.len());
    let last = (first + length - 1).min(tokens.len().saturating_sub(1));
    match (tokens.get(first), tokens.get(last)) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => 0..0,
    }
}

/// What a token that starts with a byte is: a number, a word, a string, or a mark.
fn sort(first: u8) -> u8 {
    match first {
        b'0'..=b'9' => b'0',
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => b'a',
        b'"' => b'"',
        _ => b'.',
    }
}

/// Words and numbers, strings, and single marks; what is between them is none.
fn tokenise(input: &[u8]) -> Vec<Range<usize>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&byte) = input.get(at) {
        let rest = &input[at + 1..];
        let length = match byte {
            b'"' => rest
                .iter()
                .position(|byte| matches!(byte, b'"' | b'\n'))
                .map_or(1, |end| end + 2),
            _ if is_word(byte) => 1 + rest.iter().take_while(|byte| is_word(**byte)).count(),
            _ => 1,
        };
        if !byte.is_ascii_whitespace() {
            tokens.push(at..at + length);
        }
        at += length;
    }
    tokens
}
