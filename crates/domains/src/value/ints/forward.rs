//! What operators compute.

use super::{Ints, arithmetic, bitwise, compare, counts, division, shifts};
use ir::{BinaryOp, OperatorClass, UnaryOp, Width};

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
        member_by_member(op, left, right).unwrap_or_else(|| as_sets(op, left, right))
    }

    /// Whether there may be at most so many members, without looking for them.
    fn may_be_few(&self, at_most: u128) -> bool {
        let step = self.congruence.modulus().max(1);
        let counts = self.spans.iter().map(|span| span.length() / step);
        let lengths = counts.fold(0u128, u128::saturating_add);
        lengths < at_most
    }
}

/// So many members of an operand are computed with one by one: flags and sizes have a few values that
/// are far from each other.
const FEW: usize = 4;

/// The hull of the results of arithmetic on members, where both operands have few.
fn member_by_member(op: BinaryOp, left: &Ints, right: &Ints) -> Option<Ints> {
    let arithmetic = op.class() == OperatorClass::Arithmetic;
    let constants = left.as_constant().is_some() && right.as_constant().is_some();
    if !arithmetic || constants {
        return None;
    }
    let few = |ints: &Ints| match ints.may_be_few(FEW as u128) {
        true => ints.members(FEW),
        false => None,
    };
    let (in_left, in_right) = (few(left)?, few(right)?);
    let width = left.width;
    let pairs = in_left
        .iter()
        .flat_map(|x| in_right.iter().map(move |y| (*x, *y)));
    let results = pairs.map(|(x, y)| {
        let (x, y) = (Ints::constant(width, x), Ints::constant(width, y));
        as_sets(op, &x, &y)
    });
    results.reduce(|one, other| one.join(&other))
}

fn as_sets(op: BinaryOp, left: &Ints, right: &Ints) -> Ints {
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
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => Ints::top(left.width),
        BinaryOp::FEq | BinaryOp::FLt | BinaryOp::FLe => Ints::top(Width::W1),
    }
}
