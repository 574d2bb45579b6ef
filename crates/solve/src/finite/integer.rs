//! Integers over wires: two's complement, as wide as the values need.

use logic::relational::{Comparison, IntType, Sign};

use super::circuit::{Bool, Circuit};

/// A number, least bit first; the last bit is the sign. Never without bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bits(Vec<Bool>);

/// A number that may be absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) bits: Bits,
    /// When there is a value. The bits mean nothing otherwise.
    pub(super) defined: Bool,
}

impl Number {
    pub(super) fn defined(bits: Bits) -> Number {
        Number {
            bits,
            defined: Bool::TRUE,
        }
    }

    pub(super) fn absent() -> Number {
        Number {
            bits: Bits::constant(0),
            defined: Bool::FALSE,
        }
    }

    /// This number, or `new` where `condition` holds and `new` has a value.
    pub(super) fn updated(&self, c: &mut Circuit, condition: Bool, new: &Number) -> Number {
        let condition = c.and2(condition, new.defined);
        Number {
            bits: self.bits.choose(c, condition, &new.bits),
            defined: c.or2(condition, self.defined),
        }
    }

    /// The number of the condition that holds. If several hold, the result means nothing; if
    /// none does, it is absent.
    pub(super) fn select(c: &mut Circuit, choices: &[(Bool, &Number)]) -> Number {
        let width = choices
            .iter()
            .map(|(_, n)| n.bits.0.len())
            .max()
            .unwrap_or(1);
        let bit = |c: &mut Circuit, i| {
            let ways: Vec<Bool> = choices
                .iter()
                .map(|(when, n)| c.and2(*when, n.bits.bit(i)))
                .collect();
            c.or(ways)
        };
        let bits = Bits((0..width).map(|i| bit(c, i)).collect());
        let defined: Vec<Bool> = choices
            .iter()
            .map(|(when, n)| c.and2(*when, n.defined))
            .collect();
        Number {
            bits,
            defined: c.or(defined),
        }
    }

    pub(super) fn compare(&self, c: &mut Circuit, how: Comparison, other: &Number) -> Bool {
        let (a, b) = (&self.bits, &other.bits);
        let holds = match how {
            Comparison::Eq => a.equal(c, b),
            Comparison::Ne => !a.equal(c, b),
            Comparison::Lt => a.less(c, b),
            Comparison::Ge => !a.less(c, b),
            Comparison::Gt => b.less(c, a),
            Comparison::Le => !b.less(c, a),
        };
        c.and([holds, self.defined, other.defined])
    }
}

impl Bits {
    /// A new number of the type's range: its inputs, and a sign that is never set if it has none.
    pub(super) fn inputs(c: &mut Circuit, ty: IntType) -> Bits {
        let inputs = (0..ty.width()).map(|_| c.input()).collect();
        Bits::of_type(inputs, ty)
    }

    fn of_type(mut bits: Vec<Bool>, ty: IntType) -> Bits {
        if ty.sign() == Sign::Unsigned {
            bits.push(Bool::FALSE);
        }
        Bits(bits)
    }

    pub(super) fn constant(value: i128) -> Bits {
        let width = match value {
            0.. => 129 - value.leading_zeros(),
            _ => 129 - value.leading_ones(),
        };
        // Bit 127 is the sign already.
        Bits(
            (0..width)
                .map(|i| Bool::constant((value >> i.min(127)) & 1 == 1))
                .collect(),
        )
    }

    /// How many of the wires are true.
    pub(super) fn count(c: &mut Circuit, wires: impl IntoIterator<Item = Bool>) -> Bits {
        let mut parts: Vec<Bits> = wires
            .into_iter()
            .map(|wire| Bits(vec![wire, Bool::FALSE]))
            .collect();
        while parts.len() > 1 {
            parts = parts
                .chunks(2)
                .map(|pair| match pair {
                    [a, b] => a.sum(c, b, a.0.len().max(b.0.len()) + 1, Bool::FALSE),
                    _ => pair[0].clone(),
                })
                .collect();
        }
        parts.pop().unwrap_or_else(|| Bits::constant(0))
    }

    pub(super) fn add(&self, c: &mut Circuit, ty: IntType, other: &Bits) -> Bits {
        Bits::of_type(self.sum(c, other, ty.width().into(), Bool::FALSE).0, ty)
    }

    pub(super) fn sub(&self, c: &mut Circuit, ty: IntType, other: &Bits) -> Bits {
        let complement = Bits(other.0.iter().map(|&bit| !bit).collect());
        Bits::of_type(
            self.sum(c, &complement, ty.width().into(), Bool::TRUE).0,
            ty,
        )
    }

    /// The low `width` bits of the sum of both and a carry.
    fn sum(&self, c: &mut Circuit, other: &Bits, width: usize, mut carry: Bool) -> Bits {
        let mut bits = Vec::with_capacity(width);
        for i in 0..width {
            let (a, b) = (self.bit(i), other.bit(i));
            let differ = c.xor(a, b);
            bits.push(c.xor(differ, carry));
            carry = c.choose(differ, carry, a);
        }
        Bits(bits)
    }

    fn choose(&self, c: &mut Circuit, condition: Bool, other: &Bits) -> Bits {
        let width = self.0.len().max(other.0.len());
        Bits(
            (0..width)
                .map(|i| c.choose(condition, other.bit(i), self.bit(i)))
                .collect(),
        )
    }

    fn equal(&self, c: &mut Circuit, other: &Bits) -> Bool {
        let width = self.0.len().max(other.0.len());
        let each: Vec<Bool> = (0..width)
            .map(|i| c.iff(self.bit(i), other.bit(i)))
            .collect();
        c.and(each)
    }

    fn less(&self, c: &mut Circuit, other: &Bits) -> Bool {
        let width = self.0.len().max(other.0.len());
        let mut less = Bool::FALSE;
        for i in 0..width {
            let (a, b) = (self.bit(i), other.bit(i));
            // The sign bit counts downwards.
            let (a, b) = if i + 1 == width { (b, a) } else { (a, b) };
            let differ = c.xor(a, b);
            less = c.choose(differ, b, less);
        }
        less
    }

    /// The bit of weight 2^i; beyond the last bit, the sign.
    fn bit(&self, i: usize) -> Bool {
        self.0
            .get(i)
            .or(self.0.last())
            .copied()
            .unwrap_or(Bool::FALSE)
    }

    pub(super) fn wires(&self) -> impl Iterator<Item = Bool> {
        self.0.iter().copied()
    }

    /// The number that a valuation of the wires stands for.
    pub(super) fn value(&self, mut value_of: impl FnMut(Bool) -> bool) -> i128 {
        let mut value = 0;
        for (i, &bit) in self.0.iter().enumerate() {
            if value_of(bit) {
                let weight = 1i128
                    .checked_shl(u32::try_from(i).unwrap_or(u32::MAX))
                    .unwrap_or(0);
                value += if i + 1 == self.0.len() {
                    -weight
                } else {
                    weight
                };
            }
        }
        value
    }
}
