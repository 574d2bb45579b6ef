//! Where things are in the user's files.

use std::fmt;
use std::sync::Arc;

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

/// A stretch of source text: from a line and column to a line and column, both counted from 1,
/// the end exclusive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The file it is in.
    pub file: FileId,
    /// First line, from 1; 0 for [`Span::NONE`].
    pub line: u32,
    /// First column, from 1, in bytes.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// The column after the last byte.
    pub end_column: u32,
}

impl Span {
    /// The span of what has no place in any file, such as the start-up code.
    pub const NONE: Span = Span {
        file: FileId(0),
        line: 0,
        column: 0,
        end_line: 0,
        end_column: 0,
    };

    /// The smallest span from the start of `self` to the end of `end`, if both are in one file.
    pub fn to(self, end: Span) -> Span {
        if self.file != end.file || (end.end_line, end.end_column) < (self.line, self.column) {
            return self;
        }
        Span {
            end_line: end.end_line,
            end_column: end.end_column,
            ..self
        }
    }

    /// Whether this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self.line == 0
    }
}

/// Who wrote a file: the reports speak of the user's own lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The program under analysis.
    User,
    /// A header of the system.
    System,
    /// Concrex's own model of the standard library.
    Library,
}

/// A file that spans refer to.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name as the user would write it.
    pub name: Arc<str>,
    /// Who wrote it.
    pub origin: Origin,
    /// Its text, where it could be read.
    pub text: Option<Arc<str>>,
}

/// All files that a program came from.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file, or finds the one of that name.
    pub fn intern(&mut self, name: &str, origin: Origin) -> FileId {
        if let Some(found) = self.files.iter().position(|file| &*file.name == name) {
            return FileId(found as u32);
        }
        self.files.push(SourceFile {
            name: name.into(),
            origin,
            text: None,
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// Gives a file its text, for excerpts.
    pub fn set_text(&mut self, id: FileId, text: Arc<str>) {
        if let Some(file) = self.files.get_mut(id.0 as usize) {
            file.text = Some(text);
        }
    }

    /// The file, if there is one of that number.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// All files with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(index, file)| (FileId(index as u32), file))
    }

    /// Who wrote the place; [`Origin::Library`] for [`Span::NONE`].
    pub fn origin(&self, span: Span) -> Origin {
        match self.get(span.file) {
            Some(file) if !span.is_none() => file.origin,
            _ => Origin::Library,
        }
    }

    /// `file:line:column`, as compilers write it.
    pub fn display(&self, span: Span) -> impl fmt::Display + '_ {
        DisplaySpan { map: self, span }
    }
}

struct DisplaySpan<'a> {
    map: &'a SourceMap,
    span: Span,
}

impl fmt::Display for DisplaySpan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.map.get(self.span.file) {
            Some(file) if !self.span.is_none() => {
                write!(f, "{}:{}:{}", file.name, self.span.line, self.span.column)
            }
            _ => f.write_str("<start-up>"),
        }
    }
}
