//! The numbers of glibc's `rand` after `srand(1)`, which is how a program starts.

/// The additive feedback generator `r[i] = r[i - 3] + r[i - 31]`.
#[derive(Clone, Debug)]
pub(super) struct Random {
    last: [u32; 31],
    next: usize,
}

impl Random {
    pub(super) fn new() -> Random {
        let mut last = [0u32; 31];
        let mut word: i64 = 1;
        for slot in &mut last {
            *slot = word as u32;
            word = word * 16807 % 2_147_483_647;
        }
        let mut random = Random { last, next: 0 };
        // The first three of the recurrence repeat what was 31 before, and glibc throws away 310.
        for _ in 0..3 {
            random.next = (random.next + 1) % 31;
        }
        for _ in 0..310 {
            random.next();
        }
        random
    }

    /// A number of 31 bits.
    pub(super) fn next(&mut self) -> u32 {
        let sum = self.last[self.next].wrapping_add(self.last[(self.next + 28) % 31]);
        self.last[self.next] = sum;
        self.next = (self.next + 1) % 31;
        sum >> 1
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn starts_as_glibc_does() {
        let mut random = Random::new();
        let first: Vec<u32> = (0..4).map(|_| random.next()).collect();
        assert_eq!(
            first,
            [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915]
        );
    }
}
