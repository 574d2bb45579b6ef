//! Circuits on words: lists of edges, least significant first.

use crate::gates::{Edge, Gates};
use logic::Bits;

/// A word of edges, least significant first.
pub type Word = Vec<Edge>;

/// The constant word of a value.
#[must_use]
pub fn constant(bits: &Bits) -> Word {
    (0..bits.width())
        .map(|i| Edge::constant(bits.bit(i)))
        .collect()
}

/// The low `width` bits of a small constant.
#[must_use]
pub fn number(width: usize, value: u128) -> Word {
    (0..width)
        .map(|i| Edge::constant(i < 128 && value >> i & 1 == 1))
        .collect()
}

/// A signed constant.
#[must_use]
pub fn signed(width: usize, value: i64) -> Word {
    (0..width)
        .map(|i| Edge::constant(value >> i.min(63) & 1 == 1))
        .collect()
}

/// The word made wider with zeros, or cut.
#[must_use]
pub fn resize(a: &[Edge], width: usize) -> Word {
    let mut word = a.to_vec();
    word.resize(width, Edge::FALSE);
    word
}

/// The word made wider with copies of its sign, or cut.
#[must_use]
pub fn resize_signed(a: &[Edge], width: usize) -> Word {
    let mut word = a.to_vec();
    word.resize(width, sign(a));
    word
}

/// The most significant bit.
#[must_use]
pub fn sign(a: &[Edge]) -> Edge {
    a.last().copied().unwrap_or(Edge::FALSE)
}

/// How many low bits say all: those above are copies of the sign.
#[must_use]
pub fn signed_bits(a: &[Edge]) -> usize {
    let differs = a.iter().rposition(|bit| *bit != sign(a));
    differs.map_or(1, |last| last + 2)
}

/// Complement of each bit.
#[must_use]
pub fn not(a: &[Edge]) -> Word {
    a.iter().map(|&e| !e).collect()
}

/// `low` below `high`.
#[must_use]
pub fn join(low: &[Edge], high: &[Edge]) -> Word {
    [low, high].concat()
}

impl Gates {
    /// Applies a gate bit by bit.
    pub fn zip(
        &mut self,
        a: &[Edge],
        b: &[Edge],
        f: impl Fn(&mut Self, Edge, Edge) -> Edge,
    ) -> Word {
        a.iter().zip(b).map(|(&x, &y)| f(self, x, y)).collect()
    }

    /// `a` if `c`, else `b`.
    pub fn mux_word(&mut self, c: Edge, a: &[Edge], b: &[Edge]) -> Word {
        self.zip(a, b, |g, x, y| g.mux(c, x, y))
    }

    /// `a` if `c`, else zero.
    pub fn gate_word(&mut self, c: Edge, a: &[Edge]) -> Word {
        a.iter().map(|&x| self.and(c, x)).collect()
    }

    /// Whether two words are equal.
    pub fn eq_word(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        let same = self.zip(a, b, Self::iff);
        self.and_all(&same)
    }

    /// Whether every bit is zero.
    pub fn is_zero(&mut self, a: &[Edge]) -> Edge {
        !self.or_all(a)
    }

    /// Unsigned `a < b`.
    pub fn ult(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        self.less(a, b, Edge::FALSE)
    }

    /// Unsigned `a <= b`.
    pub fn ule(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        self.less(a, b, Edge::TRUE)
    }

    /// Unsigned comparison with the answer for equal words given.
    fn less(&mut self, a: &[Edge], b: &[Edge], if_equal: Edge) -> Edge {
        a.iter()
            .zip(b)
            .fold(if_equal, |below, (&x, &y)| self.majority(!x, y, below))
    }

    /// Signed `a < b`.
    pub fn slt(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        let (a, b) = (flip_sign(a), flip_sign(b));
        self.ult(&a, &b)
    }

    /// Sum with a carry in, and the carry out.
    pub fn add_carry(&mut self, a: &[Edge], b: &[Edge], carry: Edge) -> (Word, Edge) {
        let mut carry = carry;
        let sum = a
            .iter()
            .zip(b)
            .map(|(&x, &y)| {
                let (sum, next) = self.full_adder(x, y, carry);
                carry = next;
                sum
            })
            .collect();
        (sum, carry)
    }

    /// Sum.
    pub fn add(&mut self, a: &[Edge], b: &[Edge]) -> Word {
        self.add_carry(a, b, Edge::FALSE).0
    }

    /// Difference.
    pub fn sub(&mut self, a: &[Edge], b: &[Edge]) -> Word {
        self.add_carry(a, &not(b), Edge::TRUE).0
    }

    /// Difference, and whether it is not negative: `a >= b` as unsigned numbers.
    pub fn sub_fits(&mut self, a: &[Edge], b: &[Edge]) -> (Word, Edge) {
        self.add_carry(a, &not(b), Edge::TRUE)
    }

    /// Two's complement.
    pub fn neg(&mut self, a: &[Edge]) -> Word {
        let zero = number(a.len(), 0);
        self.sub(&zero, a)
    }

    /// The word plus one bit.
    pub fn increment(&mut self, a: &[Edge], by: Edge) -> Word {
        let zero = number(a.len(), 0);
        self.add_carry(a, &zero, by).0
    }

    /// `-a` if `c`, else `a`.
    pub fn neg_if(&mut self, c: Edge, a: &[Edge]) -> Word {
        let flipped: Word = a.iter().map(|&e| self.xor(e, c)).collect();
        self.increment(&flipped, c)
    }

    /// The whole product.
    pub fn mul_full(&mut self, a: &[Edge], b: &[Edge]) -> Word {
        let width = a.len() + b.len();
        let mut sum = resize(&self.gate_word(b[0], a), width);
        for (i, &bit) in b.iter().enumerate().skip(1) {
            let row = self.gate_word(bit, a);
            let (upper, carry) = self.add_carry(&sum[i..i + a.len()], &row, Edge::FALSE);
            sum.truncate(i);
            sum.extend(upper);
            sum.push(carry);
            sum.resize(width, Edge::FALSE);
        }
        sum
    }

    /// Whether the unsigned product needs more bits than `a` has.
    pub fn umul_overflows(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        // Bit i of `a` against any bit of `b` that it would shift out, and what
        // a product of one bit more still carries.
        let width = a.len();
        let mut above = Edge::FALSE;
        let mut overflow = Vec::new();
        for i in 1..width {
            above = self.or(above, b[width - i]);
            overflow.push(self.and(a[i], above));
        }
        let product = self.mul(&resize(a, width + 1), &resize(b, width + 1));
        overflow.push(sign(&product));
        self.or_all(&overflow)
    }

    /// Whether the signed product needs more bits than `a` has.
    pub fn smul_overflows(&mut self, a: &[Edge], b: &[Edge]) -> Edge {
        let width = a.len();
        let (wide_a, wide_b) = (resize_signed(a, 2 * width), resize_signed(b, 2 * width));
        let product = self.mul(&wide_a, &wide_b);
        let top = &product[width - 1..];
        let (any, all) = (self.or_all(top), self.and_all(top));
        self.and(any, !all)
    }

    /// Unsigned quotient and remainder; as SMT-LIB has it when dividing by zero.
    pub fn udivrem(&mut self, a: &[Edge], b: &[Edge]) -> (Word, Word) {
        let width = a.len();
        // What is left over is less than the divisor, so it needs no more bits than that.
        let significant = b.iter().rposition(|bit| *bit != Edge::FALSE);
        let significant = significant.map_or(0, |last| last + 1);
        let wide = resize(b, significant + 1);
        let mut rest = number(significant + 1, 0);
        let mut quotient = number(width, 0);
        for i in (0..width).rev() {
            rest.pop();
            rest.insert(0, a[i]);
            let (less, fits) = self.sub_fits(&rest, &wide);
            quotient[i] = fits;
            rest = self.mux_word(fits, &less, &rest);
        }
        rest.pop();
        if significant == width {
            return (quotient, rest);
        }
        // Nothing is less than zero: then all of it is left over.
        let rest = resize(&rest, width);
        let some = self.or_all(b);
        (quotient, self.mux_word(some, &rest, a))
    }

    /// Signed quotient, cut off; as SMT-LIB has it when dividing by zero.
    pub fn sdiv(&mut self, a: &[Edge], b: &[Edge]) -> Word {
        // The least number divided by minus one needs a bit more.
        let bits = signed_bits(a).max(signed_bits(b)) + 1;
        let (n, d) = self.magnitudes(a, b, bits);
        let quotient = self.udivrem(&n, &d).0;
        let apart = self.xor(sign(a), sign(b));
        resize_signed(&self.neg_if(apart, &quotient), a.len())
    }

    /// What is left over by [`Gates::sdiv`].
    pub fn srem(&mut self, a: &[Edge], b: &[Edge]) -> Word {
        let bits = signed_bits(a).max(signed_bits(b));
        let (n, d) = self.magnitudes(a, b, bits);
        let rest = self.udivrem(&n, &d).1;
        resize_signed(&self.neg_if(sign(a), &rest), a.len())
    }

    /// The absolute values, as numbers without a sign, of words that need so many bits.
    fn magnitudes(&mut self, a: &[Edge], b: &[Edge], bits: usize) -> (Word, Word) {
        let bits = bits.min(a.len());
        (self.abs(&a[..bits]), self.abs(&b[..bits]))
    }

    /// Absolute value.
    pub fn abs(&mut self, a: &[Edge]) -> Word {
        self.neg_if(sign(a), a)
    }

    /// Shift by an amount of any width; `fill` comes in, `left` or right.
    pub fn shift(&mut self, a: &[Edge], amount: &[Edge], direction: Direction, fill: Edge) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let mut beyond = Vec::new();
        for (i, &bit) in amount.iter().enumerate() {
            let Some(by) = 1usize.checked_shl(i as u32).filter(|&by| by < width) else {
                beyond.push(bit);
                continue;
            };
            let moved = shift_by(&word, by, direction, fill);
            word = self.mux_word(bit, &moved, &word);
        }
        let beyond = self.or_all(&beyond);
        let nothing = vec![fill; width];
        self.mux_word(beyond, &nothing, &word)
    }

    /// Shift right; a one that falls off stays as the least significant bit.
    pub fn shift_right_sticky(&mut self, a: &[Edge], amount: &[Edge]) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let mut lost = Vec::new();
        for (i, &bit) in amount.iter().enumerate() {
            let by = 1usize
                .checked_shl(i as u32)
                .map_or(width, |by| by.min(width));
            let dropped = self.or_all(&word[..by]);
            lost.push(self.and(bit, dropped));
            let moved = shift_by(&word, by, Direction::Right, Edge::FALSE);
            word = self.mux_word(bit, &moved, &word);
        }
        lost.push(word[0]);
        word[0] = self.or_all(&lost);
        word
    }

    /// The word shifted left until its top bit is set, and by how much; zero
    /// stays zero.
    pub fn normalise(&mut self, a: &[Edge]) -> (Word, Word) {
        let width = a.len();
        let stages = usize::BITS - (width - 1).leading_zeros();
        let mut word = a.to_vec();
        let mut count = number(stages as usize, 0);
        for i in (0..stages as usize).rev() {
            let by = 1 << i;
            let empty = self.is_zero(&word[width - by..]);
            let moved = shift_by(&word, by, Direction::Left, Edge::FALSE);
            word = self.mux_word(empty, &moved, &word);
            count[i] = empty;
        }
        (word, count)
    }
}

/// Which way a shift goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Towards the most significant bit.
    Left,
    /// Towards the least significant bit.
    Right,
}

/// A shift by a constant, at most the width.
#[must_use]
pub fn shift_by(a: &[Edge], by: usize, direction: Direction, fill: Edge) -> Word {
    let gap = vec![fill; by];
    match direction {
        Direction::Left => join(&gap, &a[..a.len() - by]),
        Direction::Right => join(&a[by..], &gap),
    }
}

fn flip_sign(a: &[Edge]) -> Word {
    let mut word = a.to_vec();
    if let Some(top) = word.last_mut() {
        *top = !*top;
    }
    word
}

/// A constant word in digits -1, 0, 1 with no two neighbours nonzero.
pub(crate) fn signed_digits(a: &[Edge]) -> Option<Vec<i8>> {
    let bits: Vec<bool> = a.iter().map(|e| e.as_constant()).collect::<Option<_>>()?;
    let mut carry = false;
    let digits = (0..bits.len()).map(|i| {
        let next = bits.get(i + 1).copied().unwrap_or(false);
        let odd = bits[i] != carry;
        carry = if odd { next } else { bits[i] && carry };
        match (odd, carry) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => -1,
        }
    });
    Some(digits.collect())
}
