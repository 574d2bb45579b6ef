//! Going on after an error: at the end of the external declaration that it is in.

use super::Parser;
use crate::lex::TokenKind;

impl Parser<'_> {
    /// Skips the rest of the external declaration that began at `start` and failed at the next
    /// token.
    pub(super) fn recover(&mut self, start: usize) {
        self.scopes.leave_all();
        self.nesting = 0;
        self.height = 0;
        let failed = self.at.max(start);
        let end = self
            .declaration_end(start, failed)
            .unwrap_or_else(|| self.margin_end(failed));
        // Never nothing, or the same error would come again.
        self.at = end.max(start + 1).min(self.tokens.tokens.len() - 1);
    }

    /// The end by the braces: a `;` outside of them, or the brace that closes a function body.
    /// None if they do not close.
    fn declaration_end(&self, start: usize, failed: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut braces_are_a_body = true;
        for (index, token) in self.tokens.tokens.iter().enumerate().skip(start) {
            match token.kind {
                TokenKind::LBrace => {
                    if depth == 0 {
                        braces_are_a_body = self.opens_body(start, index);
                    }
                    depth += 1;
                }
                TokenKind::RBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 && braces_are_a_body && index >= failed {
                        return Some(index + 1);
                    }
                }
                TokenKind::Semicolon if depth == 0 && index >= failed => return Some(index + 1),
                TokenKind::End if depth == 0 => return Some(index),
                _ => {}
            }
        }
        None
    }

    /// Whether the brace at `index` opens a function's body rather than a record, an initialiser
    /// or a statement expression.
    fn opens_body(&self, start: usize, index: usize) -> bool {
        let kind = |back: usize| match index.checked_sub(back) {
            Some(index) if index >= start => self.tokens.tokens[index].kind,
            _ => TokenKind::End,
        };
        let is_tag = |kind| matches!(kind, TokenKind::Struct | TokenKind::Union | TokenKind::Enum);
        let is_value = matches!(
            kind(1),
            TokenKind::Equal | TokenKind::LParen | TokenKind::Comma
        );
        !is_tag(kind(1)) && !is_tag(kind(2)) && !is_value
    }

    /// The end by the layout, for braces that do not close: after a `}` in the first column.
    fn margin_end(&self, failed: usize) -> usize {
        let at_margin = |index: &usize| {
            self.tokens.tokens[*index].kind == TokenKind::RBrace
                && self.tokens.spans[*index].column == 1
        };
        let all = self.tokens.tokens.len();
        (failed..all)
            .find(at_margin)
            .map_or(all - 1, |index| index + 1)
    }
}
