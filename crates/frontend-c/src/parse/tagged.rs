//! Structs, unions and enums.

use super::scope::Binding;
use super::{Parsed, Parser};
use crate::ast::{
    Attribute, Declarator, Enum, Enumerator, Expr, ExprKind, IntegerLength, IntegerLiteral, Member,
    MemberDeclarator, Name, Record, RecordKind, TypeSpecifier,
};
use crate::lex::TokenKind;
use ir::Span;

/// What struct, union and enum have in common.
struct Tagged<T> {
    tag: Option<Name>,
    /// What stands in the braces, if there are any.
    body: Option<T>,
    attributes: Vec<Attribute>,
    span: Span,
}

impl Parser<'_> {
    /// Reads `struct tag { … }` or a part of it.
    pub(super) fn record(&mut self, kind: RecordKind) -> Parsed<TypeSpecifier> {
        let tagged = self.tagged(|parser, attributes| {
            let members = parser.members()?;
            attributes.extend(parser.packing(parser.at));
            Ok(members)
        })?;
        Ok(TypeSpecifier::Record(Box::new(Record {
            kind,
            tag: tagged.tag,
            members: tagged.body,
            attributes: tagged.attributes,
            span: tagged.span,
        })))
    }

    /// `#pragma pack(n)` as the attribute `pragma_pack(n)` of the record that ends at a token.
    fn packing(&self, token: usize) -> Option<Attribute> {
        let value = IntegerLiteral {
            value: u128::from(self.tokens.packing.at(token)?),
            decimal: true,
            unsigned: false,
            length: IntegerLength::Int,
            imaginary: false,
        };
        let argument = Expr {
            kind: ExprKind::Integer(value),
            span: self.tokens.spans[token],
        };
        Some(Attribute {
            name: "pragma_pack".into(),
            arguments: vec![argument],
        })
    }

    fn members(&mut self) -> Parsed<Vec<Member>> {
        let mut members = Vec::new();
        while self.kind() != TokenKind::RBrace {
            if self.eat(TokenKind::Semicolon) {
                continue;
            }
            if self.at_static_assert() {
                members.push(Member::StaticAssert(self.static_assert()?));
                continue;
            }
            if !self.starts_declaration_at(0) && !self.at_attribute() {
                return Err(self.unexpected("a member or '}'"));
            }
            let specifiers = self.specifiers(self.span(), Vec::new())?;
            let mut declarators = Vec::new();
            if self.kind() != TokenKind::Semicolon {
                loop {
                    declarators.push(self.member_declarator()?);
                    if !self.eat(TokenKind::Comma) {
                        break;
                    }
                }
            }
            // gcc lets the last member go without its semicolon.
            if self.kind() != TokenKind::RBrace {
                self.expect(TokenKind::Semicolon)?;
            }
            members.push(Member::Fields {
                specifiers,
                declarators,
            });
        }
        Ok(members)
    }

    fn member_declarator(&mut self) -> Parsed<MemberDeclarator> {
        let start = self.span();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let mut declarator: Option<Declarator> = None;
        if self.kind() != TokenKind::Colon {
            declarator = Some(self.declarator()?);
        }
        let mut width = None;
        if self.eat(TokenKind::Colon) {
            width = Some(self.nest(Self::conditional)?);
        }
        self.attributes(&mut attributes)?;
        if let Some(declarator) = &mut declarator {
            declarator.attributes.append(&mut attributes);
        }
        Ok(MemberDeclarator {
            declarator,
            width,
            span: self.since(start),
        })
    }

    /// Reads `enum tag { … }` or a part of it.
    pub(super) fn enumeration(&mut self) -> Parsed<TypeSpecifier> {
        let tagged = self.tagged(|parser, _| parser.enumerators())?;
        Ok(TypeSpecifier::Enum(Box::new(Enum {
            tag: tagged.tag,
            constants: tagged.body,
            attributes: tagged.attributes,
            span: tagged.span,
        })))
    }

    /// Reads a keyword, then a tag, or what it defines in braces, or both.
    fn tagged<T>(
        &mut self,
        body: impl FnOnce(&mut Self, &mut Vec<Attribute>) -> Parsed<T>,
    ) -> Parsed<Tagged<T>> {
        let start = self.span();
        self.bump();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = match self.kind() {
            TokenKind::Identifier => Some(self.identifier()?.0),
            _ => None,
        };
        let mut defined = None;
        if self.eat(TokenKind::LBrace) {
            defined = Some(body(self, &mut attributes)?);
            self.expect(TokenKind::RBrace)?;
            self.attributes(&mut attributes)?;
        } else if tag.is_none() {
            return Err(self.unexpected("a tag or '{'"));
        }
        Ok(Tagged {
            tag,
            body: defined,
            attributes,
            span: self.since(start),
        })
    }

    fn enumerators(&mut self) -> Parsed<Vec<Enumerator>> {
        let mut constants = Vec::new();
        while self.kind() != TokenKind::RBrace {
            let (name, start) = self.identifier()?;
            self.skip_attributes()?;
            let mut value = None;
            if self.eat(TokenKind::Equal) {
                value = Some(self.conditional()?);
            }
            self.declare(&name, Binding::Ordinary);
            constants.push(Enumerator {
                name,
                value,
                span: self.since(start),
            });
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(constants)
    }
}
