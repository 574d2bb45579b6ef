//! Interned names.

use super::token::{KEYWORDS, TokenKind};
use crate::ast::Name;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An interned name; equal names have equal symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Symbol(u32);

impl Symbol {
    /// Its place in a table with one entry per name.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The names of a translation unit. The keywords are its first entries, so that telling them
/// apart costs no second look-up.
pub(crate) struct Names {
    symbols: FxHashMap<Rc<[u8]>, Symbol>,
    names: Vec<Name>,
}

impl Names {
    /// The keywords.
    pub(super) fn new() -> Names {
        let mut names = Names {
            symbols: FxHashMap::default(),
            names: Vec::new(),
        };
        for (spelling, _) in KEYWORDS {
            names.intern(spelling.as_bytes());
        }
        names
    }

    /// The symbol of an identifier as it is written. Universal character names mean the
    /// characters they name.
    pub(crate) fn intern(&mut self, spelling: &[u8]) -> Symbol {
        if let Some(&symbol) = self.symbols.get(spelling) {
            return symbol;
        }
        let symbol = if spelling.contains(&b'\\') {
            self.intern(&resolve_universal_names(spelling))
        } else {
            self.names.push(String::from_utf8_lossy(spelling).into());
            Symbol(self.names.len() as u32 - 1)
        };
        self.symbols.insert(spelling.into(), symbol);
        symbol
    }

    /// [`TokenKind::Identifier`], or the keyword that the name is.
    pub(super) fn kind(&self, symbol: Symbol) -> TokenKind {
        KEYWORDS
            .get(symbol.index())
            .map_or(TokenKind::Identifier, |&(_, kind)| kind)
    }

    /// The name itself.
    pub(crate) fn name(&self, symbol: Symbol) -> Name {
        // Symbols come from `intern` alone, so the entry is there.
        self.names.get(symbol.index()).cloned().unwrap_or_default()
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}

/// Replaces `\u00e9` by `é`; what names no character loses its backslash.
fn resolve_universal_names(spelling: &[u8]) -> Vec<u8> {
    let mut resolved = Vec::with_capacity(spelling.len());
    let mut rest = spelling;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'\\' {
            resolved.push(byte);
            continue;
        }
        let digits = if tail.first() == Some(&b'U') { 8 } else { 4 };
        let character = tail
            .get(1..=digits)
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .and_then(char::from_u32);
        if let Some(character) = character {
            resolved.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            rest = &tail[digits + 1..];
        }
    }
    resolved
}
