//! Operators on any type.

use crate::{float, integer};
use ir::{BinaryOp, CastOp, DataModel, Scalar, UnaryOp};

/// An operator with one operand.
pub(crate) fn unary(op: UnaryOp, scalar: Scalar, value: u128) -> u128 {
    match scalar {
        Scalar::Int(width) => integer::unary(op, width, value),
        Scalar::Float(kind) => float::unary(op, kind, value),
        Scalar::Pointer => value,
    }
}

/// An operator with two operands; of pointers, their addresses.
pub(crate) fn binary(op: BinaryOp, scalar: Scalar, model: DataModel, a: u128, b: u128) -> u128 {
    match scalar {
        Scalar::Int(width) => integer::binary(op, width, a, b),
        Scalar::Float(kind) => float::binary(op, kind, a, b),
        Scalar::Pointer => integer::binary(op, model.pointer_width(), a, b),
    }
}

/// A change of type of bits.
pub(crate) fn cast(op: CastOp, from: Scalar, to: Scalar, value: u128) -> u128 {
    match (op, from, to) {
        (CastOp::Truncate | CastOp::ZeroExtend, _, Scalar::Int(to)) => to.truncate(value),
        (CastOp::SignExtend, Scalar::Int(from), Scalar::Int(to)) => {
            to.truncate(from.sign_extend(value) as u128)
        }
        _ => float::cast(op, from, to, value),
    }
}
