//! What the operators of expressions compute, for engines that evaluate them on their own.
//!
//! Values are bits of their type; of pointers, the address.

mod small;

use crate::{arithmetic, math as library};
use ir::{BinaryOp, CastOp, DataModel, FloatKind, MathFunction, Scalar, UnaryOp};

pub use small::SmallBinary;

/// An operator with one operand of type `scalar`.
#[must_use]
pub fn unary(op: UnaryOp, scalar: Scalar, value: u128) -> u128 {
    arithmetic::unary(op, scalar, value)
}

/// An operator with two operands of type `scalar`.
#[must_use]
pub fn binary(op: BinaryOp, scalar: Scalar, model: DataModel, a: u128, b: u128) -> u128 {
    arithmetic::binary(op, scalar, model, a, b)
}

/// A change of type.
#[must_use]
pub fn cast(op: CastOp, from: Scalar, to: Scalar, value: u128) -> u128 {
    arithmetic::cast(op, from, to, value)
}

/// A function of the mathematical library.
#[must_use]
pub fn math(function: MathFunction, kind: FloatKind, arguments: &[u128]) -> u128 {
    library::evaluate(function, kind, arguments)
}
