//! Comparisons and overflow predicates.

use super::Ints;
use ir::{BinaryOp, Width};

impl Ints {
    /// What a condition can be that can hold, or can fail, or both.
    pub(crate) fn condition(can_hold: bool, can_fail: bool) -> Ints {
        match (can_hold, can_fail) {
            (true, false) => Ints::constant(Width::W1, 1),
            (false, true) => Ints::constant(Width::W1, 0),
            _ => Ints::top(Width::W1),
        }
    }
}

pub(super) fn comparison(op: BinaryOp, a: &Ints, b: &Ints) -> Ints {
    let ((a_min, a_max), (b_min, b_max)) = (a.unsigned(), b.unsigned());
    let ((a_least, a_most), (b_least, b_most)) = (a.signed(), b.signed());
    let can_equal = || a.meet(b).is_some();
    let can_differ = || a.as_constant().is_none() || a.as_constant() != b.as_constant();
    let (can_hold, can_fail) = match op {
        BinaryOp::Eq => (can_equal(), can_differ()),
        BinaryOp::Ne => (can_differ(), can_equal()),
        BinaryOp::ULt => (a_min < b_max, a_max >= b_min),
        BinaryOp::ULe => (a_min <= b_max, a_max > b_min),
        BinaryOp::SLt => (a_least < b_most, a_most >= b_least),
        BinaryOp::SLe => (a_least <= b_most, a_most > b_least),
        _ => (true, true),
    };
    Ints::condition(can_hold, can_fail)
}

pub(super) fn overflow(op: BinaryOp, a: &Ints, b: &Ints) -> Ints {
    let width = a.width;
    let ((a_min, a_max), (b_min, b_max)) = (a.unsigned(), b.unsigned());
    let ((a_least, a_most), (b_least, b_most)) = (a.signed(), b.signed());
    let unsigned = |least: Option<u128>, greatest: Option<u128>| {
        let fits = |number: Option<u128>| number.is_some_and(|number| number <= width.mask());
        Ints::condition(!fits(greatest), fits(least))
    };
    match op {
        BinaryOp::SAddOverflows => between(
            place(width, a_least.checked_add(b_least), a_least),
            place(width, a_most.checked_add(b_most), a_most),
        ),
        BinaryOp::SSubOverflows => between(
            place(width, a_least.checked_sub(b_most), a_least),
            place(width, a_most.checked_sub(b_least), a_most),
        ),
        BinaryOp::SMulOverflows => product(a, b),
        BinaryOp::UAddOverflows => unsigned(a_min.checked_add(b_min), a_max.checked_add(b_max)),
        BinaryOp::USubOverflows => comparison(BinaryOp::ULt, a, b),
        BinaryOp::UMulOverflows => unsigned(a_min.checked_mul(b_min), a_max.checked_mul(b_max)),
        _ => Ints::top(Width::W1),
    }
}

/// Where a number is, as seen from the signed values of a width.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Below,
    Inside,
    Above,
}

/// The place of a sum or difference. One too large for a number has the sign of its first operand.
fn place(width: Width, exact: Option<i128>, first: i128) -> Place {
    let greatest = width.signed_max() as i128;
    match exact.unwrap_or(first) {
        number if exact.is_some() && number > greatest => Place::Above,
        number if exact.is_some() && number >= -greatest - 1 => Place::Inside,
        number if number >= 0 => Place::Above,
        _ => Place::Below,
    }
}

/// Whether numbers between two places leave the width.
fn between(least: Place, greatest: Place) -> Ints {
    let can_leave = least == Place::Below || greatest == Place::Above;
    let can_stay = least != Place::Above && greatest != Place::Below;
    Ints::condition(can_leave, can_stay)
}

fn product(a: &Ints, b: &Ints) -> Ints {
    let (mut can_leave, mut can_stay) = (false, false);
    for x in a.magnitudes() {
        for y in b.magnitudes() {
            // Zero has no sign, but is in the width either way.
            let limit = a.width.signed_max() + u128::from(x.negative != y.negative);
            let fits = |product: Option<u128>| product.is_some_and(|product| product <= limit);
            can_stay |= fits(x.span.min.checked_mul(y.span.min));
            can_leave |= !fits(x.span.max.checked_mul(y.span.max));
        }
    }
    Ints::condition(can_leave, can_stay)
}
