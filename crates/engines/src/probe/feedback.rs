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

    /// Adds what an execution covered; whether there was anything new.
    pub(super) fn absorb(&mut self, coverage: &Coverage) -> bool {
        let mut is_new = false;
        for (index, count) in coverage.counts() {
            let seen = &mut self.seen[index as usize];
            let class = class_of(count);
            if *seen & class == 0 {
                self.covered += usize::from(*seen == 0);
                *seen |= class;
                is_new = true;
            }
        }
        is_new
    }
}

/// The class of a count, as a bit: one iteration more matters for few iterations alone.
fn class_of(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        128..=255 => 128,
    }
}
