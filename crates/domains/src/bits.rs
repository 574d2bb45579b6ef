//! Sets of small numbers.

/// A set of numbers below a limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BitSet(Vec<u64>);

impl BitSet {
    /// Of numbers below `limit`; empty.
    pub(crate) fn new(limit: usize) -> BitSet {
        BitSet(vec![0; limit.div_ceil(64)])
    }

    pub(crate) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    /// Takes in all of another, which has the same limit.
    pub(crate) fn union(&mut self, other: &BitSet) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(index, word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| index * 64 + bit)
        })
    }
}
