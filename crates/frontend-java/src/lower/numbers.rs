//! Arithmetic of Java in terms of `ir`.

use super::scalar;
use crate::descriptor::Kind;
use ir::{BinaryOp, CastOp, Const, Expr, FloatKind, MathFunction, Scalar, UnaryOp, Width};

/// A float constant.
pub(super) fn float(kind: Kind, value: f64) -> Expr {
    match kind {
        Kind::Float => Expr::Const(Const::Float(
            FloatKind::F32,
            u128::from((value as f32).to_bits()),
        )),
        _ => Expr::Const(Const::Float(FloatKind::F64, u128::from(value.to_bits()))),
    }
}

/// A float constant of 32 bits.
pub(super) fn float32(value: f32) -> Expr {
    Expr::Const(Const::Float(FloatKind::F32, u128::from(value.to_bits())))
}

/// The remainder of a division of floats.
pub(super) fn float_remainder(kind: Kind, a: Expr, b: Expr) -> Expr {
    let float = match kind {
        Kind::Float => FloatKind::F32,
        _ => FloatKind::F64,
    };
    Expr::Math(MathFunction::Fmod, float, vec![a, b])
}

/// A shift: only the low bits of the distance count.
pub(super) fn shift(op: BinaryOp, kind: Kind, value: Expr, distance: Expr) -> Expr {
    let bits = if kind == Kind::Long { 63 } else { 31 };
    let distance = Expr::binary(BinaryOp::And, distance, Expr::int(Width::W32, bits));
    let distance = match kind {
        Kind::Long => Expr::cast(CastOp::ZeroExtend, Scalar::Int(Width::W64), distance),
        _ => distance,
    };
    Expr::binary(op, value, distance)
}

/// A float as an integer: towards zero, the nearest at the ends, 0 for what is not a number.
pub(super) fn float_to_int(from: Kind, to: Kind, value: Expr) -> Expr {
    let width = if to == Kind::Long {
        Width::W64
    } else {
        Width::W32
    };
    let (low, high) = match to {
        Kind::Long => (i128::from(i64::MIN), i128::from(i64::MAX)),
        _ => (i128::from(i32::MIN), i128::from(i32::MAX)),
    };
    let is_below = Expr::binary(BinaryOp::FLt, value.clone(), float(from, low as f64));
    // The bound is the first integer that is too large, a power of two and so exact.
    let bound = float(from, -(low as f64));
    let is_above = Expr::binary(BinaryOp::FLe, bound, value.clone());
    let is_nan = Expr::unary(UnaryOp::IsNan, value.clone());
    let inside = Expr::cast(CastOp::FloatToSigned, Scalar::Int(width), value);
    choose(
        is_nan,
        Expr::int(width, 0),
        choose(
            is_below,
            Expr::int(width, low),
            choose(is_above, Expr::int(width, high), inside),
        ),
    )
}

/// -1, 0 or 1 as the first is less than, equal to or greater than the second.
pub(super) fn compare(less: Expr, equal: Expr) -> Expr {
    let int = |value| Expr::int(Width::W32, value);
    choose(less, int(-1), choose(equal, int(0), int(1)))
}

/// As [`compare`] for floats; `unordered` if one is not a number.
pub(super) fn compare_floats(a: Expr, b: Expr, unordered: i128) -> Expr {
    let either = Expr::binary(
        BinaryOp::Or,
        Expr::unary(UnaryOp::IsNan, a.clone()),
        Expr::unary(UnaryOp::IsNan, b.clone()),
    );
    let less = Expr::binary(BinaryOp::FLt, a.clone(), b.clone());
    let equal = Expr::binary(BinaryOp::FEq, a, b);
    let ordered = compare(less, equal);
    choose(either, Expr::int(Width::W32, unordered), ordered)
}

pub(super) fn choose(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    Expr::If(Box::new(condition), Box::new(then), Box::new(otherwise))
}

/// A condition as an `int`.
pub(super) fn boolean(condition: Expr) -> Expr {
    Expr::cast(CastOp::ZeroExtend, Scalar::Int(Width::W32), condition)
}

/// A narrower integer, with its sign or without, as an `int` again.
pub(super) fn narrow(value: Expr, width: Width, extend: CastOp) -> Expr {
    let narrow = Expr::cast(CastOp::Truncate, Scalar::Int(width), value);
    Expr::cast(extend, Scalar::Int(Width::W32), narrow)
}

/// A change between kinds of numbers.
pub(super) fn convert(from: Kind, to: Kind, value: Expr) -> Expr {
    let op = match (from, to) {
        (Kind::Int, Kind::Long) => CastOp::SignExtend,
        (Kind::Long, Kind::Int) => CastOp::Truncate,
        (Kind::Int | Kind::Long, _) => CastOp::SignedToFloat,
        (Kind::Float | Kind::Double, Kind::Float | Kind::Double) => CastOp::FloatToFloat,
        _ => return float_to_int(from, to, value),
    };
    Expr::cast(op, scalar(to), value)
}
