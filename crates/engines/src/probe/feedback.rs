//! What all executions together have covered.

use interp::Coverage;

/// Which counts were seen of each counter.
#[derive(Clone, Debug)]
pub(super) struct Feedback {
    /// A bit for each of eight classes of counts.
    seen: Vec<u8>,
    covered: usize,
}

impl Feedback {
    pub(super) fn new() -> Feedback {
        Feedback {
            seen: vec![0; Coverage::COUNTERS],
            covered: 0,
        }
    }

    /// How many sides of branches were covered.
    pub(super) fn covered(&self) -> usize {
        self.covered
    }

    /// Adds what an execution covered; gives what of that is new.
    pub(super) fn absorb(&mut self, coverage: &Coverage) -> Novelty {
        let mut novelty = Novelty::default();
        for (counter, count) in coverage.counts() {
            let seen = &mut self.seen[counter as usize];
            let class = class_of(counter, count);
            if *seen & class == 0 {
                novelty.is_users |= Coverage::is_users(counter);
                novelty.features.push((counter, class));
                let is_side = *seen == 0 && Coverage::is_branch(counter);
                novelty.is_new_side |= is_side && Coverage::is_users(counter);
                self.covered += usize::from(is_side);
                *seen |= class;
            }
        }
        novelty
    }
}

/// What an execution was the first to cover.
#[derive(Clone, Debug, Default)]
pub(super) struct Novelty {
    /// Counters with classes of counts.
    features: Vec<(u32, u8)>,
    /// Whether any of it is in the user's code.
    pub(super) is_users: bool,
    /// Whether any of it is a side of a branch in the user's code that was never taken before.
    pub(super) is_new_side: bool,
}

impl Novelty {
    pub(super) fn is_empty(&self) -> bool {
        self.features.is_empty()
    }

    /// Whether another execution covers it, too.
    pub(super) fn is_covered(&self, coverage: &Coverage) -> bool {
        let mut features = self.features.iter();
        features.all(|(counter, class)| class_of(*counter, coverage.count(*counter)) == *class)
    }
}

/// The class of a count, as a bit: one iteration more matters for few iterations alone, and in the library
/// for fewer.
fn class_of(counter: u32, count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        _ if !Coverage::is_users(counter) => 32,
        16..=31 => 32,
        32..=127 => 64,
        128..=255 => 128,
    }
}
