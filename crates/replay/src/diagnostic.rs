//! Places in the diagnostics of sanitizers, valgrind and `assert`.

use std::path::Path;
use verdict::{Claimed, Counterexample};

/// Which of the places that a diagnostic names must be the claimed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The first in the program's own files: of a stack, the innermost call that is the user's.
    First,
    /// Any: there are several violations in one diagnostic.
    Somewhere,
    /// None is named.
    Unnamed,
}

/// Whether the first line of the user's files that is named belongs to the claimed place.
pub(crate) fn names_place_first(text: &str, counterexample: &Counterexample) -> bool {
    let claimed = &counterexample.violation;
    let mut files: Vec<String> = counterexample
        .build
        .files
        .iter()
        .filter_map(|file| file_name(file))
        .collect();
    files.extend(file_name(Path::new(&claimed.file)));
    files.sort();
    files.dedup();
    let first = files
        .iter()
        .flat_map(|file| places(text, file).map(move |(at, line)| (at, file, line)))
        .min();
    first.is_some_and(|(_, file, line)| {
        Some(file) == file_name(Path::new(&claimed.file)).as_ref() && is_claimed(claimed, line)
    })
}

/// Whether the claimed place is named.
pub(crate) fn names_place_somewhere(text: &str, claimed: &Claimed) -> bool {
    file_name(Path::new(&claimed.file))
        .is_some_and(|file| places(text, &file).any(|(_, line)| is_claimed(claimed, line)))
}

fn is_claimed(claimed: &Claimed, line: u32) -> bool {
    (claimed.line..=claimed.end_line.max(claimed.line)).contains(&line)
}

/// Where `file:line` stands, and the line.
fn places<'a>(text: &'a str, file: &'a str) -> impl Iterator<Item = (usize, u32)> + 'a {
    text.match_indices(file).filter_map(move |(at, _)| {
        let is_part = text[..at].ends_with(|c: char| c.is_alphanumeric() || "_-.".contains(c));
        let rest = text[at + file.len()..].strip_prefix(':')?;
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let line = rest[..end].parse().ok()?;
        (!is_part).then_some((at, line))
    })
}

fn file_name(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_string_lossy().into_owned())
}
