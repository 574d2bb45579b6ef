//! Integer operators on any width up to 128 bits, as [`ir::BinaryOp`] and [`ir::UnaryOp`] define
//! them. Operands and results have zeros above their width.

use ir::{BinaryOp, UnaryOp, Width};

/// An operator with one operand.
pub(crate) fn unary(op: UnaryOp, width: Width, value: u128) -> u128 {
    let bits = width.bits();
    match op {
        UnaryOp::Neg => width.truncate(value.wrapping_neg()),
        UnaryOp::Not => width.truncate(!value),
        UnaryOp::LeadingZeros => u128::from(value.leading_zeros() - (128 - bits)),
        UnaryOp::TrailingZeros => u128::from(value.trailing_zeros().min(bits)),
        UnaryOp::PopCount => u128::from(value.count_ones()),
        UnaryOp::ByteSwap => value.swap_bytes() >> (128 - 8 * width.bytes() as u32),
        UnaryOp::FNeg | UnaryOp::IsNan | UnaryOp::IsInfinite | UnaryOp::SignBit => value,
    }
}

/// An operator with two operands.
pub(crate) fn binary(op: BinaryOp, width: Width, a: u128, b: u128) -> u128 {
    let signed = |value| width.sign_extend(value);
    let condition = u128::from;
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub | BinaryOp::PointerDiff => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::SDiv if b == 0 => {
            if signed(a) < 0 {
                1
            } else {
                u128::MAX
            }
        }
        BinaryOp::SDiv => signed(a).wrapping_div(signed(b)) as u128,
        BinaryOp::SRem if b == 0 => a,
        BinaryOp::SRem => signed(a).wrapping_rem(signed(b)) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => shift_amount(width, b).map_or(0, |by| a << by),
        BinaryOp::LShr => shift_amount(width, b).map_or(0, |by| a >> by),
        BinaryOp::AShr => (signed(a) >> shift_amount(width, b).unwrap_or(width.bits() - 1)) as u128,
        BinaryOp::Eq => condition(a == b),
        BinaryOp::Ne => condition(a != b),
        BinaryOp::ULt => condition(a < b),
        BinaryOp::ULe => condition(a <= b),
        BinaryOp::SLt => condition(signed(a) < signed(b)),
        BinaryOp::SLe => condition(signed(a) <= signed(b)),
        BinaryOp::SAddOverflows => leaves_signed(width, signed(a).checked_add(signed(b))),
        BinaryOp::SSubOverflows => leaves_signed(width, signed(a).checked_sub(signed(b))),
        BinaryOp::SMulOverflows => leaves_signed(width, signed(a).checked_mul(signed(b))),
        BinaryOp::UAddOverflows => leaves_unsigned(width, a.checked_add(b)),
        BinaryOp::USubOverflows => condition(a < b),
        BinaryOp::UMulOverflows => leaves_unsigned(width, a.checked_mul(b)),
        BinaryOp::FAdd
        | BinaryOp::FSub
        | BinaryOp::FMul
        | BinaryOp::FDiv
        | BinaryOp::FEq
        | BinaryOp::FLt
        | BinaryOp::FLe => 0,
    };
    width.truncate(result)
}

fn shift_amount(width: Width, by: u128) -> Option<u32> {
    (by < u128::from(width.bits())).then_some(by as u32)
}

fn leaves_signed(width: Width, exact: Option<i128>) -> u128 {
    let fits = exact.is_some_and(|value| width.sign_extend(width.truncate(value as u128)) == value);
    u128::from(!fits)
}

fn leaves_unsigned(width: Width, exact: Option<u128>) -> u128 {
    let fits = exact.is_some_and(|value| value <= width.mask());
    u128::from(!fits)
}

#[cfg(test)]
mod tests {
    use super::{binary, unary};
    use ir::{BinaryOp, UnaryOp, Width};
    use proptest::prelude::*;

    /// Interesting numbers more often than others.
    fn number() -> impl Strategy<Value = u128> {
        prop_oneof![
            any::<u128>(),
            any::<u64>().prop_map(u128::from),
            0u128..4,
            (0u128..4).prop_map(|n| u128::MAX - n),
            (0u128..3).prop_map(|n| i128::MAX as u128 + n),
        ]
    }

    proptest! {
        #[test]
        fn full_width_is_native(a in number(), b in number()) {
            let full = |op| binary(op, Width::W128, a, b);
            let (x, y) = (a as i128, b as i128);
            prop_assert_eq!(full(BinaryOp::Add), a.wrapping_add(b));
            prop_assert_eq!(full(BinaryOp::Mul), a.wrapping_mul(b));
            prop_assert_eq!(full(BinaryOp::UDiv), a.checked_div(b).unwrap_or(u128::MAX));
            prop_assert_eq!(full(BinaryOp::SAddOverflows), u128::from(x.overflowing_add(y).1));
            prop_assert_eq!(full(BinaryOp::SSubOverflows), u128::from(x.overflowing_sub(y).1));
            prop_assert_eq!(full(BinaryOp::SMulOverflows), u128::from(x.overflowing_mul(y).1));
            prop_assert_eq!(full(BinaryOp::UAddOverflows), u128::from(a.overflowing_add(b).1));
            prop_assert_eq!(full(BinaryOp::UMulOverflows), u128::from(a.overflowing_mul(b).1));
            prop_assert_eq!(full(BinaryOp::SLt), u128::from(x < y));
            prop_assert_eq!(unary(UnaryOp::ByteSwap, Width::W128, a), a.swap_bytes());
            prop_assert_eq!(unary(UnaryOp::LeadingZeros, Width::W128, a), u128::from(a.leading_zeros()));
        }

        #[test]
        fn half_a_word_is_native(a in any::<u32>(), b in any::<u32>(), by in 0u32..40) {
            let half = |op, b: u32| binary(op, Width::W32, u128::from(a), u128::from(b)) as u32;
            let (x, y) = (a as i32, b as i32);
            if b != 0 {
                prop_assert_eq!(half(BinaryOp::SDiv, b), x.wrapping_div(y) as u32);
                prop_assert_eq!(half(BinaryOp::SRem, b), x.wrapping_rem(y) as u32);
                prop_assert_eq!(half(BinaryOp::URem, b), a % b);
            }
            prop_assert_eq!(half(BinaryOp::Shl, by), a.checked_shl(by).unwrap_or(0));
            prop_assert_eq!(half(BinaryOp::LShr, by), a.checked_shr(by).unwrap_or(0));
            prop_assert_eq!(half(BinaryOp::AShr, by), (x >> by.min(31)) as u32);
            prop_assert_eq!(half(BinaryOp::SMulOverflows, b), u32::from(x.overflowing_mul(y).1));
            let wide = u128::from(a);
            prop_assert_eq!(unary(UnaryOp::LeadingZeros, Width::W32, wide), u128::from(a.leading_zeros()));
            prop_assert_eq!(unary(UnaryOp::TrailingZeros, Width::W32, wide), u128::from(a.trailing_zeros()));
            prop_assert_eq!(unary(UnaryOp::ByteSwap, Width::W32, wide), u128::from(a.swap_bytes()));
        }
    }

    #[test]
    fn division_by_zero_is_as_in_smt_lib() {
        let by_zero = |op, a: u128| binary(op, Width::W8, a, 0);
        assert_eq!(by_zero(BinaryOp::UDiv, 5), 0xff);
        assert_eq!(by_zero(BinaryOp::SDiv, 5), 0xff);
        assert_eq!(by_zero(BinaryOp::SDiv, 0xfb), 1);
        assert_eq!(by_zero(BinaryOp::SRem, 0xfb), 0xfb);
        assert_eq!(by_zero(BinaryOp::URem, 5), 5);
        assert_eq!(binary(BinaryOp::SDiv, Width::W8, 0x80, 0xff), 0x80);
        assert_eq!(binary(BinaryOp::SRem, Width::W8, 0x80, 0xff), 0);
    }
}
