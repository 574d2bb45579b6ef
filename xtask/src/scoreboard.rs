//! Results as markdown, printed and, if asked for, kept in `docs/`.

use crate::{Result, project};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Whether a result replaces the one in `docs/`.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Keep {
    /// Replace the section in docs/ by this result
    #[arg(long)]
    save: bool,
}

/// A document of results.
#[derive(Clone, Copy)]
pub(crate) enum Document {
    /// `docs/scoreboard.md`
    Scoreboard,
    /// `docs/benchmarks.md`
    Benchmarks,
}

impl Document {
    fn path(self) -> &'static str {
        match self {
            Document::Scoreboard => "docs/scoreboard.md",
            Document::Benchmarks => "docs/benchmarks.md",
        }
    }
}

/// Prints a section, and keeps it between its marks `<!-- name -->` and `<!-- /name -->`.
pub(crate) fn publish(document: Document, name: &str, section: &str, keep: Keep) -> Result<()> {
    println!("{section}");
    if !keep.save {
        return Ok(());
    }
    let path = project::root().join(document.path());
    let problem = |what: &str| format!("{}: {what}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| problem(&error.to_string()))?;
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let missing = || problem(&format!("there is no section `{name}`"));
    let start = text.find(&open).ok_or_else(missing)? + open.len();
    let end = start + text[start..].find(&close).ok_or_else(missing)?;
    let text = format!("{}{section}{}", &text[..start], &text[end..]);
    std::fs::write(&path, text).map_err(|error| problem(&error.to_string()))
}

/// A table of counts, the largest first.
pub(crate) fn tally(title: &str, names: impl IntoIterator<Item = String>) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    names
        .into_iter()
        .for_each(|name| *counts.entry(name).or_default() += 1);
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut table = format!("| {title} | count |\n|---|---:|\n");
    for (name, count) in counts {
        let _ = writeln!(table, "| {} | {count} |", name.replace('|', "\\|"));
    }
    table
}

/// `part` of `all` in percent.
pub(crate) fn percent(part: usize, all: usize) -> String {
    match all {
        0 => "-".to_string(),
        _ => format!("{:.1} %", 100.0 * part as f64 / all as f64),
    }
}

/// A message without places and names, for counting.
pub(crate) fn general(message: &str) -> String {
    let text = match message.split_once(": ") {
        Some((place, text)) if is_place(place) => text,
        _ => message,
    };
    let words: Vec<&str> = text.split(' ').collect();
    let unplaced: Vec<String> = words.into_iter().map(without_place).collect();
    let unplaced = unplaced.join(" ");
    let pieces = unplaced.split('`').enumerate();
    pieces
        .map(|(index, piece)| if index % 2 == 1 { "`…`" } else { piece })
        .collect()
}

/// A word, with `…` for a place in a file.
fn without_place(word: &str) -> String {
    let place = word.trim_end_matches([',', ';', ':', '.', ')']);
    match is_place(place) {
        true => format!("…{}", &word[place.len()..]),
        false => word.to_string(),
    }
}

/// Whether a text is `file:line:column`, without blanks.
pub(crate) fn is_place(text: &str) -> bool {
    let mut parts = text.rsplit(':');
    let mut number = || parts.next().is_some_and(|part| part.parse::<u32>().is_ok());
    number() && number() && !text.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::general;

    #[test]
    fn messages_are_counted_by_what_they_say() {
        let message = "a/b.c:12:3: unsupported: call of `foo` in `bar`";
        assert_eq!(general(message), "unsupported: call of `…` in `…`");
        let message = "the execution stops at b.c:1:2: needs `x`, see b.c:3:4.";
        assert_eq!(
            general(message),
            "the execution stops at …: needs `…`, see …."
        );
        assert_eq!(general("no function `main`"), "no function `…`");
    }
}
