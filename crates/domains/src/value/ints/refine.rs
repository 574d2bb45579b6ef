//! What operands can be, by what their operator gave.

mod bitwise;
mod compare;
mod quotient;

use super::Ints;
use super::bits::Bits;
use super::span::Spans;
use ir::{BinaryOp, CastOp, UnaryOp};

/// Two operands, if there are some.
type Operands = Option<(Ints, Ints)>;

impl Ints {
    /// What the operands can be if the result is in `result`; `None` if there are no such operands.
    #[must_use]
    pub fn refine_binary(op: BinaryOp, left: &Ints, right: &Ints, result: &Ints) -> Operands {
        let result = &Ints::binary(op, left, right).meet(result)?;
        let (left, right) = match op {
            BinaryOp::Add => {
                let left = left.meet(&Ints::binary(BinaryOp::Sub, result, right))?;
                let right = right.meet(&Ints::binary(BinaryOp::Sub, result, &left))?;
                (left, right)
            }
            BinaryOp::Sub | BinaryOp::PointerDiff => {
                let left = left.meet(&Ints::binary(BinaryOp::Add, result, right))?;
                let right = right.meet(&Ints::binary(BinaryOp::Sub, &left, result))?;
                (left, right)
            }
            BinaryOp::Xor => {
                let left = left.meet(&Ints::binary(BinaryOp::Xor, result, right))?;
                let right = right.meet(&Ints::binary(BinaryOp::Xor, result, &left))?;
                (left, right)
            }
            BinaryOp::And => bitwise::refine_and(left, right, result)?,
            BinaryOp::Or => bitwise::refine_or(left, right, result)?,
            BinaryOp::Shl => (bitwise::refine_shl(left, right, result)?, *right),
            BinaryOp::LShr | BinaryOp::AShr => {
                (bitwise::refine_right(left, right, result)?, *right)
            }
            BinaryOp::Mul => quotient::refine_mul(left, right, result)?,
            BinaryOp::UDiv => (quotient::refine_udiv(left, right, result)?, *right),
            BinaryOp::SDiv => (quotient::refine_sdiv(left, right, result)?, *right),
            BinaryOp::URem => quotient::refine_urem(left, right, result)?,
            BinaryOp::SRem => quotient::refine_srem(left, right, result)?,
            _ => match result.as_constant() {
                Some(truth) => compare::refine(op, left, right, truth == 1)?,
                None => (*left, *right),
            },
        };
        Some((left, right))
    }

    /// What the operand can be if the result is in `result`; `None` if there is no such operand.
    #[must_use]
    pub fn refine_unary(op: UnaryOp, operand: &Ints, result: &Ints) -> Option<Ints> {
        let width = operand.width;
        let bits = width.bits();
        let result = &Ints::unary(op, operand).meet(result)?;
        // Counts are at most the width.
        let (min, max) = result.unsigned();
        let (min, max) = (min as u32, max as u32);
        let preimage = match op {
            UnaryOp::Neg | UnaryOp::Not => Ints::unary(op, result),
            UnaryOp::ByteSwap if bits.is_multiple_of(8) => Ints::unary(op, result),
            UnaryOp::LeadingZeros => {
                let least = match max {
                    max if max >= bits => 0,
                    max => 1 << (bits - max - 1),
                };
                let greatest = width.mask().checked_shr(min).unwrap_or(0);
                Ints::from_unsigned(width, least, greatest)
            }
            UnaryOp::TrailingZeros => {
                let zeros = u128::MAX.checked_shr(128 - min.min(bits)).unwrap_or(0);
                let one = match min == max && min < bits {
                    true => 1 << min,
                    false => 0,
                };
                Ints::of_bits(width, Bits { zeros, ones: one })
            }
            UnaryOp::PopCount if max == 0 => Ints::constant(width, 0),
            UnaryOp::PopCount if min == bits => Ints::constant(width, width.mask()),
            UnaryOp::PopCount if min > 0 => Ints::from_unsigned(width, 1, width.mask()),
            _ => return Some(*operand),
        };
        operand.meet(&preimage)
    }

    /// What the operand can be if its cast is in `result`; `None` if there is no such operand.
    #[must_use]
    pub fn refine_cast(op: CastOp, operand: &Ints, result: &Ints) -> Option<Ints> {
        let result = &Ints::cast(op, result.width, operand).meet(result)?;
        match op {
            // The result is one of an extension, so that truncation is its inverse.
            CastOp::ZeroExtend | CastOp::SignExtend => {
                operand.meet(&Ints::cast(CastOp::Truncate, operand.width, result))
            }
            CastOp::Truncate => refine_truncation(operand, result),
            _ => Some(*operand),
        }
    }
}

fn refine_truncation(operand: &Ints, result: &Ints) -> Option<Ints> {
    let (wide, narrow) = (operand.width, result.width);
    let known = Ints {
        bits: result.bits,
        ..Ints::top(wide)
    };
    let operand = operand.meet(&known)?;
    // Operands with the same bits above those that are kept are in the same order as their results.
    let (mut spans, mut any) = (Spans::EMPTY, false);
    for span in operand.spans.iter() {
        let above = span.min & !narrow.mask();
        if above != span.max & !narrow.mask() {
            spans.add_unsigned(wide, span.min, span.max);
            any = true;
            continue;
        }
        let kept = Spans::unsigned(narrow, narrow.truncate(span.min), narrow.truncate(span.max));
        for part in kept.meet(result.spans).iter() {
            spans.add_unsigned(wide, above | part.min, above | part.max);
            any = true;
        }
    }
    match any {
        true => operand.meet(&Ints::within(wide, spans)),
        false => None,
    }
}
