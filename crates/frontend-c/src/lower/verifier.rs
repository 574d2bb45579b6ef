//! The vocabulary of verifiers: assertions, assumptions, and values that the environment chooses.

use super::{Lowerer, Rvalue};
use crate::ast::{self, ExprKind};
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Kind, Type};
use ir::{BinaryOp, ClaimKind, Condition, Expr, Halt, Op, Source, SourceKind, Span, Width};

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
            "assert" | "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert"
            | "klee_assert" => {
                let [condition, ..] = arguments else {
                    return Ok(None);
                };
                self.assertion(condition, expr.span)?;
                // Undeclared, it is a function that returns `int`.
                self.integer_value(0, &Type::INT)
            }
            _ if is_nondet(name) => return self.nondet(expr, name),
            _ => return Ok(None),
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

    /// A value of the declared type that the environment chooses.
    fn nondet(&mut self, expr: &ast::Expr, name: &str) -> Lowered<Option<Rvalue>> {
        let ty = match self.lookup(name) {
            Some(super::scope::Symbol::Function(ty, _)) => match ty.function() {
                Some(function) => function.result.clone(),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
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

fn is_nondet(name: &str) -> bool {
    if name == "__VERIFIER_nondet_memory" {
        return false;
    }
    let rest = name.strip_prefix("__VERIFIER_").unwrap_or(name);
    rest.starts_with("nondet_") || rest == "nondet" || name.starts_with("__ESBMC_nondet")
}
