//! What operators compute.

use super::{Ints, arithmetic, bitwise, compare, counts, division, shifts};
use ir::{BinaryOp, UnaryOp, Width};

impl Ints {
    /// What an operator on an integer computes.
    #[must_use]
    pub fn unary(op: UnaryOp, operand: &Ints) -> Ints {
        let width = operand.width;
        match op {
            UnaryOp::Neg => arithmetic::sub(&Ints::constant(width, 0), operand),
            UnaryOp::Not => arithmetic::sub(&Ints::constant(width, width.mask()), operand),
            UnaryOp::LeadingZeros => counts::leading_zeros(operand),
            UnaryOp::TrailingZeros => counts::trailing_zeros(operand),
            UnaryOp::PopCount => counts::pop_count(operand),
            UnaryOp::ByteSwap => counts::byte_swap(operand),
            // Of floats; not of integers.
            UnaryOp::FNeg | UnaryOp::IsNan | UnaryOp::IsInfinite | UnaryOp::SignBit => {
                Ints::top(width)
            }
        }
    }

    /// What an operator on integers computes: arithmetic in their width, comparisons and overflow
    /// predicates in one bit.
    #[must_use]
    pub fn binary(op: BinaryOp, left: &Ints, right: &Ints) -> Ints {
        match op {
            BinaryOp::Add => arithmetic::add(left, right),
            BinaryOp::Sub | BinaryOp::PointerDiff => arithmetic::sub(left, right),
            BinaryOp::Mul => arithmetic::mul(left, right),
            BinaryOp::UDiv => division::udiv(left, right),
            BinaryOp::SDiv => division::sdiv(left, right),
            BinaryOp::URem => division::urem(left, right),
            BinaryOp::SRem => division::srem(left, right),
            BinaryOp::And => bitwise::and(left, right),
            BinaryOp::Or => bitwise::or(left, right),
            BinaryOp::Xor => bitwise::xor(left, right),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => shifts::shift(op, left, right),
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::ULt
            | BinaryOp::ULe
            | BinaryOp::SLt
            | BinaryOp::SLe => compare::comparison(op, left, right),
            BinaryOp::SAddOverflows
            | BinaryOp::SSubOverflows
            | BinaryOp::SMulOverflows
            | BinaryOp::UAddOverflows
            | BinaryOp::USubOverflows
            | BinaryOp::UMulOverflows => compare::overflow(op, left, right),
            // Of floats; not of integers.
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => {
                Ints::top(left.width)
            }
            BinaryOp::FEq | BinaryOp::FLt | BinaryOp::FLe => Ints::top(Width::W1),
        }
    }
}
