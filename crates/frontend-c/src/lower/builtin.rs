//! Functions that the compiler knows: gcc's `__builtin_…`, the mathematical library, and what
//! the overflow and bit operations need.

mod float;

pub(super) use float::math_function;
use float::{
    INFINITY, QUIET_NAN, float_constant, is_finite, is_float_test, is_nan, is_normal,
    verifiers_float_test,
};

use super::place::{Lvalue, Memory, resize};
use super::{Lowerer, Rvalue};
use crate::ast::{self, ExprKind};
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Integer, Kind, Type};
use ir::{
    BinaryOp, ClaimKind, Condition, Expr, FloatKind, Halt, Op, ProcedureId, Sign, Span, UnaryOp,
    Width,
};

/// A call of a known function: the whole expression and the arguments.
#[derive(Clone, Copy)]
pub(super) struct KnownCall<'a> {
    pub expr: &'a ast::Expr,
    pub arguments: &'a [ast::Expr],
}

impl<'a> KnownCall<'a> {
    pub(super) fn argument(&self, index: usize) -> Lowered<&'a ast::Expr> {
        self.arguments
            .get(index)
            .ok_or_else(|| Diagnostic::error(self.expr.span, "this call has too few arguments"))
    }

    pub(super) fn span(&self) -> Span {
        self.expr.span
    }
}

impl Lowerer {
    /// A call that is not an ordinary one, if it is not.
    pub(super) fn special_call(
        &mut self,
        expr: &ast::Expr,
        name: &str,
        arguments: &[ast::Expr],
    ) -> Lowered<Option<Rvalue>> {
        let call = KnownCall { expr, arguments };
        if self.origin() == ir::Origin::Library
            && let Some(primitive) = name.strip_prefix("__concrex_")
            && let Some(value) = self.primitive(primitive, call)?
        {
            return Ok(Some(value));
        }
        if let Some(value) = self.verifier_call(expr, name, arguments)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.builtin(name, call)? {
            return Ok(Some(value));
        }
        if name.starts_with("__sync_") || name.starts_with("__atomic_") {
            return self.atomic(name, call);
        }
        if self.is_defined(name) {
            return Ok(None);
        }
        if is_float_test(name) && self.lookup(name).is_none() {
            return self.builtin(&format!("__builtin_{name}"), call);
        }
        if let Some(test) = verifiers_float_test(name) {
            let answer = self.builtin(&format!("__builtin_{test}"), call)?;
            let is_so = answer.map(|answer| self.convert(answer, &Type::BOOL, expr.span));
            return is_so.transpose();
        }
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        if matches!(plain, "alloca" | "__builtin_alloca") {
            let size = self.size_argument(call, 0)?;
            return self.alloca(size, expr.span).map(Some);
        }
        if let Some((function, kind)) = math_function(plain) {
            return self.math(function, kind, call).map(Some);
        }
        match plain {
            "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "_longjmp"
            | "siglongjmp" => Err(Diagnostic::unsupported(expr.span, format!("`{plain}`"))),
            "pthread_create" | "thrd_create" | "fork" | "vfork" => {
                let message = format!("`{plain}`: more than one thread or process");
                Err(Diagnostic::unsupported(expr.span, message))
            }
            _ if plain != name => self.library_builtin(plain, call),
            _ => Ok(None),
        }
    }

    /// `__builtin_memcpy` and the like: the function itself.
    fn library_builtin(&mut self, plain: &str, call: KnownCall<'_>) -> Lowered<Option<Rvalue>> {
        let function = ast::Expr {
            kind: ExprKind::Name(plain.into()),
            span: call.span(),
        };
        if self.lookup(plain).is_none() && self.library_function(plain).is_none() {
            let message = format!("`__builtin_{plain}`");
            return Err(Diagnostic::unsupported(call.span(), message));
        }
        self.call(
            call.expr,
            &function,
            call.arguments,
            super::call::Use::Value,
        )
        .map(Some)
    }

    /// A builtin that is named without being called, as in `p = __builtin_puts`.
    pub(super) fn named_builtin_function(&mut self, name: &str) -> Option<(Type, ProcedureId)> {
        let plain = name.strip_prefix("__builtin_")?;
        let (ty, id) = self.library_function(plain)?;
        Some((Type::plain(Kind::Function(ty)), id))
    }

    pub(super) fn size_argument(&mut self, call: KnownCall<'_>, index: usize) -> Lowered<Expr> {
        let size = Type::integer(Integer::size_t(self.model));
        self.typed_argument(call, index, &size)
    }

    pub(super) fn typed_argument(
        &mut self,
        call: KnownCall<'_>,
        index: usize,
        ty: &Type,
    ) -> Lowered<Expr> {
        let argument = call.argument(index)?;
        let value = self.rvalue(argument)?;
        let value = self.used(value, argument);
        Ok(self.convert(value, ty, argument.span)?.expr)
    }

    fn builtin(&mut self, name: &str, call: KnownCall<'_>) -> Lowered<Option<Rvalue>> {
        let Some(name) = name.strip_prefix("__builtin_") else {
            return Ok(None);
        };
        let span = call.span();
        Ok(Some(match name {
            "expect" | "expect_with_probability" => {
                let long = Type::integer(Integer::Long);
                let value = self.typed_argument(call, 0, &long)?;
                Rvalue::new(value, long)
            }
            "assume_aligned" => self.rvalue(call.argument(0)?)?,
            "constant_p" => {
                let known = self.is_constant(call.argument(0)?);
                self.integer_value(i128::from(known), &Type::INT)
            }
            "unreachable" => {
                self.fail(
                    ClaimKind::UnreachableMarker,
                    "__builtin_unreachable()",
                    span,
                );
                Rvalue::void()
            }
            "trap" | "abort" => {
                self.builder().finish(Op::Halt(Halt::Abort), span);
                Rvalue::void()
            }
            "prefetch" | "va_end" | "__clear_cache" => Rvalue::void(),
            "va_start" | "c23_va_start" | "stdarg_start" => self.va_start(call)?,
            "va_copy" => self.va_copy(call)?,
            "object_size" | "dynamic_object_size" => {
                // What gcc answers where it does not know.
                let kind = self.constant_integer(call.argument(1)?)?;
                let value = if kind & 2 == 0 { u64::MAX } else { 0 };
                self.size_value(value)
            }
            "return_address" | "frame_address" | "extract_return_addr" => {
                Rvalue::new(Expr::NULL, Type::VOID.pointer_to())
            }
            "huge_val" | "inf" => float_constant(FloatKind::F64, INFINITY),
            "huge_valf" | "inff" => float_constant(FloatKind::F32, INFINITY),
            "huge_vall" | "infl" => float_constant(FloatKind::F80, INFINITY),
            "nan" | "nans" => float_constant(FloatKind::F64, QUIET_NAN),
            "nanf" | "nansf" => float_constant(FloatKind::F32, QUIET_NAN),
            "nanl" | "nansl" => float_constant(FloatKind::F80, QUIET_NAN),
            "isnan" | "isnanf" | "isnanl" => self.float_test(call, is_nan)?,
            "isinf" | "isinff" | "isinfl" | "isinf_sign" => self.infinity_sign(call)?,
            "isfinite" | "finite" | "finitef" | "finitel" => self.float_test(call, is_finite)?,
            "isnormal" => self.float_test(call, is_normal)?,
            "signbit" | "signbitf" | "signbitl" => {
                self.float_test(call, |value, _| Expr::unary(UnaryOp::SignBit, value))?
            }
            "fpclassify" => self.fpclassify(call)?,
            "isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater"
            | "isunordered" => self.float_comparison(name, call)?,
            "complex" => self.complex_call(call)?,
            "memcpy_inline" => return self.library_builtin("memcpy", call),
            "classify_type" => self.classify_type(call)?,
            _ => return self.bit_builtin(name, call),
        }))
    }

    fn is_constant(&mut self, expr: &ast::Expr) -> bool {
        if matches!(expr.kind, ExprKind::String(_)) {
            return true;
        }
        let value = self.if_pure(|this| this.rvalue(expr));
        matches!(
            value,
            Ok(Some(Rvalue {
                expr: Expr::Const(_),
                ..
            }))
        )
    }

    /// gcc's numbers for the classes of types.
    fn classify_type(&mut self, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let ty = self.speculate(|this| Ok(this.rvalue(call.argument(0)?)?.ty))?;
        let class = match ty.kind {
            Kind::Void => 0,
            Kind::Pointer(_) | Kind::Array(..) | Kind::Function(_) => 5,
            Kind::Float(_) => 8,
            Kind::Record(_) => 12,
            Kind::Bool | Kind::Integer(_) | Kind::Enum(_) => 1,
        };
        Ok(self.integer_value(class, &Type::INT))
    }

    fn va_start(&mut self, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let Some(further) = self.function.varargs else {
            let message = "`va_start` in a function without further arguments";
            return Err(Diagnostic::error(call.span(), message));
        };
        let list = call.argument(0)?;
        let cursor = self.va_list_cursor(list)?;
        let value = Rvalue::new(Expr::Local(further), Type::VOID.pointer_to());
        self.store(&cursor, value, list)?;
        Ok(Rvalue::void())
    }

    fn va_copy(&mut self, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let (to, from) = (call.argument(0)?, call.argument(1)?);
        let source = self.va_list_cursor(from)?;
        let value = self.load(source, from)?;
        let target = self.va_list_cursor(to)?;
        self.store(&target, value, to)?;
        Ok(Rvalue::void())
    }

    fn bit_builtin(&mut self, name: &str, call: KnownCall<'_>) -> Lowered<Option<Rvalue>> {
        let span = call.span();
        if let Some(value) = self.overflow_builtin(name, call)? {
            return Ok(Some(value));
        }
        let (base, integer) = if let Some(base) = name.strip_suffix("ll") {
            (base, Integer::ULongLong)
        } else if let Some(base) = name.strip_suffix('l') {
            (base, Integer::ULong)
        } else {
            (name, Integer::UInt)
        };
        let ty = Type::integer(integer);
        let width = integer.width(self.model);
        Ok(Some(match base {
            "clz" | "ctz" => {
                let value = self.typed_argument(call, 0, &ty)?;
                let defined = fold::binary(BinaryOp::Ne, value.clone(), Expr::int(width, 0));
                let subject = crate::unparse::expr(call.expr);
                let kind = ClaimKind::Precondition;
                self.check(Condition::Holds(defined), kind, &subject, Vec::new(), span);
                let op = if base == "clz" {
                    UnaryOp::LeadingZeros
                } else {
                    UnaryOp::TrailingZeros
                };
                self.int_result(fold::unary(op, value), width)
            }
            "popcount" => {
                let value = self.typed_argument(call, 0, &ty)?;
                self.int_result(fold::unary(UnaryOp::PopCount, value), width)
            }
            "parity" => {
                let value = self.typed_argument(call, 0, &ty)?;
                let count = fold::unary(UnaryOp::PopCount, value);
                let parity = fold::binary(BinaryOp::And, count, Expr::int(width, 1));
                self.int_result(parity, width)
            }
            "clrsb" => {
                let value = self.typed_argument(call, 0, &ty)?;
                let sign = Expr::int(width, i128::from(width.bits() - 1));
                let mask = fold::binary(BinaryOp::AShr, value.clone(), sign);
                let differs = fold::binary(BinaryOp::Xor, value, mask);
                let zeros = fold::unary(UnaryOp::LeadingZeros, differs);
                self.int_result(
                    fold::binary(BinaryOp::Sub, zeros, Expr::int(width, 1)),
                    width,
                )
            }
            "ffs" => {
                let value = self.typed_argument(call, 0, &ty)?;
                let zero = Expr::int(width, 0);
                let is_zero = fold::binary(BinaryOp::Eq, value.clone(), zero.clone());
                let index = fold::binary(
                    BinaryOp::Add,
                    fold::unary(UnaryOp::TrailingZeros, value),
                    Expr::int(width, 1),
                );
                let found = Expr::If(Box::new(is_zero), Box::new(zero), Box::new(index));
                self.int_result(found, width)
            }
            _ => return self.byte_swap(name, call),
        }))
    }

    fn byte_swap(&mut self, name: &str, call: KnownCall<'_>) -> Lowered<Option<Rvalue>> {
        let integer = match name {
            "bswap16" => Integer::UShort,
            "bswap32" => Integer::UInt,
            "bswap64" => Integer::ULongLong,
            "bswap128" => Integer::UInt128,
            _ => return Ok(None),
        };
        let ty = Type::integer(integer);
        let value = self.typed_argument(call, 0, &ty)?;
        Ok(Some(Rvalue::new(fold::unary(UnaryOp::ByteSwap, value), ty)))
    }

    fn int_result(&mut self, value: Expr, from: Width) -> Rvalue {
        Rvalue::new(resize(value, from, Width::W32, Sign::Unsigned), Type::INT)
    }

    /// `__builtin_add_overflow(a, b, &r)`, its typed variants, and the `_p` predicates.
    fn overflow_builtin(&mut self, name: &str, call: KnownCall<'_>) -> Lowered<Option<Rvalue>> {
        let (stem, predicate) = match name.strip_suffix("_overflow_p") {
            Some(stem) => (stem, true),
            None => match name.strip_suffix("_overflow") {
                Some(stem) => (stem, false),
                None => return Ok(None),
            },
        };
        let operators = [
            ("add", BinaryOp::Add),
            ("sub", BinaryOp::Sub),
            ("mul", BinaryOp::Mul),
        ];
        let known = operators.into_iter().find(|(name, _)| stem.contains(name));
        let Some((_, op)) = known else {
            return Ok(None);
        };
        let typed = typed_overflow(stem);
        let (a, b) = (
            self.promoted_operand(call.argument(0)?)?,
            self.promoted_operand(call.argument(1)?)?,
        );
        let third = self.rvalue(call.argument(2)?)?;
        let pointee = || third.ty.pointee().map(|ty| ty.unqualified());
        let target = match (predicate, typed) {
            (true, _) => third.ty.clone(),
            // What is given for an `int *` is one.
            (false, Some(integer)) => Type::integer(integer),
            (false, None) => pointee().unwrap_or_default(),
        };
        let (Some(result), Some(left), Some(right)) =
            (target.as_integer(), a.ty.as_integer(), b.ty.as_integer())
        else {
            return Err(Diagnostic::error(
                call.span(),
                "the overflow builtins need integers",
            ));
        };
        let (left, right) = typed.map_or((left, right), |ty| (ty, ty));
        let widest = [left, right, result]
            .map(|ty| ty.width(self.model).bits())
            .into_iter()
            .max();
        // Wide enough for the exact result of any operation on the operands.
        let exact = Width::new((widest.unwrap_or(64) * 2 + 2).min(128)).unwrap_or(Width::W128);
        let a = self.convert(a, &Type::integer(left), call.span())?.expr;
        let b = self.convert(b, &Type::integer(right), call.span())?.expr;
        let a = resize(a, left.width(self.model), exact, left.sign());
        let b = resize(b, right.width(self.model), exact, right.sign());
        let value = fold::binary(op, a.clone(), b.clone());
        let width = result.width(self.model);
        let cut = resize(value.clone(), exact, width, Sign::Unsigned);
        let back = resize(cut.clone(), width, exact, result.sign());
        let mut overflows = fold::binary(BinaryOp::Ne, back, value);
        if op == BinaryOp::Mul && exact == Width::W128 && widest > Some(63) {
            let wraps = fold::binary(BinaryOp::SMulOverflows, a, b);
            overflows = fold::binary(BinaryOp::Or, overflows, wraps);
        }
        if !predicate {
            let align = self.align_of(&target);
            let place = Lvalue::Memory(Memory::pointed(third.expr, target.clone(), align));
            // Both the stored value and the answer come from the operands before the store.
            let truth = self.boolean(overflows);
            let truth = self.stable(truth, call.span())?;
            self.store(&place, Rvalue::new(cut, target), call.argument(2)?)?;
            return self.convert(truth, &Type::BOOL, call.span()).map(Some);
        }
        let truth = self.boolean(overflows);
        self.convert(truth, &Type::BOOL, call.span()).map(Some)
    }
}

/// The operand type of `__builtin_saddl_overflow` and its relatives.
fn typed_overflow(stem: &str) -> Option<Integer> {
    Some(match stem {
        "sadd" | "ssub" | "smul" => Integer::Int,
        "saddl" | "ssubl" | "smull" => Integer::Long,
        "saddll" | "ssubll" | "smulll" => Integer::LongLong,
        "uadd" | "usub" | "umul" => Integer::UInt,
        "uaddl" | "usubl" | "umull" => Integer::ULong,
        "uaddll" | "usubll" | "umulll" => Integer::ULongLong,
        _ => return None,
    })
}
