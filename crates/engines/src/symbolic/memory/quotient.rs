//! Offsets divided by the size of an element, as the program computed them: `8 * i + 16` by 8 is
//! `i + 2`, as long as nothing wraps around.

use super::super::codec::mask;
use super::symbolic::progression;
use crate::limits::tuning::MOST_ADDENDS_OF_AN_OFFSET;
use logic::{Op, TermId, Terms};

/// A quotient, rounded down, of an offset that is read with its sign, and the remainder.
pub(super) struct Quotient {
    pub(super) quotient: TermId,
    pub(super) remainder: u64,
    /// What must hold for it to be right: that no part of the offset wraps around.
    pub(super) provisos: Vec<TermId>,
}

impl Quotient {
    /// The quotient of a term by a number, where it can be said without a division.
    pub(super) fn of(terms: &mut Terms, offset: TermId, by: u64) -> Option<Quotient> {
        let addends = addends(terms, offset);
        if addends.len() > MOST_ADDENDS_OF_AN_OFFSET {
            return None;
        }
        let width = terms.width(offset);
        let mut sum = Quotient {
            quotient: terms.bv(width, 0),
            remainder: 0,
            provisos: Vec::new(),
        };
        for addend in addends {
            let part = Quotient::of_addend(terms, addend, by)?;
            let remainder = sum.remainder + part.remainder;
            let carry = terms.bv(width, (remainder / by).into());
            sum.remainder = remainder % by;
            sum.quotient = terms.bv_add(sum.quotient, part.quotient);
            sum.quotient = terms.bv_add(sum.quotient, carry);
            sum.provisos.extend(part.provisos);
        }
        Some(sum)
    }

    fn of_addend(terms: &mut Terms, addend: TermId, by: u64) -> Option<Quotient> {
        let width = terms.width(addend);
        if let Some(value) = signed_value(terms, addend) {
            let by = i128::from(by);
            return Some(Quotient {
                quotient: signed(terms, width, value.div_euclid(by)),
                remainder: value.rem_euclid(by) as u64,
                provisos: within(terms, addend, 1),
            });
        }
        if let Some((number, factor)) = product(terms, addend)
            && factor % i128::from(by) == 0
        {
            let times = signed(terms, width, factor / i128::from(by));
            return Some(Quotient {
                quotient: terms.bv_mul(number, times),
                remainder: 0,
                provisos: within(terms, number, factor.unsigned_abs()),
            });
        }
        let (modulus, rest) = progression(terms, addend);
        if !by.is_power_of_two() || modulus < by {
            return None;
        }
        let shift = terms.bv(width, by.trailing_zeros().into());
        Some(Quotient {
            quotient: terms.bv_ashr(addend, shift),
            remainder: rest % by,
            provisos: within(terms, addend, 1),
        })
    }
}

/// That a number times a factor is no further from zero than one of a few addends may be; nothing
/// where that is so of every number of its kind.
fn within(terms: &mut Terms, number: TermId, factor: u128) -> Vec<TermId> {
    let width = terms.width(number);
    let most = (1u128 << (width - 1)) / MOST_ADDENDS_OF_AN_OFFSET as u128;
    let limit = ((most - 1) / factor.max(1)) as i128;
    if reach(terms, number) <= limit.unsigned_abs() {
        return Vec::new();
    }
    let (low, high) = (signed(terms, width, -limit), signed(terms, width, limit));
    vec![terms.bv_sle(low, number), terms.bv_sle(number, high)]
}

/// How far from zero a number can be, read with its sign, as far as its operators say.
fn reach(terms: &Terms, number: TermId) -> u128 {
    let all = 1u128 << (terms.width(number) - 1);
    if let Some(value) = signed_value(terms, number) {
        return value.unsigned_abs();
    }
    let reach = match (terms.op(number), terms.args(number)) {
        (Op::SignExtend(_), [inner]) => 1 << (terms.width(*inner) - 1),
        (Op::ZeroExtend(_), [inner]) => (1 << terms.width(*inner)) - 1,
        (Op::BvAdd, parts) => parts
            .iter()
            .fold(0u128, |sum, part| sum.saturating_add(reach(terms, *part))),
        (Op::Ite, &[_, yes, no]) => reach(terms, yes).max(reach(terms, no)),
        _ => match product(terms, number) {
            Some((inner, factor)) => reach(terms, inner).saturating_mul(factor.unsigned_abs()),
            None => all,
        },
    };
    reach.min(all)
}

/// The number and the constant that a term is the product of.
fn product(terms: &Terms, term: TermId) -> Option<(TermId, i128)> {
    match (terms.op(term), terms.args(term)) {
        (Op::BvMul, &[number, factor]) => Some((number, signed_value(terms, factor)?)),
        (Op::BvShl, &[number, by]) => {
            let by = terms.as_value(by)?.to_u128()?;
            (by < 64).then(|| (number, 1 << by))
        }
        _ => None,
    }
}

fn signed(terms: &mut Terms, width: u32, value: i128) -> TermId {
    terms.bv(width, value as u128 & mask(width))
}

fn signed_value(terms: &Terms, term: TermId) -> Option<i128> {
    let bits = terms.as_value(term)?.to_u128()?;
    let width = terms.width(term);
    let unused = 128 - width;
    Some((bits << unused) as i128 >> unused)
}

/// The parts of a sum.
fn addends(terms: &Terms, sum: TermId) -> Vec<TermId> {
    match terms.op(sum) {
        Op::BvAdd => {
            let parts = terms.args(sum).iter();
            parts.flat_map(|part| addends(terms, *part)).collect()
        }
        _ => vec![sum],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Assignment, Bits, Sort, Value};
    use proptest::prelude::*;

    /// A sum of products, as programs compute offsets.
    #[derive(Clone, Debug)]
    enum Addend {
        Constant(i64),
        /// A number of 32 bits with its sign, or of 64 bits, times a constant.
        Narrow(i64),
        Wide(i64),
        Shifted(u8),
        Either(i64, i64),
    }

    fn addend() -> impl Strategy<Value = Addend> {
        let small = -40i64..40;
        prop_oneof![
            small.clone().prop_map(Addend::Constant),
            small.clone().prop_map(|factor| Addend::Narrow(4 * factor)),
            small.clone().prop_map(|factor| Addend::Wide(8 * factor)),
            (0u8..5).prop_map(Addend::Shifted),
            (small.clone(), small).prop_map(|(a, b)| Addend::Either(8 * a, 8 * b)),
        ]
    }

    fn term(terms: &mut Terms, addend: &Addend, narrow: TermId, wide: TermId) -> TermId {
        let constant = |terms: &mut Terms, value: i64| signed(terms, 64, value.into());
        match *addend {
            Addend::Constant(value) => constant(terms, value),
            Addend::Narrow(factor) => {
                let (number, factor) = (terms.sign_extend(32, narrow), constant(terms, factor));
                terms.bv_mul(number, factor)
            }
            Addend::Wide(factor) => {
                let factor = constant(terms, factor);
                terms.bv_mul(wide, factor)
            }
            Addend::Shifted(by) => {
                let by = terms.bv(64, by.into());
                terms.bv_shl(wide, by)
            }
            Addend::Either(a, b) => {
                let zero = terms.bv(32, 0);
                let negative = terms.bv_slt(narrow, zero);
                let (a, b) = (constant(terms, a), constant(terms, b));
                terms.ite(negative, a, b)
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        /// Wherever its provisos hold, a quotient times the divisor and the remainder are the offset,
        /// and the remainder is what is left.
        #[test]
        fn quotient_and_remainder_make_up_the_offset(
            addends in prop::collection::vec(addend(), 1..4),
            by in prop::sample::select(vec![1u64, 2, 3, 4, 8, 12, 16, 20]),
            narrow in any::<i32>(),
            wide in prop_oneof![any::<i64>(), -100i64..100, (0i64..9).prop_map(|i| (1 << 61) + i)],
        ) {
            let mut terms = Terms::new();
            let variables = (terms.var("i", Sort::Bv(32)), terms.var("j", Sort::Bv(64)));
            let mut offset = terms.bv(64, 0);
            for addend in &addends {
                let addend = term(&mut terms, addend, variables.0, variables.1);
                offset = terms.bv_add(offset, addend);
            }
            let Some(split) = Quotient::of(&mut terms, offset, by) else {
                return Ok(());
            };
            let mut given = Assignment::default();
            let bits = |width, value: i128| {
                Value::Bits(Bits::new(width, value as u128 & mask(width)))
            };
            given.variables.insert(variables.0, bits(32, narrow.into()));
            given.variables.insert(variables.1, bits(64, wide.into()));
            if !split.provisos.iter().all(|proviso| terms.eval(*proviso, &given).is_true()) {
                return Ok(());
            }
            let number = |term: TermId| {
                let value = terms.eval(term, &given);
                let bits = value.bits().and_then(Bits::to_u128).unwrap_or_default();
                i128::from(bits as u64 as i64)
            };
            prop_assert!(split.remainder < by);
            let product = number(split.quotient) * i128::from(by) + i128::from(split.remainder);
            prop_assert_eq!(product, number(offset));
        }
    }
}
