//! IEEE remainder.
//!
//! The exponents of the operands may be thousands apart, so the remainder is not
//! found by long division but as `m * 2^k mod d` with the power of two taken
//! modulo the divisor by repeated squaring.

use logic::FloatFormat;

use super::arith::select;
use super::round::{Exact, Mode, nan, round, zero};
use super::unpack::unpack;
use crate::gates::{Edge, Gates};
use crate::words::{self, Direction, Word};

pub(super) fn remainder(g: &mut Gates, format: FloatFormat, x: &[Edge], y: &[Edge]) -> Word {
    let (a, b) = (unpack(g, format, x), unpack(g, format, y));
    let precision = format.significand_bits() as usize;

    // |x| / |y| = ma * 2^k / d with d = 2 * mb. For k < 0 it is below one half.
    let room = a.exponent.len() + 2;
    let (ea, eb) = (
        words::resize_signed(&a.exponent, room),
        words::resize_signed(&b.exponent, room),
    );
    let k = g.add_carry(&ea, &words::not(&eb), Edge::TRUE).0;
    let k = g.increment(&k, Edge::TRUE);
    let small = words::sign(&k);

    // Modulo 2 * d, which also tells whether the quotient modulo d is odd.
    let width = precision + 2;
    let divisor = words::join(&[Edge::FALSE], &words::resize(&b.significand, width - 1));
    let modulus = words::join(&[Edge::FALSE, Edge::FALSE], &b.significand);
    let power = power_of_two(g, &k, &modulus, format.exponent_bits() as usize + 1);
    let scaled = g.mul_full(&words::resize(&a.significand, width), &power);
    let rest = reduce(g, &scaled, &modulus);
    let (less, odd) = g.sub_fits(&rest, &divisor);
    let rest = g.mux_word(odd, &less, &rest);

    // To the nearest multiple, ties to the even one: beyond half of d, take one more.
    let half = words::resize(&b.significand, width);
    let (beyond, tie) = (g.ult(&half, &rest), g.eq_word(&half, &rest));
    let tie = g.and(tie, odd);
    let up = g.or(beyond, tie);
    let complement = g.sub(&divisor, &rest);
    let rest = g.mux_word(up, &complement, &rest);
    let sign = g.xor(a.sign, up);

    // The value is rest * 2^(eb - precision), which the format can represent.
    let (significand, by) = g.normalise(&rest);
    let top = words::signed(room, width as i64 - 1 - precision as i64);
    let exponent = g.add(&eb, &top);
    let exponent = g.sub(&exponent, &words::resize(&by, room));
    let mode = Mode::of(g, &words::number(3, 0));
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

    let exact = g.is_zero(&rest);
    let invalid = g.or_all(&[a.nan, b.nan, a.infinite, b.zero]);
    let unchanged = g.or_all(&[b.infinite, a.zero, small]);
    let cases = [
        (invalid, nan(format)),
        (unchanged, x.to_vec()),
        (exact, zero(format, a.sign)),
    ];
    select(g, &cases, rounded)
}

/// `2^k mod modulus`, reading that many low bits of `k`.
fn power_of_two(g: &mut Gates, k: &[Edge], modulus: &[Edge], bits: usize) -> Word {
    let width = modulus.len();
    let mut power = words::number(width, 1);
    for i in (0..bits.min(k.len())).rev() {
        if i + 1 != bits.min(k.len()) {
            let square = g.mul_full(&power, &power);
            power = reduce(g, &square, modulus);
        }
        let double = words::shift_by(
            &words::resize(&power, width + 1),
            1,
            Direction::Left,
            Edge::FALSE,
        );
        let (less, fits) = g.sub_fits(&double, &words::resize(modulus, width + 1));
        let double = g.mux_word(fits, &less, &double);
        power = g.mux_word(k[i], &double[..width], &power);
    }
    power
}

/// `a mod modulus`, of a modulus whose top bit is set.
fn reduce(g: &mut Gates, a: &[Edge], modulus: &[Edge]) -> Word {
    let width = modulus.len();
    let wide = words::resize(modulus, width + 1);
    let mut rest = words::number(width + 1, 0);
    for &bit in a.iter().rev() {
        rest = words::join(&[bit], &rest[..width]);
        let (less, fits) = g.sub_fits(&rest, &wide);
        rest = g.mux_word(fits, &less, &rest);
    }
    rest.truncate(width);
    rest
}
