//! Exact arithmetic of integer vectors. Entries fit in 128 bits; what is computed on the way need not.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// A constraint or a generator in homogeneous form: the constant or the denominator first, then an
/// entry for each variable.
pub(super) type Vector = Vec<i128>;

/// A number of which vectors are made.
pub(super) trait Number: Clone {
    /// Whether the product of two vectors is positive, zero or negative.
    fn sign(one: &[Self], other: &[Self]) -> Ordering;

    /// The combination of two vectors, with a positive factor of the second, that is orthogonal to
    /// `to`, without a common factor. The product of `to` and the first is not negative. `None` if an
    /// entry is too large.
    fn eliminate(to: &[Self], first: &[Self], second: &[Self]) -> Option<Vec<Self>>;

    /// The opposite direction; `None` if an entry is too large.
    fn negate(vector: &[Self]) -> Option<Vec<Self>>;
}

impl Number for i128 {
    fn sign(one: &[i128], other: &[i128]) -> Ordering {
        match dot(one, other) {
            Some(product) => product.cmp(&0),
            None => big_dot(&widen(one), &widen(other)).cmp(&BigInt::ZERO),
        }
    }

    fn eliminate(to: &[i128], first: &[i128], second: &[i128]) -> Option<Vector> {
        small_combination(to, first, second).or_else(|| {
            let [to, first, second] = [to, first, second].map(widen);
            narrow(&BigInt::eliminate(&to, &first, &second)?)
        })
    }

    fn negate(vector: &[i128]) -> Option<Vector> {
        vector.iter().map(|entry| entry.checked_neg()).collect()
    }
}

impl Number for BigInt {
    fn sign(one: &[BigInt], other: &[BigInt]) -> Ordering {
        big_dot(one, other).cmp(&BigInt::ZERO)
    }

    fn eliminate(to: &[BigInt], first: &[BigInt], second: &[BigInt]) -> Option<Vec<BigInt>> {
        let (a, b) = (big_dot(to, first), big_dot(to, second));
        let pairs = first.iter().zip(second);
        let mut vector: Vec<BigInt> = pairs
            .map(|(first, second)| &a * second - &b * first)
            .collect();
        let common = vector
            .iter()
            .fold(BigInt::ZERO, |gcd, entry| gcd.gcd(entry));
        if common.is_positive() {
            vector.iter_mut().for_each(|entry| *entry /= &common);
        }
        Some(vector)
    }

    fn negate(vector: &[BigInt]) -> Option<Vec<BigInt>> {
        Some(vector.iter().map(|entry| -entry).collect())
    }
}

/// A vector of numbers of any size.
pub(super) fn widen(vector: &[i128]) -> Vec<BigInt> {
    vector.iter().map(|entry| BigInt::from(*entry)).collect()
}

/// A vector of numbers of limited size, if they are.
pub(super) fn narrow(vector: &[BigInt]) -> Option<Vector> {
    vector.iter().map(ToPrimitive::to_i128).collect()
}

/// A vector with a single one.
pub(super) fn unit(size: usize, at: usize) -> Vector {
    let mut vector = vec![0; size];
    vector[at] = 1;
    vector
}

pub(super) fn is_zero(vector: &[i128]) -> bool {
    vector.iter().all(|entry| *entry == 0)
}

/// The largest number that divides all entries.
pub(super) fn gcd(entries: &[i128]) -> u128 {
    let entries = entries.iter().map(|entry| entry.unsigned_abs());
    entries.fold(0, |gcd, entry| gcd.gcd(&entry))
}

/// The product divided by a positive number, rounded down and rounded up; `None` if it is too large.
pub(super) fn quotients(one: &[i128], other: &[i128], by: i128) -> Option<(i128, i128)> {
    match dot(one, other) {
        Some(product) => {
            let floor = product.div_euclid(by);
            let is_exact = product.rem_euclid(by) == 0;
            Some((
                floor,
                if is_exact {
                    floor
                } else {
                    floor.checked_add(1)?
                },
            ))
        }
        None => {
            let (floor, rest) =
                big_dot(&widen(one), &widen(other)).div_mod_floor(&BigInt::from(by));
            let floor = floor.to_i128()?;
            Some((
                floor,
                if rest.is_zero() {
                    floor
                } else {
                    floor.checked_add(1)?
                },
            ))
        }
    }
}

fn dot(one: &[i128], other: &[i128]) -> Option<i128> {
    let mut pairs = one.iter().zip(other);
    pairs.try_fold(0i128, |sum, (a, b)| sum.checked_add(a.checked_mul(*b)?))
}

fn big_dot(one: &[BigInt], other: &[BigInt]) -> BigInt {
    let pairs = one.iter().zip(other);
    pairs.fold(BigInt::ZERO, |sum, (a, b)| sum + a * b)
}

fn small_combination(to: &[i128], first: &[i128], second: &[i128]) -> Option<Vector> {
    let (a, b) = (dot(to, first)?, dot(to, second)?);
    let common = a.checked_abs()?.gcd(&b.checked_abs()?).max(1);
    let (a, b) = (a / common, b / common);
    let entries = first.iter().zip(second).map(|(first, second)| {
        let second = a.checked_mul(*second)?;
        second.checked_sub(b.checked_mul(*first)?)
    });
    let mut vector = entries.collect::<Option<Vector>>()?;
    let common = i128::try_from(gcd(&vector)).ok()?;
    if common > 1 {
        vector.iter_mut().for_each(|entry| *entry /= common);
    }
    Some(vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_products_are_exact() {
        let max = i128::from(u64::MAX);
        let (point, other, to) = ([1, 0, max], [1, max, max], [-1, -1, 1]);
        // n - i >= 1 meets the side n = MAX of a box at i = MAX - 1.
        assert_eq!(
            i128::eliminate(&to, &point, &other),
            Some(vec![1, max - 1, max])
        );
        assert_eq!(
            i128::sign(&[i128::MAX, i128::MAX], &[i128::MAX, i128::MIN]),
            Ordering::Less
        );
        assert_eq!(quotients(&[i128::MAX], &[6], 4), None);
        assert_eq!(
            quotients(&[i128::MAX], &[2], 4),
            Some((i128::MAX / 2, i128::MAX / 2 + 1))
        );
        assert_eq!(quotients(&[-7], &[1], 2), Some((-4, -3)));
        let (first, second) = ([i128::MAX, 3, 0], [i128::MAX - 1, 0, 1]);
        assert_eq!(i128::eliminate(&[1, 0, 0], &first, &second), None);
    }
}
