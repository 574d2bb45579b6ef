//! Operands of products, quotients and remainders.

use super::super::Ints;
use super::super::arithmetic::product_fits;
use super::super::congruence::{Congruence, gcd};
use super::super::span::Spans;
use super::Operands;

pub(super) fn refine_mul(a: &Ints, b: &Ints, result: &Ints) -> Operands {
    // Where products wrap around, a product says little of its factors.
    let signed = product_fits(a, b);
    let (a_max, b_max) = (a.unsigned().1, b.unsigned().1);
    let unsigned = a_max.checked_mul(b_max);
    let unsigned = unsigned.is_some_and(|product| product <= a.width.mask());
    let refined = |of: &Ints, factor: &Ints| {
        let Some(factor) = factor.as_constant().filter(|factor| *factor != 0) else {
            return Some(*of);
        };
        let mut refined = *of;
        if signed {
            refined = signed_factor(&refined, result, of.width.sign_extend(factor))?;
        }
        if unsigned {
            let (min, max) = result.unsigned();
            let (min, max) = (min.div_ceil(factor), max / factor);
            refined = refined.meet(&Ints::within(of.width, Spans::unsigned(of.width, min, max)))?;
        }
        Some(refined)
    };
    let a = refined(a, b)?;
    let b = refined(b, &a)?;
    Some((a, b))
}

/// Those whose product with a factor, exactly, is in a set.
fn signed_factor(of: &Ints, result: &Ints, factor: i128) -> Option<Ints> {
    let (min, max) = result.signed();
    let (least, greatest) = of.signed();
    // The quotient overflows only where the product does, too.
    let (Some(from_min), Some(from_max)) = (min.checked_div(factor), max.checked_div(factor))
    else {
        return Some(*of);
    };
    // The least factor is a quotient rounded up, the greatest one rounded down.
    let exact = |end: i128| end % factor == 0;
    let (mut low, mut high) = match factor > 0 {
        true => (from_min, from_max),
        false => (from_max, from_min),
    };
    let (low_end, high_end) = match factor > 0 {
        true => (min, max),
        false => (max, min),
    };
    if !exact(low_end) && (low_end < 0) == (factor < 0) {
        low += 1;
    }
    if !exact(high_end) && (high_end < 0) != (factor < 0) {
        high -= 1;
    }
    let spans = Spans::signed(of.width, low.max(least), high.min(greatest));
    of.meet(&Ints::within(of.width, spans))
}

pub(super) fn refine_udiv(a: &Ints, b: &Ints, result: &Ints) -> Option<Ints> {
    let (least, greatest) = b.unsigned();
    if least == 0 {
        return Some(*a);
    }
    let mask = a.width.mask();
    let (min, max) = result.unsigned();
    let min = min.checked_mul(least)?;
    let max = max.saturating_mul(greatest).saturating_add(greatest - 1);
    a.meet(&Ints::within(
        a.width,
        Spans::unsigned(a.width, min, max.min(mask)),
    ))
}

pub(super) fn refine_sdiv(a: &Ints, b: &Ints, result: &Ints) -> Option<Ints> {
    let Some(divisor) = b.as_constant().map(|b| b as i128) else {
        return Some(*a);
    };
    let (least, greatest) = a.signed();
    if divisor <= 0 || divisor > a.width.signed_max() as i128 {
        return Some(*a);
    }
    let (min, max) = result.signed();
    // Rounding is towards zero: the remainder has the sign of the dividend.
    let low = match min > 0 {
        true => min.saturating_mul(divisor),
        false => min.saturating_mul(divisor).saturating_sub(divisor - 1),
    };
    let high = match max < 0 {
        true => max.saturating_mul(divisor),
        false => max.saturating_mul(divisor).saturating_add(divisor - 1),
    };
    let spans = Spans::signed(a.width, low.max(least), high.min(greatest));
    a.meet(&Ints::within(a.width, spans))
}

/// A dividend is `q * b + r` for some `q`.
fn congruence_of_dividend(b: &Ints, result: &Ints) -> Congruence {
    let (b, rest) = (b.congruence, result.congruence);
    let divisor = gcd(b.modulus(), b.residue().unsigned_abs());
    Congruence::new(gcd(divisor, rest.modulus()), rest.residue())
}

pub(super) fn refine_urem(a: &Ints, b: &Ints, result: &Ints) -> Operands {
    let width = a.width;
    let (least, _) = result.unsigned();
    let exact = congruence_of_dividend(b, result);
    let is_signed = [a, b, result].iter().any(|ints| ints.spans.high.is_some());
    let dividend = a.meet(&Ints {
        congruence: match is_signed {
            true => exact.wrapped(width.bits()),
            false => exact,
        },
        // No remainder is above its dividend.
        ..Ints::within(width, Spans::unsigned(width, least, width.mask()))
    })?;
    // A remainder is below its divisor, unless that is zero.
    let divisor = match (b.contains(0), least.checked_add(1)) {
        (false, Some(above)) => b.meet(&Ints::within(
            width,
            Spans::unsigned(width, above, width.mask()),
        ))?,
        _ => *b,
    };
    Some((dividend, divisor))
}

pub(super) fn refine_srem(a: &Ints, b: &Ints, result: &Ints) -> Operands {
    let width = a.width;
    let (min, max) = result.signed();
    let (least, greatest) = a.signed();
    // A remainder other than zero has the sign of its dividend and is not further from zero.
    let low = if min > 0 { min } else { least };
    let high = if max < 0 { max } else { greatest };
    let dividend = a.meet(&Ints {
        congruence: congruence_of_dividend(b, result),
        ..Ints::within(width, Spans::signed(width, low, high))
    })?;
    Some((dividend, *b))
}
