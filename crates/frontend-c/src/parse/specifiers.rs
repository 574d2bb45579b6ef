//! Declaration specifiers: storage classes, qualifiers and types.

use super::scope::{Binding, Builtin};
use super::{Parsed, Parser};
use crate::ast::{
    Alignas, Attribute, Qualifiers, RecordKind, Specifiers, Storage, TypeName, TypeSpecifier,
};
use crate::lex::TokenKind;
use ir::Span;

impl Parser<'_> {
    /// Whether a declaration begins `ahead` of the next token.
    pub(super) fn starts_declaration_at(&self, ahead: usize) -> bool {
        match self.kind_at(ahead) {
            TokenKind::Typedef
            | TokenKind::Extern
            | TokenKind::Static
            | TokenKind::Auto
            | TokenKind::Register
            | TokenKind::ThreadLocal
            | TokenKind::Inline
            | TokenKind::Noreturn
            | TokenKind::Alignas
            | TokenKind::StaticAssert => true,
            TokenKind::Identifier => match self.binding_at(ahead) {
                Some(Binding::StaticAssert) => self.kind_at(ahead + 1) == TokenKind::LParen,
                binding => binding.is_some_and(Binding::is_type),
            },
            _ => self.starts_type_at(ahead),
        }
    }

    /// Whether a type name begins `ahead` of the next token.
    pub(super) fn starts_type_at(&self, ahead: usize) -> bool {
        match self.kind_at(ahead) {
            TokenKind::Void
            | TokenKind::Bool
            | TokenKind::Char
            | TokenKind::Short
            | TokenKind::Int
            | TokenKind::Long
            | TokenKind::Float
            | TokenKind::Double
            | TokenKind::Signed
            | TokenKind::Unsigned
            | TokenKind::Int128
            | TokenKind::Complex
            | TokenKind::Struct
            | TokenKind::Union
            | TokenKind::Enum
            | TokenKind::Typeof
            | TokenKind::AutoType
            | TokenKind::Const
            | TokenKind::Volatile
            | TokenKind::Restrict
            | TokenKind::Atomic
            | TokenKind::Attribute => true,
            TokenKind::Identifier => self.binding_at(ahead).is_some_and(Binding::is_type),
            _ => false,
        }
    }

    /// Reads specifiers, perhaps none. `attributes` have been read already, from `start` on.
    pub(super) fn specifiers(
        &mut self,
        start: Span,
        attributes: Vec<Attribute>,
    ) -> Parsed<Specifiers> {
        let mut specifiers = Specifiers {
            storage: None,
            thread_local: false,
            inline: false,
            noreturn: false,
            ty: TypeSpecifier::Int,
            implicit_int: false,
            qualifiers: Qualifiers::default(),
            alignas: Vec::new(),
            attributes,
            span: start,
        };
        let mut words = TypeWords::default();
        let first = self.at;
        while self.specifier(&mut specifiers, &mut words)? {}
        specifiers.implicit_int = words.is_empty();
        if self.at > first {
            specifiers.span = self.since(start);
        }
        match words.combine() {
            Some(ty) => specifiers.ty = ty,
            None => {
                return self.failure(specifiers.span, "these type specifiers do not go together");
            }
        }
        Ok(specifiers)
    }

    /// Reads one specifier, if there is one.
    fn specifier(&mut self, into: &mut Specifiers, words: &mut TypeWords) -> Parsed<bool> {
        match self.kind() {
            TokenKind::Typedef => self.storage(into, Storage::Typedef)?,
            TokenKind::Extern => self.storage(into, Storage::Extern)?,
            TokenKind::Static => self.storage(into, Storage::Static)?,
            TokenKind::Auto => self.storage(into, Storage::Auto)?,
            TokenKind::Register => self.storage(into, Storage::Register)?,
            TokenKind::ThreadLocal => {
                into.thread_local = true;
                self.bump();
            }
            TokenKind::Inline => {
                into.inline = true;
                self.bump();
            }
            TokenKind::Noreturn => {
                into.noreturn = true;
                self.bump();
            }
            TokenKind::Alignas => {
                let operand = self.alignas()?;
                into.alignas.push(operand);
            }
            _ if self.at_attribute() => self.attributes(&mut into.attributes)?,
            _ if self.qualifier(&mut into.qualifiers) => {}
            _ => return self.type_specifier(words),
        }
        Ok(true)
    }

    fn storage(&mut self, into: &mut Specifiers, storage: Storage) -> Parsed<()> {
        if into.storage.is_some_and(|found| found != storage) {
            return self.failure(self.span(), "more than one storage class");
        }
        into.storage = Some(storage);
        self.bump();
        Ok(())
    }

    /// Reads a qualifier, if there is one.
    pub(super) fn qualifier(&mut self, into: &mut Qualifiers) -> bool {
        match self.kind() {
            TokenKind::Const => into.is_const = true,
            TokenKind::Volatile => into.is_volatile = true,
            TokenKind::Restrict => into.is_restrict = true,
            TokenKind::Atomic if self.kind_at(1) != TokenKind::LParen => into.is_atomic = true,
            _ => return false,
        }
        self.bump();
        true
    }

    fn alignas(&mut self) -> Parsed<Alignas> {
        self.expect(TokenKind::Alignas)?;
        self.expect(TokenKind::LParen)?;
        let operand = if self.starts_type_at(0) {
            Alignas::Type(self.type_name()?)
        } else {
            Alignas::Value(self.nest(Self::conditional)?)
        };
        self.expect(TokenKind::RParen)?;
        Ok(operand)
    }

    /// Reads one type specifier, if there is one.
    fn type_specifier(&mut self, words: &mut TypeWords) -> Parsed<bool> {
        let simple = match self.kind() {
            TokenKind::Signed => Word::Signed,
            TokenKind::Unsigned => Word::Unsigned,
            TokenKind::Short => Word::Short,
            TokenKind::Long => Word::Long,
            TokenKind::Complex => Word::Complex,
            TokenKind::Void => Word::Base(TypeSpecifier::Void),
            TokenKind::Bool => Word::Base(TypeSpecifier::Bool),
            TokenKind::Char => Word::Base(TypeSpecifier::Char),
            TokenKind::Int => Word::Base(TypeSpecifier::Int),
            TokenKind::Int128 => Word::Base(TypeSpecifier::Int128),
            TokenKind::Float => Word::Base(TypeSpecifier::Float),
            TokenKind::Double => Word::Base(TypeSpecifier::Double),
            TokenKind::AutoType => Word::Base(TypeSpecifier::AutoType),
            _ => return self.compound_type_specifier(words),
        };
        let span = self.span();
        self.bump();
        if !words.add(simple) {
            return self.failure(span, "these type specifiers do not go together");
        }
        Ok(true)
    }

    fn compound_type_specifier(&mut self, words: &mut TypeWords) -> Parsed<bool> {
        let ty = match self.kind() {
            TokenKind::Identifier => {
                let ty = match self.binding_at(0) {
                    Some(Binding::Typedef) if words.is_empty() => {
                        TypeSpecifier::Typedef(self.name())
                    }
                    Some(Binding::Builtin(builtin)) if words.accept(builtin) => builtin.specifier(),
                    // After a type, the name is what is being declared.
                    _ => return Ok(false),
                };
                self.bump();
                ty
            }
            TokenKind::Struct => self.nest(|parser| parser.record(RecordKind::Struct))?,
            TokenKind::Union => self.nest(|parser| parser.record(RecordKind::Union))?,
            TokenKind::Enum => self.nest(Self::enumeration)?,
            TokenKind::Typeof => self.nest(Self::type_of)?,
            TokenKind::Atomic => {
                self.bump();
                self.expect(TokenKind::LParen)?;
                let inner = self.nest(Self::type_name)?;
                self.expect(TokenKind::RParen)?;
                TypeSpecifier::Atomic(Box::new(inner))
            }
            _ => return Ok(false),
        };
        if !words.add(Word::Base(ty)) {
            return self.failure(
                self.previous_span(),
                "these type specifiers do not go together",
            );
        }
        Ok(true)
    }

    fn type_of(&mut self) -> Parsed<TypeSpecifier> {
        self.expect(TokenKind::Typeof)?;
        self.expect(TokenKind::LParen)?;
        let ty = if self.starts_type_at(0) {
            TypeSpecifier::TypeofType(Box::new(self.type_name()?))
        } else {
            TypeSpecifier::TypeofExpr(Box::new(self.expression()?))
        };
        self.expect(TokenKind::RParen)?;
        Ok(ty)
    }

    /// Reads a type name, as in a cast.
    pub(super) fn type_name(&mut self) -> Parsed<TypeName> {
        let start = self.span();
        if !self.starts_type_at(0) {
            return Err(self.unexpected("a type"));
        }
        let specifiers = self.specifiers(start, Vec::new())?;
        let declarator = self.abstract_declarator()?;
        Ok(TypeName {
            specifiers,
            declarator,
            span: self.since(start),
        })
    }
}

/// A word of a type.
enum Word {
    Signed,
    Unsigned,
    Short,
    Long,
    Complex,
    Base(TypeSpecifier),
}

/// The type words read so far, in whatever order they came.
#[derive(Default)]
struct TypeWords {
    signed: bool,
    unsigned: bool,
    short: bool,
    longs: u8,
    complex: bool,
    base: Option<TypeSpecifier>,
}

impl TypeWords {
    fn is_empty(&self) -> bool {
        self.base.is_none() && !self.complex && self.has_no_size()
    }

    /// Whether a predeclared name can be the type that the words before it are about, as in
    /// `unsigned __int64` or `_Complex _Float32`.
    fn accept(&self, builtin: Builtin) -> bool {
        if self.is_empty() {
            return true;
        }
        if self.base.is_some() || self.short || self.longs > 0 {
            return false;
        }
        match builtin {
            Builtin::Char | Builtin::Short | Builtin::Int | Builtin::LongLong => !self.complex,
            Builtin::Float
            | Builtin::Double
            | Builtin::LongDouble
            | Builtin::Float128
            | Builtin::Float16 => !self.signed && !self.unsigned,
            Builtin::Bool
            | Builtin::VaList
            | Builtin::Long
            | Builtin::ULong
            | Builtin::Int128
            | Builtin::UInt128 => false,
        }
    }

    fn has_no_size(&self) -> bool {
        !self.signed && !self.unsigned && !self.short && self.longs == 0
    }

    /// Adds a word; false if it contradicts the others.
    fn add(&mut self, word: Word) -> bool {
        match word {
            Word::Signed => self.signed = true,
            Word::Unsigned => self.unsigned = true,
            Word::Short => self.short = true,
            Word::Long => self.longs += 1,
            Word::Complex => self.complex = true,
            Word::Base(base) if self.base.is_none() => self.base = Some(base),
            Word::Base(_) => return false,
        }
        self.longs <= 2
    }

    fn combine(mut self) -> Option<TypeSpecifier> {
        use TypeSpecifier::*;
        let complex = std::mem::take(&mut self.complex);
        if complex && self.is_empty() {
            return Some(Complex(Box::new(Double)));
        }
        let ty = self.combine_real()?;
        Some(if complex { Complex(Box::new(ty)) } else { ty })
    }

    fn combine_real(self) -> Option<TypeSpecifier> {
        use TypeSpecifier::*;
        if self.signed && self.unsigned {
            return None;
        }
        let has_sign = self.signed || self.unsigned;
        let unsigned = self.unsigned;
        let sign = |signed_type, unsigned_type| if unsigned { unsigned_type } else { signed_type };
        Some(match (self.base, self.short, self.longs) {
            (None | Some(Int), false, 0) => sign(Int, UInt),
            (None | Some(Int), true, 0) => sign(Short, UShort),
            (None | Some(Int), false, 1) => sign(Long, ULong),
            (None | Some(Int), false, 2) => sign(LongLong, ULongLong),
            (Some(Double), false, 1) if !has_sign => LongDouble,
            (Some(Char), false, 0) if has_sign => sign(SChar, UChar),
            (Some(Short), false, 0) => sign(Short, UShort),
            (Some(LongLong), false, 0) => sign(LongLong, ULongLong),
            (Some(Int128), false, 0) => sign(Int128, UInt128),
            (Some(base), false, 0) if !has_sign => base,
            _ => return None,
        })
    }
}
