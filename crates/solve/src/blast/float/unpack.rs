//! Taking encodings apart.

use logic::FloatFormat;

use super::fields;
use crate::gates::{Edge, Gates};
use crate::words::{self, Word};

/// A float taken apart. Its value, if it is finite and not zero, is
/// `significand / 2^(n-1) * 2^exponent` with the top one of `n` bits set.
#[derive(Clone, Debug)]
pub(super) struct Unpacked {
    pub(super) nan: Edge,
    pub(super) infinite: Edge,
    pub(super) zero: Edge,
    pub(super) sign: Edge,
    /// Signed; the least possible for zero, so that zero is the least magnitude.
    pub(super) exponent: Word,
    pub(super) significand: Word,
}

/// The least exponent of a normal number.
pub(super) fn least_exponent(format: FloatFormat) -> i64 {
    2 - (1 << (format.exponent_bits() - 1))
}

/// Bits of a signed exponent that holds those of normalised subnormals as well.
pub(super) fn exponent_width(format: FloatFormat) -> usize {
    let least = (1u64 << (format.exponent_bits() - 1)) + u64::from(format.significand_bits());
    (u64::BITS - least.leading_zeros()) as usize + 1
}

/// Takes an encoding apart, subnormals normalised.
pub(super) fn unpack(g: &mut Gates, format: FloatFormat, a: &[Edge]) -> Unpacked {
    let parts = fields(format, a);
    let (top, bottom) = (g.and_all(parts.exponent), g.is_zero(parts.exponent));
    let empty = g.is_zero(parts.fraction);
    let zero = g.and(bottom, empty);
    let width = exponent_width(format);

    let bias = (1 << (format.exponent_bits() - 1)) - 1;
    let biased = words::resize(parts.exponent, width);
    let normal = g.add(&biased, &words::signed(width, -bias));
    let shifted = words::join(parts.fraction, &[Edge::FALSE]);
    let (lifted, by) = g.normalise(&shifted);
    let by = words::resize(&by, width);
    let subnormal = g.sub(&words::signed(width, least_exponent(format)), &by);
    let exponent = g.mux_word(bottom, &subnormal, &normal);
    let lowest = words::signed(width, -(1 << (width - 1)));
    Unpacked {
        nan: g.and(top, !empty),
        infinite: g.and(top, empty),
        zero,
        sign: parts.sign,
        exponent: g.mux_word(zero, &lowest, &exponent),
        significand: {
            let whole = words::join(parts.fraction, &[Edge::TRUE]);
            g.mux_word(bottom, &lifted, &whole)
        },
    }
}
