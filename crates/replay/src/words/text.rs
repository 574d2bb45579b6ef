//! Long texts for people: what repeats itself is shown once, and how often.

use crate::literal::readable_string;

/// The longest string that is shown as a whole, and how much of a longer one is shown.
const MOST_BYTES: usize = 1000;
const BYTES_OF_A_LONG_STRING: usize = 60;

/// Shorter strings are shown as they are.
const LONGEST_PLAIN_STRING: usize = 64;
/// The longest part of a string that is looked for again behind itself, and how many bytes its repetitions must cover
/// for them to be counted instead of shown.
const LONGEST_UNIT: usize = 128;
const SHORTEST_REPETITION: usize = 16;

/// A part of a string: some bytes, and how often they stand there in a row.
struct Part<'a> {
    bytes: &'a [u8],
    times: usize,
}

/// Bytes as a string: `"GET " + 5000 * "a" + "\n"`; of a long one that does not repeat itself, its beginning and
/// how long it is.
pub(super) fn text(bytes: &[u8]) -> String {
    if bytes.len() <= LONGEST_PLAIN_STRING {
        return readable_string(bytes);
    }
    let parts = parts(bytes);
    let shown: usize = parts.iter().map(|part| part.bytes.len()).sum();
    if shown > MOST_BYTES {
        let start = readable_string(&bytes[..BYTES_OF_A_LONG_STRING]);
        return format!("{start}… ({} bytes)", bytes.len());
    }
    let parts = parts.iter().map(|part| match part.times {
        1 => readable_string(part.bytes),
        times => format!("{times} * {}", readable_string(part.bytes)),
    });
    parts.collect::<Vec<_>>().join(" + ")
}

/// Takes a string apart from left to right.
fn parts(bytes: &[u8]) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    // From `plain` to `at` nothing repeats itself.
    let (mut plain, mut at) = (0, 0);
    // More than is shown need not be taken apart.
    while at < bytes.len() && at - plain <= MOST_BYTES {
        let Some(repeated) = repetition(&bytes[at..]) else {
            at += 1;
            continue;
        };
        if plain < at {
            parts.push(Part {
                bytes: &bytes[plain..at],
                times: 1,
            });
        }
        at += repeated.bytes.len() * repeated.times;
        plain = at;
        parts.push(repeated);
    }
    if plain < bytes.len() {
        parts.push(Part {
            bytes: &bytes[plain..],
            times: 1,
        });
    }
    parts
}

/// The shortest unit with which a string starts and whose repetitions are worth counting.
fn repetition(bytes: &[u8]) -> Option<Part<'_>> {
    let longest = LONGEST_UNIT.min(bytes.len() / 2);
    (1..=longest).find_map(|length| {
        let unit = &bytes[..length];
        let times = bytes.chunks_exact(length).take_while(|it| *it == unit);
        let times = times.count();
        let is_worth_it = times > 2 && times * length >= SHORTEST_REPETITION;
        is_worth_it.then_some(Part { bytes: unit, times })
    })
}

#[cfg(test)]
mod tests {
    use super::text;

    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(text(bytes), expected);
    }

    #[test]
    fn a_short_text_is_shown_as_it_is() {
        check(
            b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            r#""aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa""#,
        );
    }

    #[test]
    fn repetitions_of_a_long_text_are_counted() {
        let long = [b"GET /".as_slice(), &[b'a'; 5000], b"\nHost: x\n"].concat();
        check(&long, r#""GET /" + 5000 * "a" + "\nHost: x\n""#);
        check(&b"set 1 2\n".repeat(300), r#"300 * "set 1 2\n""#);
    }

    #[test]
    fn a_long_text_that_does_not_repeat_itself_is_cut() {
        let numbers: String = (0..1000).map(|number| number.to_string()).collect();
        let shown = text(numbers.as_bytes());
        assert!(shown.ends_with("… (2890 bytes)"), "{shown}");
    }
}
