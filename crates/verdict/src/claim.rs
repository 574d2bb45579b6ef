//! Which claim: the one identity that claims have.

use ir::{ClaimKind, FileId, SourceMap, Span};

/// Where something starts in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    file: FileId,
    line: u32,
    column: u32,
}

impl Place {
    /// Where a span starts.
    pub fn of(span: Span) -> Place {
        Place {
            file: span.file,
            line: span.line,
            column: span.column,
        }
    }

    /// `file:line:column`, for people.
    pub fn display(self, files: &SourceMap) -> String {
        match files.get(self.file).filter(|_| self.line > 0) {
            Some(file) => format!("{}:{}:{}", file.name, self.line, self.column),
            None => "<start-up>".to_string(),
        }
    }
}

/// A claim: what it says does not happen, and where. Checks of one kind at one place are one claim.
///
/// Claims are ordered as in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClaimId {
    place: Place,
    kind: ClaimKind,
}

impl ClaimId {
    /// The claim of a kind where a span starts.
    pub fn new(kind: ClaimKind, span: Span) -> ClaimId {
        ClaimId {
            place: Place::of(span),
            kind,
        }
    }

    /// What it says does not happen.
    pub fn kind(self) -> ClaimKind {
        self.kind
    }

    /// Where.
    pub fn place(self) -> Place {
        self.place
    }

    /// Its name in reports, `kind@file:line:column`: unique in a program, and stable from run to
    /// run.
    pub fn name(self, files: &SourceMap) -> String {
        format!("{}@{}", self.kind.name(), self.place.display(files))
    }
}
