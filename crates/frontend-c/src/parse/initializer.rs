//! Initialisers and designators.

use super::{Parsed, Parser};
use crate::ast::{Designator, Initializer, InitializerItem};
use crate::lex::TokenKind;
use ir::Span;

impl Parser<'_> {
    /// Reads what stands after `=`.
    pub(super) fn initializer(&mut self) -> Parsed<Initializer> {
        if self.kind() != TokenKind::LBrace {
            return Ok(Initializer::Expr(self.assignment()?));
        }
        let (items, span) = self.nest(Self::initializer_list)?;
        Ok(Initializer::List(items, span))
    }

    /// Reads `{ … }`.
    pub(super) fn initializer_list(&mut self) -> Parsed<(Vec<InitializerItem>, Span)> {
        let start = self.span();
        self.expect(TokenKind::LBrace)?;
        let mut items = Vec::new();
        while self.kind() != TokenKind::RBrace {
            let start = self.span();
            let designators = self.item_designators()?;
            let initializer = self.initializer()?;
            items.push(InitializerItem {
                designators,
                initializer,
                span: self.since(start),
            });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RBrace)?;
        Ok((items, self.since(start)))
    }

    fn item_designators(&mut self) -> Parsed<Vec<Designator>> {
        let is_old = self.kind() == TokenKind::Identifier && self.kind_at(1) == TokenKind::Colon;
        if is_old {
            let (name, span) = self.identifier()?;
            self.bump();
            return Ok(vec![Designator::Member(name, span)]);
        }
        let mut designators = Vec::new();
        self.designators(&mut designators)?;
        let is_indexed = !matches!(designators.last(), None | Some(Designator::Member(..)));
        if !designators.is_empty() && !self.eat(TokenKind::Equal) && !is_indexed {
            return Err(self.unexpected(TokenKind::Equal.text()));
        }
        Ok(designators)
    }

    /// Reads `.a[1]…`, perhaps nothing.
    pub(super) fn designators(&mut self, into: &mut Vec<Designator>) -> Parsed<()> {
        loop {
            if self.eat(TokenKind::Dot) {
                let (name, span) = self.identifier()?;
                into.push(Designator::Member(name, span));
            } else if self.eat(TokenKind::LBracket) {
                let first = self.nest(Self::expression)?;
                if self.eat(TokenKind::Ellipsis) {
                    let last = self.nest(Self::expression)?;
                    into.push(Designator::Range(first, last));
                } else {
                    into.push(Designator::Index(first));
                }
                self.expect(TokenKind::RBracket)?;
            } else {
                return Ok(());
            }
        }
    }
}
