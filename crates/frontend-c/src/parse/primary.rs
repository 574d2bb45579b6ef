//! Primary and postfix expressions.

use super::scope::Binding;
use super::{Parsed, Parser};
use crate::ast::{Designator, Expr, ExprKind, IntegerLength, IntegerLiteral, TypeName, UnaryOp};
use crate::lex::{TokenKind, literal};
use ir::Span;

impl Parser<'_> {
    /// Reads a primary expression and the operators after it.
    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.measure(|parser| {
            let primary = parser.primary()?;
            parser.postfix_operators(primary, start)
        })
    }

    /// Reads the operators after `operand`, which began at `start`.
    pub(super) fn postfix_operators(&mut self, operand: Expr, start: Span) -> Parsed<Expr> {
        let mut expr = operand;
        loop {
            let kind = match self.kind() {
                TokenKind::LBracket => {
                    self.bump();
                    let index = self.nest(Self::expression)?;
                    self.expect(TokenKind::RBracket)?;
                    ExprKind::Index(Box::new(expr), Box::new(index))
                }
                TokenKind::LParen => {
                    self.bump();
                    let arguments = self.nest(Self::arguments)?;
                    ExprKind::Call(Box::new(expr), arguments)
                }
                TokenKind::Dot => {
                    self.bump();
                    ExprKind::Member(Box::new(expr), self.identifier()?.0)
                }
                TokenKind::Arrow => {
                    self.bump();
                    ExprKind::Arrow(Box::new(expr), self.identifier()?.0)
                }
                TokenKind::PlusPlus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostIncrement, Box::new(expr))
                }
                TokenKind::MinusMinus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostDecrement, Box::new(expr))
                }
                _ => return Ok(expr),
            };
            self.grow()?;
            expr = Expr {
                kind,
                span: self.since(start),
            };
        }
    }

    /// Reads from after the opening parenthesis of a call to after the closing one.
    fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        if self.eat(TokenKind::RParen) {
            return Ok(Vec::new());
        }
        let mut arguments = Vec::with_capacity(2);
        loop {
            arguments.push(self.assignment()?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        if self.eat(TokenKind::RParen) {
            return Ok(arguments);
        }
        Err(self.unexpected("',' or ')'"))
    }

    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Identifier if !self.binding_at(0).is_some_and(Binding::is_type) => {
                ExprKind::Name(self.identifier()?.0)
            }
            TokenKind::Number => self.constant(literal::number)?,
            TokenKind::Character => self.constant(literal::character)?,
            TokenKind::String => ExprKind::String(self.string_literal()?.0),
            TokenKind::LParen => return self.nest(Self::parenthesized),
            TokenKind::Generic => self.nest(Self::generic)?,
            TokenKind::VaArg => self.nest(Self::va_arg)?,
            TokenKind::Offsetof => self.nest(Self::offsetof)?,
            TokenKind::TypesCompatible => self.nest(Self::types_compatible)?,
            TokenKind::ChooseExpr => self.nest(Self::choose_expr)?,
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(Expr {
            kind,
            span: self.since(start),
        })
    }

    fn constant(
        &mut self,
        value: impl FnOnce(&[u8]) -> Result<ExprKind, literal::LiteralError>,
    ) -> Parsed<ExprKind> {
        match value(self.token().text(self.text)) {
            Ok(kind) => {
                self.bump();
                Ok(kind)
            }
            Err(message) => self.failure(self.span(), message),
        }
    }

    /// Reads `(e)` or `({ … })`. The parentheses stay in the span.
    fn parenthesized(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let kind = if self.kind() == TokenKind::LBrace {
            ExprKind::StatementExpr(Box::new(self.block()?))
        } else {
            self.expression()?.kind
        };
        self.expect(TokenKind::RParen)?;
        Ok(Expr {
            kind,
            span: self.since(start),
        })
    }

    fn generic(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect(TokenKind::LParen)?;
        let control = Box::new(self.assignment()?);
        let mut associations = Vec::new();
        while self.eat(TokenKind::Comma) {
            let ty = if self.eat(TokenKind::Default) {
                None
            } else {
                Some(self.type_name()?)
            };
            self.expect(TokenKind::Colon)?;
            associations.push((ty, self.assignment()?));
        }
        self.expect(TokenKind::RParen)?;
        Ok(ExprKind::Generic {
            control,
            associations,
        })
    }

    fn va_arg(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect(TokenKind::LParen)?;
        let list = self.assignment()?;
        self.expect(TokenKind::Comma)?;
        let ty = self.type_name()?;
        self.expect(TokenKind::RParen)?;
        Ok(ExprKind::VaArg(Box::new(list), Box::new(ty)))
    }

    fn offsetof(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect(TokenKind::LParen)?;
        let ty = self.type_name()?;
        self.expect(TokenKind::Comma)?;
        let (name, span) = self.identifier()?;
        let mut path = vec![Designator::Member(name, span)];
        self.designators(&mut path)?;
        while self.kind() == TokenKind::Arrow {
            // gcc reads `a->b` as `a[0].b`.
            path.push(Designator::Index(zero(self.span())));
            self.bump();
            let (name, span) = self.identifier()?;
            path.push(Designator::Member(name, span));
            self.designators(&mut path)?;
        }
        self.expect(TokenKind::RParen)?;
        Ok(ExprKind::Offsetof(Box::new(ty), path))
    }

    fn types_compatible(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect(TokenKind::LParen)?;
        let first: TypeName = self.type_name()?;
        self.expect(TokenKind::Comma)?;
        let second = self.type_name()?;
        self.expect(TokenKind::RParen)?;
        Ok(ExprKind::TypesCompatible(Box::new(first), Box::new(second)))
    }

    fn choose_expr(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect(TokenKind::LParen)?;
        let condition = self.assignment()?;
        self.expect(TokenKind::Comma)?;
        let then = self.assignment()?;
        self.expect(TokenKind::Comma)?;
        let otherwise = self.assignment()?;
        self.expect(TokenKind::RParen)?;
        Ok(ExprKind::ChooseExpr(
            Box::new(condition),
            Box::new(then),
            Box::new(otherwise),
        ))
    }
}

fn zero(span: Span) -> Expr {
    let value = IntegerLiteral {
        value: 0,
        decimal: true,
        unsigned: false,
        length: IntegerLength::Int,
        imaginary: false,
    };
    Expr {
        kind: ExprKind::Integer(value),
        span,
    }
}
