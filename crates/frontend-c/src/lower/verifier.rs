//! The vocabulary of verifiers: assertions, assumptions, and values that the environment chooses.

use super::builtin::KnownCall;
use super::scope::Symbol;
use super::{Lowerer, Rvalue};
use crate::ast::{self, ExprKind};
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Integer, Kind, Type};
use ir::{
    BinaryOp, ClaimKind, Condition, Expr, FloatKind, Halt, Op, Source, SourceKind, Span, Width,
};

impl Lowerer {
    /// A call of a verifier's function, if it is one.
    pub(super) fn verifier_call(
        &mut self,
        expr: &ast::Expr,
        name: &str,
        arguments: &[ast::Expr],
    ) -> Lowered<Option<Rvalue>> {
        let defined = self.is_defined(name);
        Ok(Some(match name {
            "reach_error" | "__VERIFIER_error" => {
                self.fail(ClaimKind::Unreachable, &format!("{name}()"), expr.span);
                Rvalue::void()
            }
            "__ESBMC_unreachable" => {
                let kind = ClaimKind::UnreachableMarker;
                self.fail(kind, "__ESBMC_unreachable()", expr.span);
                Rvalue::void()
            }
            "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" | "klee_assume" => {
                let [condition, ..] = arguments else {
                    return Ok(None);
                };
                let holds = self.condition(condition)?;
                self.emit(Op::Assume(holds), expr.span);
                Rvalue::void()
            }
            _ if defined => return Ok(None),
            "__assert_fail" | "__assert_perror_fail" | "_assert" | "_wassert" => {
                let [text, ..] = arguments else {
                    return Ok(None);
                };
                self.failed_assertion(text, expr.span)
            }
            "__assert" => match arguments {
                // BSD: function, file, line, text; glibc: text, file, line.
                [_, _, _, text] | [text, _, _] => self.failed_assertion(text, expr.span),
                _ => return Ok(None),
            },
            "__assert_rtn" => {
                let [.., text] = arguments else {
                    return Ok(None);
                };
                self.failed_assertion(text, expr.span)
            }
            "assert"
            | "__VERIFIER_assert"
            | "__CPROVER_assert"
            | "__ESBMC_assert"
            | "klee_assert"
            | "__CPROVER_precondition"
            | "__CPROVER_postcondition" => {
                let [condition, ..] = arguments else {
                    return Ok(None);
                };
                self.assertion(condition, expr.span)?;
                // Undeclared, it is a function that returns `int`.
                self.integer_value(0, &Type::INT)
            }
            _ if nondet_suffix(name).is_some() => return self.nondet(expr, name),
            _ => return self.pointer_query(name, KnownCall { expr, arguments }),
        }))
    }

    fn assertion(&mut self, condition: &ast::Expr, span: Span) -> Lowered<()> {
        let holds = self.condition(condition)?;
        let subject = crate::unparse::expr(condition);
        let kind = ClaimKind::Assertion;
        self.check(Condition::Holds(holds), kind, &subject, Vec::new(), span);
        Ok(())
    }

    /// The branch of an `assert` that must not be taken.
    fn failed_assertion(&mut self, text: &ast::Expr, span: Span) -> Rvalue {
        let subject = match &text.kind {
            ExprKind::String(string) => string
                .units
                .iter()
                .filter_map(|unit| char::from_u32(*unit))
                .collect(),
            _ => "assertion".to_string(),
        };
        self.fail(ClaimKind::Assertion, &subject, span);
        Rvalue::void()
    }

    /// A claim that this place is not reached; execution ends there.
    pub(super) fn fail(&mut self, kind: ClaimKind, subject: &str, span: Span) {
        self.check(
            Condition::Holds(Expr::FALSE),
            kind,
            subject,
            Vec::new(),
            span,
        );
        self.builder().finish(Op::Halt(Halt::Abort), span);
    }

    /// A value that the environment chooses: of the declared type or, undeclared, of the one that
    /// the name tells.
    fn nondet(&mut self, expr: &ast::Expr, name: &str) -> Lowered<Option<Rvalue>> {
        let ty = match self.lookup(name) {
            Some(Symbol::Function(ty, _)) => match ty.function() {
                Some(function) => function.result.clone(),
                None => return Ok(None),
            },
            Some(_) => return Ok(None),
            None => self.named_type(nondet_suffix(name).unwrap_or_default()),
        };
        if let Kind::Void = ty.kind {
            return Ok(None);
        }
        if !ty.is_scalar() {
            let message = format!("`{name}`, which gives a value of aggregate type");
            return Err(Diagnostic::unsupported(expr.span, message));
        }
        let source = Source {
            kind: SourceKind::Nondet,
            name: name.into(),
            dynamic_name: None,
            index: None,
        };
        self.input(&ty, source, expr.span).map(Some)
    }

    /// The type that the name of an undeclared function tells; as in C, `int` where it tells none.
    fn named_type(&self, name: &str) -> Type {
        use Integer::*;
        Type::integer(match name {
            "bool" | "_Bool" | "__CPROVER_bool" => return Type::BOOL,
            "float" => return Type::plain(Kind::Float(FloatKind::F32)),
            "double" => return Type::DOUBLE,
            "long_double" => return Type::plain(Kind::Float(FloatKind::F80)),
            "pointer" | "ptr" | "voidp" => return Type::VOID.pointer_to(),
            "charp" => return Type::CHAR.pointer_to(),
            "char" => Char,
            "schar" | "signed_char" | "int8_t" | "int8" | "s8" => SChar,
            "uchar" | "unsigned_char" | "uint8_t" | "uint8" | "u8" => UChar,
            "short" | "int16_t" | "int16" | "s16" => Short,
            "ushort" | "unsigned_short" | "uint16_t" | "uint16" | "u16" => UShort,
            "uint" | "unsigned" | "unsigned_int" | "uint32_t" | "uint32" | "u32" => UInt,
            "long" | "ssize_t" | "__CPROVER_ssize_t" => Long,
            "ulong" | "unsigned_long" => ULong,
            "size_t" | "__CPROVER_size_t" => Integer::size_t(self.model),
            "longlong" | "long_long" | "llong" | "int64_t" | "int64" | "s64" => LongLong,
            "ulonglong" | "unsigned_long_long" | "ull" | "ullong" | "uint64_t" | "uint64"
            | "u64" => ULongLong,
            "int128" => Int128,
            "uint128" => UInt128,
            _ => Int,
        })
    }

    pub(super) fn input(&mut self, ty: &Type, source: Source, span: Span) -> Lowered<Rvalue> {
        let dest = self.temporary(ty, span)?;
        let declared = self.ir_type(ty);
        self.emit(
            Op::Input {
                dest,
                ty: declared,
                source: Box::new(source),
            },
            span,
        );
        if let Kind::Bool = ty.kind {
            let one = Expr::int(Width::W8, 1);
            let is_bool = fold::binary(BinaryOp::ULe, Expr::Local(dest), one);
            self.emit(Op::Assume(is_bool), span);
        }
        Ok(Rvalue::new(Expr::Local(dest), ty.unqualified()))
    }
}

/// What follows the common part of the name of a function whose values the environment chooses:
/// `uint` of `__VERIFIER_nondet_uint`.
fn nondet_suffix(name: &str) -> Option<&str> {
    const FAMILIES: [&str; 4] = ["__VERIFIER_", "__ESBMC_", "__CPROVER_", "__"];
    let family = FAMILIES
        .iter()
        .find_map(|family| name.strip_prefix(family))
        .unwrap_or(name);
    let rest = family.strip_prefix("nondet")?;
    let suffix = match rest.strip_prefix('_') {
        Some(suffix) => suffix,
        None if rest.is_empty() => rest,
        None => return None,
    };
    // `__VERIFIER_nondet_memory` fills the memory that it is given.
    (suffix != "memory").then_some(suffix)
}
