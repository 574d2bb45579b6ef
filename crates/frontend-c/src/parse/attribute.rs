//! `__attribute__((…))` and `[[…]]`.

use super::{Parsed, Parser};
use crate::ast::{Attribute, Expr, ExprKind, Name};
use crate::lex::TokenKind;

impl Parser<'_> {
    /// Whether an attribute comes next.
    pub(super) fn at_attribute(&self) -> bool {
        self.attribute_at(0)
    }

    fn attribute_at(&self, ahead: usize) -> bool {
        match self.kind_at(ahead) {
            TokenKind::Attribute => true,
            TokenKind::LBracket => self.kind_at(ahead + 1) == TokenKind::LBracket,
            _ => false,
        }
    }

    /// Reads all attributes that come next.
    pub(super) fn attributes(&mut self, into: &mut Vec<Attribute>) -> Parsed<()> {
        while self.at_attribute() {
            if self.eat(TokenKind::Attribute) {
                self.expect(TokenKind::LParen)?;
                self.expect(TokenKind::LParen)?;
                self.attribute_list(TokenKind::RParen, into)?;
            } else {
                self.bump();
                self.bump();
                self.attribute_list(TokenKind::RBracket, into)?;
            }
        }
        Ok(())
    }

    /// Reads attributes that nothing depends on.
    pub(super) fn skip_attributes(&mut self) -> Parsed<()> {
        self.attributes(&mut Vec::new())
    }

    /// The number of tokens of the attributes that begin `ahead` of the next token.
    pub(super) fn attributes_length(&self, ahead: usize) -> usize {
        let mut length = 0;
        while self.attribute_at(ahead + length) {
            length += usize::from(self.kind_at(ahead + length) == TokenKind::Attribute);
            length += self.balanced_length(ahead + length);
        }
        length
    }

    /// The number of tokens of the bracketed group that begins `ahead` of the next token.
    pub(super) fn balanced_length(&self, ahead: usize) -> usize {
        let mut depth = 0usize;
        let mut length = 0;
        loop {
            match self.kind_at(ahead + length) {
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => depth += 1,
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => {
                    depth = depth.saturating_sub(1);
                }
                TokenKind::End => return length,
                _ => {}
            }
            length += 1;
            if depth == 0 {
                return length;
            }
        }
    }

    /// Reads from after the opening brackets to after the two closing ones.
    fn attribute_list(&mut self, close: TokenKind, into: &mut Vec<Attribute>) -> Parsed<()> {
        loop {
            if self.eat(close) {
                return self.expect(close);
            }
            if self.eat(TokenKind::Comma) {
                continue;
            }
            let name = self.attribute_name()?;
            let mut arguments = Vec::new();
            if self.eat(TokenKind::LParen) {
                self.nest(|parser| parser.attribute_arguments(&mut arguments))?;
            }
            into.push(Attribute { name, arguments });
        }
    }

    /// A word, perhaps with a vendor before it: `gnu::packed`.
    fn attribute_name(&mut self) -> Parsed<Name> {
        loop {
            if !self.kind().is_word() {
                return Err(self.unexpected("the name of an attribute"));
            }
            let name = self.name();
            self.bump();
            let is_vendor = self.kind() == TokenKind::Colon && self.kind_at(1) == TokenKind::Colon;
            if !is_vendor {
                return Ok(without_underscores(name));
            }
            self.bump();
            self.bump();
        }
    }

    fn attribute_arguments(&mut self, into: &mut Vec<Expr>) -> Parsed<()> {
        while !self.eat(TokenKind::RParen) {
            if self.kind() == TokenKind::End {
                return Err(self.unexpected(TokenKind::RParen.text()));
            }
            if !self.eat(TokenKind::Comma) {
                into.extend(self.attribute_argument());
            }
        }
        Ok(())
    }

    /// Reads up to the next `,` or `)`: an expression, or else nothing.
    fn attribute_argument(&mut self) -> Option<Expr> {
        let ends = |kind| matches!(kind, TokenKind::Comma | TokenKind::RParen);
        // `mode(word)`: a name is taken as it is, even that of a type or keyword.
        if self.kind().is_word() && ends(self.kind_at(1)) {
            let expr = Expr {
                kind: ExprKind::Name(self.name()),
                span: self.span(),
            };
            self.bump();
            return Some(expr);
        }
        let (start, scope) = (self.at, self.scopes.depth());
        if let Ok(expr) = self.assignment()
            && ends(self.kind())
        {
            return Some(expr);
        }
        self.scopes.leave_to(scope);
        self.at = start;
        while !ends(self.kind()) && self.kind() != TokenKind::End {
            self.at += self.balanced_length(0).max(1);
        }
        None
    }
}

/// The name without the underscores that protect it from macros.
fn without_underscores(name: Name) -> Name {
    match name
        .strip_prefix("__")
        .and_then(|rest| rest.strip_suffix("__"))
    {
        Some(inner) if !inner.is_empty() => inner.into(),
        _ => name,
    }
}
