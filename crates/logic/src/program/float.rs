//! Operators on floats, between their encodings.

use ir::{BinaryOp, CastOp, FloatKind, MathFunction, Scalar, UnaryOp};

use crate::op::FloatClass;
use crate::sort::{FloatFormat, RoundingMode};
use crate::terms::{TermId, Terms};

/// The bit of the x87 format that other formats leave out: the integer part of the significand.
const INTEGER_BIT: u32 = 63;

fn format(kind: FloatKind) -> FloatFormat {
    match kind {
        FloatKind::F16 => FloatFormat::HALF,
        FloatKind::F32 => FloatFormat::SINGLE,
        FloatKind::F64 => FloatFormat::DOUBLE,
        FloatKind::F80 => FloatFormat::EXTENDED,
        FloatKind::F128 => FloatFormat::QUAD,
    }
}

/// The number that bits encode.
fn decode(terms: &mut Terms, kind: FloatKind, bits: TermId) -> TermId {
    let bits = match kind {
        FloatKind::F80 => {
            let above = terms.extract(kind.bits() - 1, INTEGER_BIT + 1, bits);
            let below = terms.extract(INTEGER_BIT - 1, 0, bits);
            terms.concat(above, below)
        }
        _ => bits,
    };
    terms.fp_from_bits(format(kind), bits)
}

/// The bits of a number. The one that is not a number has its sign set, as x86 makes it.
fn encode(terms: &mut Terms, kind: FloatKind, number: TermId) -> TermId {
    let bits = terms.fp_to_bits(number);
    let bits = match kind {
        FloatKind::F80 => with_integer_bit(terms, bits),
        _ => bits,
    };
    let nan = terms.fp_is(FloatClass::Nan, number);
    let default = terms.bv(kind.bits(), default_nan(kind));
    terms.ite(nan, default, bits)
}

/// The integer bit is set in every number whose exponent is not zero.
fn with_integer_bit(terms: &mut Terms, bits: TermId) -> TermId {
    let top = terms.width(bits) - 1;
    let exponent = terms.extract(top - 1, INTEGER_BIT, bits);
    let none = terms.bv(terms.width(exponent), 0);
    let normal = terms.ne(exponent, none);
    let normal = terms.bool_to_bv(normal);
    let above = terms.extract(top, INTEGER_BIT, bits);
    let below = terms.extract(INTEGER_BIT - 1, 0, bits);
    let above = terms.concat(above, normal);
    terms.concat(above, below)
}

/// What an invalid operation gives on x86.
fn default_nan(kind: FloatKind) -> u128 {
    let fraction = format(kind).significand_bits() - 1;
    let stored = match kind {
        FloatKind::F80 => fraction + 1,
        _ => fraction,
    };
    let ones = u128::MAX >> (128 - kind.bits());
    ones & !((1 << stored) - 1)
        | 1 << (fraction - 1)
        | if stored > fraction { 1 << fraction } else { 0 }
}

fn nearest(terms: &mut Terms) -> TermId {
    terms.rounding_mode(RoundingMode::NearestEven)
}

pub(super) fn unary(terms: &mut Terms, op: UnaryOp, kind: FloatKind, a: TermId) -> TermId {
    let top = kind.bits() - 1;
    let class = match op {
        UnaryOp::FNeg => {
            let sign = terms.bv(kind.bits(), 1 << top);
            return terms.bv_xor(a, sign);
        }
        UnaryOp::SignBit => return terms.extract(top, top, a),
        UnaryOp::IsNan => FloatClass::Nan,
        UnaryOp::IsInfinite => FloatClass::Infinite,
        // Not of floats.
        UnaryOp::Neg
        | UnaryOp::Not
        | UnaryOp::LeadingZeros
        | UnaryOp::TrailingZeros
        | UnaryOp::PopCount
        | UnaryOp::ByteSwap => return a,
    };
    let number = decode(terms, kind, a);
    let is = terms.fp_is(class, number);
    terms.bool_to_bv(is)
}

pub(super) fn binary(
    terms: &mut Terms,
    op: BinaryOp,
    kind: FloatKind,
    a: TermId,
    b: TermId,
) -> TermId {
    let (a, b) = (decode(terms, kind, a), decode(terms, kind, b));
    let rm = nearest(terms);
    let result = match op {
        BinaryOp::FAdd => terms.fp_add(rm, a, b),
        BinaryOp::FSub => terms.fp_sub(rm, a, b),
        BinaryOp::FMul => terms.fp_mul(rm, a, b),
        BinaryOp::FDiv => terms.fp_div(rm, a, b),
        _ => {
            let holds = match op {
                BinaryOp::FLt => terms.fp_lt(a, b),
                BinaryOp::FLe => terms.fp_le(a, b),
                _ => terms.fp_eq(a, b),
            };
            return terms.bool_to_bv(holds);
        }
    };
    encode(terms, kind, result)
}

pub(super) fn cast(terms: &mut Terms, op: CastOp, from: Scalar, to: Scalar, a: TermId) -> TermId {
    let rm = nearest(terms);
    match (op, from, to) {
        (CastOp::SignedToFloat, _, Scalar::Float(to)) => {
            let number = terms.fp_from_sbv(format(to), rm, a);
            encode(terms, to, number)
        }
        (CastOp::UnsignedToFloat, _, Scalar::Float(to)) => {
            let number = terms.fp_from_ubv(format(to), rm, a);
            encode(terms, to, number)
        }
        (CastOp::FloatToFloat, Scalar::Float(from), Scalar::Float(to)) => {
            let number = decode(terms, from, a);
            let number = terms.fp_to_fp(format(to), rm, number);
            encode(terms, to, number)
        }
        (CastOp::FloatToSigned | CastOp::FloatToUnsigned, Scalar::Float(from), Scalar::Int(to)) => {
            to_integer(terms, op, from, to.bits(), a)
        }
        _ => a,
    }
}

/// Towards zero; the smallest integer where it does not fit, which SMT-LIB leaves open.
fn to_integer(terms: &mut Terms, op: CastOp, from: FloatKind, width: u32, a: TermId) -> TermId {
    let number = decode(terms, from, a);
    let smallest = terms.bv(width, 1 << (width - 1));
    let (nearest, zero) = (nearest(terms), terms.rounding_mode(RoundingMode::Zero));
    let whole = terms.fp_round_to_integral(zero, number);
    // A power of two is exact, or too large for the format: infinite if rounded to nearest, the
    // largest finite number if rounded towards zero, as the two bounds need it.
    let half = terms.fp_from_ubv(format(from), nearest, smallest);
    let (value, least, limit) = match op {
        CastOp::FloatToSigned => {
            let least = terms.fp_from_sbv(format(from), zero, smallest);
            (terms.fp_to_sbv(width, zero, whole), least, half)
        }
        _ => {
            let limit = terms.fp_add(nearest, half, half);
            let least = terms.fp_value(format(from), 0);
            (terms.fp_to_ubv(width, zero, whole), least, limit)
        }
    };
    let above = terms.fp_le(least, whole);
    let below = terms.fp_lt(whole, limit);
    let fits = terms.and(above, below);
    terms.ite(fits, value, smallest)
}

/// A function of the mathematical library, where its result is determined exactly; `None` of the
/// transcendental ones and of those without a circuit.
pub fn math(
    terms: &mut Terms,
    function: MathFunction,
    kind: FloatKind,
    arguments: &[TermId],
) -> Option<TermId> {
    let top = kind.bits() - 1;
    match (function, arguments) {
        (MathFunction::Fabs, [x]) => {
            let mask = terms.bv(kind.bits(), (1 << top) - 1);
            return Some(terms.bv_and(*x, mask));
        }
        (MathFunction::Copysign, [x, y]) => {
            let sign = terms.extract(top, top, *y);
            let rest = terms.extract(top - 1, 0, *x);
            return Some(terms.concat(sign, rest));
        }
        _ => {}
    }
    let rm = nearest(terms);
    let numbers: Vec<TermId> = arguments.iter().map(|a| decode(terms, kind, *a)).collect();
    let result = match (function, &numbers[..]) {
        (MathFunction::Sqrt, [x]) => terms.fp_sqrt(rm, *x),
        (MathFunction::Fma, [x, y, z]) => terms.fp_fma(rm, *x, *y, *z),
        (MathFunction::Remainder, [x, y]) => terms.fp_rem(*x, *y),
        (MathFunction::Floor, [x]) => rounded(terms, RoundingMode::Down, *x),
        (MathFunction::Ceil, [x]) => rounded(terms, RoundingMode::Up, *x),
        (MathFunction::Trunc, [x]) => rounded(terms, RoundingMode::Zero, *x),
        (MathFunction::Rint | MathFunction::Nearbyint, [x]) => {
            rounded(terms, RoundingMode::NearestEven, *x)
        }
        (MathFunction::Round, [x]) => rounded(terms, RoundingMode::NearestAway, *x),
        _ => return None,
    };
    Some(encode(terms, kind, result))
}

fn rounded(terms: &mut Terms, mode: RoundingMode, x: TermId) -> TermId {
    let rm = terms.rounding_mode(mode);
    terms.fp_round_to_integral(rm, x)
}
