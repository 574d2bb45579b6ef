//! What operators compute.

use super::Ints;
use ir::{BinaryOp, CastOp, OperatorClass, UnaryOp, Width};

impl Ints {
    /// What an operator on an integer computes.
    #[must_use]
    pub fn unary(op: UnaryOp, operand: &Ints) -> Ints {
        let _ = op;
        Ints::top(operand.width)
    }

    /// What an operator on integers computes: arithmetic in their width, comparisons and overflow
    /// predicates in one bit.
    #[must_use]
    pub fn binary(op: BinaryOp, left: &Ints, right: &Ints) -> Ints {
        let _ = right;
        match op.class() {
            OperatorClass::Arithmetic | OperatorClass::PointerDifference => Ints::top(left.width),
            _ => Ints::top(Width::W1),
        }
    }

    /// What a change of width gives.
    #[must_use]
    pub fn cast(op: CastOp, to: Width, operand: &Ints) -> Ints {
        let _ = (op, operand);
        Ints::top(to)
    }
}
