//! Conversions: between formats, to and from integers, and to integral floats.

use logic::{FloatFormat, Op};

use super::arith::{pack, select};
use super::round::{Exact, Mode, nan, round, saturate, zero};
use super::unpack::{Unpacked, unpack};
use crate::gates::{Edge, Gates};
use crate::words::{self, Direction, Word};

pub(super) fn to_format(
    g: &mut Gates,
    from: FloatFormat,
    to: FloatFormat,
    rm: &[Edge],
    a: &[Edge],
) -> Word {
    let mode = Mode::of(g, rm);
    let a = unpack(g, from, a);
    pack(g, to, &mode, a)
}

pub(super) fn from_integer(
    g: &mut Gates,
    format: FloatFormat,
    rm: &[Edge],
    sign: Edge,
    magnitude: &[Edge],
) -> Word {
    let mode = Mode::of(g, rm);
    let (significand, by) = g.normalise(magnitude);
    let width = by.len() + 2;
    let top = words::signed(width, magnitude.len() as i64 - 1);
    let exponent = g.sub(&top, &words::resize(&by, width));
    let nothing = g.is_zero(magnitude);
    let rounded = round(
        g,
        format,
        &mode,
        &Exact {
            sign,
            exponent,
            significand,
        },
    );
    select(g, &[(nothing, zero(format, Edge::FALSE))], rounded)
}

/// A float as a fixed-point number: the integer part in `width` bits, the first
/// bit of the fraction, and whether there is any other; and whether the integer
/// part did not fit.
struct Fixed {
    integer: Word,
    half: Edge,
    rest: Edge,
    overflow: Edge,
}

fn to_fixed(g: &mut Gates, a: &Unpacked, width: usize) -> Fixed {
    let precision = a.significand.len();
    // With exponent -1 the significand is all fraction; each step up moves one
    // bit over the point. Below -1 only the sticky bit is left.
    let room = a
        .exponent
        .len()
        .max((usize::BITS - width.leading_zeros()) as usize + 1)
        + 1;
    let exponent = words::resize_signed(&a.exponent, room);
    let steps = g.increment(&exponent, Edge::TRUE);
    let tiny = words::sign(&steps);
    let most = words::signed(room, width as i64);
    let overflow = g.slt(&most, &steps);
    let amount = g.gate_word(!tiny, &steps);
    let amount = saturate(g, &amount, width);
    let register = words::resize(&a.significand, precision + width);
    let moved = g.shift(&register, &amount, Direction::Left, Edge::FALSE);
    let (fraction, integer) = moved.split_at(precision);
    let below = g.or_all(&fraction[..precision - 1]);
    let half = fraction[precision - 1];
    Fixed {
        integer: g.gate_word(!tiny, integer),
        half: g.and(half, !tiny),
        rest: g.or(below, tiny),
        overflow,
    }
}

pub(super) fn to_integer(
    g: &mut Gates,
    format: FloatFormat,
    op: Op,
    width: usize,
    rm: &[Edge],
    a: &[Edge],
) -> Word {
    let mode = Mode::of(g, rm);
    let a = unpack(g, format, a);
    let fixed = to_fixed(g, &a, width + 1);
    let up = mode.increments(g, a.sign, fixed.integer[0], fixed.half, fixed.rest);
    let magnitude = g.increment(&words::resize(&fixed.integer, width + 2), up);

    let limit = |bits: usize| {
        let mut word = words::number(width + 2, 0);
        word[bits] = Edge::TRUE;
        word
    };
    let fits = match op {
        Op::FpToSbv(_) => {
            let (below, within) = (
                g.ult(&magnitude, &limit(width - 1)),
                g.ule(&magnitude, &limit(width - 1)),
            );
            g.mux(a.sign, within, below)
        }
        _ => {
            let (below, nothing) = (g.ult(&magnitude, &limit(width)), g.is_zero(&magnitude));
            g.mux(a.sign, nothing, below)
        }
    };
    let special = g.or_all(&[a.nan, a.infinite, a.zero, fixed.overflow]);
    let valid = g.and(fits, !special);
    let value = g.neg_if(a.sign, &magnitude[..width]);
    g.gate_word(valid, &value)
}

pub(super) fn round_to_integral(
    g: &mut Gates,
    format: FloatFormat,
    rm: &[Edge],
    x: &[Edge],
) -> Word {
    let mode = Mode::of(g, rm);
    let a = unpack(g, format, x);
    let precision = format.significand_bits() as usize;
    let fixed = to_fixed(g, &a, precision);
    let up = mode.increments(g, a.sign, fixed.integer[0], fixed.half, fixed.rest);
    let magnitude = g.increment(&words::resize(&fixed.integer, precision + 1), up);
    // The integer is representable, so that the mode is of no consequence here.
    let rounded = from_integer(g, format, rm, a.sign, &magnitude);
    let nothing = g.is_zero(&magnitude);
    let already = g.or(fixed.overflow, a.infinite);
    let cases = [
        (a.nan, nan(format)),
        (a.zero, zero(format, a.sign)),
        (already, x.to_vec()),
        (nothing, zero(format, a.sign)),
    ];
    select(g, &cases, rounded)
}
