//! Statements.

use super::declaration::{Declared, Level};
use super::{Parsed, Parser};
use crate::ast::{BlockItem, Expr, ForInit, Name, Statement, StatementKind};
use crate::lex::TokenKind;
use ir::Span;

/// A label before a statement.
enum Label {
    Name(Name),
    Case(Expr, Option<Expr>),
    Default,
}

impl Parser<'_> {
    /// Reads `{ … }` with its own scope.
    pub(super) fn block(&mut self) -> Parsed<Statement> {
        let start = self.span();
        self.expect(TokenKind::LBrace)?;
        self.scopes.enter();
        // Statements are large and most blocks small.
        let mut items = Vec::with_capacity(1);
        while self.kind() != TokenKind::RBrace {
            if self.kind() == TokenKind::End {
                return Err(self.unexpected(TokenKind::RBrace.text()));
            }
            items.push(self.block_item()?);
        }
        self.bump();
        self.scopes.leave();
        Ok(Statement {
            kind: StatementKind::Block(items),
            span: self.since(start),
        })
    }

    fn block_item(&mut self) -> Parsed<BlockItem> {
        let start = self.span();
        if self.eat(TokenKind::Label) {
            return self.local_labels();
        }
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        if !self.starts_block_declaration() {
            return Ok(BlockItem::Statement(self.statement()?));
        }
        Ok(
            match self.declaration(Level::Block, start, attributes, None)? {
                Declared::Declaration(declaration) => BlockItem::Declaration(declaration),
                Declared::Function(function) => BlockItem::NestedFunction(function),
            },
        )
    }

    /// Whether a declaration follows, and not a label that is called like a type.
    fn starts_block_declaration(&self) -> bool {
        let is_label = self.kind() == TokenKind::Identifier && self.kind_at(1) == TokenKind::Colon;
        !is_label && self.starts_declaration_at(0)
    }

    fn local_labels(&mut self) -> Parsed<BlockItem> {
        let mut names = Vec::new();
        loop {
            names.push(self.identifier()?.0);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semicolon)?;
        Ok(BlockItem::LocalLabels(names))
    }

    /// Reads a statement with the labels before it.
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        if self.at_label() {
            self.measure(Self::labelled)
        } else {
            self.nest(Self::unlabelled)
        }
    }

    fn at_label(&self) -> bool {
        match self.kind() {
            TokenKind::Case | TokenKind::Default => true,
            TokenKind::Identifier => self.kind_at(1) == TokenKind::Colon,
            _ => false,
        }
    }

    /// Reads labels in a loop, since a `case` may have thousands of neighbours.
    fn labelled(&mut self) -> Parsed<Statement> {
        let mut labels = Vec::new();
        while self.at_label() {
            let start = self.span();
            let label = self.label()?;
            self.skip_attributes()?;
            labels.push((label, start));
            self.grow()?;
        }
        let mut statement = if self.ends_labels() {
            let span = self.previous_span();
            Statement {
                kind: StatementKind::Expr(None),
                span,
            }
        } else {
            self.nest(Self::unlabelled)?
        };
        for (label, start) in labels.into_iter().rev() {
            let span = start.to(statement.span);
            let statement_box = Box::new(statement);
            let kind = match label {
                Label::Name(name) => StatementKind::Label {
                    name,
                    statement: statement_box,
                },
                Label::Case(low, high) => StatementKind::Case {
                    low,
                    high,
                    statement: statement_box,
                },
                Label::Default => StatementKind::Default(statement_box),
            };
            statement = Statement { kind, span };
        }
        Ok(statement)
    }

    /// Whether the labels before are those of an empty statement.
    fn ends_labels(&self) -> bool {
        matches!(self.kind(), TokenKind::RBrace | TokenKind::Label)
            || self.starts_block_declaration()
    }

    fn label(&mut self) -> Parsed<Label> {
        let label = match self.kind() {
            TokenKind::Case => {
                self.bump();
                let low = self.conditional()?;
                let mut high = None;
                if self.eat(TokenKind::Ellipsis) {
                    high = Some(self.conditional()?);
                }
                Label::Case(low, high)
            }
            TokenKind::Default => {
                self.bump();
                Label::Default
            }
            _ => Label::Name(self.identifier()?.0),
        };
        self.expect(TokenKind::Colon)?;
        Ok(label)
    }

    fn unlabelled(&mut self) -> Parsed<Statement> {
        let start = self.span();
        self.skip_attributes()?;
        let kind = match self.kind() {
            TokenKind::LBrace => return self.block(),
            TokenKind::If => return self.if_chain(),
            TokenKind::Switch => {
                let value = self.head()?;
                StatementKind::Switch {
                    value,
                    body: self.body()?,
                }
            }
            TokenKind::While => {
                let condition = self.head()?;
                StatementKind::While {
                    condition,
                    body: self.body()?,
                }
            }
            TokenKind::Do => self.do_while()?,
            TokenKind::For => {
                self.bump();
                self.scopes.enter();
                let kind = self.for_loop()?;
                self.scopes.leave();
                kind
            }
            TokenKind::Asm => {
                let kind = self.asm()?;
                // Microsoft's `__asm { … }` has no semicolon.
                if self.previous_kind() != TokenKind::RBrace {
                    self.expect(TokenKind::Semicolon)?;
                }
                kind
            }
            _ => {
                let kind = self.simple_statement()?;
                self.expect(TokenKind::Semicolon)?;
                kind
            }
        };
        Ok(Statement {
            kind,
            span: self.since(start),
        })
    }

    fn previous_kind(&self) -> TokenKind {
        self.tokens.tokens[self.at.saturating_sub(1)].kind
    }

    /// Reads a statement that ends in a semicolon, up to it.
    fn simple_statement(&mut self) -> Parsed<StatementKind> {
        Ok(match self.kind() {
            TokenKind::Semicolon => StatementKind::Expr(None),
            TokenKind::Break => {
                self.bump();
                StatementKind::Break
            }
            TokenKind::Continue => {
                self.bump();
                StatementKind::Continue
            }
            TokenKind::Return => {
                self.bump();
                let value = match self.kind() {
                    TokenKind::Semicolon => None,
                    _ => Some(self.expression()?),
                };
                StatementKind::Return(value)
            }
            TokenKind::Goto => {
                self.bump();
                if self.eat(TokenKind::Star) {
                    StatementKind::ComputedGoto(self.expression()?)
                } else {
                    StatementKind::Goto(self.identifier()?.0)
                }
            }
            TokenKind::Else => return self.failure(self.span(), "'else' without an 'if'"),
            TokenKind::Identifier if self.looks_like_declaration() => {
                let message = format!("unknown type name '{}'", self.name());
                return self.failure(self.span(), message);
            }
            _ => StatementKind::Expr(Some(self.expression()?)),
        })
    }

    /// `foo bar`: no expression looks like that.
    fn looks_like_declaration(&self) -> bool {
        self.kind_at(1) == TokenKind::Identifier
    }

    /// Reads a keyword and its parenthesised expression.
    fn head(&mut self) -> Parsed<Expr> {
        self.bump();
        self.expect(TokenKind::LParen)?;
        let expr = self.expression()?;
        self.expect(TokenKind::RParen)?;
        Ok(expr)
    }

    fn body(&mut self) -> Parsed<Box<Statement>> {
        Ok(Box::new(self.statement()?))
    }

    /// Reads `if (…) … else if (…) … else …`, however long, without recursion.
    fn if_chain(&mut self) -> Parsed<Statement> {
        let mut links: Vec<(Expr, Box<Statement>, Span)> = Vec::new();
        let mut otherwise = None;
        loop {
            let start = self.span();
            let condition = self.head()?;
            links.push((condition, self.body()?, start));
            self.grow()?;
            if !self.eat(TokenKind::Else) {
                break;
            }
            if self.kind() != TokenKind::If {
                otherwise = Some(self.body()?);
                break;
            }
        }
        let end = self.previous_span();
        let mut chain = None;
        for (condition, then, start) in links.into_iter().rev() {
            let span = start.to(end);
            let kind = StatementKind::If {
                condition,
                then,
                otherwise: otherwise.take(),
            };
            if let Some(inner) = chain.replace(Statement { kind, span }) {
                set_otherwise(&mut chain, inner);
            }
        }
        match chain {
            Some(statement) => Ok(statement),
            None => Err(self.unexpected(TokenKind::If.text())),
        }
    }

    fn do_while(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let body = self.body()?;
        if self.kind() != TokenKind::While {
            return Err(self.unexpected(TokenKind::While.text()));
        }
        let condition = self.head()?;
        self.expect(TokenKind::Semicolon)?;
        Ok(StatementKind::DoWhile { body, condition })
    }

    fn for_loop(&mut self) -> Parsed<StatementKind> {
        self.expect(TokenKind::LParen)?;
        let start = self.span();
        let init = if self.eat(TokenKind::Semicolon) {
            ForInit::None
        } else if self.starts_declaration_at(0) {
            match self.declaration(Level::Block, start, Vec::new(), None)? {
                Declared::Declaration(declaration) => ForInit::Declaration(Box::new(declaration)),
                Declared::Function(_) => {
                    return self.failure(start, "a function in the head of a loop");
                }
            }
        } else {
            let init = ForInit::Expr(self.expression()?);
            self.expect(TokenKind::Semicolon)?;
            init
        };
        let condition = self.optional_expression(TokenKind::Semicolon)?;
        let step = self.optional_expression(TokenKind::RParen)?;
        Ok(StatementKind::For {
            init,
            condition,
            step,
            body: self.body()?,
        })
    }

    /// Reads an expression, if there is one, and what ends it.
    fn optional_expression(&mut self, end: TokenKind) -> Parsed<Option<Expr>> {
        if self.eat(end) {
            return Ok(None);
        }
        let expr = self.expression()?;
        self.expect(end)?;
        Ok(Some(expr))
    }

    /// Reads an `asm`, up to its semicolon. Its operands are not kept.
    pub(super) fn asm(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let mut is_goto = false;
        while matches!(
            self.kind(),
            TokenKind::Volatile | TokenKind::Const | TokenKind::Inline | TokenKind::Goto
        ) {
            is_goto |= self.kind() == TokenKind::Goto;
            self.bump();
        }
        if self.kind() == TokenKind::LBrace {
            self.skip_group()?;
            return Ok(StatementKind::Asm { is_barrier: false });
        }
        if self.kind() != TokenKind::LParen {
            return Err(self.unexpected(TokenKind::LParen.text()));
        }
        let is_barrier = !is_goto && self.asm_is_barrier();
        self.skip_group()?;
        Ok(StatementKind::Asm { is_barrier })
    }

    /// Whether the parenthesis that comes next holds an empty template without outputs.
    fn asm_is_barrier(&self) -> bool {
        let mut ahead = 1;
        while self.kind_at(ahead) == TokenKind::String {
            let token = self.tokens.tokens[self.at + ahead];
            if token.text(self.text) != b"\"\"" {
                return false;
            }
            ahead += 1;
        }
        let has_template = ahead > 1;
        let has_outputs = self.kind_at(ahead) == TokenKind::Colon
            && !matches!(
                self.kind_at(ahead + 1),
                TokenKind::Colon | TokenKind::RParen
            );
        has_template && !has_outputs
    }

    /// Skips the bracketed group that comes next.
    fn skip_group(&mut self) -> Parsed<()> {
        self.at += self.balanced_length(0);
        match self.previous_kind() {
            TokenKind::RParen | TokenKind::RBrace => Ok(()),
            _ => Err(self.unexpected("the end of the group")),
        }
    }
}

fn set_otherwise(chain: &mut Option<Statement>, inner: Statement) {
    if let Some(Statement {
        kind: StatementKind::If { otherwise, .. },
        ..
    }) = chain
    {
        *otherwise = Some(Box::new(inner));
    }
}
