//! Rounding exact results into a format.

use logic::{FloatFormat, RoundingMode};

use super::unpack::least_exponent;
use crate::gates::{Edge, Gates};
use crate::words::{self, Word};

/// A number to be rounded: `significand / 2^(n-1) * 2^exponent` with the top one
/// of `n` bits set. Its last bit may be sticky: set for anything beyond it.
pub(super) struct Exact {
    pub(super) sign: Edge,
    /// Signed.
    pub(super) exponent: Word,
    pub(super) significand: Word,
}

/// A rounding mode as one edge per question asked of it.
pub(super) struct Mode {
    nearest_even: Edge,
    nearest_away: Edge,
    up: Edge,
    pub(super) down: Edge,
}

impl Mode {
    pub(super) fn of(g: &mut Gates, rm: &[Edge]) -> Self {
        let mut is = |mode: RoundingMode| {
            let code = words::number(rm.len(), mode.code().into());
            g.eq_word(rm, &code)
        };
        Self {
            nearest_even: is(RoundingMode::NearestEven),
            nearest_away: is(RoundingMode::NearestAway),
            up: is(RoundingMode::Up),
            down: is(RoundingMode::Down),
        }
    }

    /// Whether to take the next magnitude, given the last bit kept, the first
    /// dropped, and whether anything beyond that was dropped.
    pub(super) fn increments(
        &self,
        g: &mut Gates,
        sign: Edge,
        last: Edge,
        half: Edge,
        rest: Edge,
    ) -> Edge {
        let inexact = g.or(half, rest);
        let beyond_half = g.or(rest, last);
        let even = g.and(half, beyond_half);
        let cases = [
            g.and(self.nearest_even, even),
            g.and(self.nearest_away, half),
            {
                let up = g.and(self.up, !sign);
                g.and(up, inexact)
            },
            {
                let down = g.and(self.down, sign);
                g.and(down, inexact)
            },
        ];
        g.or_all(&cases)
    }

    /// Whether overflow ends in infinity rather than in the largest finite number.
    fn overflows_to_infinity(&self, g: &mut Gates, sign: Edge) -> Edge {
        let nearest = g.or(self.nearest_even, self.nearest_away);
        let (up, down) = (g.and(self.up, !sign), g.and(self.down, sign));
        g.or_all(&[nearest, up, down])
    }
}

/// The encoding of the nearest number of the format, as the mode has it.
pub(super) fn round(g: &mut Gates, format: FloatFormat, mode: &Mode, exact: &Exact) -> Word {
    let precision = format.significand_bits() as usize;
    let eb = format.exponent_bits() as usize;
    let significand = pad(&exact.significand, precision + 2);

    // Below the least exponent, shift right until it is reached. Exponents are
    // given enough bits for every sum below.
    let width = exact.exponent.len().max(eb + 1) + 2;
    let exponent = words::resize_signed(&exact.exponent, width);
    let least = words::signed(width, least_exponent(format));
    let short = g.sub(&least, &exponent);
    let subnormal = {
        let positive = !words::sign(&short);
        let some = g.or_all(&short);
        g.and(positive, some)
    };
    let distance = g.gate_word(subnormal, &short);
    let distance = saturate(g, &distance, significand.len());
    let shifted = g.shift_right_sticky(&significand, &distance);

    let cut = shifted.len() - precision;
    let (kept, half) = (&shifted[cut..], shifted[cut - 1]);
    let rest = g.or_all(&shifted[..cut - 1]);
    let increments = mode.increments(g, exact.sign, kept[0], half, rest);

    // The exponent field, one for the least exponent, directly above the
    // fraction: a carry out of the fraction goes where it belongs.
    let offset = words::signed(width, 1 - least_exponent(format));
    let biased = g.add(&exponent, &offset);
    let biased = g.gate_word(!subnormal, &biased);
    let field = words::join(&kept[..precision - 1], &biased);
    let field = g.increment(&field, increments);
    let (fraction, biased) = field.split_at(precision - 1);

    let largest = words::number(width, (1 << eb) - 2);
    let overflow = g.slt(&largest, biased);
    let to_infinity = mode.overflows_to_infinity(g, exact.sign);
    let finite = words::join(fraction, &biased[..eb]);
    let beyond = {
        let mut limit = vec![!to_infinity; precision - 1];
        limit.push(to_infinity);
        limit.extend(vec![Edge::TRUE; eb - 1]);
        limit
    };
    let mut word = g.mux_word(overflow, &beyond, &finite);
    word.push(exact.sign);
    word
}

/// The significand with zeros below, at least that many bits.
fn pad(significand: &[Edge], width: usize) -> Word {
    let missing = width.saturating_sub(significand.len());
    words::join(&vec![Edge::FALSE; missing], significand)
}

/// An unsigned amount cut to the bits that matter for a shift within `width`:
/// anything larger shifts everything out.
pub(super) fn saturate(g: &mut Gates, amount: &[Edge], width: usize) -> Word {
    let needed = (usize::BITS - width.leading_zeros()) as usize;
    if amount.len() <= needed {
        return amount.to_vec();
    }
    let (low, high) = amount.split_at(needed);
    let large = g.or_all(high);
    low.iter().map(|&bit| g.or(bit, large)).collect()
}

/// The encoding of a special result.
pub(super) fn infinity(format: FloatFormat, sign: Edge) -> Word {
    let mut word = vec![Edge::FALSE; format.significand_bits() as usize - 1];
    word.extend(vec![Edge::TRUE; format.exponent_bits() as usize]);
    word.push(sign);
    word
}

/// The encoding of a zero.
pub(super) fn zero(format: FloatFormat, sign: Edge) -> Word {
    let mut word = vec![Edge::FALSE; format.width() as usize - 1];
    word.push(sign);
    word
}

/// The encoding of NaN.
pub(super) fn nan(format: FloatFormat) -> Word {
    words::constant(&logic::float::nan(format))
}
