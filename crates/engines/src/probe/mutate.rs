//! Changes of test cases that know a little of texts: numbers, words, fields, repetitions.

use super::dictionary::Dictionary;
use super::random::Random;
use super::testcase::{Form, Stream, Testcase};
use super::text;
use crate::limits::tuning::MOST_DOUBLINGS;

/// Changes a test case; what another one gives is used, too.
pub(super) fn mutate(
    case: &mut Testcase,
    other: &Testcase,
    dictionary: &Dictionary,
    random: &mut Random,
) {
    let times = 1 << random.below(MOST_DOUBLINGS);
    for _ in 0..times {
        let number = random.below(case.streams.len());
        let Some((source, stream)) = case.streams.get_mut(number) else {
            return;
        };
        let same = other.streams.iter().find(|(it, _)| it == source);
        match (stream, same.map(|(_, stream)| stream)) {
            (Stream::Bytes(bytes), Some(Stream::Bytes(other))) => {
                text::mutate(bytes, other, dictionary, random);
            }
            (Stream::Bytes(bytes), _) => text::mutate(bytes, &[], dictionary, random),
            (Stream::Values(values, form), Some(Stream::Values(other, _))) => {
                mutate_values(values, *form, other, dictionary, random);
            }
            (Stream::Values(values, form), _) => {
                mutate_values(values, *form, &[], dictionary, random);
            }
        }
    }
}

fn mutate_values(
    values: &mut Vec<u128>,
    form: Form,
    other: &[u128],
    dictionary: &Dictionary,
    random: &mut Random,
) {
    let at = random.below(values.len());
    let Some(value) = values.get(at).copied() else {
        return;
    };
    match random.below(12) {
        // The rest is chosen anew when it is asked for.
        0 => values.truncate(at),
        1 => {
            values.remove(at);
        }
        2 => values.insert(at, form.fit(dictionary.value(form, random))),
        3 => {
            let tail = other.get(at..).unwrap_or_default();
            values.truncate(at);
            values.extend_from_slice(tail);
        }
        4 => {
            let copied = values[random.below(values.len())];
            values[at] = copied;
        }
        5 => values[at] = form.fit(value.wrapping_add(1 + random.below(4) as u128)),
        6 => values[at] = form.fit(value.wrapping_sub(1 + random.below(4) as u128)),
        7 => values[at] = form.fit(value ^ (1 << random.below(64))),
        8 => {
            let times = dictionary.repetition(random).min(64);
            let copies = std::iter::repeat_n(value, times);
            values.splice(at..at, copies);
        }
        _ => values[at] = form.fit(dictionary.value(form, random)),
    }
}
