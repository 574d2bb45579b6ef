//! Bit-vector values and their arithmetic.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;

/// A bit-vector value of a fixed width.
///
/// Up to 128 bits it is a machine word; wider ones live on the heap. All
/// arithmetic is modulo 2^width and follows SMT-LIB, division by zero included.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    repr: Repr,
}

/// `Small` exactly when the width is at most 128; never with bits beyond the width.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(u128),
    Wide(Box<BigUint>),
}

fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

impl Bits {
    /// The low `width` bits of `value`.
    #[must_use]
    pub fn new(width: u32, value: u128) -> Self {
        let repr = if width <= 128 {
            Repr::Small(value & mask(width))
        } else {
            Repr::Wide(Box::new(BigUint::from(value)))
        };
        Self { width, repr }
    }

    /// The low `width` bits of `value` in two's complement.
    #[must_use]
    pub fn from_signed(width: u32, value: i128) -> Self {
        if width <= 128 || value >= 0 {
            Self::new(width, value.cast_unsigned())
        } else {
            Self::new(width, value.unsigned_abs()).neg()
        }
    }

    /// The low `width` bits of `value`.
    #[must_use]
    pub fn from_big(width: u32, value: &BigUint) -> Self {
        let low = if value.bits() > u64::from(width) {
            value % (BigUint::from(1u8) << width)
        } else {
            value.clone()
        };
        let repr = if width <= 128 {
            Repr::Small(small_of(&low))
        } else {
            Repr::Wide(Box::new(low))
        };
        Self { width, repr }
    }

    /// One bit.
    #[must_use]
    pub fn from_bool(value: bool) -> Self {
        Self::new(1, value.into())
    }

    /// The value whose bit `i` is `bits[i]`.
    #[must_use]
    pub fn from_bools(bits: &[bool]) -> Self {
        let width = bits.len() as u32;
        if width <= 128 {
            let value = bits
                .iter()
                .rev()
                .fold(0u128, |acc, &b| (acc << 1) | u128::from(b));
            return Self::new(width, value);
        }
        let mut value = BigUint::ZERO;
        for (i, _) in bits.iter().enumerate().filter(|(_, b)| **b) {
            value.set_bit(i as u64, true);
        }
        Self::from_big(width, &value)
    }

    /// All zeros.
    #[must_use]
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// All ones.
    #[must_use]
    pub fn ones(width: u32) -> Self {
        Self::zero(width).not()
    }

    /// How many bits there are.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned value, when the width is at most 128.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        match self.repr {
            Repr::Small(value) => Some(value),
            Repr::Wide(_) => None,
        }
    }

    /// The signed value, when the width is at most 128.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        let unused = 128u32.checked_sub(self.width)?;
        self.to_u128()
            .map(|v| (v << unused).cast_signed() >> unused)
    }

    /// The unsigned value, if it is small enough, whatever the width.
    #[must_use]
    pub fn to_u32(&self) -> Option<u32> {
        match &self.repr {
            Repr::Small(value) => u32::try_from(*value).ok(),
            Repr::Wide(value) => u32::try_from(&**value).ok(),
        }
    }

    /// The unsigned value.
    #[must_use]
    pub fn to_big(&self) -> BigUint {
        match &self.repr {
            Repr::Small(value) => BigUint::from(*value),
            Repr::Wide(value) => (**value).clone(),
        }
    }

    /// Bit `i`, counted from the least significant; false beyond the width.
    #[must_use]
    pub fn bit(&self, i: u32) -> bool {
        match &self.repr {
            Repr::Small(value) => i < 128 && value >> i & 1 == 1,
            Repr::Wide(value) => value.bit(i.into()),
        }
    }

    /// Whether every bit is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(value) => *value == 0,
            Repr::Wide(value) => **value == BigUint::ZERO,
        }
    }

    /// Whether the unsigned value is one.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.to_u32() == Some(1)
    }

    /// Whether every bit is one.
    #[must_use]
    pub fn is_ones(&self) -> bool {
        self.count_ones() == self.width
    }

    /// How many bits are one.
    #[must_use]
    pub fn count_ones(&self) -> u32 {
        match &self.repr {
            Repr::Small(value) => value.count_ones(),
            Repr::Wide(value) => value.count_ones() as u32,
        }
    }

    /// How many zeros follow the lowest one; the width for zero.
    #[must_use]
    pub fn trailing_zeros(&self) -> u32 {
        match &self.repr {
            Repr::Small(value) => value.trailing_zeros().min(self.width),
            Repr::Wide(value) => value.trailing_zeros().map_or(self.width, |n| n as u32),
        }
    }

    /// The exponent, of a power of two.
    #[must_use]
    pub fn log2(&self) -> Option<u32> {
        (self.count_ones() == 1).then(|| self.trailing_zeros())
    }

    /// The most significant bit.
    #[must_use]
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    fn map2(
        &self,
        other: &Self,
        small: impl FnOnce(u128, u128) -> u128,
        wide: impl FnOnce(&BigUint, &BigUint) -> BigUint,
    ) -> Self {
        debug_assert_eq!(self.width, other.width);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Self::new(self.width, small(*a, *b)),
            _ => Self::from_big(self.width, &wide(&self.to_big(), &other.to_big())),
        }
    }

    /// Sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        self.map2(other, u128::wrapping_add, |a, b| a + b)
    }

    /// Difference.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// Product.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        self.map2(other, u128::wrapping_mul, |a, b| a * b)
    }

    /// Unsigned quotient; all ones when dividing by zero.
    #[must_use]
    pub fn udiv(&self, other: &Self) -> Self {
        if other.is_zero() {
            return Self::ones(self.width);
        }
        self.map2(other, |a, b| a / b, |a, b| a / b)
    }

    /// Unsigned remainder; the dividend when dividing by zero.
    #[must_use]
    pub fn urem(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        self.map2(other, |a, b| a % b, |a, b| a % b)
    }

    /// Signed quotient, truncated.
    #[must_use]
    pub fn sdiv(&self, other: &Self) -> Self {
        let quotient = self.abs().udiv(&other.abs());
        if self.sign() == other.sign() {
            quotient
        } else {
            quotient.neg()
        }
    }

    /// Signed remainder with the sign of the dividend.
    #[must_use]
    pub fn srem(&self, other: &Self) -> Self {
        let remainder = self.abs().urem(&other.abs());
        if self.sign() {
            remainder.neg()
        } else {
            remainder
        }
    }

    /// Signed remainder with the sign of the divisor.
    #[must_use]
    pub fn smod(&self, other: &Self) -> Self {
        let remainder = self.srem(other);
        if remainder.is_zero() || self.sign() == other.sign() {
            remainder
        } else {
            remainder.add(other)
        }
    }

    fn abs(&self) -> Self {
        if self.sign() {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// Two's complement.
    #[must_use]
    pub fn neg(&self) -> Self {
        self.not().add(&Self::new(self.width, 1))
    }

    /// Complement of each bit.
    #[must_use]
    pub fn not(&self) -> Self {
        match &self.repr {
            Repr::Small(value) => Self::new(self.width, !value),
            Repr::Wide(value) => {
                let all = (BigUint::from(1u8) << self.width) - 1u8;
                Self::from_big(self.width, &(all - &**value))
            }
        }
    }

    /// Bitwise conjunction.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.map2(other, |a, b| a & b, |a, b| a & b)
    }

    /// Bitwise disjunction.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.map2(other, |a, b| a | b, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    #[must_use]
    pub fn xor(&self, other: &Self) -> Self {
        self.map2(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// The amount of a shift, if it leaves any bit in place.
    fn shift_amount(&self) -> Option<u32> {
        self.to_u32().filter(|&n| n < self.width)
    }

    /// Shift left by an amount given as a bit-vector.
    #[must_use]
    pub fn shl(&self, amount: &Self) -> Self {
        match amount.shift_amount() {
            Some(n) => self.map2(amount, |a, _| a << n, |a, _| a << n),
            None => Self::zero(self.width),
        }
    }

    /// Logical shift right.
    #[must_use]
    pub fn lshr(&self, amount: &Self) -> Self {
        match amount.shift_amount() {
            Some(n) => self.map2(amount, |a, _| a >> n, |a, _| a >> n),
            None => Self::zero(self.width),
        }
    }

    /// Arithmetic shift right.
    #[must_use]
    pub fn ashr(&self, amount: &Self) -> Self {
        if self.sign() {
            self.not().lshr(amount).not()
        } else {
            self.lshr(amount)
        }
    }

    /// `self` above `low`.
    #[must_use]
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        match (&self.repr, &low.repr) {
            (Repr::Small(a), Repr::Small(b)) if width <= 128 => {
                Self::new(width, a << low.width | b)
            }
            _ => Self::from_big(width, &((self.to_big() << low.width) | low.to_big())),
        }
    }

    /// Bits `low..=high`.
    #[must_use]
    pub fn extract(&self, high: u32, low: u32) -> Self {
        let width = high - low + 1;
        match &self.repr {
            Repr::Small(value) => Self::new(width, value >> low),
            Repr::Wide(value) => Self::from_big(width, &(&**value >> low)),
        }
    }

    /// The same unsigned value with `by` more bits.
    #[must_use]
    pub fn zero_extend(&self, by: u32) -> Self {
        match &self.repr {
            Repr::Small(value) => Self::new(self.width + by, *value),
            Repr::Wide(value) => Self::from_big(self.width + by, value),
        }
    }

    /// The same signed value with `by` more bits.
    #[must_use]
    pub fn sign_extend(&self, by: u32) -> Self {
        if self.sign() {
            self.not().zero_extend(by).not()
        } else {
            self.zero_extend(by)
        }
    }

    /// Unsigned comparison.
    #[must_use]
    pub fn ucmp(&self, other: &Self) -> Ordering {
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }

    /// Signed comparison.
    #[must_use]
    pub fn scmp(&self, other: &Self) -> Ordering {
        other
            .sign()
            .cmp(&self.sign())
            .then_with(|| self.ucmp(other))
    }

    /// Whether the unsigned product needs more bits.
    #[must_use]
    pub fn umul_overflows(&self, other: &Self) -> bool {
        (self.to_big() * other.to_big()).bits() > u64::from(self.width)
    }

    /// Whether the signed product needs more bits.
    #[must_use]
    pub fn smul_overflows(&self, other: &Self) -> bool {
        let magnitude = self.abs().to_big() * other.abs().to_big();
        let limit = BigUint::from(1u8) << (self.width - 1);
        match self.sign() == other.sign() {
            true => magnitude >= limit,
            false => magnitude > limit,
        }
    }
}

fn small_of(value: &BigUint) -> u128 {
    value
        .iter_u64_digits()
        .take(2)
        .enumerate()
        .fold(0, |acc, (i, d)| acc | u128::from(d) << (64 * i))
}

impl fmt::Display for Bits {
    /// As an SMT-LIB literal: hexadecimal where the width allows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.width.is_multiple_of(4) {
            write!(
                f,
                "#x{:0>1$}",
                self.to_big().to_str_radix(16),
                self.width as usize / 4
            )
        } else {
            write!(
                f,
                "#b{:0>1$}",
                self.to_big().to_str_radix(2),
                self.width as usize
            )
        }
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Binary = fn(&Bits, &Bits) -> Bits;

    /// Every operation on wide values agrees with the narrow one on embedded values.
    #[test]
    fn wide_agrees_with_narrow() {
        let interesting = [
            0u128, 1, 2, 3, 0x7f, 0x80, 0xff, 0x1234, 0x7fff, 0x8000, 0xffff,
        ];
        for &a in &interesting {
            for &b in &interesting {
                let narrow = |f: Binary| f(&Bits::new(16, a), &Bits::new(16, b));
                let wide = |f: Binary| {
                    f(
                        &Bits::new(16, a).sign_extend(200),
                        &Bits::new(16, b).sign_extend(200),
                    )
                };
                let ops: [(&str, Binary); 9] = [
                    ("add", Bits::add),
                    ("sub", Bits::sub),
                    ("mul", Bits::mul),
                    ("and", Bits::and),
                    ("or", Bits::or),
                    ("xor", Bits::xor),
                    ("sdiv", Bits::sdiv),
                    ("srem", Bits::srem),
                    ("smod", Bits::smod),
                ];
                for (name, op) in ops {
                    assert_eq!(wide(op).extract(15, 0), narrow(op), "{name} {a:#x} {b:#x}");
                }
                assert_eq!(
                    Bits::new(16, a)
                        .sign_extend(200)
                        .scmp(&Bits::new(16, b).sign_extend(200)),
                    Bits::new(16, a).scmp(&Bits::new(16, b))
                );
            }
        }
    }

    #[test]
    fn smt_lib_corner_cases() {
        let b = |v| Bits::new(4, v);
        assert_eq!(b(5).udiv(&b(0)), b(15));
        assert_eq!(b(5).urem(&b(0)), b(5));
        assert_eq!(b(8).sdiv(&b(15)), b(8));
        assert_eq!(b(13).smod(&b(2)), b(1));
        assert_eq!(b(13).srem(&b(2)), b(15));
        assert_eq!(b(8).ashr(&b(9)), b(15));
        assert_eq!(b(3).shl(&b(4)), b(0));
        assert_eq!(Bits::new(129, 1).neg().to_string().len(), 131);
        assert_eq!(Bits::new(132, 0xab).to_string(), format!("#x{:0>33}", "ab"));
    }
}
