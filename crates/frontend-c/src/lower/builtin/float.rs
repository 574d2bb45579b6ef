//! Functions of floats that the compiler knows: the mathematical library, and tests of values.

use super::super::{Lowerer, Rvalue};
use super::KnownCall;
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{FunctionType, Kind, Type};
use ir::{BinaryOp, Const, Expr, FloatKind, MathFunction, UnaryOp, Width};
use std::rc::Rc;

impl Lowerer {
    pub(super) fn math(
        &mut self,
        function: MathFunction,
        kind: FloatKind,
        call: KnownCall<'_>,
    ) -> Lowered<Rvalue> {
        let ty = Type::plain(Kind::Float(kind));
        let arguments = (0..function.arity())
            .map(|index| self.typed_argument(call, index, &ty))
            .collect::<Lowered<Vec<Expr>>>()?;
        let value = match (function, arguments.as_slice()) {
            (MathFunction::Fabs, [Expr::Const(Const::Float(kind, bits))]) => {
                Expr::Const(Const::Float(*kind, bits & !(1 << (kind.bits() - 1))))
            }
            _ => Expr::Math(function, kind, arguments),
        };
        Ok(Rvalue::new(value, ty))
    }

    fn float_argument(&mut self, call: KnownCall<'_>, index: usize) -> Lowered<(Expr, FloatKind)> {
        let value = self.promoted_operand(call.argument(index)?)?;
        let value = match value.ty.kind {
            Kind::Float(_) => value,
            _ => self.convert(value, &Type::DOUBLE, call.span())?,
        };
        match value.ty.kind {
            Kind::Float(kind) => Ok((value.expr, kind)),
            _ => Err(Diagnostic::error(
                call.span(),
                "a floating value is needed here",
            )),
        }
    }

    pub(super) fn float_test(
        &mut self,
        call: KnownCall<'_>,
        test: impl FnOnce(Expr, FloatKind) -> Expr,
    ) -> Lowered<Rvalue> {
        let (value, kind) = self.float_argument(call, 0)?;
        Ok(self.boolean(test(value, kind)))
    }

    /// 1 for plus, -1 for minus infinity, else 0, as glibc and gcc have it.
    pub(super) fn infinity_sign(&mut self, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let (value, _) = self.float_argument(call, 0)?;
        let infinite = Expr::unary(UnaryOp::IsInfinite, value.clone());
        let negative = Expr::unary(UnaryOp::SignBit, value);
        let int = |value| Box::new(Expr::int(Width::W32, value));
        let sign = Expr::If(Box::new(negative), int(-1), int(1));
        let result = Expr::If(Box::new(infinite), Box::new(sign), int(0));
        Ok(Rvalue::new(result, Type::INT))
    }

    /// The first five arguments are the answers for NaN, infinite, normal, subnormal and zero.
    pub(super) fn fpclassify(&mut self, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let answers = (0..5)
            .map(|index| self.typed_argument(call, index, &Type::INT))
            .collect::<Lowered<Vec<Expr>>>()?;
        let (value, kind) = self.float_argument(call, 5)?;
        let zero = Expr::Const(Const::Float(kind, 0));
        let is_zero = Expr::binary(BinaryOp::FEq, value.clone(), zero);
        let tests = [
            (is_nan(value.clone(), kind), 0),
            (Expr::unary(UnaryOp::IsInfinite, value.clone()), 1),
            (is_zero, 4),
            (is_normal(value, kind), 2),
        ];
        let result = tests
            .into_iter()
            .rev()
            .fold(answers[3].clone(), |rest, (test, answer)| {
                Expr::If(
                    Box::new(test),
                    Box::new(answers[answer].clone()),
                    Box::new(rest),
                )
            });
        Ok(Rvalue::new(result, Type::INT))
    }

    pub(super) fn float_comparison(&mut self, name: &str, call: KnownCall<'_>) -> Lowered<Rvalue> {
        let (left, right) = (
            self.promoted_operand(call.argument(0)?)?,
            self.promoted_operand(call.argument(1)?)?,
        );
        let common = self.common_type(&left, &right, call.span())?;
        let Kind::Float(kind) = common.kind else {
            return Err(Diagnostic::error(
                call.span(),
                "a floating value is needed here",
            ));
        };
        let a = self.convert(left, &common, call.span())?.expr;
        let b = self.convert(right, &common, call.span())?.expr;
        let compare = |op, x: &Expr, y: &Expr| fold::binary(op, x.clone(), y.clone());
        let condition = match name {
            "isgreater" => compare(BinaryOp::FLt, &b, &a),
            "isgreaterequal" => compare(BinaryOp::FLe, &b, &a),
            "isless" => compare(BinaryOp::FLt, &a, &b),
            "islessequal" => compare(BinaryOp::FLe, &a, &b),
            "islessgreater" => fold::binary(
                BinaryOp::Or,
                compare(BinaryOp::FLt, &a, &b),
                compare(BinaryOp::FLt, &b, &a),
            ),
            _ => fold::binary(BinaryOp::Or, is_nan(a, kind), is_nan(b, kind)),
        };
        Ok(self.boolean(condition))
    }

    /// The body of a function of the mathematical library, for when its address is used.
    pub(crate) fn math_body(&self, name: &str, ty: &Rc<FunctionType>) -> Option<Expr> {
        let (function, kind) = math_function(name)?;
        let parameters = (0..function.arity()).map(|index| Expr::Local(ir::LocalId(index as u32)));
        let float = Type::plain(Kind::Float(kind));
        let fits = ty.parameters.len() == function.arity()
            && ty.parameters.iter().all(|p| p.unqualified() == float)
            && ty.result == float;
        fits.then(|| Expr::Math(function, kind, parameters.collect()))
    }
}

/// Which function of the mathematical library a name is, and in which format.
pub(in crate::lower) fn math_function(name: &str) -> Option<(MathFunction, FloatKind)> {
    if let Some(function) = MathFunction::named(name) {
        return Some((function, FloatKind::F64));
    }
    let (base, kind) = match name.as_bytes().last()? {
        b'f' => (&name[..name.len() - 1], FloatKind::F32),
        b'l' => (&name[..name.len() - 1], FloatKind::F80),
        _ => return None,
    };
    MathFunction::named(base).map(|function| (function, kind))
}

pub(super) const INFINITY: &str = "inf";
pub(super) const QUIET_NAN: &str = "nan";

pub(super) fn float_constant(kind: FloatKind, text: &str) -> Rvalue {
    let bits = fold::parse_float(text, kind).unwrap_or(0);
    Rvalue::new(
        Expr::Const(Const::Float(kind, bits)),
        Type::plain(Kind::Float(kind)),
    )
}

pub(super) fn is_nan(value: Expr, _: FloatKind) -> Expr {
    Expr::unary(UnaryOp::IsNan, value)
}

pub(super) fn is_finite(value: Expr, _: FloatKind) -> Expr {
    let nan = Expr::unary(UnaryOp::IsNan, value.clone());
    let infinite = Expr::unary(UnaryOp::IsInfinite, value);
    Expr::binary(BinaryOp::Or, nan, infinite).negate()
}

/// At least the smallest normal number, and finite.
pub(super) fn is_normal(value: Expr, kind: FloatKind) -> Expr {
    let magnitude = Expr::Math(MathFunction::Fabs, kind, vec![value.clone()]);
    let smallest = Expr::Const(Const::Float(kind, smallest_normal(kind)));
    let large = Expr::binary(BinaryOp::FLe, smallest, magnitude);
    Expr::binary(BinaryOp::And, is_finite(value, kind), large)
}

fn smallest_normal(kind: FloatKind) -> u128 {
    match kind {
        FloatKind::F16 => 1 << 10,
        FloatKind::F32 => 1 << 23,
        FloatKind::F64 => 1 << 52,
        FloatKind::F80 => 1 << 64 | 1 << 63,
        FloatKind::F128 => 1 << 112,
    }
}

/// Macros of `<math.h>` that gcc knows as functions where the header is missing.
pub(super) fn is_float_test(name: &str) -> bool {
    matches!(
        name,
        "isnan" | "isinf" | "isfinite" | "isnormal" | "signbit" | "finite"
    )
}

/// The test that a function of CBMC's is: `isnan` of `__CPROVER_isnanf`.
pub(super) fn verifiers_float_test(name: &str) -> Option<&'static str> {
    let own = name.strip_prefix("__CPROVER_")?;
    let tests = [
        ("isnan", "isnan"),
        ("isinf", "isinf"),
        ("isfinite", "isfinite"),
        ("isnormal", "isnormal"),
        ("sign", "signbit"),
    ];
    let found = tests.iter().find(|(test, _)| {
        let format = own.strip_prefix(test);
        format.is_some_and(|format| matches!(format, "f" | "d" | "ld"))
    });
    found.map(|(_, test)| *test)
}
