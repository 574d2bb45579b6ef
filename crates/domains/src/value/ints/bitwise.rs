//! Bitwise operators. Their bounds on intervals are those of Warren, Hacker's Delight, section 4-3.

use super::Ints;
use super::bits::Bits;
use super::congruence::Congruence;
use super::span::{Span, Spans};

pub(super) fn and(a: &Ints, b: &Ints) -> Ints {
    let mask = a.width.mask();
    let mirrored = |span: Span| Span {
        min: mask & !span.max,
        max: mask & !span.min,
    };
    // De Morgan.
    let bounds = |x: Span, y: Span| {
        let (x, y) = (mirrored(x), mirrored(y));
        (mask & !max_or(x, y), mask & !min_or(x, y))
    };
    let bits = Bits {
        zeros: a.bits.zeros | b.bits.zeros,
        ones: a.bits.ones & b.bits.ones,
    };
    assembled(a, b, bits, bounds)
}

pub(super) fn or(a: &Ints, b: &Ints) -> Ints {
    let bits = Bits {
        zeros: a.bits.zeros & b.bits.zeros,
        ones: a.bits.ones | b.bits.ones,
    };
    assembled(a, b, bits, |x, y| (min_or(x, y), max_or(x, y)))
}

pub(super) fn xor(a: &Ints, b: &Ints) -> Ints {
    let known = a.bits.known() & b.bits.known();
    let bits = Bits::masked(known, a.bits.ones ^ b.bits.ones);
    assembled(a, b, bits, |x, y| (min_xor(x, y), max_xor(x, y)))
}

fn assembled(a: &Ints, b: &Ints, bits: Bits, bounds: impl Fn(Span, Span) -> (u128, u128)) -> Ints {
    let mut spans = Spans::EMPTY;
    for x in a.spans.iter() {
        for y in b.spans.iter() {
            let (min, max) = bounds(x, y);
            spans.add_unsigned(a.width, min, max);
        }
    }
    Ints {
        width: a.width,
        spans,
        congruence: Congruence::ALL,
        bits,
    }
    .reduced()
}

/// The powers of two from the highest that an end has, descending.
fn powers(x: Span, y: Span) -> impl Iterator<Item = u128> {
    let highest = 128 - (x.max | y.max).leading_zeros();
    (0..highest).rev().map(|bit| 1 << bit)
}

/// The least number above that has this bit, which it has not, and zeros below it.
fn raised(number: u128, bit: u128) -> u128 {
    (number | bit) & bit.wrapping_neg()
}

/// The greatest number below that has not this bit, which it has, and ones below it.
fn lowered(number: u128, bit: u128) -> u128 {
    (number - bit) | (bit - 1)
}

fn min_or(x: Span, y: Span) -> u128 {
    let (mut a, mut c) = (x.min, y.min);
    for bit in powers(x, y) {
        if !a & c & bit != 0 {
            let higher = raised(a, bit);
            if higher <= x.max {
                a = higher;
                break;
            }
        } else if a & !c & bit != 0 {
            let higher = raised(c, bit);
            if higher <= y.max {
                c = higher;
                break;
            }
        }
    }
    a | c
}

fn max_or(x: Span, y: Span) -> u128 {
    let (mut b, mut d) = (x.max, y.max);
    for bit in powers(x, y) {
        if b & d & bit != 0 {
            let lower = lowered(b, bit);
            if lower >= x.min {
                b = lower;
                break;
            }
            let lower = lowered(d, bit);
            if lower >= y.min {
                d = lower;
                break;
            }
        }
    }
    b | d
}

fn min_xor(x: Span, y: Span) -> u128 {
    let (mut a, mut c) = (x.min, y.min);
    for bit in powers(x, y) {
        if !a & c & bit != 0 {
            let higher = raised(a, bit);
            if higher <= x.max {
                a = higher;
            }
        } else if a & !c & bit != 0 {
            let higher = raised(c, bit);
            if higher <= y.max {
                c = higher;
            }
        }
    }
    a ^ c
}

fn max_xor(x: Span, y: Span) -> u128 {
    let (mut b, mut d) = (x.max, y.max);
    for bit in powers(x, y) {
        if b & d & bit != 0 {
            let lower = lowered(b, bit);
            if lower >= x.min {
                b = lower;
                continue;
            }
            let lower = lowered(d, bit);
            if lower >= y.min {
                d = lower;
            }
        }
    }
    b ^ d
}
