//! Building expressions with constants folded: C asks for it in constant expressions, and a
//! program full of `0 * 4 + 8` helps nobody.

use ir::{BinaryOp, CastOp, Const, Expr, FloatKind, Scalar, UnaryOp, Width};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;

/// `op operand`, folded.
pub(crate) fn unary(op: UnaryOp, operand: Expr) -> Expr {
    match (op, operand) {
        (UnaryOp::Not, operand) if is_condition(&operand) => operand.negate(),
        (op, Expr::Const(Const::Int(width, bits))) => match fold_unary(op, width, bits) {
            Some(bits) => Expr::Const(Const::Int(width, width.truncate(bits))),
            None => Expr::unary(op, Expr::Const(Const::Int(width, bits))),
        },
        (UnaryOp::FNeg, Expr::Const(Const::Float(kind, bits))) => {
            Expr::Const(Const::Float(kind, bits ^ (1 << (kind.bits() - 1))))
        }
        (op, operand) => Expr::unary(op, operand),
    }
}

fn is_condition(expr: &Expr) -> bool {
    match expr {
        Expr::Const(Const::Int(width, _)) => *width == Width::W1,
        Expr::Binary(op, ..) => !matches!(
            op.class(),
            ir::OperatorClass::Arithmetic
                | ir::OperatorClass::FloatArithmetic
                | ir::OperatorClass::PointerDifference
        ),
        Expr::Unary(UnaryOp::Not, inner) => is_condition(inner),
        _ => false,
    }
}

fn fold_unary(op: UnaryOp, width: Width, bits: u128) -> Option<u128> {
    let unused = 128 - width.bits();
    Some(match op {
        UnaryOp::Neg => bits.wrapping_neg(),
        UnaryOp::Not => !bits,
        UnaryOp::LeadingZeros => u128::from(bits.leading_zeros() - unused),
        UnaryOp::TrailingZeros => u128::from(bits.trailing_zeros().min(width.bits())),
        UnaryOp::PopCount => u128::from(bits.count_ones()),
        UnaryOp::ByteSwap => bits.swap_bytes() >> unused,
        UnaryOp::FNeg | UnaryOp::IsNan | UnaryOp::IsInfinite | UnaryOp::SignBit => return None,
    })
}

/// `left op right`, folded.
pub(crate) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Const(Const::Int(width, a)), Expr::Const(Const::Int(_, b))) => {
            fold_int(op, *width, *a, *b)
        }
        (Expr::Const(Const::Float(kind, a)), Expr::Const(Const::Float(_, b))) => {
            fold_float(op, *kind, *a, *b)
        }
        (Expr::Const(Const::Null), Expr::Const(Const::Null)) => match op {
            BinaryOp::Eq | BinaryOp::ULe => Some(Const::TRUE),
            BinaryOp::Ne | BinaryOp::ULt => Some(Const::FALSE),
            _ => None,
        },
        (Expr::Global(_) | Expr::Procedure(_), Expr::Const(Const::Null))
        | (Expr::Const(Const::Null), Expr::Global(_) | Expr::Procedure(_)) => match op {
            BinaryOp::Eq => Some(Const::FALSE),
            BinaryOp::Ne => Some(Const::TRUE),
            _ => None,
        },
        (Expr::Offset(..) | Expr::Global(_) | Expr::Const(Const::Null), _)
            if op == BinaryOp::PointerDiff =>
        {
            same_base_distance(&left, &right)
        }
        (_, Expr::Const(Const::Int(_, 0)))
            if matches!(
                op,
                BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Or
                    | BinaryOp::Xor
                    | BinaryOp::Shl
                    | BinaryOp::LShr
                    | BinaryOp::AShr
            ) =>
        {
            return left;
        }
        (Expr::Const(Const::Int(_, 0)), _) if matches!(op, BinaryOp::Add | BinaryOp::Or) => {
            return right;
        }
        (_, Expr::Const(Const::Int(_, 1))) if op == BinaryOp::Mul => return left,
        (Expr::Const(Const::Int(_, 1)), _) if op == BinaryOp::Mul => return right,
        _ => None,
    }
    .map_or_else(|| Expr::binary(op, left, right), Expr::Const)
}

/// The distance of two addresses in one object that are known when the program is read.
fn same_base_distance(left: &Expr, right: &Expr) -> Option<Const> {
    let ((base, Some(a)), (other, Some(b))) = (split_offset(left), split_offset(right)) else {
        return None;
    };
    let width = [left, right]
        .into_iter()
        .find_map(|address| match address {
            Expr::Offset(_, bytes) => bytes.as_const()?.scalar().width(),
            _ => None,
        })?;
    let known = matches!(base, Expr::Global(_) | Expr::Const(Const::Null));
    (known && base == other).then(|| Const::int(width, a - b))
}

fn fold_int(op: BinaryOp, width: Width, a: u128, b: u128) -> Option<Const> {
    use BinaryOp::*;
    let (sa, sb) = (width.sign_extend(a), width.sign_extend(b));
    let too_far = b >= u128::from(width.bits());
    let condition = |holds: bool| Some(if holds { Const::TRUE } else { Const::FALSE });
    let fits = |value: Option<i128>| value.is_some_and(|v| width.sign_extend(v as u128) == v);
    let bits = match op {
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        UDiv if b != 0 => a / b,
        URem if b != 0 => a % b,
        SDiv if b != 0 => sa.wrapping_div(sb) as u128,
        SRem if b != 0 => sa.wrapping_rem(sb) as u128,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl => {
            if too_far {
                0
            } else {
                a << b
            }
        }
        LShr => {
            if too_far {
                0
            } else {
                a >> b
            }
        }
        AShr => (sa >> if too_far { 127 } else { b }) as u128,
        Eq => return condition(a == b),
        Ne => return condition(a != b),
        ULt => return condition(a < b),
        ULe => return condition(a <= b),
        SLt => return condition(sa < sb),
        SLe => return condition(sa <= sb),
        SAddOverflows => return condition(!fits(sa.checked_add(sb))),
        SSubOverflows => return condition(!fits(sa.checked_sub(sb))),
        SMulOverflows => return condition(!fits(sa.checked_mul(sb))),
        UAddOverflows => return condition(a.checked_add(b).is_none_or(|v| v > width.mask())),
        USubOverflows => return condition(a < b),
        UMulOverflows => return condition(a.checked_mul(b).is_none_or(|v| v > width.mask())),
        _ => return None,
    };
    Some(Const::Int(width, width.truncate(bits)))
}

/// Runs `$body` with the float type of a format.
macro_rules! with_format {
    ($kind:expr, $F:ident => $body:expr) => {
        match $kind {
            FloatKind::F16 => {
                type $F = Half;
                $body
            }
            FloatKind::F32 => {
                type $F = Single;
                $body
            }
            FloatKind::F64 => {
                type $F = Double;
                $body
            }
            FloatKind::F80 => {
                type $F = X87DoubleExtended;
                $body
            }
            FloatKind::F128 => {
                type $F = Quad;
                $body
            }
        }
    };
}

fn fold_float(op: BinaryOp, kind: FloatKind, a: u128, b: u128) -> Option<Const> {
    use BinaryOp::*;
    with_format!(kind, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        let order = a.partial_cmp(&b);
        let condition = |holds: bool| Some(if holds { Const::TRUE } else { Const::FALSE });
        let value = match op {
            FAdd => (a + b).value,
            FSub => (a - b).value,
            FMul => (a * b).value,
            FDiv => (a / b).value,
            FEq => return condition(order == Some(Ordering::Equal)),
            FLt => return condition(order == Some(Ordering::Less)),
            FLe => return condition(matches!(order, Some(Ordering::Less | Ordering::Equal))),
            _ => return None,
        };
        Some(Const::Float(kind, value.to_bits()))
    })
}

/// A change of type, folded, and nothing where nothing changes.
pub(crate) fn cast(op: CastOp, to: Scalar, operand: Expr) -> Expr {
    // `(size_t)&((struct s *)0)->member`, as people wrote `offsetof` once.
    if let (CastOp::PointerToInt, Expr::Offset(base, bytes)) = (op, &operand)
        && **base == Expr::NULL
        && let Expr::Const(offset) = **bytes
    {
        return Expr::Const(offset);
    }
    let Expr::Const(value) = operand else {
        return Expr::cast(op, to, operand);
    };
    match fold_cast(op, to, value) {
        Some(value) => Expr::Const(value),
        None => Expr::cast(op, to, operand),
    }
}

fn fold_cast(op: CastOp, to: Scalar, value: Const) -> Option<Const> {
    match (op, value, to) {
        (CastOp::Truncate | CastOp::ZeroExtend, Const::Int(_, bits), Scalar::Int(width)) => {
            Some(Const::Int(width, width.truncate(bits)))
        }
        (CastOp::SignExtend, Const::Int(from, bits), Scalar::Int(width)) => {
            Some(Const::int(width, from.sign_extend(bits)))
        }
        (CastOp::IntToPointer, Const::Int(_, 0), _) => Some(Const::Null),
        (CastOp::PointerToInt, Const::Null, Scalar::Int(width)) => Some(Const::Int(width, 0)),
        (CastOp::SignedToFloat, Const::Int(from, bits), Scalar::Float(kind)) => {
            with_format!(kind, F => {
                let float = F::from_i128(from.sign_extend(bits)).value;
                Some(Const::Float(kind, float.to_bits()))
            })
        }
        (CastOp::UnsignedToFloat, Const::Int(_, bits), Scalar::Float(kind)) => {
            with_format!(kind, F => Some(Const::Float(kind, F::from_u128(bits).value.to_bits())))
        }
        (CastOp::FloatToFloat, Const::Float(from, bits), Scalar::Float(kind)) => {
            Some(Const::Float(kind, convert_float(from, kind, bits)))
        }
        (CastOp::FloatToSigned, Const::Float(from, bits), Scalar::Int(width)) => {
            with_format!(from, F => {
                let mut exact = false;
                let result = F::from_bits(bits).to_i128_r(width.bits() as usize, Round::TowardZero, &mut exact);
                let invalid = result.status.contains(rustc_apfloat::Status::INVALID_OP);
                (!invalid).then(|| Const::int(width, result.value))
            })
        }
        (CastOp::FloatToUnsigned, Const::Float(from, bits), Scalar::Int(width)) => {
            with_format!(from, F => {
                let mut exact = false;
                let result = F::from_bits(bits).to_u128_r(width.bits() as usize, Round::TowardZero, &mut exact);
                let invalid = result.status.contains(rustc_apfloat::Status::INVALID_OP);
                (!invalid).then_some(Const::Int(width, result.value))
            })
        }
        (CastOp::Bits, Const::Int(_, bits), Scalar::Float(kind)) => Some(Const::Float(kind, bits)),
        (CastOp::Bits, Const::Float(_, bits), Scalar::Int(width)) => Some(Const::Int(width, bits)),
        _ => None,
    }
}

/// A float in another format, to nearest.
pub(crate) fn convert_float(from: FloatKind, to: FloatKind, bits: u128) -> u128 {
    with_format!(from, F => {
        let value = F::from_bits(bits);
        with_format!(to, G => {
            let mut loses = false;
            let converted: G = FloatConvert::<G>::convert(value, &mut loses).value;
            converted.to_bits()
        })
    })
}

/// A floating constant in a format, correctly rounded; `None` if it is not one.
pub(crate) fn parse_float(text: &str, kind: FloatKind) -> Option<u128> {
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let text = if hexadecimal && !text.contains(['p', 'P']) {
        format!("{text}p0")
    } else {
        text.to_string()
    };
    with_format!(kind, F => text.parse::<F>().ok().map(|value| value.to_bits()))
}

/// `address + bytes`, with constant offsets added up.
pub(crate) fn offset(address: Expr, bytes: Expr) -> Expr {
    if matches!(bytes, Expr::Const(Const::Int(_, 0))) {
        return address;
    }
    match (address, bytes) {
        (Expr::Offset(base, first), second @ Expr::Const(_)) if first.as_const().is_some() => {
            let sum = binary(BinaryOp::Add, *first, second);
            offset(*base, sum)
        }
        (address, bytes) => Expr::Offset(Box::new(address), Box::new(bytes)),
    }
}

/// An address as a base and a constant number of bytes, if it is one.
pub(crate) fn split_offset(address: &Expr) -> (&Expr, Option<i128>) {
    match address {
        Expr::Offset(base, bytes) => match **bytes {
            Expr::Const(Const::Int(width, bits)) => (base, Some(width.sign_extend(bits))),
            _ => (base, None),
        },
        other => (other, Some(0)),
    }
}
