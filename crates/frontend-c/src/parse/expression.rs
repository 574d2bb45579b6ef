//! Expressions, from the comma down to the unary operators.

use super::{Parsed, Parser};
use crate::ast::{Alignment, BinaryOp, Expr, ExprKind, UnaryOp};
use crate::lex::TokenKind;

/// What a binary operator builds.
#[derive(Clone, Copy)]
enum Infix {
    Binary(BinaryOp),
    And,
    Or,
}

impl Parser<'_> {
    /// Reads an expression, commas included.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.measure(|parser| {
            let mut left = parser.assignment()?;
            while parser.eat(TokenKind::Comma) {
                let right = parser.assignment()?;
                parser.grow()?;
                left = combine(left, right, ExprKind::Comma);
            }
            Ok(left)
        })
    }

    /// Reads an expression without commas.
    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        let left = self.conditional()?;
        let operator = match self.kind() {
            TokenKind::Equal => {
                self.bump();
                let right = self.nest(Self::assignment)?;
                return Ok(combine(left, right, ExprKind::Assign));
            }
            TokenKind::StarEqual => BinaryOp::Mul,
            TokenKind::SlashEqual => BinaryOp::Div,
            TokenKind::PercentEqual => BinaryOp::Rem,
            TokenKind::PlusEqual => BinaryOp::Add,
            TokenKind::MinusEqual => BinaryOp::Sub,
            TokenKind::ShlEqual => BinaryOp::Shl,
            TokenKind::ShrEqual => BinaryOp::Shr,
            TokenKind::AmpEqual => BinaryOp::BitAnd,
            TokenKind::CaretEqual => BinaryOp::BitXor,
            TokenKind::BarEqual => BinaryOp::BitOr,
            _ => return Ok(left),
        };
        self.bump();
        let right = self.nest(Self::assignment)?;
        Ok(combine(left, right, |left, right| {
            ExprKind::CompoundAssign(operator, left, right)
        }))
    }

    /// Reads a conditional expression. `a ? b : c ? d : e …` is read in a loop.
    pub(super) fn conditional(&mut self) -> Parsed<Expr> {
        let first = self.infix(0)?;
        if self.kind() != TokenKind::Question {
            return Ok(first);
        }
        self.measure(|parser| {
            let mut links: Vec<(Expr, Option<Box<Expr>>)> = Vec::new();
            let mut last = first;
            while parser.eat(TokenKind::Question) {
                let middle = match parser.kind() {
                    TokenKind::Colon => None,
                    _ => Some(Box::new(parser.nest(Self::expression)?)),
                };
                parser.expect(TokenKind::Colon)?;
                links.push((last, middle));
                parser.grow()?;
                last = parser.infix(0)?;
            }
            for (condition, middle) in links.into_iter().rev() {
                let span = condition.span.to(last.span);
                let kind = ExprKind::Conditional(Box::new(condition), middle, Box::new(last));
                last = Expr { kind, span };
            }
            Ok(last)
        })
    }

    /// Reads binary operators that bind at least as tightly as `weakest`, by precedence
    /// climbing.
    fn infix(&mut self, weakest: u8) -> Parsed<Expr> {
        if self.at_lone_operand() {
            return self.primary();
        }
        self.measure(|parser| {
            let mut left = parser.cast()?;
            while let Some((strength, operator)) = infix_operator(parser.kind()) {
                if strength < weakest {
                    break;
                }
                parser.bump();
                let right = parser.infix(strength + 1)?;
                parser.grow()?;
                left = match operator {
                    Infix::Binary(operator) => combine(left, right, |left, right| {
                        ExprKind::Binary(operator, left, right)
                    }),
                    Infix::And => combine(left, right, ExprKind::And),
                    Infix::Or => combine(left, right, ExprKind::Or),
                };
            }
            Ok(left)
        })
    }

    /// Whether a name or number comes next that no operator follows: most operands are that,
    /// and the long way down the grammar would find nothing else.
    fn at_lone_operand(&self) -> bool {
        matches!(self.kind(), TokenKind::Identifier | TokenKind::Number)
            && matches!(
                self.kind_at(1),
                TokenKind::Semicolon | TokenKind::Comma | TokenKind::RParen | TokenKind::RBracket
            )
    }

    /// Reads a cast or a unary expression.
    pub(super) fn cast(&mut self) -> Parsed<Expr> {
        let operator = match self.kind() {
            TokenKind::LParen if self.starts_type_at(1) => return self.parenthesized_type(),
            TokenKind::AndAnd => return self.label_address(),
            TokenKind::Sizeof => return self.sizeof(),
            TokenKind::Alignof => return self.alignof(),
            TokenKind::Amp => UnaryOp::Address,
            TokenKind::Star => UnaryOp::Deref,
            TokenKind::Plus => UnaryOp::Plus,
            TokenKind::Minus => UnaryOp::Minus,
            TokenKind::Tilde => UnaryOp::Complement,
            TokenKind::Not => UnaryOp::Not,
            TokenKind::PlusPlus => UnaryOp::PreIncrement,
            TokenKind::MinusMinus => UnaryOp::PreDecrement,
            TokenKind::Real => UnaryOp::Real,
            TokenKind::Imaginary => UnaryOp::Imaginary,
            _ => return self.postfix(),
        };
        let start = self.span();
        self.bump();
        let operand = self.nest(Self::cast)?;
        let span = start.to(operand.span);
        Ok(Expr {
            kind: ExprKind::Unary(operator, Box::new(operand)),
            span,
        })
    }

    /// Reads `(T)e` or `(T){ … }`.
    fn parenthesized_type(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let ty = Box::new(self.nest(Self::type_name)?);
        self.expect(TokenKind::RParen)?;
        if self.kind() == TokenKind::LBrace {
            let (items, _) = self.nest(Self::initializer_list)?;
            let span = self.since(start);
            let literal = Expr {
                kind: ExprKind::CompoundLiteral(ty, items),
                span,
            };
            return self.measure(|parser| {
                parser.grow()?;
                parser.postfix_operators(literal, start)
            });
        }
        let operand = self.nest(Self::cast)?;
        let span = start.to(operand.span);
        Ok(Expr {
            kind: ExprKind::Cast(ty, Box::new(operand)),
            span,
        })
    }

    /// Reads `&&label`.
    fn label_address(&mut self) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let (name, span) = self.identifier()?;
        Ok(Expr {
            kind: ExprKind::LabelAddress(name),
            span: start.to(span),
        })
    }

    fn sizeof(&mut self) -> Parsed<Expr> {
        self.operand_or_type(ExprKind::SizeofExpr, |ty| {
            ExprKind::SizeofType(Box::new(ty))
        })
    }

    fn alignof(&mut self) -> Parsed<Expr> {
        let alignment = match &*self.name() {
            "_Alignof" => Alignment::Least,
            _ => Alignment::Preferred,
        };
        self.operand_or_type(ExprKind::AlignofExpr, |ty| {
            ExprKind::AlignofType(alignment, Box::new(ty))
        })
    }

    /// Reads `sizeof e`, `sizeof(T)`, or `sizeof (T){ … }`, which is the first again.
    fn operand_or_type(
        &mut self,
        of_operand: impl FnOnce(Box<Expr>) -> ExprKind,
        of_type: impl FnOnce(crate::ast::TypeName) -> ExprKind,
    ) -> Parsed<Expr> {
        let start = self.span();
        self.bump();
        let is_type = self.kind() == TokenKind::LParen && self.starts_type_at(1);
        if is_type && !self.compound_literal_follows() {
            self.bump();
            let ty = self.nest(Self::type_name)?;
            self.expect(TokenKind::RParen)?;
            return Ok(Expr {
                kind: of_type(ty),
                span: self.since(start),
            });
        }
        let operand = self.nest(Self::cast)?;
        let span = start.to(operand.span);
        Ok(Expr {
            kind: of_operand(Box::new(operand)),
            span,
        })
    }

    /// Whether a brace follows the parenthesis that comes next.
    fn compound_literal_follows(&self) -> bool {
        self.kind_at(self.balanced_length(0)) == TokenKind::LBrace
    }
}

/// An expression of two others.
fn combine(left: Expr, right: Expr, kind: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind) -> Expr {
    let span = left.span.to(right.span);
    Expr {
        kind: kind(Box::new(left), Box::new(right)),
        span,
    }
}

/// A binary operator and how tightly it binds.
fn infix_operator(kind: TokenKind) -> Option<(u8, Infix)> {
    use BinaryOp::*;
    Some(match kind {
        TokenKind::OrOr => (0, Infix::Or),
        TokenKind::AndAnd => (1, Infix::And),
        TokenKind::Bar => (2, Infix::Binary(BitOr)),
        TokenKind::Caret => (3, Infix::Binary(BitXor)),
        TokenKind::Amp => (4, Infix::Binary(BitAnd)),
        TokenKind::EqualEqual => (5, Infix::Binary(Eq)),
        TokenKind::NotEqual => (5, Infix::Binary(Ne)),
        TokenKind::Less => (6, Infix::Binary(Lt)),
        TokenKind::Greater => (6, Infix::Binary(Gt)),
        TokenKind::LessEqual => (6, Infix::Binary(Le)),
        TokenKind::GreaterEqual => (6, Infix::Binary(Ge)),
        TokenKind::Shl => (7, Infix::Binary(Shl)),
        TokenKind::Shr => (7, Infix::Binary(Shr)),
        TokenKind::Plus => (8, Infix::Binary(Add)),
        TokenKind::Minus => (8, Infix::Binary(Sub)),
        TokenKind::Star => (9, Infix::Binary(Mul)),
        TokenKind::Slash => (9, Infix::Binary(Div)),
        TokenKind::Percent => (9, Infix::Binary(Rem)),
        _ => return None,
    })
}
