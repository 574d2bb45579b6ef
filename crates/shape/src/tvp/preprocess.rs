//! The preprocessor: comments, `#include`, `#define` and conditionals, as the C preprocessor has
//! them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::error::{Error, Position};

/// Files may include each other this deep.
const MAX_INCLUDES: usize = 32;
/// A file may grow to this many characters.
const MAX_TEXT: usize = 4 << 20;
/// Macros may use each other this deep.
const MAX_EXPANSIONS: usize = 32;

/// A line of text and where it was written.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) position: Position,
}

#[derive(Debug)]
struct Macro {
    /// `None` for a macro without parentheses.
    parameters: Option<Vec<String>>,
    body: String,
}

/// Reads files: the file system, or what a test has.
pub type Reader<'a> = &'a dyn Fn(&Path) -> std::io::Result<String>;

/// The lines of a file after preprocessing.
pub(super) fn preprocess(path: &Path, read: Reader<'_>) -> Result<Vec<Line>, Error> {
    let mut preprocessor = Preprocessor {
        read,
        macros: FxHashMap::default(),
        lines: Vec::new(),
        size: 0,
    };
    preprocessor.file(path, 0, &Position::start(path))?;
    Ok(preprocessor.lines)
}

struct Preprocessor<'a> {
    read: Reader<'a>,
    macros: FxHashMap<String, Macro>,
    lines: Vec<Line>,
    size: usize,
}

impl Preprocessor<'_> {
    fn file(&mut self, path: &Path, depth: usize, from: &Position) -> Result<(), Error> {
        if depth > MAX_INCLUDES {
            return Err(from.error("files include each other too deeply"));
        }
        let text = (self.read)(path)
            .map_err(|error| from.error(format!("cannot read {}: {error}", path.display())))?;
        let name: Arc<str> = path.display().to_string().into();
        let mut conditions = Vec::new();
        for (number, text) in logical_lines(&without_comments(&text)) {
            let position = Position {
                file: Arc::clone(&name),
                line: number,
            };
            match text.trim_start().strip_prefix('#') {
                Some(directive) => {
                    self.directive(directive, &mut conditions, path, depth, &position)?;
                }
                None if conditions.iter().all(|active| *active) => self.line(&text, position)?,
                None => {}
            }
        }
        Ok(())
    }

    fn line(&mut self, text: &str, position: Position) -> Result<(), Error> {
        let text = self.expand(text, 0, &position)?;
        self.size += text.len();
        if self.size > MAX_TEXT {
            return Err(position.error("the text is too long after preprocessing"));
        }
        self.lines.push(Line { text, position });
        Ok(())
    }

    fn directive(
        &mut self,
        text: &str,
        conditions: &mut Vec<bool>,
        path: &Path,
        depth: usize,
        position: &Position,
    ) -> Result<(), Error> {
        let (name, rest) = word(text.trim_start());
        let rest = rest.trim();
        let active = conditions.iter().all(|active| *active);
        match name {
            "ifdef" => conditions.push(self.macros.contains_key(word(rest).0)),
            "ifndef" => conditions.push(!self.macros.contains_key(word(rest).0)),
            "if" => {
                let value = self.expand(rest, 0, position)?;
                conditions.push(self.condition(value.trim()));
            }
            "else" => match conditions.last_mut() {
                Some(condition) => *condition = !*condition,
                None => return Err(position.error("#else without #if")),
            },
            "endif" => {
                conditions
                    .pop()
                    .ok_or_else(|| position.error("#endif without #if"))?;
            }
            _ if !active => {}
            "include" => {
                let included = rest.trim_matches(['"', '<', '>']);
                let beside: PathBuf = path.parent().unwrap_or(Path::new("")).join(included);
                self.file(&beside, depth + 1, position)?;
            }
            "define" => self.define(rest, position)?,
            "undef" => {
                self.macros.remove(word(rest).0);
            }
            other => return Err(position.error(format!("unknown directive #{other}"))),
        }
        Ok(())
    }

    fn condition(&self, text: &str) -> bool {
        match text.strip_prefix("defined") {
            Some(rest) => self
                .macros
                .contains_key(rest.trim().trim_matches(['(', ')'])),
            None => text.parse::<i64>().is_ok_and(|value| value != 0),
        }
    }

    fn define(&mut self, text: &str, position: &Position) -> Result<(), Error> {
        let (name, rest) = word(text);
        if name.is_empty() {
            return Err(position.error("#define without a name"));
        }
        let (parameters, body) = match rest.strip_prefix('(') {
            None => (None, rest),
            Some(rest) => {
                let (list, body) = rest
                    .split_once(')')
                    .ok_or_else(|| position.error("#define without a closing parenthesis"))?;
                (
                    Some(list.split(',').map(|name| name.trim().to_owned()).collect()),
                    body,
                )
            }
        };
        let body = body.trim().to_owned();
        self.macros
            .insert(name.to_owned(), Macro { parameters, body });
        Ok(())
    }

    fn expand(&self, text: &str, depth: usize, position: &Position) -> Result<String, Error> {
        if self.macros.is_empty() {
            return Ok(text.to_owned());
        }
        if depth > MAX_EXPANSIONS {
            return Err(position.error("macros use each other too deeply"));
        }
        let mut result = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let (name, after) = word(rest);
            if name.is_empty() {
                let taken = if first == '"' {
                    string_end(rest)
                } else {
                    first.len_utf8()
                };
                result.push_str(&rest[..taken]);
                rest = &rest[taken..];
                continue;
            }
            rest = match self
                .macros
                .get(name)
                .and_then(|found| use_macro(found, after))
            {
                Some((replaced, after)) => {
                    result.push_str(&self.expand(&replaced, depth + 1, position)?);
                    after
                }
                None => {
                    result.push_str(name);
                    after
                }
            };
            if result.len() > MAX_TEXT {
                return Err(position.error("a macro grows too long"));
            }
        }
        Ok(result)
    }
}

/// The text a macro stands for, and what follows its use.
fn use_macro<'t>(found: &Macro, after: &'t str) -> Option<(String, &'t str)> {
    let Some(parameters) = &found.parameters else {
        return Some((found.body.clone(), after));
    };
    let inner = after.trim_start().strip_prefix('(')?;
    let (arguments, after) = arguments(inner)?;
    let mut replaced = String::new();
    let mut rest = &*found.body;
    while let Some(first) = rest.chars().next() {
        let (name, next) = word(rest);
        if name.is_empty() {
            replaced.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let place = parameters.iter().position(|parameter| parameter == name);
        replaced.push_str(
            place
                .and_then(|place| arguments.get(place))
                .map_or(name, |a| a.trim()),
        );
        rest = next;
    }
    Some((replaced, after))
}

/// The arguments of a macro up to its closing parenthesis, and what follows.
fn arguments(text: &str) -> Option<(Vec<&str>, &str)> {
    let mut depth = 0_usize;
    let mut start = 0;
    let mut found = Vec::new();
    for (place, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                found.push(&text[start..place]);
                return Some((found, &text[place + 1..]));
            }
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    None
}

/// The identifier at the start of a text, and the rest.
pub(super) fn word(text: &str) -> (&str, &str) {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let end = text
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(text.len());
    text.split_at(if starts { end } else { 0 })
}

/// Where a string that starts a text ends.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (place, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return place + 1,
            _ => {}
        }
    }
    text.len()
}

/// The text with comments replaced by spaces; lines stay where they are.
fn without_comments(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (taken, replacement) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), String::new())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/").map_or(rest.len(), |end| end + 4);
            (
                end,
                rest[..end]
                    .chars()
                    .filter(|c| *c == '\n')
                    .chain([' '])
                    .collect(),
            )
        } else if first == '"' {
            let end = string_end(rest);
            (end, rest[..end].to_owned())
        } else {
            (first.len_utf8(), first.to_string())
        };
        result.push_str(&replacement);
        rest = &rest[taken..];
    }
    result
}

/// Lines with those that end in a backslash joined to the next, each with its number.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut continued = false;
    for (place, line) in text.lines().enumerate() {
        let (line, more) = match line.trim_end().strip_suffix('\\') {
            Some(line) => (line, true),
            None => (line, false),
        };
        match lines.last_mut() {
            Some((_, before)) if continued => before.push_str(line),
            _ => lines.push((place + 1, line.to_owned())),
        }
        continued = more;
    }
    lines
}
