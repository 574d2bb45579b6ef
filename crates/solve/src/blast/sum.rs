//! Sums of any number of words as one circuit.
//!
//! A chain of additions is one sum of all its addends, column by column. The
//! bits of a column are taken in the order of their gates, so that the same bits
//! give the same circuit however the sum was written: a product worked out by
//! hand from either factor, say, is one word in the end.

use logic::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

use super::Blaster;
use crate::gates::{Edge, Gates};
use crate::words::{self, Word};

/// One part of a sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Addend {
    term: TermId,
    /// A constant that the term is multiplied by.
    factor: Option<TermId>,
    sign: Sign,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Plus,
    Minus,
}

impl Sign {
    fn flipped(self) -> Self {
        match self {
            Sign::Plus => Sign::Minus,
            Sign::Minus => Sign::Plus,
        }
    }
}

impl Addend {
    /// The terms whose words the addend is made of.
    pub(super) fn factors(&self) -> impl Iterator<Item = TermId> {
        [self.term].into_iter().chain(self.factor)
    }
}

impl Blaster {
    /// How often each term that is not blasted yet is used at or below `root`.
    pub(super) fn uses(&self, terms: &Terms, root: TermId) -> FxHashMap<TermId, u32> {
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if self.known(term).is_some() {
                continue;
            }
            let count = uses.entry(term).or_insert(0);
            *count += 1;
            if *count == 1 {
                stack.extend(self.arguments(terms, term));
            }
        }
        uses
    }

    /// The parts of a sum. Sums below it are taken apart where nothing else uses
    /// them, for what is used twice should be worked out once.
    pub(super) fn addends(
        &self,
        terms: &Terms,
        sum: TermId,
        uses: &FxHashMap<TermId, u32>,
    ) -> Option<Vec<Addend>> {
        if terms.op(sum) != Op::BvAdd {
            return None;
        }
        let mut addends = Vec::new();
        let mut pending = vec![(sum, Sign::Plus)];
        while let Some((term, sign)) = pending.pop() {
            let inner = term == sum || self.known(term).is_none() && uses.get(&term) == Some(&1);
            match (terms.op(term), terms.args(term)) {
                (Op::BvAdd, &[a, b]) if inner => pending.extend([(b, sign), (a, sign)]),
                (Op::Var(_), _) if inner && self.definition(term).is_some() => {
                    pending.extend(self.definition(term).map(|d| (d, sign)));
                }
                (Op::BvNeg, &[a]) if inner => pending.push((a, sign.flipped())),
                (Op::BvMul, &[term, c]) if inner && terms.as_value(c).is_some() => {
                    addends.push(Addend {
                        term,
                        factor: Some(c),
                        sign,
                    });
                }
                _ => addends.push(Addend {
                    term,
                    factor: None,
                    sign,
                }),
            }
        }
        Some(addends)
    }

    /// The sum of addends whose factors have words.
    pub(super) fn sum(&mut self, width: u32, addends: &[Addend]) -> Word {
        let width = width as usize;
        let bits = self.signed_bits(addends).unwrap_or(width).min(width);
        let mut columns = Columns::new(bits);
        for addend in addends {
            let word = self.known(addend.term).unwrap_or(&[]);
            let factor = addend.factor.and_then(|f| self.known(f));
            match factor.and_then(words::signed_digits) {
                None => columns.add(word, 0, addend.sign),
                Some(digits) => columns.add_multiple(word, &digits, addend.sign),
            }
        }
        words::resize_signed(&columns.compress(&mut self.gates), width)
    }

    /// How many bits say all of a sum in which something may be negative.
    fn signed_bits(&self, addends: &[Addend]) -> Option<usize> {
        let (mut most, mut signed) = (1, false);
        for addend in addends {
            let word = self.known(addend.term)?;
            let factor = addend.factor.and_then(|f| self.known(f));
            // The least number is one that its negation has no room for.
            let negated = usize::from(addend.sign == Sign::Minus);
            let bits = words::signed_bits(word) + factor.map_or(0, words::signed_bits) + negated;
            most = most.max(bits);
            signed |= words::sign(word).as_constant().is_none();
        }
        let carries = usize::BITS - addends.len().saturating_sub(1).leading_zeros();
        signed.then_some(most + carries as usize)
    }
}

impl Gates {
    /// The low bits of a product of two words of one width.
    pub fn mul(&mut self, a: &[Edge], b: &[Edge]) -> Word {
        let (bits, width) = (words::signed_bits(a) + words::signed_bits(b), a.len());
        let signed = [a, b]
            .iter()
            .any(|w| words::sign(w).as_constant().is_none());
        if signed && bits < width {
            return words::resize_signed(&self.mul(&a[..bits], &b[..bits]), width);
        }
        let mut columns = Columns::new(a.len());
        let digits = words::signed_digits(b).map(|d| (a, d));
        match digits.or_else(|| words::signed_digits(a).map(|d| (b, d))) {
            Some((word, digits)) => columns.add_multiple(word, &digits, Sign::Plus),
            None => {
                for (i, &bit) in b.iter().enumerate() {
                    let row = self.gate_word(bit, &a[..a.len() - i]);
                    columns.add(&row, i, Sign::Plus);
                }
            }
        }
        columns.compress(self)
    }
}

/// Bits to be added up, by their weight.
struct Columns(Vec<Vec<Edge>>);

impl Columns {
    fn new(width: usize) -> Self {
        Self(vec![Vec::new(); width])
    }

    /// Adds or subtracts a word that is shifted left; what is shifted out is dropped.
    fn add(&mut self, word: &[Edge], shift: usize, sign: Sign) {
        let columns = self.0.iter_mut().skip(shift);
        match sign {
            Sign::Plus => columns.zip(word).for_each(|(c, &bit)| c.push(bit)),
            Sign::Minus => {
                // The complement and one more. The word need not reach the top.
                let bits = word.iter().copied().chain(std::iter::repeat(Edge::FALSE));
                columns.zip(bits).for_each(|(c, bit)| c.push(!bit));
                if let Some(lowest) = self.0.get_mut(shift) {
                    lowest.push(Edge::TRUE);
                }
            }
        }
    }

    fn add_multiple(&mut self, word: &[Edge], digits: &[i8], sign: Sign) {
        for (i, &digit) in digits.iter().enumerate() {
            match digit {
                0 => {}
                1 => self.add(word, i, sign),
                _ => self.add(word, i, sign.flipped()),
            }
        }
    }

    /// The sum, modulo what the columns hold: a column's bits one after another,
    /// each together with a carry of the column before. Of rows that come one by
    /// one this makes the same adders as adding them one by one.
    fn compress(mut self, g: &mut Gates) -> Word {
        let mut sum = Vec::with_capacity(self.0.len());
        let mut carries: Vec<Edge> = Vec::new();
        for i in 0..self.0.len() {
            let bits = self.settle(i);
            let (mut bits, mut carried) = (bits.into_iter(), carries.into_iter());
            let mut total = bits.next().or_else(|| carried.next());
            carries = Vec::new();
            while let Some(bit) = bits.next().or_else(|| carried.next()) {
                let so_far = total.unwrap_or(Edge::FALSE);
                let carry = carried.next().unwrap_or(Edge::FALSE);
                let (next, carry) = g.full_adder(so_far, bit, carry);
                total = Some(next);
                match carry.as_constant() {
                    None => carries.push(carry),
                    Some(carry) => self.carry(i, Edge::constant(carry)),
                }
            }
            sum.push(total.unwrap_or(Edge::FALSE));
        }
        sum
    }

    /// The bits of a column, in order and without what needs no gates: zeros,
    /// pairs of the same bit, which are one of the next column, and pairs of a
    /// bit and its complement, which are a one.
    fn settle(&mut self, i: usize) -> Vec<Edge> {
        let mut column = std::mem::take(&mut self.0[i]);
        column.sort_unstable();
        let (mut kept, mut ones): (Vec<Edge>, usize) = (Vec::new(), 0);
        for bit in column {
            match kept.last() {
                _ if bit == Edge::FALSE => {}
                _ if bit == Edge::TRUE => ones += 1,
                Some(&last) if last == bit => {
                    kept.pop();
                    self.carry(i, bit);
                }
                Some(&last) if last == !bit => {
                    kept.pop();
                    ones += 1;
                }
                _ => kept.push(bit),
            }
        }
        for _ in 0..ones / 2 {
            self.carry(i, Edge::TRUE);
        }
        if ones % 2 == 1 {
            kept.insert(0, Edge::TRUE);
        }
        kept
    }

    /// Adds a bit to the column above the `i`-th, if there is one.
    fn carry(&mut self, i: usize, bit: Edge) {
        if let Some(next) = self.0.get_mut(i + 1) {
            next.push(bit);
        }
    }
}
