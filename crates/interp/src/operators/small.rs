//! Operators on integers of up to 64 bits, for what is computed often.

use crate::word::{ashr, cut, lshr, sdiv, shl, signed, signed_top, srem, udiv};
use ir::{BinaryOp, Scalar};

/// The widest integer that it is about.
const WIDEST: u32 = 64;

/// A binary operator on integers of a width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallBinary {
    op: BinaryOp,
    /// The number of bits above the width.
    shift: u8,
}

impl SmallBinary {
    /// The operator on a type, if that is an integer of up to 64 bits.
    #[must_use]
    pub fn new(op: BinaryOp, scalar: Scalar) -> Option<SmallBinary> {
        match scalar {
            Scalar::Int(width) if width.bits() <= WIDEST => Some(SmallBinary {
                op,
                shift: (WIDEST - width.bits()) as u8,
            }),
            _ => None,
        }
    }

    /// What it computes. Operands and result have zeros above their width.
    #[inline]
    #[must_use]
    pub fn apply(self, a: u64, b: u64) -> u64 {
        let shift = self.shift;
        // One operand at the top of its register: it overflows just when the width does.
        let top = |value| signed_top(shift, value);
        match self.op {
            BinaryOp::Add => cut(shift, a.wrapping_add(b)),
            BinaryOp::Sub | BinaryOp::PointerDiff => cut(shift, a.wrapping_sub(b)),
            BinaryOp::Mul => cut(shift, a.wrapping_mul(b)),
            BinaryOp::UDiv => udiv(shift, a, b),
            BinaryOp::SDiv => sdiv(shift, a, b),
            BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
            BinaryOp::SRem => srem(shift, a, b),
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            BinaryOp::Shl => shl(shift, a, b),
            BinaryOp::LShr => lshr(a, b),
            BinaryOp::AShr => ashr(shift, a, b),
            BinaryOp::Eq => u64::from(a == b),
            BinaryOp::Ne => u64::from(a != b),
            BinaryOp::ULt => u64::from(a < b),
            BinaryOp::ULe => u64::from(a <= b),
            BinaryOp::SLt => u64::from(top(a) < top(b)),
            BinaryOp::SLe => u64::from(top(a) <= top(b)),
            BinaryOp::SAddOverflows => u64::from(top(a).overflowing_add(top(b)).1),
            BinaryOp::SSubOverflows => u64::from(top(a).overflowing_sub(top(b)).1),
            BinaryOp::SMulOverflows => u64::from(top(a).overflowing_mul(signed(shift, b)).1),
            BinaryOp::UAddOverflows => u64::from((a << shift).overflowing_add(b << shift).1),
            BinaryOp::USubOverflows => u64::from(a < b),
            BinaryOp::UMulOverflows => u64::from((a << shift).overflowing_mul(b).1),
            // Of floats; not of integers.
            BinaryOp::FAdd
            | BinaryOp::FSub
            | BinaryOp::FMul
            | BinaryOp::FDiv
            | BinaryOp::FEq
            | BinaryOp::FLt
            | BinaryOp::FLe => a,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SmallBinary;
    use crate::operators::binary;
    use ir::{BinaryOp, DataModel, Scalar, Width};
    use proptest::prelude::*;

    const OPERATORS: [BinaryOp; 26] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::PointerDiff,
        BinaryOp::Mul,
        BinaryOp::UDiv,
        BinaryOp::SDiv,
        BinaryOp::URem,
        BinaryOp::SRem,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::ULt,
        BinaryOp::ULe,
        BinaryOp::SLt,
        BinaryOp::SLe,
        BinaryOp::SAddOverflows,
        BinaryOp::SSubOverflows,
        BinaryOp::SMulOverflows,
        BinaryOp::UAddOverflows,
        BinaryOp::USubOverflows,
        BinaryOp::UMulOverflows,
    ];

    /// Numbers near the ends of a width, and others.
    fn operand() -> impl Strategy<Value = u64> {
        prop_oneof![
            any::<u64>(),
            (0u64..4).prop_map(|near| near),
            (0u64..4, 0u32..64).prop_map(|(near, bit)| (1u64 << bit).wrapping_sub(near)),
        ]
    }

    proptest! {
        #[test]
        fn computes_what_the_definition_says(a in operand(), b in operand()) {
            for width in [Width::W1, Width::W8, Width::W16, Width::W32, Width::W64] {
                let scalar = Scalar::Int(width);
                let (a, b) = (width.truncate(a.into()), width.truncate(b.into()));
                for op in OPERATORS {
                    let small = SmallBinary::new(op, scalar).map(|op| op.apply(a as u64, b as u64));
                    let definition = binary(op, scalar, DataModel::Lp64, a, b);
                    prop_assert_eq!(small.map(u128::from), Some(definition), "{:?} {:?}", op, width);
                }
            }
        }
    }
}
