//! Conversions between types, and truth.

use super::place::resize;
use super::{Lowerer, Rvalue};
use crate::ast;
use crate::error::{Diagnostic, Lowered};
use crate::fold;
use crate::types::{Integer, Kind, Type};
use ir::{
    BinaryOp, CastOp, ClaimKind, Condition, Const, Expr, FloatKind, Scalar, Sign, Span, Width,
};

impl Lowerer {
    /// The value in another type, as a cast or an assignment converts it (6.3).
    pub(super) fn convert(&mut self, value: Rvalue, to: &Type, span: Span) -> Lowered<Rvalue> {
        let from = value.ty.clone();
        if to.is_void() {
            return Ok(Rvalue::void());
        }
        if let Some(converted) = self.convert_complex(&value, to, span)? {
            return Ok(converted);
        }
        if let (Kind::Record(a), Kind::Record(b)) = (&from.kind, &to.kind)
            && a == b
        {
            return Ok(value);
        }
        if let Kind::Bool = to.kind {
            let truth = self.truth(value, span)?;
            let byte = fold::cast(CastOp::ZeroExtend, Scalar::Int(Width::W8), truth);
            return Ok(Rvalue::new(byte, Type::BOOL));
        }
        let mismatch = || Diagnostic::error(span, "this conversion is not possible");
        let source = from.scalar(self.model).ok_or_else(mismatch)?;
        let target = to.scalar(self.model).ok_or_else(mismatch)?;
        let unsigned = from
            .as_integer()
            .is_none_or(|ty| ty.sign() == Sign::Unsigned);
        let sign = if unsigned {
            Sign::Unsigned
        } else {
            Sign::Signed
        };
        let pointer = self.model.pointer_width();
        let expr = value.expr;
        let converted = match (source, target) {
            (Scalar::Int(a), Scalar::Int(b)) => resize(expr, a, b, sign),
            (Scalar::Int(width), Scalar::Float(_)) => {
                let whole = Width::new(width.bits().next_power_of_two()).unwrap_or(width);
                let expr = resize(expr, width, whole, sign);
                let op = if unsigned {
                    CastOp::UnsignedToFloat
                } else {
                    CastOp::SignedToFloat
                };
                fold::cast(op, target, expr)
            }
            (Scalar::Float(kind), Scalar::Int(width)) => {
                let sign = to.as_integer().map_or(Sign::Signed, |ty| ty.sign());
                self.check_float_range(&expr, kind, width, sign, &from, span);
                let op = match sign {
                    Sign::Unsigned => CastOp::FloatToUnsigned,
                    Sign::Signed => CastOp::FloatToSigned,
                };
                fold::cast(op, target, expr)
            }
            (Scalar::Float(a), Scalar::Float(b)) if a == b => expr,
            (Scalar::Float(_), Scalar::Float(_)) => fold::cast(CastOp::FloatToFloat, target, expr),
            (Scalar::Pointer, Scalar::Pointer) => expr,
            (Scalar::Pointer, Scalar::Int(width)) => {
                let integer = fold::cast(CastOp::PointerToInt, Scalar::Int(pointer), expr);
                resize(integer, pointer, width, Sign::Unsigned)
            }
            (Scalar::Int(width), Scalar::Pointer) => {
                let integer = resize(expr, width, pointer, sign);
                fold::cast(CastOp::IntToPointer, Scalar::Pointer, integer)
            }
            (Scalar::Float(_), Scalar::Pointer) | (Scalar::Pointer, Scalar::Float(_)) => {
                return Err(mismatch());
            }
        };
        // A pointer to elements of another type may be meant for the object around the array.
        let is_same = |(one, other): (&Type, &Type)| one.kind == other.kind;
        let targets = from.pointee().map(|t| &**t).zip(to.pointee().map(|t| &**t));
        let inner = value.inner.filter(|_| targets.is_some_and(is_same));
        // Only a conversion between character types leaves the value a mere copy.
        let unchecked = value.unchecked.filter(|_| source == target);
        Ok(Rvalue {
            unchecked,
            inner,
            ..Rvalue::new(converted, to.unqualified())
        })
    }

    /// Claims that the integral part of a float fits an integer type: strictly between the
    /// numbers just outside of it, both of which are exact as floats wherever they are finite.
    pub(super) fn check_float_range(
        &mut self,
        value: &Expr,
        kind: FloatKind,
        width: Width,
        sign: Sign,
        from: &Type,
        span: Span,
    ) {
        if self.function.silent {
            return;
        }
        let unsigned = sign == Sign::Unsigned;
        let bits = if unsigned {
            width.bits()
        } else {
            width.bits() - 1
        };
        let power = power_of_two(kind, bits);
        let below = match (unsigned, power) {
            (true, _) => Expr::Const(Const::Float(kind, one(kind) | 1 << (kind.bits() - 1))),
            (false, Some(power)) => {
                let lowest = Expr::Const(Const::Float(kind, power | 1 << (kind.bits() - 1)));
                let one = Expr::Const(Const::Float(kind, one(kind)));
                fold::binary(BinaryOp::FSub, lowest, one)
            }
            (false, None) => Expr::FALSE,
        };
        let Some(power) = power else {
            // Every finite value fits; infinities and NaN do not.
            let nan = Expr::unary(ir::UnaryOp::IsNan, value.clone());
            let infinite = Expr::unary(ir::UnaryOp::IsInfinite, value.clone());
            let bad = Expr::binary(BinaryOp::Or, nan, infinite);
            self.float_claim(bad.negate(), value, from, span);
            return;
        };
        let above = Expr::Const(Const::Float(kind, power));
        // When the smallest integer minus one rounds to the smallest itself, that one is allowed.
        let rounds = !unsigned && bits >= kind.precision();
        let low = if rounds {
            let lowest = Expr::Const(Const::Float(kind, power | 1 << (kind.bits() - 1)));
            fold::binary(BinaryOp::FLe, lowest, value.clone())
        } else {
            fold::binary(BinaryOp::FLt, below, value.clone())
        };
        let high = fold::binary(BinaryOp::FLt, value.clone(), above);
        self.float_claim(fold::binary(BinaryOp::And, low, high), value, from, span);
    }

    fn float_claim(&mut self, holds: Expr, value: &Expr, from: &Type, span: Span) {
        let ty = self.ir_type(from);
        let shown = ir::Operand {
            text: "the value".into(),
            value: value.clone(),
            ty,
        };
        let kind = ClaimKind::FloatToInt;
        self.check(
            Condition::Holds(holds),
            kind,
            "conversion to an integer",
            vec![shown],
            span,
        );
    }

    /// The value as it is assigned to an object of a type: its conversion, with characters that
    /// are merely copied left unchecked.
    pub(super) fn assigned_value(
        &mut self,
        value: Rvalue,
        to: &Type,
        expr: &ast::Expr,
    ) -> Lowered<Rvalue> {
        let copy = value.ty.is_character() && to.is_character();
        let value = if copy { value } else { self.used(value, expr) };
        self.convert(value, to, expr.span)
    }

    /// Whether the value is not zero.
    pub(super) fn truth(&mut self, value: Rvalue, span: Span) -> Lowered<Expr> {
        if let Some(local) = value.unchecked {
            let kind = ClaimKind::Uninitialised;
            self.check(
                Condition::Initialised(local),
                kind,
                "the condition",
                Vec::new(),
                span,
            );
        }
        if self.is_complex(&value.ty) {
            return self.complex_truth(value, span);
        }
        let scalar = value.ty.scalar(self.model);
        Ok(match scalar {
            Some(Scalar::Int(width)) => match value.expr {
                Expr::Cast(CastOp::ZeroExtend, _, inner)
                    if self.function.builder.scalar_of(&inner) == Scalar::BOOL =>
                {
                    *inner
                }
                expr => fold::binary(BinaryOp::Ne, expr, Expr::int(width, 0)),
            },
            Some(Scalar::Float(kind)) => {
                let zero = Expr::Const(Const::Float(kind, 0));
                fold::unary(
                    ir::UnaryOp::Not,
                    fold::binary(BinaryOp::FEq, value.expr, zero),
                )
            }
            Some(Scalar::Pointer) => fold::binary(BinaryOp::Ne, value.expr, Expr::NULL),
            None => {
                return Err(Diagnostic::error(
                    span,
                    "a condition must be a number or pointer",
                ));
            }
        })
    }

    /// A condition as an `int`.
    pub(super) fn boolean(&mut self, condition: Expr) -> Rvalue {
        let value = fold::cast(CastOp::ZeroExtend, Scalar::Int(Width::W32), condition);
        Rvalue::new(value, Type::INT)
    }

    pub(super) fn zero(&mut self, ty: &Type, span: Span) -> Lowered<Rvalue> {
        let zero = Rvalue::new(Expr::int(Width::W32, 0), Type::INT);
        self.convert(zero, ty, span)
    }

    /// The integer promotions and the promotion of `float`, as for arguments without a declared
    /// parameter (6.5.2.2).
    pub(super) fn default_promoted(&mut self, value: Rvalue, span: Span) -> Lowered<Rvalue> {
        match &value.ty.kind {
            Kind::Float(FloatKind::F32 | FloatKind::F16) => {
                self.convert(value, &Type::DOUBLE, span)
            }
            _ => {
                let value = self.promoted(value, span)?;
                match value.ty.as_integer() {
                    Some(integer @ Integer::Bits(..)) => {
                        let passed = Type::integer(self.passed_integer(integer));
                        self.convert(value, &passed, span)
                    }
                    _ => Ok(value),
                }
            }
        }
    }

    /// The integer promotions.
    pub(super) fn promoted(&mut self, value: Rvalue, span: Span) -> Lowered<Rvalue> {
        let Some(integer) = value.ty.as_integer() else {
            return Ok(value);
        };
        let target = match value.bit_field {
            Some(bits) => self.promoted_bit_field(integer, bits),
            None => integer.promoted(),
        };
        self.convert(value, &Type::integer(target), span)
    }
}

fn one(kind: FloatKind) -> u128 {
    power_of_two(kind, 0).unwrap_or(0)
}

/// The encoding of a power of two; `None` if it is not finite.
fn power_of_two(kind: FloatKind, exponent: u32) -> Option<u128> {
    let (bias, fraction_bits) = match kind {
        FloatKind::F16 => (15, 10),
        FloatKind::F32 => (127, 23),
        FloatKind::F64 => (1023, 52),
        FloatKind::F80 => (16383, 63),
        FloatKind::F128 => (16383, 112),
    };
    if exponent > bias {
        return None;
    }
    let biased = u128::from(exponent + bias);
    Some(match kind {
        // The x87 format writes the leading bit of the significand.
        FloatKind::F80 => biased << 64 | 1 << 63,
        _ => biased << fraction_bits,
    })
}
