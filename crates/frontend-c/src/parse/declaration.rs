//! Declarations and function definitions.

use super::scope::Binding;
use super::{Parsed, Parser};
use crate::ast::{
    Attribute, Contract, Declaration, Declarator, Derivation, Function, InitDeclarator, Item,
    Parameters, Specifiers, Storage,
};
use crate::lex::{TokenKind, literal};
use ir::Span;

/// What a declaration turned out to be.
pub(super) enum Declared {
    /// A declaration.
    Declaration(Declaration),
    /// A function definition.
    Function(Box<Function>),
}

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// Outside of all functions.
    File,
    /// Inside one.
    Block,
}

impl Parser<'_> {
    /// Reads an external declaration; none for a stray `;`.
    pub(super) fn external_declaration(&mut self) -> Parsed<Option<Item>> {
        let start = self.span();
        match self.kind() {
            TokenKind::Semicolon => {
                self.bump();
                return Ok(None);
            }
            TokenKind::Asm => {
                self.asm()?;
                self.expect(TokenKind::Semicolon)?;
                return Ok(Some(Item::Asm(self.since(start))));
            }
            _ => {}
        }
        let contract = self.tokens.contracts.before(self.at).cloned();
        Ok(Some(
            match self.declaration(Level::File, start, Vec::new(), contract)? {
                Declared::Declaration(declaration) => Item::Declaration(declaration),
                Declared::Function(function) => Item::Function(function),
            },
        ))
    }

    /// Reads a declaration or function definition, of which `attributes` have been read from
    /// `start` on.
    pub(super) fn declaration(
        &mut self,
        level: Level,
        start: Span,
        attributes: Vec<Attribute>,
        contract: Option<Contract>,
    ) -> Parsed<Declared> {
        if self.at_static_assert() {
            return Ok(Declared::Declaration(self.static_assert()?));
        }
        let first = self.at;
        let specifiers = self.specifiers(start, attributes)?;
        let has_specifiers = self.at > first;
        if !has_specifiers && !self.starts_declarator() {
            return Err(self.unexpected("a declaration"));
        }
        if has_specifiers && self.eat(TokenKind::Semicolon) {
            let span = self.since(start);
            let declarators = Vec::new();
            return Ok(Declared::Declaration(Declaration::Variables {
                specifiers,
                declarators,
                contract: None,
                span,
            }));
        }
        let mut declarator = self.declarator()?;
        self.check_type_is_known(has_specifiers, &declarator)?;
        if self.starts_body(&declarator) {
            self.attributes(&mut declarator.attributes)?;
            let function = self.function(level, start, specifiers, declarator, contract)?;
            return Ok(Declared::Function(Box::new(function)));
        }
        let declarators = self.init_declarators(&specifiers, declarator)?;
        let span = self.since(start);
        Ok(Declared::Declaration(Declaration::Variables {
            specifiers,
            declarators,
            contract,
            span,
        }))
    }

    fn starts_declarator(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Identifier | TokenKind::Star | TokenKind::LParen
        )
    }

    /// `foo bar;` declares nothing called `foo`: the type is missing, not a comma.
    fn check_type_is_known(&self, has_specifiers: bool, declarator: &Declarator) -> Parsed<()> {
        if !has_specifiers
            && declarator.derivations.is_empty()
            && matches!(self.kind(), TokenKind::Identifier | TokenKind::Star)
            && let Some(name) = &declarator.name
        {
            return self.failure(declarator.span, format!("unknown type name '{name}'"));
        }
        Ok(())
    }

    /// Whether a function body (or its old-style parameter declarations) follows.
    fn starts_body(&self, declarator: &Declarator) -> bool {
        let Some(Derivation::Function(parameters)) = declarator.derivations.first() else {
            return false;
        };
        let ahead = self.attributes_length(0);
        match self.kind_at(ahead) {
            TokenKind::LBrace => true,
            _ => match parameters {
                Parameters::Names(names) => !names.is_empty() && self.starts_declaration_at(ahead),
                Parameters::Prototype { .. } => false,
            },
        }
    }

    fn function(
        &mut self,
        level: Level,
        start: Span,
        specifiers: Specifiers,
        declarator: Declarator,
        contract: Option<Contract>,
    ) -> Parsed<Function> {
        if let Some(name) = &declarator.name {
            self.declare(name, Binding::Ordinary);
        }
        if level == Level::File {
            self.function.clone_from(&declarator.name);
        }
        self.scopes.enter();
        self.declare_parameters(&declarator);
        let mut old_parameters = Vec::new();
        while self.kind() != TokenKind::LBrace {
            if !self.starts_declaration_at(0) {
                return Err(self.unexpected("'{'"));
            }
            let start = self.span();
            match self.declaration(Level::Block, start, Vec::new(), None)? {
                Declared::Declaration(declaration) => old_parameters.push(declaration),
                Declared::Function(_) => {
                    return self.failure(start, "a function among the parameters of another");
                }
            }
        }
        let body = self.nest(Self::block)?;
        self.scopes.leave();
        let span = self.since(start);
        Ok(Function {
            specifiers,
            declarator,
            old_parameters,
            body,
            contract,
            span,
        })
    }

    fn declare_parameters(&mut self, declarator: &Declarator) {
        match declarator.derivations.first() {
            Some(Derivation::Function(Parameters::Prototype { list, .. })) => {
                for parameter in list {
                    if let Some(name) = &parameter.declarator.name {
                        self.declare(name, Binding::Ordinary);
                    }
                }
            }
            Some(Derivation::Function(Parameters::Names(names))) => {
                for (name, _) in names {
                    self.declare(name, Binding::Ordinary);
                }
            }
            _ => {}
        }
    }

    /// Reads the rest of a declaration after its first declarator, up to the semicolon.
    fn init_declarators(
        &mut self,
        specifiers: &Specifiers,
        first: Declarator,
    ) -> Parsed<Vec<InitDeclarator>> {
        let binding = match specifiers.storage {
            Some(Storage::Typedef) => Binding::Typedef,
            _ => Binding::Ordinary,
        };
        let mut declarators = Vec::with_capacity(1);
        let mut declarator = first;
        loop {
            self.attributes(&mut declarator.attributes)?;
            if self.kind() == TokenKind::Asm {
                declarator.asm_label = self.asm_label()?;
            }
            self.attributes(&mut declarator.attributes)?;
            if let Some(name) = &declarator.name {
                self.declare(name, binding);
            }
            let mut initializer = None;
            if self.eat(TokenKind::Equal) {
                initializer = Some(self.initializer()?);
            }
            declarators.push(InitDeclarator {
                declarator,
                initializer,
            });
            if !self.eat(TokenKind::Comma) {
                break;
            }
            declarator = self.declarator()?;
        }
        self.expect(TokenKind::Semicolon)?;
        Ok(declarators)
    }

    fn asm_label(&mut self) -> Parsed<Option<String>> {
        self.bump();
        self.expect(TokenKind::LParen)?;
        let label = self.string_text()?;
        self.expect(TokenKind::RParen)?;
        Ok(Some(label))
    }

    pub(super) fn at_static_assert(&self) -> bool {
        match self.kind() {
            TokenKind::StaticAssert => true,
            TokenKind::Identifier => {
                self.binding_at(0) == Some(Binding::StaticAssert)
                    && self.kind_at(1) == TokenKind::LParen
            }
            _ => false,
        }
    }

    pub(super) fn static_assert(&mut self) -> Parsed<Declaration> {
        let start = self.span();
        self.bump();
        self.expect(TokenKind::LParen)?;
        let condition = self.nest(Self::conditional)?;
        let mut message = None;
        if self.eat(TokenKind::Comma) {
            message = Some(self.string_text()?);
        }
        self.expect(TokenKind::RParen)?;
        self.expect(TokenKind::Semicolon)?;
        Ok(Declaration::StaticAssert {
            condition,
            message,
            span: self.since(start),
        })
    }

    /// Reads string literals for their text.
    fn string_text(&mut self) -> Parsed<String> {
        let (string, _) = self.string_literal()?;
        let bytes: Vec<u8> = string.units.iter().map(|&unit| unit as u8).collect();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Reads adjacent string literals.
    pub(super) fn string_literal(&mut self) -> Parsed<(crate::ast::StringLiteral, Span)> {
        let start = self.span();
        let first = self.at;
        while self.eat(TokenKind::String) {}
        if self.at == first {
            return Err(self.unexpected(TokenKind::String.text()));
        }
        let literals: Vec<&[u8]> = self.tokens.tokens[first..self.at]
            .iter()
            .map(|token| token.text(self.text))
            .collect();
        let span = self.since(start);
        match literal::string(&literals) {
            Ok(literal) => Ok((literal, span)),
            Err(message) => self.failure(span, message),
        }
    }
}
