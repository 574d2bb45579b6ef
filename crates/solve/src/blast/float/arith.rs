//! Sum, product, quotient, fused multiply-add and square root.

use logic::FloatFormat;

use super::round::{Exact, Mode, infinity, nan, round, saturate, zero};
use super::unpack::{Unpacked, unpack};
use crate::gates::{Edge, Gates};
use crate::words::{self, Direction, Word};

pub(super) fn add(g: &mut Gates, format: FloatFormat, rm: &[Edge], a: &[Edge], b: &[Edge]) -> Word {
    let mode = Mode::of(g, rm);
    let (a, b) = (unpack(g, format, a), unpack(g, format, b));
    add_unpacked(g, format, &mode, &a, &b)
}

/// The rounded sum of two floats whose significands are of one width, which may
/// be more than that of the format.
fn add_unpacked(
    g: &mut Gates,
    format: FloatFormat,
    mode: &Mode,
    a: &Unpacked,
    b: &Unpacked,
) -> Word {
    let apart = g.xor(a.sign, b.sign);
    let (exact, cancelled) = sum(g, a, b, apart);
    let rounded = round(g, format, mode, &exact);

    let opposite = g.and(a.infinite, b.infinite);
    let opposite = g.and(opposite, apart);
    let invalid = g.or_all(&[a.nan, b.nan, opposite]);
    let zero_sign = g.mux(apart, mode.down, a.sign);
    let cases = [
        (invalid, nan(format)),
        (a.infinite, infinity(format, a.sign)),
        (b.infinite, infinity(format, b.sign)),
        (cancelled, zero(format, zero_sign)),
    ];
    select(g, &cases, rounded)
}

/// The sum before rounding, and whether it is zero. Two bits and a sticky one
/// below the smaller significand are enough: after a shift by more than one the
/// difference loses at most one leading bit.
fn sum(g: &mut Gates, a: &Unpacked, b: &Unpacked, apart: Edge) -> (Exact, Edge) {
    let swapped = {
        let (key_a, key_b) = (magnitude(a), magnitude(b));
        g.ult(&key_a, &key_b)
    };
    let big_exponent = g.mux_word(swapped, &b.exponent, &a.exponent);
    let small_exponent = g.mux_word(swapped, &a.exponent, &b.exponent);
    let big = g.mux_word(swapped, &b.significand, &a.significand);
    let small = g.mux_word(swapped, &a.significand, &b.significand);
    let sign = g.mux(swapped, b.sign, a.sign);

    let extra = [Edge::FALSE; 3];
    let width = big.len() + 4;
    let distance = g.sub(&big_exponent, &small_exponent);
    let distance = saturate(g, &distance, big.len() + 3);
    let aligned = g.shift_right_sticky(&words::join(&extra, &small), &distance);
    let aligned = words::resize(&aligned, width);
    let addend: Word = aligned.iter().map(|&e| g.xor(e, apart)).collect();
    let big = words::resize(&words::join(&extra, &big), width);
    let total = g.add_carry(&big, &addend, apart).0;

    let (significand, by) = g.normalise(&total);
    let room = big_exponent.len() + 2;
    let exponent = words::resize_signed(&big_exponent, room);
    let exponent = g.increment(&exponent, Edge::TRUE);
    let exponent = g.sub(&exponent, &words::resize(&by, room));
    (
        Exact {
            sign,
            exponent,
            significand,
        },
        g.is_zero(&total),
    )
}

/// A word that orders as magnitudes do.
fn magnitude(a: &Unpacked) -> Word {
    let mut word = words::join(&a.significand, &a.exponent);
    if let Some(top) = word.last_mut() {
        *top = !*top;
    }
    word
}

/// The exact product. Its significand has as many bits as both together.
fn product(g: &mut Gates, a: &Unpacked, b: &Unpacked) -> Unpacked {
    let room = a.exponent.len() + 2;
    let full = g.mul_full(&a.significand, &b.significand);
    let carried = words::sign(&full);
    let lifted = words::shift_by(&full, 1, Direction::Left, Edge::FALSE);
    let (x, y) = (
        words::resize_signed(&a.exponent, room),
        words::resize_signed(&b.exponent, room),
    );
    let exponent = g.add_carry(&x, &y, carried).0;
    let zero = g.or(a.zero, b.zero);
    let lowest = words::signed(room, -(1 << (room - 1)));
    let invalid = [
        g.and(a.infinite, b.zero),
        g.and(a.zero, b.infinite),
        a.nan,
        b.nan,
    ];
    Unpacked {
        nan: g.or_all(&invalid),
        infinite: g.or(a.infinite, b.infinite),
        zero,
        sign: g.xor(a.sign, b.sign),
        exponent: g.mux_word(zero, &lowest, &exponent),
        significand: g.mux_word(carried, &full, &lifted),
    }
}

/// The encoding of a float that was taken apart, rounded into a format.
pub(super) fn pack(g: &mut Gates, format: FloatFormat, mode: &Mode, a: Unpacked) -> Word {
    let exact = Exact {
        sign: a.sign,
        exponent: a.exponent,
        significand: a.significand,
    };
    let rounded = round(g, format, mode, &exact);
    let cases = [
        (a.nan, nan(format)),
        (a.infinite, infinity(format, a.sign)),
        (a.zero, zero(format, a.sign)),
    ];
    select(g, &cases, rounded)
}

pub(super) fn mul(g: &mut Gates, format: FloatFormat, rm: &[Edge], a: &[Edge], b: &[Edge]) -> Word {
    let mode = Mode::of(g, rm);
    let (a, b) = (unpack(g, format, a), unpack(g, format, b));
    let product = product(g, &a, &b);
    pack(g, format, &mode, product)
}

pub(super) fn fma(g: &mut Gates, format: FloatFormat, rm: &[Edge], args: [&[Edge]; 3]) -> Word {
    let mode = Mode::of(g, rm);
    let [a, b, c] = args.map(|x| unpack(g, format, x));
    let p = product(g, &a, &b);
    // The addend in the product's wider clothes.
    let room = p.exponent.len();
    let lowest = words::signed(room, -(1 << (room - 1)));
    let exponent = words::resize_signed(&c.exponent, room);
    let below = vec![Edge::FALSE; p.significand.len() - c.significand.len()];
    let c = Unpacked {
        exponent: g.mux_word(c.zero, &lowest, &exponent),
        significand: words::join(&below, &c.significand),
        ..c
    };
    add_unpacked(g, format, &mode, &p, &c)
}

pub(super) fn div(g: &mut Gates, format: FloatFormat, rm: &[Edge], a: &[Edge], b: &[Edge]) -> Word {
    let mode = Mode::of(g, rm);
    let (a, b) = (unpack(g, format, a), unpack(g, format, b));
    let precision = format.significand_bits() as usize;

    // Long division, one quotient bit a step: the remainder stays below twice the divisor.
    let divisor = words::resize(&b.significand, precision + 1);
    let mut rest = words::resize(&a.significand, precision + 1);
    let mut quotient = Vec::new();
    for _ in 0..precision + 3 {
        let (less, fits) = g.sub_fits(&rest, &divisor);
        quotient.insert(0, fits);
        rest = g.mux_word(fits, &less, &rest);
        rest = words::shift_by(&rest, 1, Direction::Left, Edge::FALSE);
    }
    let sticky = g.or_all(&rest);
    quotient.insert(0, sticky);
    let whole = words::sign(&quotient);
    let lifted = words::shift_by(&quotient, 1, Direction::Left, Edge::FALSE);
    let significand = g.mux_word(whole, &quotient, &lifted);

    let room = a.exponent.len() + 2;
    let (x, y) = (
        words::resize_signed(&a.exponent, room),
        words::resize_signed(&b.exponent, room),
    );
    // One less where the quotient is below one.
    let exponent = g.add_carry(&x, &words::not(&y), whole).0;
    let sign = g.xor(a.sign, b.sign);
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

    let (infinities, zeros) = (g.and(a.infinite, b.infinite), g.and(a.zero, b.zero));
    let invalid = g.or_all(&[a.nan, b.nan, infinities, zeros]);
    let huge = g.or(a.infinite, b.zero);
    let tiny = g.or(a.zero, b.infinite);
    let cases = [
        (invalid, nan(format)),
        (huge, infinity(format, sign)),
        (tiny, zero(format, sign)),
    ];
    select(g, &cases, rounded)
}

pub(super) fn sqrt(g: &mut Gates, format: FloatFormat, rm: &[Edge], a: &[Edge]) -> Word {
    let mode = Mode::of(g, rm);
    let a = unpack(g, format, a);
    let precision = format.significand_bits() as usize;

    // An even exponent halves; an odd one lends a factor of two to the significand.
    let odd = a.exponent[0];
    let exponent = words::resize_signed(&a.exponent[1..], a.exponent.len());
    let low = words::resize(&a.significand, precision + 1);
    let high = words::join(&[Edge::FALSE], &a.significand);
    let radicand = g.mux_word(odd, &high, &low);
    let digits = precision + 2;
    let radicand = words::join(&vec![Edge::FALSE; 2 * digits - radicand.len()], &radicand);

    // Digit by digit, two bits of the radicand for one of the root.
    let width = digits + 3;
    let mut rest = words::number(width, 0);
    let mut root: Word = Vec::new();
    for i in (0..digits).rev() {
        rest = words::join(&radicand[2 * i..2 * i + 2], &rest[..width - 2]);
        let trial = words::resize(&words::join(&[Edge::TRUE, Edge::FALSE], &root), width);
        let (less, fits) = g.sub_fits(&rest, &trial);
        rest = g.mux_word(fits, &less, &rest);
        root.insert(0, fits);
    }
    let sticky = g.or_all(&rest);
    let significand = words::join(&[sticky], &root);
    let rounded = round(
        g,
        format,
        &mode,
        &Exact {
            sign: Edge::FALSE,
            exponent,
            significand,
        },
    );

    let negative = g.and(a.sign, !a.zero);
    let invalid = g.or(a.nan, negative);
    let cases = [
        (invalid, nan(format)),
        (a.infinite, infinity(format, Edge::FALSE)),
        (a.zero, zero(format, a.sign)),
    ];
    select(g, &cases, rounded)
}

/// The word of the first case that holds, or the last word.
pub(super) fn select(g: &mut Gates, cases: &[(Edge, Word)], otherwise: Word) -> Word {
    cases
        .iter()
        .rev()
        .fold(otherwise, |word, (condition, case)| {
            g.mux_word(*condition, case, &word)
        })
}
