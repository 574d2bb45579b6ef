//! Declarators: a name and what is derived around it.

use super::scope::Binding;
use super::{NESTING_LIMIT, Parsed, Parser};
use crate::ast::{
    ArrayLength, Attribute, Declarator, Derivation, Name, Parameter, Parameters, Qualifiers,
};
use crate::lex::TokenKind;
use ir::Span;

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    /// It declares something.
    Required,
    /// It is a parameter's.
    Optional,
    /// It is a type name's.
    Forbidden,
}

/// A declarator as far as it has been read.
#[derive(Default)]
struct Parts {
    name: Option<(Name, Span)>,
    derivations: Vec<Derivation>,
    attributes: Vec<Attribute>,
}

impl Parser<'_> {
    /// Reads a declarator with a name.
    pub(super) fn declarator(&mut self) -> Parsed<Declarator> {
        self.declarator_of(Naming::Required)
    }

    /// Reads what may follow the specifiers in a type name, perhaps nothing.
    pub(super) fn abstract_declarator(&mut self) -> Parsed<Declarator> {
        self.declarator_of(Naming::Forbidden)
    }

    fn declarator_of(&mut self, naming: Naming) -> Parsed<Declarator> {
        let start = self.span();
        let first = self.at;
        let mut parts = Parts::default();
        self.derivation_parts(naming, &mut parts)?;
        let span = match &parts.name {
            Some((_, span)) => *span,
            None if self.at > first => self.since(start),
            // Nothing was written: right before what follows.
            None => Span {
                end_line: start.line,
                end_column: start.column,
                ..start
            },
        };
        Ok(Declarator {
            name: parts.name.map(|(name, _)| name),
            derivations: parts.derivations,
            attributes: parts.attributes,
            asm_label: None,
            span,
        })
    }

    /// Reads a declarator: pointers, the name or a declarator in parentheses, and suffixes.
    /// What stands closer to the name is derived first, suffixes before pointers.
    fn derivation_parts(&mut self, naming: Naming, parts: &mut Parts) -> Parsed<()> {
        self.attributes(&mut parts.attributes)?;
        let mut pointers = Vec::new();
        while self.eat(TokenKind::Star) {
            let mut qualifiers = Qualifiers::default();
            loop {
                if self.kind() == TokenKind::Attribute {
                    self.attributes(&mut parts.attributes)?;
                } else if !self.qualifier(&mut qualifiers) {
                    break;
                }
            }
            pointers.push(Derivation::Pointer(qualifiers));
            if pointers.len() > NESTING_LIMIT as usize {
                return self.failure(self.span(), "nested too deeply");
            }
        }
        if self.kind() == TokenKind::Identifier && naming != Naming::Forbidden {
            parts.name = Some(self.identifier()?);
        } else if self.kind() == TokenKind::LParen && self.parenthesis_groups(naming) {
            self.bump();
            self.nest(|parser| parser.derivation_parts(naming, parts))?;
            self.expect(TokenKind::RParen)?;
        } else if naming == Naming::Required {
            return Err(self.unexpected(TokenKind::Identifier.text()));
        }
        self.suffixes(parts)?;
        parts.derivations.extend(pointers.into_iter().rev());
        if parts.derivations.len() > NESTING_LIMIT as usize {
            return self.failure(self.span(), "nested too deeply");
        }
        Ok(())
    }

    /// Whether the parenthesis that comes next groups a declarator, and does not open the
    /// parameters of a function without a name.
    fn parenthesis_groups(&self, naming: Naming) -> bool {
        if naming == Naming::Required {
            return true;
        }
        let inside = 1 + self.attributes_length(1);
        let opens_parameters = matches!(
            self.kind_at(inside),
            TokenKind::RParen | TokenKind::Ellipsis
        ) || self.starts_declaration_at(inside);
        !opens_parameters
    }

    fn suffixes(&mut self, parts: &mut Parts) -> Parsed<()> {
        loop {
            match self.kind() {
                TokenKind::LBracket if self.at_attribute() => {
                    self.attributes(&mut parts.attributes)?;
                }
                TokenKind::LBracket => {
                    let array = self.nest(Self::array)?;
                    parts.derivations.push(array);
                }
                TokenKind::LParen => {
                    self.bump();
                    self.scopes.enter();
                    let parameters = self.nest(Self::parameters)?;
                    self.scopes.leave();
                    parts.derivations.push(Derivation::Function(parameters));
                }
                _ => return Ok(()),
            }
        }
    }

    fn array(&mut self) -> Parsed<Derivation> {
        self.expect(TokenKind::LBracket)?;
        let mut qualifiers = Qualifiers::default();
        let mut is_static = false;
        loop {
            if self.eat(TokenKind::Static) {
                is_static = true;
            } else if self.kind() == TokenKind::Attribute {
                self.skip_attributes()?;
            } else if !self.qualifier(&mut qualifiers) {
                break;
            }
        }
        let is_star = self.kind() == TokenKind::Star && self.kind_at(1) == TokenKind::RBracket;
        let length = if self.kind() == TokenKind::RBracket {
            ArrayLength::Unspecified
        } else if is_star {
            self.bump();
            ArrayLength::Star
        } else {
            ArrayLength::Expr(Box::new(self.expression()?))
        };
        self.expect(TokenKind::RBracket)?;
        Ok(Derivation::Array {
            length,
            qualifiers,
            is_static,
        })
    }

    /// Reads from after the opening parenthesis to after the closing one.
    fn parameters(&mut self) -> Parsed<Parameters> {
        if self.eat(TokenKind::RParen) {
            return Ok(Parameters::Names(Vec::new()));
        }
        if self.binding_at(0).is_some_and(|binding| !binding.is_type()) {
            return self.old_parameter_names();
        }
        if self.kind() == TokenKind::Void && self.kind_at(1) == TokenKind::RParen {
            self.bump();
            self.bump();
            return Ok(Parameters::Prototype {
                list: Vec::new(),
                variadic: false,
            });
        }
        let mut list = Vec::new();
        let mut variadic = false;
        loop {
            if self.eat(TokenKind::Ellipsis) {
                variadic = true;
                break;
            }
            list.push(self.parameter()?);
            if self.eat(TokenKind::Semicolon) {
                // GNU: `(int n; int a[n])` declares `n` ahead of the parameters.
                list.clear();
            } else if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RParen)?;
        Ok(Parameters::Prototype { list, variadic })
    }

    fn old_parameter_names(&mut self) -> Parsed<Parameters> {
        let mut names = Vec::new();
        loop {
            let (name, span) = self.identifier()?;
            if names.is_empty() && !matches!(self.kind(), TokenKind::Comma | TokenKind::RParen) {
                return self.failure(span, format!("unknown type name '{name}'"));
            }
            names.push((name, span));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RParen)?;
        Ok(Parameters::Names(names))
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let start = self.span();
        if !self.starts_declaration_at(0) && !self.at_attribute() {
            if self.kind() == TokenKind::Identifier {
                return self.failure(start, format!("unknown type name '{}'", self.name()));
            }
            return Err(self.unexpected("a parameter"));
        }
        let specifiers = self.specifiers(start, Vec::new())?;
        let mut declarator = self.declarator_of(Naming::Optional)?;
        self.attributes(&mut declarator.attributes)?;
        if let Some(name) = &declarator.name {
            self.declare(name, Binding::Ordinary);
        }
        Ok(Parameter {
            specifiers,
            declarator,
            span: self.since(start),
        })
    }
}
