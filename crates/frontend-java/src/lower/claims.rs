//! Places of the source: where exceptions start, and what is claimed about that.

use super::Lowering;
use crate::classpath::Author;
use crate::world::{ClassId, MethodId};
use ir::{ClaimKind, FileId, Origin, Span};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A place where an exception can start or come by.
pub(crate) struct Site {
    pub(super) method: Option<MethodId>,
    pub(super) line: u32,
    pub(super) span: Span,
    /// The claim that no exception which nobody catches starts here.
    pub(super) claim: Option<Claim>,
}

/// A claim that no exception starts at a place.
pub(crate) struct Claim {
    pub(super) kind: ClaimKind,
    /// The expression that could raise it.
    pub(super) subject: Arc<str>,
    /// Whether a text is read as a number here.
    pub(super) parses: bool,
}

impl Claim {
    pub(super) fn new(kind: ClaimKind, subject: impl Into<Arc<str>>) -> Claim {
        Claim {
            kind,
            subject: subject.into(),
            parses: false,
        }
    }
}

impl Site {
    /// Place 0, which is no place.
    pub(super) fn none() -> Site {
        Site {
            method: None,
            line: 0,
            span: Span::NONE,
            claim: None,
        }
    }
}

impl Lowering<'_, '_> {
    /// The source file of a class.
    pub(super) fn file(&mut self, class: ClassId) -> Option<FileId> {
        if let Some(file) = self.files.get(&class) {
            return Some(*file);
        }
        let found = self.world.class(class);
        let source = found.source.as_ref()?;
        let package = found.name.rsplit_once('/').map(|(package, _)| package);
        let inside = match package {
            Some(package) => format!("{package}/{source}"),
            None => source.to_string(),
        };
        let origin = self.origin(class);
        let path = match found.author {
            Author::User => self.user_source(&inside),
            _ => None,
        };
        let name = match &path {
            Some(path) => path.display().to_string(),
            None if origin == Origin::User => inside,
            None => format!("java.base/{inside}"),
        };
        let file = self.program.files.intern(&name, origin);
        if let Some(text) = path.and_then(|path| std::fs::read_to_string(path).ok()) {
            self.program.files.set_text(file, text.into());
        }
        self.files.insert(class, file);
        Some(file)
    }

    /// The file that the user gave, by its name in the class file.
    fn user_source(&self, inside: &str) -> Option<PathBuf> {
        let name = Path::new(inside).file_name();
        let exact = self.sources.iter().find(|path| path.ends_with(inside));
        let similar = || self.sources.iter().find(|path| path.file_name() == name);
        exact.or_else(similar).cloned()
    }

    /// The condition of an assertion that stands in one line.
    pub(super) fn asserted(&mut self, class: ClassId, line: u32) -> Option<String> {
        let file = self.file(class)?;
        let text = self.program.files.get(file)?.text.as_deref()?;
        let content = text.lines().nth(line.checked_sub(1)? as usize)?;
        let (_, after) = content.split_once("assert ")?;
        let (condition, _) = after.split_once(';')?;
        let condition = condition.split(" : ").next()?.trim();
        (!condition.is_empty()).then(|| condition.to_string())
    }

    /// A line, from its first character to its last.
    pub(super) fn line_span(&mut self, class: ClassId, line: u32) -> Span {
        self.expression_span(class, line, "")
    }

    /// An expression in a line, or the line if it is not found there.
    pub(super) fn expression_span(&mut self, class: ClassId, line: u32, text: &str) -> Span {
        let Some(file) = self.file(class).filter(|_| line > 0) else {
            return Span::NONE;
        };
        let source = self.program.files.get(file);
        let source = source.and_then(|source| source.text.as_deref());
        let content = source.and_then(|text| text.lines().nth(line as usize - 1));
        let (start, end) = content.map_or((0, 1), |content| extent(content, text));
        Span {
            file,
            line,
            column: start as u32 + 1,
            end_line: line,
            end_column: end as u32 + 1,
        }
    }
}

/// Where an expression stands in a line, as a word of its own.
fn extent(line: &str, expression: &str) -> (usize, usize) {
    let whole = (line.len() - line.trim_start().len(), line.trim_end().len());
    if expression.is_empty() {
        return whole;
    }
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut places = line.match_indices(expression).map(|(start, _)| start);
    let found = places.find(|start| {
        let end = start + expression.len();
        let cuts_before =
            is_part(line[..*start].chars().next_back()) && is_part(expression.chars().next());
        let cuts_after =
            is_part(line[end..].chars().next()) && is_part(expression.chars().next_back());
        !cuts_before && !cuts_after
    });
    match found {
        Some(start) => (start, start + expression.len()),
        None => whole,
    }
}
