//! The lexer: preprocessed text to tokens whose spans are in the user's own files.

mod directive;
pub(crate) mod literal;
mod locate;
mod names;
mod scan;
mod token;

pub(crate) use names::{Names, Symbol};
pub(crate) use token::TokenKind;

use crate::ast::Contract;
use directive::{Directive, Pack};
use ir::{FileId, Origin, SourceMap, Span};
use rustc_hash::FxHashMap;
use scan::{Extent, RawToken, Scanned, Scanner};

/// A token. Its span is beside it in [`Tokens::spans`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: TokenKind,
    /// The name of an identifier or keyword; of no meaning for others.
    pub(crate) symbol: Symbol,
    start: u32,
    end: u32,
}

impl Token {
    /// The token as it is written in `text`, the text it was read from.
    pub(crate) fn text(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize)
            .unwrap_or_default()
    }
}

/// The tokens of a translation unit.
pub(crate) struct Tokens {
    /// The tokens; the last is [`TokenKind::End`], and no other is.
    pub(crate) tokens: Vec<Token>,
    /// Where each token is in the user's files.
    pub(crate) spans: Vec<Span>,
    /// The names that the symbols stand for.
    pub(crate) names: Names,
    /// The `/*@ … */` comments.
    pub(crate) contracts: Contracts,
    /// `#pragma pack`.
    pub(crate) packing: Packing,
    /// Pragmas that change what names stand for.
    pub(crate) naming: Vec<Span>,
}

/// Reads `text`. What stands before the first line marker is in the file `name`; files that are
/// not the system's are of `origin`.
pub(crate) fn lex(text: &[u8], name: &str, files: &mut SourceMap, origin: Origin) -> Tokens {
    let mut lexer = Lexer::new(text, name, files, origin);
    let mut scanner = Scanner::new(text);
    loop {
        match scanner.next() {
            Scanned::Token(token) => lexer.token(token),
            Scanned::Contract(extent) => lexer.contract(extent),
            Scanned::Directive(extent) => lexer.directive(extent),
            Scanned::End => return lexer.finish(),
        }
    }
}

/// The `/*@ … */` comments by the token that they stand before.
#[derive(Default)]
pub(crate) struct Contracts {
    before: FxHashMap<usize, Contract>,
}

impl Contracts {
    /// The contract right before a token.
    pub(crate) fn before(&self, token: usize) -> Option<&Contract> {
        self.before.get(&token)
    }

    /// Adds a comment (with its delimiters) before a token. Several comments in a row are one
    /// contract, in which everything keeps its line.
    fn attach(&mut self, token: usize, comment: &[u8], span: Span) {
        let comment = String::from_utf8_lossy(comment);
        let inner = comment.strip_prefix("/*@").unwrap_or(&comment);
        let inner = inner.strip_suffix("*/").unwrap_or(inner);
        match self.before.get_mut(&token) {
            None => {
                self.before.insert(
                    token,
                    Contract {
                        text: inner.to_owned(),
                        span,
                    },
                );
            }
            Some(found) if found.span.file == span.file && found.span.end_line <= span.line => {
                let is_repeated = found.span.line == span.line;
                if !is_repeated {
                    let lines = (span.line - found.span.end_line).min(1 << 10) as usize;
                    found.text.push_str(&"\n".repeat(lines));
                    found.text.push_str(inner);
                    found.span = found.span.to(span);
                }
            }
            Some(_) => {}
        }
    }
}

/// The `#pragma pack` in force at each token.
#[derive(Default)]
pub(crate) struct Packing {
    current: Option<u32>,
    pushed: Vec<Option<u32>>,
    changes: Vec<(usize, Option<u32>)>,
}

impl Packing {
    /// The largest alignment of members in a record whose definition ends at a token.
    pub(crate) fn at(&self, token: usize) -> Option<u32> {
        let after = self.changes.partition_point(|&(from, _)| from <= token);
        self.changes.get(after.checked_sub(1)?)?.1
    }

    fn change(&mut self, token: usize, pack: Pack) {
        match pack {
            Pack::Set(value) => self.current = value,
            Pack::Push(value) => {
                self.pushed.push(self.current);
                self.current = value.or(self.current);
            }
            Pack::Pop => self.current = self.pushed.pop().flatten(),
        }
        self.changes.push((token, self.current));
    }
}

/// Where headers are the system's, even if a tool has dropped the flag that says so.
const SYSTEM_FOLDERS: [&str; 2] = ["/usr/include/", "/usr/lib/"];

/// The file that line markers say the text is in.
struct Presumed {
    name: String,
    origin: Origin,
    /// Known once the file has a token.
    id: Option<FileId>,
    /// The presumed line minus the physical one, modulo 2³².
    shift: u32,
}

struct Lexer<'t> {
    text: &'t [u8],
    files: &'t mut SourceMap,
    origin: Origin,
    /// What a file is, by what its first marker said: the expansion of a system macro is
    /// marked as a system header although it stands in the user's file.
    origins: FxHashMap<String, Origin>,
    presumed: Presumed,
    has_marker: bool,
    out: Tokens,
}

impl<'t> Lexer<'t> {
    fn new(text: &'t [u8], name: &str, files: &'t mut SourceMap, origin: Origin) -> Lexer<'t> {
        // Ample: growing costs more than reserving what is never touched.
        let expected = text.len() / 2;
        Lexer {
            text,
            files,
            origin,
            origins: FxHashMap::default(),
            presumed: Presumed {
                name: name.to_owned(),
                origin,
                id: None,
                shift: 0,
            },
            has_marker: false,
            out: Tokens {
                tokens: Vec::with_capacity(expected),
                spans: Vec::with_capacity(expected),
                names: Names::new(),
                contracts: Contracts::default(),
                packing: Packing::default(),
                naming: Vec::new(),
            },
        }
    }

    fn token(&mut self, raw: RawToken) {
        let spelling = raw.extent.of(self.text);
        let (kind, symbol) = match raw.kind {
            TokenKind::Identifier => {
                let symbol = self.out.names.intern(spelling);
                (self.out.names.kind(symbol), symbol)
            }
            kind => (kind, Symbol::default()),
        };
        let span = self.span(raw.extent);
        self.out.spans.push(span);
        self.out.tokens.push(Token {
            kind,
            symbol,
            start: raw.extent.start,
            end: raw.extent.end,
        });
    }

    fn contract(&mut self, extent: Extent) {
        let span = self.span(extent);
        self.out
            .contracts
            .attach(self.out.tokens.len(), extent.of(self.text), span);
    }

    fn directive(&mut self, extent: Extent) {
        match Directive::read(extent.of(self.text)) {
            Directive::Line {
                line,
                file,
                is_system,
            } => {
                self.has_marker = true;
                self.presumed.shift = line.wrapping_sub(extent.end_line).wrapping_sub(1);
                if let Some(file) = file {
                    self.enter(String::from_utf8_lossy(&file).into_owned(), is_system);
                }
            }
            Directive::Pack(pack) => self.out.packing.change(self.out.tokens.len(), pack),
            Directive::Naming => {
                let span = self.span(extent);
                self.out.naming.push(span);
            }
            Directive::Other => {}
        }
    }

    fn enter(&mut self, name: String, is_system: bool) {
        if name == self.presumed.name {
            return;
        }
        let is_system = is_system || SYSTEM_FOLDERS.iter().any(|folder| name.starts_with(folder));
        let said = if is_system {
            Origin::System
        } else {
            self.origin
        };
        let origin = match self.origins.get(&name) {
            Some(&origin) => origin,
            None => {
                self.origins.insert(name.clone(), said);
                said
            }
        };
        self.presumed = Presumed {
            name,
            origin,
            id: None,
            shift: self.presumed.shift,
        };
    }

    fn span(&mut self, extent: Extent) -> Span {
        let presumed = &mut self.presumed;
        let file = *presumed
            .id
            .get_or_insert_with(|| self.files.intern(&presumed.name, presumed.origin));
        // A marker may say anything, but no line has the number 0.
        let line = |physical: u32| physical.wrapping_add(presumed.shift).max(1);
        Span {
            file,
            line: line(extent.line),
            column: extent.column,
            end_line: line(extent.end_line),
            end_column: extent.end_column,
        }
    }

    fn finish(mut self) -> Tokens {
        let out = &mut self.out;
        if self.has_marker {
            let Tokens {
                tokens,
                spans,
                contracts,
                ..
            } = out;
            locate::locate(self.text, tokens, spans, self.files, contracts);
        } else {
            let file = self.files.intern(&self.presumed.name, self.origin);
            self.files.set_text(file, locate::displayable(self.text));
        }
        out.remove_ignored();
        let end = match out.spans.last() {
            Some(&Span {
                file,
                end_line,
                end_column,
                ..
            }) => Span {
                file,
                line: end_line,
                column: end_column,
                end_line,
                end_column,
            },
            None => {
                let file = self.files.intern(&self.presumed.name, self.presumed.origin);
                Span {
                    file,
                    line: 1,
                    column: 1,
                    end_line: 1,
                    end_column: 1,
                }
            }
        };
        let size = self.text.len() as u32;
        out.spans.push(end);
        out.tokens.push(Token {
            kind: TokenKind::End,
            symbol: Symbol::default(),
            start: size,
            end: size,
        });
        self.out
    }
}

impl Tokens {
    /// Drops the annotations that say nothing to us: `__extension__`, `_Pragma("…")`, `__cdecl`.
    fn remove_ignored(&mut self) {
        let is_ignored =
            |token: &Token| matches!(token.kind, TokenKind::Ignored | TokenKind::IgnoredCall);
        let Some(first) = self.tokens.iter().position(is_ignored) else {
            return;
        };
        let mut moved_to: Vec<usize> = (0..first).collect();
        let mut kept = first;
        let mut at = first;
        while at < self.tokens.len() {
            let dropped = match self.tokens[at].kind {
                TokenKind::Ignored => 1,
                TokenKind::IgnoredCall => 1 + self.balanced_length(at + 1),
                _ => 0,
            };
            if dropped > 0 {
                moved_to.resize(moved_to.len() + dropped, kept);
                at += dropped;
            } else {
                moved_to.push(kept);
                self.tokens[kept] = self.tokens[at];
                self.spans[kept] = self.spans[at];
                kept += 1;
                at += 1;
            }
        }
        self.tokens.truncate(kept);
        self.spans.truncate(kept);
        let moved = |token: usize| moved_to.get(token).copied().unwrap_or(kept);
        let before = std::mem::take(&mut self.contracts.before);
        self.contracts.before = before
            .into_iter()
            .map(|(token, contract)| (moved(token), contract))
            .collect();
        for (token, _) in &mut self.packing.changes {
            *token = moved(*token);
        }
    }

    /// The number of tokens of the parenthesis that opens at `start`; 0 if none does.
    fn balanced_length(&self, start: usize) -> usize {
        let mut depth = 0usize;
        for (offset, token) in self
            .tokens
            .get(start..)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            match token.kind {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return if offset == 0 { 0 } else { offset + 1 };
            }
        }
        0
    }
}
