//! Operators on integers and conditions; those on floats are passed on.

use ir::{BinaryOp, CastOp, DataModel, Scalar, UnaryOp};

use super::float;
use crate::terms::{TermId, Terms};

/// An operator with one operand of type `scalar`.
pub fn unary(terms: &mut Terms, op: UnaryOp, scalar: Scalar, a: TermId) -> TermId {
    if let Scalar::Float(kind) = scalar {
        return float::unary(terms, op, kind, a);
    }
    match op {
        UnaryOp::Neg => terms.bv_neg(a),
        UnaryOp::Not => terms.bv_not(a),
        UnaryOp::LeadingZeros => leading_zeros(terms, a),
        UnaryOp::TrailingZeros => trailing_zeros(terms, a),
        UnaryOp::PopCount => pop_count(terms, a),
        UnaryOp::ByteSwap => byte_swap(terms, a),
        UnaryOp::FNeg | UnaryOp::IsNan | UnaryOp::IsInfinite | UnaryOp::SignBit => a,
    }
}

/// An operator with two operands of type `scalar`; of pointers, their addresses.
pub fn binary(
    terms: &mut Terms,
    op: BinaryOp,
    scalar: Scalar,
    model: DataModel,
    a: TermId,
    b: TermId,
) -> TermId {
    match scalar {
        Scalar::Float(kind) => float::binary(terms, op, kind, a, b),
        Scalar::Int(_) => integer(terms, op, a, b),
        Scalar::Pointer => {
            debug_assert_eq!(terms.width(a), model.pointer_width().bits());
            integer(terms, op, a, b)
        }
    }
}

fn integer(terms: &mut Terms, op: BinaryOp, a: TermId, b: TermId) -> TermId {
    let predicate = match op {
        BinaryOp::Add => return terms.bv_add(a, b),
        BinaryOp::Sub | BinaryOp::PointerDiff => return terms.bv_sub(a, b),
        BinaryOp::Mul => return terms.bv_mul(a, b),
        BinaryOp::UDiv => return terms.bv_udiv(a, b),
        BinaryOp::SDiv => return terms.bv_sdiv(a, b),
        BinaryOp::URem => return terms.bv_urem(a, b),
        BinaryOp::SRem => return terms.bv_srem(a, b),
        BinaryOp::And => return terms.bv_and(a, b),
        BinaryOp::Or => return terms.bv_or(a, b),
        BinaryOp::Xor => return terms.bv_xor(a, b),
        BinaryOp::Shl => return terms.bv_shl(a, b),
        BinaryOp::LShr => return terms.bv_lshr(a, b),
        BinaryOp::AShr => return terms.bv_ashr(a, b),
        BinaryOp::Eq => terms.eq(a, b),
        BinaryOp::Ne => terms.ne(a, b),
        BinaryOp::ULt => terms.bv_ult(a, b),
        BinaryOp::ULe => terms.bv_ule(a, b),
        BinaryOp::SLt => terms.bv_slt(a, b),
        BinaryOp::SLe => terms.bv_sle(a, b),
        BinaryOp::SAddOverflows => terms.bv_saddo(a, b),
        BinaryOp::SSubOverflows => terms.bv_ssubo(a, b),
        BinaryOp::SMulOverflows => terms.bv_smulo(a, b),
        BinaryOp::UAddOverflows => terms.bv_uaddo(a, b),
        BinaryOp::USubOverflows => terms.bv_usubo(a, b),
        BinaryOp::UMulOverflows => terms.bv_umulo(a, b),
        // Not of integers.
        BinaryOp::FAdd
        | BinaryOp::FSub
        | BinaryOp::FMul
        | BinaryOp::FDiv
        | BinaryOp::FEq
        | BinaryOp::FLt
        | BinaryOp::FLe => return a,
    };
    terms.bool_to_bv(predicate)
}

/// A change of type. Pointers are their addresses here.
pub fn cast(terms: &mut Terms, op: CastOp, from: Scalar, to: Scalar, a: TermId) -> TermId {
    let have = terms.width(a);
    match (op, to) {
        (CastOp::Truncate, Scalar::Int(to)) => terms.extract(to.bits() - 1, 0, a),
        (CastOp::ZeroExtend, Scalar::Int(to)) => terms.zero_extend(to.bits() - have, a),
        (CastOp::SignExtend, Scalar::Int(to)) => terms.sign_extend(to.bits() - have, a),
        (CastOp::Bits | CastOp::PointerToInt | CastOp::IntToPointer, _) => a,
        _ => float::cast(terms, op, from, to, a),
    }
}

fn leading_zeros(terms: &mut Terms, a: TermId) -> TermId {
    let width = terms.width(a);
    first_set(terms, a, (0..width).map(|bit| (bit, width - 1 - bit)))
}

fn trailing_zeros(terms: &mut Terms, a: TermId) -> TermId {
    let width = terms.width(a);
    first_set(terms, a, (0..width).rev().map(|bit| (bit, bit)))
}

/// The value that goes with the last of the given bits that is set; the width if none is.
fn first_set(terms: &mut Terms, a: TermId, bits: impl Iterator<Item = (u32, u32)>) -> TermId {
    let width = terms.width(a);
    let mut result = terms.bv(width, width.into());
    for (bit, value) in bits {
        let set = terms.bit(bit, a);
        let value = terms.bv(width, value.into());
        result = terms.ite(set, value, result);
    }
    result
}

fn pop_count(terms: &mut Terms, a: TermId) -> TermId {
    let width = terms.width(a);
    let mut sum = terms.bv(width, 0);
    for bit in 0..width {
        let bit = terms.extract(bit, bit, a);
        let bit = terms.zero_extend(width - 1, bit);
        sum = terms.bv_add(sum, bit);
    }
    sum
}

fn byte_swap(terms: &mut Terms, a: TermId) -> TermId {
    let bytes = terms.width(a) / 8;
    let mut result = terms.extract(7, 0, a);
    for byte in 1..bytes {
        let next = terms.extract(8 * byte + 7, 8 * byte, a);
        result = terms.concat(result, next);
    }
    result
}
