//! Finding the place in the user's own file that a preprocessed token came from.
//!
//! Preprocessing keeps files and lines, but not columns: it squeezes white space and expands
//! macros. So the tokens of a preprocessed line are aligned with those of the original line.
//! What is the same gets its original place; what a macro stands for gets the place of the
//! macro's invocation.

use super::scan::{Extent, RawToken, Scanned, Scanner};
use super::token::TokenKind;
use super::{Contracts, Token};
use ir::{FileId, Origin, SourceMap, Span};
use rustc_hash::FxHashMap;
use std::io::Read;
use std::sync::Arc;

/// Originals past this size are not read.
const LARGEST_ORIGINAL: u64 = 256 << 20;

/// How many tokens of an invocation's arguments are looked at.
const LONGEST_INVOCATION: usize = 10_000;

/// How many tokens decide where an expansion ends.
const LONGEST_ANCHOR: usize = 16;

/// How many invocations may follow each other with nothing between.
const MOST_MACROS_IN_A_ROW: usize = 8;

/// How many token comparisons one line may cost.
const COMPARISONS_PER_LINE: usize = 1 << 18;

/// Moves the spans of `tokens` to where the tokens are in the original files, which are read
/// here and become the text of their files; collects the contracts of those files.
pub(super) fn locate(
    text: &[u8],
    tokens: &[Token],
    spans: &mut [Span],
    files: &mut SourceMap,
    contracts: &mut Contracts,
) {
    let mut originals: FxHashMap<FileId, Option<Original>> = FxHashMap::default();
    let mut start = 0;
    // The end of an invocation that reaches into a later line: that line continues there.
    let mut resume: Option<(FileId, usize)> = None;
    while start < tokens.len() {
        let Span { file, line, .. } = spans[start];
        let same_line = |span: &&Span| span.file == file && span.line == line;
        let end = start + spans[start..].iter().take_while(same_line).count();
        let original = originals
            .entry(file)
            .or_insert_with(|| Original::read(file, files));
        if let Some(original) = original {
            let first = match resume {
                Some((of, at)) if of == file && original.line_of(at) == Some(line) => at,
                _ => original.first_on(line),
            };
            let next_line = spans
                .get(end)
                .filter(|span| span.file == file)
                .map(|span| span.line);
            let limit = match next_line {
                Some(next) if next > line => original.first_on(next).max(first),
                _ => original.tokens.len(),
            };
            let mut alignment = Alignment {
                text,
                tokens: &tokens[start..end],
                spans: &mut spans[start..end],
                original,
                limit,
                file,
                comparisons: COMPARISONS_PER_LINE,
            };
            if original.line_of(first) == Some(line) {
                let at = alignment.run(first, |index, original_index| {
                    for &(_, extent) in original.contracts_before(original_index) {
                        let text = extent.of(&original.text);
                        contracts.attach(start + index, text, span_of(extent, file));
                    }
                });
                resume = Some((file, at));
            }
        }
        start = end;
    }
}

/// A file as the user wrote it.
struct Original {
    text: Vec<u8>,
    tokens: Vec<RawToken>,
    /// For each line, from 1, the first token on it or after it.
    lines: Vec<u32>,
    /// Contracts with the token that they stand before.
    contracts: Vec<(usize, Extent)>,
}

impl Original {
    /// Reads a file that is not the system's, if it can be read.
    fn read(id: FileId, files: &mut SourceMap) -> Option<Original> {
        let file = files.get(id)?;
        if file.origin == Origin::System {
            return None;
        }
        let text = read_regular_file(&file.name)?;
        files.set_text(id, displayable(&text));
        Some(Original::scan(text))
    }

    fn scan(text: Vec<u8>) -> Original {
        let mut tokens = Vec::new();
        let mut lines = vec![0];
        let mut contracts = Vec::new();
        let mut scanner = Scanner::new(&text);
        loop {
            match scanner.next() {
                Scanned::Token(token) => {
                    lines.resize(
                        lines.len().max(token.extent.line as usize + 1),
                        tokens.len() as u32,
                    );
                    tokens.push(token);
                }
                Scanned::Contract(extent) => contracts.push((tokens.len(), extent)),
                Scanned::Directive(_) => {}
                Scanned::End => break,
            }
        }
        Original {
            text,
            tokens,
            lines,
            contracts,
        }
    }

    fn first_on(&self, line: u32) -> usize {
        self.lines
            .get(line as usize)
            .map_or(self.tokens.len(), |&index| index as usize)
    }

    fn line_of(&self, index: usize) -> Option<u32> {
        self.tokens.get(index).map(|token| token.extent.line)
    }

    fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    fn contracts_before(&self, index: usize) -> &[(usize, Extent)] {
        let first = self.contracts.partition_point(|&(token, _)| token < index);
        let rest = &self.contracts[first..];
        &rest[..rest.partition_point(|&(token, _)| token == index)]
    }

    /// The token after the invocation of the macro at `index`: after its balanced argument
    /// list, if one follows.
    fn invocation_end(&self, index: usize) -> usize {
        if self.kind(index) != Some(TokenKind::Identifier)
            || self.kind(index + 1) != Some(TokenKind::LParen)
        {
            return index + 1;
        }
        let mut depth = 0usize;
        for (offset, token) in self.tokens[index + 1..]
            .iter()
            .take(LONGEST_INVOCATION)
            .enumerate()
        {
            match token.kind {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return index + offset + 2;
            }
        }
        index + 1
    }

    fn begins_line(&self, index: usize) -> bool {
        self.tokens
            .get(index)
            .is_none_or(|token| token.first_on_line)
    }

    /// The end of the logical line that goes on at `index`; `index` if a new one begins there.
    fn line_end(&self, index: usize) -> usize {
        let rest = self.tokens.get(index..).unwrap_or_default();
        index + rest.iter().take_while(|token| !token.first_on_line).count()
    }
}

/// One preprocessed line being aligned with its original.
struct Alignment<'a> {
    text: &'a [u8],
    tokens: &'a [Token],
    spans: &'a mut [Span],
    original: &'a Original,
    /// The original tokens from here on belong to later preprocessed lines.
    limit: usize,
    file: FileId,
    comparisons: usize,
}

impl Alignment<'_> {
    /// Aligns the line with the original tokens from `first` on, and reports each pair of
    /// tokens that begin the same thing. Returns the first original token not used.
    fn run(&mut self, first: usize, mut paired: impl FnMut(usize, usize)) -> usize {
        let mut here = 0;
        let mut there = first;
        while here < self.tokens.len() {
            if there >= self.limit || (there > first && self.original.begins_line(there)) {
                // The line ended early: the last thing on it was a macro after all.
                let last = there.saturating_sub(1).max(first);
                self.place(here..self.tokens.len(), last..last + 1);
                break;
            }
            paired(here, there);
            if self.same(here, there) {
                self.place(here..here + 1, there..there + 1);
                here += 1;
                there += 1;
                continue;
            }
            let (expansion_end, after) = self.expansion(here, there);
            self.place(here..expansion_end, there..after);
            here = expansion_end;
            there = after;
        }
        there
    }

    /// Where the expansion of the macro invoked at `there` ends, on both sides. Of macros in a
    /// row only the end of the last can be told.
    fn expansion(&mut self, here: usize, there: usize) -> (usize, usize) {
        let first_end = self.original.invocation_end(there);
        let mut after = first_end;
        for _ in 0..MOST_MACROS_IN_A_ROW {
            if let Some(end) = self.find(here, after) {
                return (end, after);
            }
            if after >= self.limit || self.original.begins_line(after) {
                break;
            }
            after = self.original.invocation_end(after);
        }
        (self.tokens.len(), first_end)
    }

    fn same(&self, here: usize, there: usize) -> bool {
        let token = &self.tokens[here];
        match self.original.tokens.get(there) {
            Some(original) if there < self.limit => {
                token.text(self.text) == original.extent.of(&self.original.text)
            }
            _ => false,
        }
    }

    /// Where, from `here` on, the rest of the original line from `there` on is found: the
    /// longest match, one outside of all brackets of the expansion before others.
    fn find(&mut self, here: usize, there: usize) -> Option<usize> {
        let end = self
            .original
            .line_end(there)
            .min(self.limit)
            .min(there + LONGEST_ANCHOR);
        let mut best: Option<((usize, bool), usize)> = None;
        let mut depth = 0i32;
        for candidate in here..self.tokens.len() {
            let length = self.match_length(candidate, there..end);
            let quality = (length, depth == 0);
            if length > 0 && best.is_none_or(|(found, _)| quality > found) {
                best = Some((quality, candidate));
            }
            match self.tokens[candidate].kind {
                TokenKind::LParen | TokenKind::LBrace | TokenKind::LBracket => depth += 1,
                TokenKind::RParen | TokenKind::RBrace | TokenKind::RBracket => depth -= 1,
                _ => {}
            }
            if self.comparisons == 0 {
                break;
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    fn match_length(&mut self, here: usize, there: std::ops::Range<usize>) -> usize {
        let pairs = (here..self.tokens.len()).zip(there);
        let length = pairs
            .take_while(|&(here, there)| self.same(here, there))
            .count();
        self.comparisons = self.comparisons.saturating_sub(length + 1);
        length
    }

    fn place(&mut self, here: std::ops::Range<usize>, there: std::ops::Range<usize>) {
        let tokens = &self.original.tokens;
        let (Some(first), Some(last)) = (tokens.get(there.start), tokens.get(there.end - 1)) else {
            return;
        };
        let span = span_of(first.extent, self.file).to(span_of(last.extent, self.file));
        self.spans[here].fill(span);
    }
}

fn span_of(extent: Extent, file: FileId) -> Span {
    Span {
        file,
        line: extent.line,
        column: extent.column,
        end_line: extent.end_line,
        end_column: extent.end_column,
    }
}

/// Reads a file, but no device or pipe that a line marker may name.
fn read_regular_file(name: &str) -> Option<Vec<u8>> {
    let is_readable = std::fs::metadata(name)
        .is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LARGEST_ORIGINAL);
    if !is_readable {
        return None;
    }
    let mut text = Vec::new();
    std::fs::File::open(name)
        .ok()?
        .take(LARGEST_ORIGINAL)
        .read_to_end(&mut text)
        .ok()?;
    Some(text)
}

/// The text as a string in which every byte has kept its column: bytes that are not UTF-8
/// become question marks.
pub(super) fn displayable(text: &[u8]) -> Arc<str> {
    if let Ok(text) = std::str::from_utf8(text) {
        return text.into();
    }
    let mut string = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        string.push_str(chunk.valid());
        string.extend(chunk.invalid().iter().map(|_| '?'));
    }
    string.into()
}
