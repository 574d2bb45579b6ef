//! Floats: `f32` and `f64` by the host's arithmetic, the other formats by software.
//!
//! Everything rounds to nearest, ties to even. The one thing that hosts do differently is fixed
//! here as x86 has it: a NaN operand is the result (the first, made quiet), and an invalid
//! operation gives the quiet NaN whose sign bit is set.

use ir::{BinaryOp, CastOp, FloatKind, Scalar, UnaryOp, Width};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

/// Runs `$body` with `$format` as the software implementation of a format.
macro_rules! in_format {
    ($kind:expr, $format:ident => $body:expr) => {
        match $kind {
            FloatKind::F16 => {
                type $format = Half;
                $body
            }
            FloatKind::F32 => {
                type $format = Single;
                $body
            }
            FloatKind::F64 => {
                type $format = Double;
                $body
            }
            FloatKind::F80 => {
                type $format = X87DoubleExtended;
                $body
            }
            FloatKind::F128 => {
                type $format = Quad;
                $body
            }
        }
    };
}
pub(crate) use in_format;

/// The sign bit of a format.
pub(crate) fn sign_bit(kind: FloatKind) -> u128 {
    1 << (kind.bits() - 1)
}

/// The bit that makes a NaN quiet.
fn quiet_bit(kind: FloatKind) -> u128 {
    match kind {
        FloatKind::F16 => 1 << 9,
        FloatKind::F32 => 1 << 22,
        FloatKind::F64 => 1 << 51,
        FloatKind::F80 => 1 << 62,
        FloatKind::F128 => 1 << 111,
    }
}

/// Infinity, positive.
pub(crate) fn infinity(kind: FloatKind) -> u128 {
    in_format!(kind, F => F::INFINITY.to_bits())
}

/// What an invalid operation gives.
pub(crate) fn default_nan(kind: FloatKind) -> u128 {
    sign_bit(kind) | infinity(kind) | quiet_bit(kind)
}

/// The result of an operation that gave a NaN.
fn nan_of(kind: FloatKind, operands: &[u128]) -> u128 {
    let found = operands.iter().find(|bits| is_nan(kind, **bits));
    found.map_or_else(|| default_nan(kind), |bits| bits | quiet_bit(kind))
}

/// The result, where a NaN is the one that the operands determine.
pub(crate) fn canonical(kind: FloatKind, result: u128, operands: &[u128]) -> u128 {
    if is_nan(kind, result) {
        nan_of(kind, operands)
    } else {
        result
    }
}

/// Whether it is not a number.
pub(crate) fn is_nan(kind: FloatKind, bits: u128) -> bool {
    match kind {
        FloatKind::F32 => f32::from_bits(bits as u32).is_nan(),
        FloatKind::F64 => f64::from_bits(bits as u64).is_nan(),
        _ => in_format!(kind, F => F::from_bits(bits).is_nan()),
    }
}

/// An operator with one operand.
pub(crate) fn unary(op: UnaryOp, kind: FloatKind, bits: u128) -> u128 {
    match op {
        UnaryOp::FNeg => bits ^ sign_bit(kind),
        UnaryOp::IsNan => u128::from(is_nan(kind, bits)),
        UnaryOp::IsInfinite => u128::from(in_format!(kind, F => F::from_bits(bits).is_infinite())),
        UnaryOp::SignBit => u128::from(bits & sign_bit(kind) != 0),
        UnaryOp::Neg
        | UnaryOp::Not
        | UnaryOp::LeadingZeros
        | UnaryOp::TrailingZeros
        | UnaryOp::PopCount
        | UnaryOp::ByteSwap => bits,
    }
}

/// An operator with two operands.
pub(crate) fn binary(op: BinaryOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    match kind {
        FloatKind::F32 => binary_f32(op, a as u32, b as u32),
        FloatKind::F64 => u128::from(binary_f64(op, a as u64, b as u64)),
        FloatKind::F16 | FloatKind::F80 | FloatKind::F128 => binary_soft(op, kind, a, b),
    }
}

/// An operator on doubles.
#[inline]
pub(crate) fn binary_f64(op: BinaryOp, a_bits: u64, b_bits: u64) -> u64 {
    let (a, b) = (f64::from_bits(a_bits), f64::from_bits(b_bits));
    let result = match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        BinaryOp::FEq => return u64::from(a == b),
        BinaryOp::FLt => return u64::from(a < b),
        BinaryOp::FLe => return u64::from(a <= b),
        _ => return 0,
    };
    if result.is_nan() {
        return nan_of(FloatKind::F64, &[u128::from(a_bits), u128::from(b_bits)]) as u64;
    }
    result.to_bits()
}

fn binary_f32(op: BinaryOp, a_bits: u32, b_bits: u32) -> u128 {
    let (a, b) = (f32::from_bits(a_bits), f32::from_bits(b_bits));
    let result = match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        BinaryOp::FEq => return u128::from(a == b),
        BinaryOp::FLt => return u128::from(a < b),
        BinaryOp::FLe => return u128::from(a <= b),
        _ => return 0,
    };
    if result.is_nan() {
        return nan_of(FloatKind::F32, &[u128::from(a_bits), u128::from(b_bits)]);
    }
    u128::from(result.to_bits())
}

/// An operator by software, in any format.
pub(crate) fn binary_soft(op: BinaryOp, kind: FloatKind, a_bits: u128, b_bits: u128) -> u128 {
    let result = in_format!(kind, F => {
        let (a, b) = (F::from_bits(a_bits), F::from_bits(b_bits));
        match op {
            BinaryOp::FAdd => (a + b).value.to_bits(),
            BinaryOp::FSub => (a - b).value.to_bits(),
            BinaryOp::FMul => (a * b).value.to_bits(),
            BinaryOp::FDiv => (a / b).value.to_bits(),
            BinaryOp::FEq => return u128::from(a == b),
            BinaryOp::FLt => return u128::from(a < b),
            BinaryOp::FLe => {
                let order = a.partial_cmp(&b);
                return u128::from(matches!(order, Some(Ordering::Less | Ordering::Equal)));
            }
            _ => return 0,
        }
    });
    canonical(kind, result, &[a_bits, b_bits])
}

/// A change of type from or to a float.
pub(crate) fn cast(op: CastOp, from: Scalar, to: Scalar, bits: u128) -> u128 {
    match (op, from, to) {
        (CastOp::SignedToFloat, Scalar::Int(width), Scalar::Float(kind)) => {
            from_signed(kind, width.sign_extend(bits))
        }
        (CastOp::UnsignedToFloat, Scalar::Int(_), Scalar::Float(kind)) => from_unsigned(kind, bits),
        (CastOp::FloatToSigned, Scalar::Float(kind), Scalar::Int(width)) => {
            to_signed(kind, bits, width)
        }
        (CastOp::FloatToUnsigned, Scalar::Float(kind), Scalar::Int(width)) => {
            to_unsigned(kind, bits, width)
        }
        (CastOp::FloatToFloat, Scalar::Float(from), Scalar::Float(to)) => convert(from, to, bits),
        _ => bits,
    }
}

fn from_signed(kind: FloatKind, value: i128) -> u128 {
    match kind {
        FloatKind::F32 => u128::from((value as f32).to_bits()),
        FloatKind::F64 => u128::from((value as f64).to_bits()),
        _ => in_format!(kind, F => F::from_i128(value).value.to_bits()),
    }
}

fn from_unsigned(kind: FloatKind, value: u128) -> u128 {
    match kind {
        FloatKind::F32 => u128::from((value as f32).to_bits()),
        FloatKind::F64 => u128::from((value as f64).to_bits()),
        _ => in_format!(kind, F => F::from_u128(value).value.to_bits()),
    }
}

fn to_signed(kind: FloatKind, bits: u128, width: Width) -> u128 {
    let converted = in_format!(kind, F => {
        F::from_bits(bits).to_i128_r(width.bits() as usize, Round::TowardZero, &mut true)
    });
    if converted.status.contains(Status::INVALID_OP) {
        return width.signed_min();
    }
    width.truncate(converted.value as u128)
}

fn to_unsigned(kind: FloatKind, bits: u128, width: Width) -> u128 {
    let converted = in_format!(kind, F => {
        F::from_bits(bits).to_u128_r(width.bits() as usize, Round::TowardZero, &mut true)
    });
    if converted.status.contains(Status::INVALID_OP) {
        return width.signed_min();
    }
    width.truncate(converted.value)
}

/// To another format, to nearest.
pub(crate) fn convert(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    match (from, to) {
        (FloatKind::F32, FloatKind::F64) if !is_nan(from, bits) => {
            u128::from(f64::from(f32::from_bits(bits as u32)).to_bits())
        }
        (FloatKind::F64, FloatKind::F32) if !is_nan(from, bits) => {
            u128::from((f64::from_bits(bits as u64) as f32).to_bits())
        }
        _ => in_format!(from, F => in_format!(to, T => {
            let converted: T = F::from_bits(bits).convert(&mut false).value;
            converted.to_bits()
        })),
    }
}

/// The value as a `double`, rounded to nearest.
pub(crate) fn to_f64(kind: FloatKind, bits: u128) -> f64 {
    f64::from_bits(convert(kind, FloatKind::F64, bits) as u64)
}

/// A `double` in another format, rounded to nearest.
pub(crate) fn from_f64(kind: FloatKind, value: f64) -> u128 {
    convert(FloatKind::F64, kind, u128::from(value.to_bits()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const OPS: [BinaryOp; 7] = [
        BinaryOp::FAdd,
        BinaryOp::FSub,
        BinaryOp::FMul,
        BinaryOp::FDiv,
        BinaryOp::FEq,
        BinaryOp::FLt,
        BinaryOp::FLe,
    ];

    /// Bits of doubles, special ones often.
    fn double() -> impl Strategy<Value = u64> {
        let special = [
            0.0,
            -0.0,
            1.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MIN_POSITIVE,
        ];
        prop_oneof![
            any::<u64>(),
            prop::sample::select(special.to_vec()).prop_map(f64::to_bits),
            any::<i32>().prop_map(|n| f64::from(n).to_bits()),
            (any::<u64>(), 1000u64..1050).prop_map(|(bits, exponent)| bits >> 12 | exponent << 52),
        ]
    }

    proptest! {
        #[test]
        fn software_agrees_with_hardware(a in double(), b in double(), op in prop::sample::select(OPS.to_vec())) {
            let (wide_a, wide_b) = (u128::from(a), u128::from(b));
            let soft = binary_soft(op, FloatKind::F64, wide_a, wide_b);
            prop_assert_eq!(binary(op, FloatKind::F64, wide_a, wide_b), soft);
            let (a, b) = (u128::from(a as u32), u128::from(b as u32));
            prop_assert_eq!(binary(op, FloatKind::F32, a, b), binary_soft(op, FloatKind::F32, a, b));
        }

        #[test]
        fn conversions_agree_with_hardware(a in double(), n in any::<i64>()) {
            let value = f64::from_bits(a);
            let cast = |op, to| cast(op, Scalar::Float(FloatKind::F64), to, u128::from(a));
            let int = Scalar::Int(Width::W32);
            let fits = value > -2_147_483_649.0 && value < 2_147_483_648.0;
            let signed = cast(CastOp::FloatToSigned, int) as u32 as i32;
            prop_assert_eq!(signed, if fits { value as i32 } else { i32::MIN });
            let fits = value > -1.0 && value < 4_294_967_296.0;
            let unsigned = cast(CastOp::FloatToUnsigned, int) as u32;
            prop_assert_eq!(unsigned, if fits { value as u32 } else { 1 << 31 });
            // Through the extended format and back nothing is lost.
            let extended = convert(FloatKind::F64, FloatKind::F80, u128::from(a));
            if !value.is_nan() {
                prop_assert_eq!(convert(FloatKind::F80, FloatKind::F64, extended), u128::from(a));
            }
            let from = super::cast(CastOp::SignedToFloat, Scalar::Int(Width::W64), Scalar::Float(FloatKind::F80), n as u64 as u128);
            prop_assert_eq!(to_f64(FloatKind::F80, from), n as f64);
        }
    }

    #[test]
    fn invalid_operations_give_the_negative_nan() {
        let zero = 0.0f64.to_bits();
        assert_eq!(binary_f64(BinaryOp::FDiv, zero, zero), 0xfff8 << 48);
        let infinity = f64::INFINITY.to_bits();
        assert_eq!(binary_f64(BinaryOp::FSub, infinity, infinity), 0xfff8 << 48);
        assert_eq!(default_nan(FloatKind::F80), 0xffff_c000_0000_0000_0000);
        assert_eq!(default_nan(FloatKind::F32), 0xffc0_0000);
    }
}
