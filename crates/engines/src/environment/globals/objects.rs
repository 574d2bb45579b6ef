//! Sets of objects by number, as bits: a points-to analysis does little else than unite them.

/// A set of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Objects {
    words: Vec<u64>,
}

impl Objects {
    pub(super) fn of(object: u32) -> Objects {
        let mut objects = Objects::default();
        objects.insert(object);
        objects
    }

    pub(super) fn insert(&mut self, object: u32) {
        let word = (object / u64::BITS) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (object % u64::BITS);
    }

    pub(super) fn contains(&self, object: u32) -> bool {
        let word = self.words.get((object / u64::BITS) as usize);
        word.is_some_and(|word| word >> (object % u64::BITS) & 1 == 1)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Adds all of another set; whether that changed anything.
    pub(super) fn add(&mut self, others: &Objects) -> bool {
        if self.words.len() < others.words.len() {
            self.words.resize(others.words.len(), 0);
        }
        let mut is_changed = false;
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            is_changed |= other & !*word != 0;
            *word |= other;
        }
        is_changed
    }

    /// From the smallest on.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let words = (0u32..).zip(&self.words);
        words.flat_map(|(index, word)| {
            let bits = 0..u64::BITS;
            let bits = bits.filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| index * u64::BITS + bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Objects;

    #[test]
    fn unites() {
        let mut some = Objects::of(3);
        some.insert(64);
        assert!(some.add(&Objects::of(200)));
        assert!(!some.add(&Objects::of(64)));
        assert!(!some.add(&Objects::default()));
        assert_eq!(some.iter().collect::<Vec<_>>(), [3, 64, 200]);
        assert!(some.contains(200) && !some.contains(201) && !some.contains(4000));
        assert!(Objects::default().is_empty() && !some.is_empty());
    }
}
