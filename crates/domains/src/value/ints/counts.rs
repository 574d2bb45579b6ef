//! Operators that count or move bits.

use super::Ints;
use super::bits::Bits;
use super::span::Spans;

pub(super) fn leading_zeros(a: &Ints) -> Ints {
    let width = a.width;
    let count = |value: u128| u128::from(value.leading_zeros() - (128 - width.bits()));
    let mut spans = Spans::EMPTY;
    for span in a.spans.iter() {
        spans.add_unsigned(width, count(span.max), count(span.min));
    }
    Ints::of_spans(width, spans)
}

pub(super) fn trailing_zeros(a: &Ints) -> Ints {
    let width = a.width;
    let min = a.bits.zeros.trailing_ones();
    // The lowest bit that is set is not above one that is known to be, nor above the highest.
    let (least, greatest) = a.unsigned();
    let max = match least {
        0 => width.bits(),
        _ => 127 - greatest.leading_zeros(),
    };
    let max = max.min(a.bits.ones.trailing_zeros().min(width.bits()));
    Ints::of_spans(width, Spans::unsigned(width, min.into(), max.into()))
}

pub(super) fn pop_count(a: &Ints) -> Ints {
    let width = a.width;
    let some = u32::from(a.unsigned().0 > 0);
    let min = a.bits.ones.count_ones().max(some);
    let max = width.bits() - a.bits.zeros.count_ones();
    Ints::of_spans(width, Spans::unsigned(width, min.into(), max.into()))
}

pub(super) fn byte_swap(a: &Ints) -> Ints {
    let width = a.width;
    // It is an operator of whole bytes.
    if !width.bits().is_multiple_of(8) {
        return Ints::top(width);
    }
    let swap = |bits: u128| bits.swap_bytes() >> (128 - width.bits());
    let swapped = Bits {
        zeros: swap(a.bits.zeros),
        ones: swap(a.bits.ones),
    };
    Ints::of_bits(width, swapped)
}
