//! Operations that are expressed by others.

use crate::bits::Bits;
use crate::op::{FloatClass, Op};
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

/// Booleans.
impl Terms {
    /// Disjunction.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// `a` implies `b`.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let b = self.not(b);
        let broken = self.and(a, b);
        self.not(broken)
    }

    /// Exactly one of the two.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let same = self.eq(a, b);
        self.not(same)
    }

    /// Not equal.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        self.xor(a, b)
    }

    /// Conjunction of any number.
    pub fn and_all(&mut self, all: impl IntoIterator<Item = TermId>) -> TermId {
        all.into_iter()
            .fold(TermId::TRUE, |acc, t| self.and(acc, t))
    }

    /// Disjunction of any number.
    pub fn or_all(&mut self, any: impl IntoIterator<Item = TermId>) -> TermId {
        any.into_iter()
            .fold(TermId::FALSE, |acc, t| self.or(acc, t))
    }

    /// Pairwise different.
    pub fn distinct(&mut self, all: &[TermId]) -> TermId {
        let mut result = TermId::TRUE;
        for (i, &a) in all.iter().enumerate() {
            for &b in &all[..i] {
                let different = self.ne(a, b);
                result = self.and(result, different);
            }
        }
        result
    }
}

/// Bit-vectors.
impl Terms {
    /// Difference.
    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        let b = self.bv_neg(b);
        self.bv_add(a, b)
    }

    /// Unsigned less than or equal.
    pub fn bv_ule(&mut self, a: TermId, b: TermId) -> TermId {
        let more = self.bv_ult(b, a);
        self.not(more)
    }

    /// Signed less than or equal.
    pub fn bv_sle(&mut self, a: TermId, b: TermId) -> TermId {
        let more = self.bv_slt(b, a);
        self.not(more)
    }

    /// `a` as one bit.
    pub fn bool_to_bv(&mut self, a: TermId) -> TermId {
        let (one, zero) = (self.bv(1, 1), self.bv(1, 0));
        self.ite(a, one, zero)
    }

    /// Bit `i` of `a` as a truth value.
    pub fn bit(&mut self, i: u32, a: TermId) -> TermId {
        let bit = self.extract(i, i, a);
        let one = self.bv(1, 1);
        self.eq(bit, one)
    }

    /// `a` rotated left by a constant.
    pub fn rotate_left(&mut self, by: u32, a: TermId) -> TermId {
        let width = self.width(a);
        let by = by % width;
        if by == 0 {
            return a;
        }
        let high = self.extract(width - by - 1, 0, a);
        let low = self.extract(width - 1, width - by, a);
        self.concat(high, low)
    }

    /// `a` rotated right by a constant.
    pub fn rotate_right(&mut self, by: u32, a: TermId) -> TermId {
        let width = self.width(a);
        self.rotate_left(width - by % width, a)
    }

    /// `a` rotated left by `by`, taken modulo the width.
    pub fn bv_rotate_left(&mut self, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        let count = self.value(Sort::Bv(width), Bits::new(width, width.into()));
        // A width that is no power of two needs a remainder; where the width
        // itself does not fit its own bits, every amount is below it.
        let by = if self
            .as_value(count)
            .is_some_and(|c| c.to_u32() == Some(width))
        {
            self.bv_urem(by, count)
        } else {
            by
        };
        let rest = self.bv_sub(count, by);
        let (high, low) = (self.bv_shl(a, by), self.bv_lshr(a, rest));
        let rotated = self.bv_or(high, low);
        let zero = self.bv(width, 0);
        let still = self.eq(by, zero);
        self.ite(still, a, rotated)
    }

    /// Whether the unsigned sum overflows.
    pub fn bv_uaddo(&mut self, a: TermId, b: TermId) -> TermId {
        let sum = self.bv_add(a, b);
        self.bv_ult(sum, a)
    }

    /// Whether the signed sum overflows.
    pub fn bv_saddo(&mut self, a: TermId, b: TermId) -> TermId {
        let sum = self.bv_add(a, b);
        let (from_a, from_b) = (self.bv_xor(a, sum), self.bv_xor(b, sum));
        let both = self.bv_and(from_a, from_b);
        self.is_negative(both)
    }

    /// Whether the unsigned difference overflows.
    pub fn bv_usubo(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ult(a, b)
    }

    /// Whether the signed difference overflows.
    pub fn bv_ssubo(&mut self, a: TermId, b: TermId) -> TermId {
        let difference = self.bv_sub(a, b);
        let (apart, flipped) = (self.bv_xor(a, b), self.bv_xor(a, difference));
        let both = self.bv_and(apart, flipped);
        self.is_negative(both)
    }

    /// Whether the two's complement overflows.
    pub fn bv_nego(&mut self, a: TermId) -> TermId {
        let least = self.least_signed(a);
        self.eq(a, least)
    }

    /// Whether the signed quotient overflows.
    pub fn bv_sdivo(&mut self, a: TermId, b: TermId) -> TermId {
        let least = self.least_signed(a);
        let sort = self.sort(b);
        let minus_one = self.value(sort, Bits::ones(self.width(b)));
        let (l, r) = (self.eq(a, least), self.eq(b, minus_one));
        self.and(l, r)
    }

    fn least_signed(&mut self, like: TermId) -> TermId {
        let width = self.width(like);
        let bits = Bits::ones(width).lshr(&Bits::new(width, 1)).not();
        // At width 1 the shift leaves nothing, and the complement is the one that is needed.
        self.value(Sort::Bv(width), bits)
    }

    fn is_negative(&mut self, a: TermId) -> TermId {
        self.bit(self.width(a) - 1, a)
    }
}

/// Floats.
impl Terms {
    /// Difference of floats.
    pub fn fp_sub(&mut self, rm: TermId, a: TermId, b: TermId) -> TermId {
        let b = self.fp_neg(b);
        self.fp_add(rm, a, b)
    }

    /// Greater than or equal, on floats.
    pub fn fp_ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_le(b, a)
    }

    /// Greater than, on floats.
    pub fn fp_gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_lt(b, a)
    }

    /// Whether a float is neither infinite nor NaN.
    pub fn fp_is_finite(&mut self, a: TermId) -> TermId {
        let nan = self.fp_is(FloatClass::Nan, a);
        let infinite = self.fp_is(FloatClass::Infinite, a);
        let neither = self.or(nan, infinite);
        self.build(Op::Not, &[neither])
    }
}
