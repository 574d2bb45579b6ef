//! What operands can be, by what their operator gave.

use super::Ints;
use ir::{BinaryOp, CastOp, UnaryOp};

impl Ints {
    /// What the operands can be if the result is in `result`; `None` if there are no such operands.
    #[must_use]
    pub fn refine_binary(
        op: BinaryOp,
        left: &Ints,
        right: &Ints,
        result: &Ints,
    ) -> Option<(Ints, Ints)> {
        Ints::binary(op, left, right).meet(result)?;
        Some((*left, *right))
    }

    /// What the operand can be if the result is in `result`; `None` if there is no such operand.
    #[must_use]
    pub fn refine_unary(op: UnaryOp, operand: &Ints, result: &Ints) -> Option<Ints> {
        Ints::unary(op, operand).meet(result)?;
        Some(*operand)
    }

    /// What the operand can be if its cast is in `result`; `None` if there is no such operand.
    #[must_use]
    pub fn refine_cast(op: CastOp, operand: &Ints, result: &Ints) -> Option<Ints> {
        Ints::cast(op, result.width, operand).meet(result)?;
        Some(*operand)
    }
}
