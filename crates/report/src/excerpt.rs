//! Stretches of source text around a span, small enough to show whatever the file.

use ir::{SourceMap, Span};
use std::ops::Range;

/// A span of more lines than this is shown by its first line.
const MOST_LINES: u32 = 6;

/// The lines of a span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Excerpt {
    /// Whole lines.
    pub(crate) text: String,
    /// The number of the first.
    pub(crate) first_line: u32,
    /// The span, in bytes of `text`.
    pub(crate) marked: Range<usize>,
}

impl Excerpt {
    /// The excerpt, if the file's text is known and has such a line.
    pub(crate) fn of(files: &SourceMap, span: Span) -> Option<Excerpt> {
        if span.is_none() {
            return None;
        }
        let text = files.get(span.file)?.text.as_deref()?;
        let last_line = match span.end_line.saturating_sub(span.line) < MOST_LINES {
            true => span.end_line.max(span.line),
            false => span.line,
        };
        let count = (last_line - span.line + 1) as usize;
        let lines: Vec<&str> = text
            .lines()
            .skip(span.line as usize - 1)
            .take(count)
            .collect();
        let first = lines.first()?;
        let text = lines.join("\n");

        let start = boundary(
            &text,
            (span.column as usize).saturating_sub(1).min(first.len()),
        );
        let end = if lines.len() == count && last_line == span.end_line {
            let before_last = text.len() - lines.last().map_or(0, |line| line.len());
            before_last + (span.end_column as usize).saturating_sub(1)
        } else {
            first.len()
        };
        let end = boundary(&text, end.clamp(start, text.len()));
        Some(Excerpt {
            first_line: span.line,
            marked: start..end,
            text,
        })
    }
}

/// The start of the character that `at` lies in.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}
