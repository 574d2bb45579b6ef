//! Going on where a test case ends: with each character and each word that the program mentions.
//!
//! Programs that take commands, or characters one by one, do something new step by step: what is new is the
//! beginning of what is new next. Changes at random rarely put the right command at the right place.

use super::{Campaign, Watcher};
use crate::probe::testcase::{Stream, Testcase};

impl Campaign<'_> {
    /// Appends everything that may come next to the test cases that take new sides of branches. Whether to stop.
    pub(super) fn extend(&mut self, watcher: &mut dyn Watcher) -> bool {
        while let Some(case) = self.corpus.unextended() {
            if self.follow_new_comparisons(watcher) || self.extend_case(&case, watcher) {
                return true;
            }
        }
        false
    }

    fn extend_case(&mut self, case: &Testcase, watcher: &mut dyn Watcher) -> bool {
        let mut extended: Vec<Testcase> = Vec::new();
        for number in 0..case.streams.len() {
            let characters = self.dictionary.characters.iter();
            extended.extend(characters.filter_map(|it| with_character(case, number, *it)));
            let lines = self.dictionary.lines();
            extended.extend(lines.filter_map(|line| with_line(case, number, &line)));
        }
        extended.into_iter().any(|case| self.attempt(case, watcher))
    }
}

/// A test case with one more character in its last line.
fn with_character(case: &Testcase, stream: usize, character: u8) -> Option<Testcase> {
    changed(case, stream, |text| {
        let end = text.strip_suffix(b"\n").unwrap_or(text).len();
        text.insert(end, character);
    })
}

/// A test case with one more line.
fn with_line(case: &Testcase, stream: usize, line: &[u8]) -> Option<Testcase> {
    changed(case, stream, |text| {
        if text.last().is_some_and(|last| *last != b'\n') {
            text.push(b'\n');
        }
        text.extend(line);
        text.push(b'\n');
    })
}

/// A test case with one of its texts changed; `None` if that is no text.
fn changed(case: &Testcase, stream: usize, change: impl FnOnce(&mut Vec<u8>)) -> Option<Testcase> {
    let mut case = case.clone();
    let Some((_, Stream::Bytes(text))) = case.streams.get_mut(stream) else {
        return None;
    };
    change(text);
    Some(case)
}
