//! The test cases that covered something new, and which of them is changed next.

use super::random::Random;
use super::testcase::Testcase;
use interp::Coverage;
use rustc_hash::FxHashMap;

/// A test case that covered something new.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) case: Testcase,
    /// How often it was chosen.
    chosen: u32,
    /// How many counters it is the cheapest to reach of.
    best_for: u32,
    /// Whether what it compares was tried.
    pub(super) is_compared: bool,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Corpus {
    entries: Vec<Entry>,
    /// The cheapest entry that reaches each counter.
    best: FxHashMap<u32, (u64, usize)>,
}

impl Corpus {
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn entry_mut(&mut self, number: usize) -> &mut Entry {
        &mut self.entries[number]
    }

    /// Adds a test case that took so many steps.
    pub(super) fn add(&mut self, case: Testcase, steps: u64, coverage: &Coverage) {
        let number = self.entries.len();
        let cost = steps.saturating_mul(1 + case.size() as u64);
        let mut best_for = 0;
        for (counter, _) in coverage.counts() {
            let best = self.best.entry(counter).or_insert((u64::MAX, number));
            if cost < best.0 {
                if let Some(before) = self.entries.get_mut(best.1) {
                    before.best_for = before.best_for.saturating_sub(1);
                }
                *best = (cost, number);
                best_for += 1;
            }
        }
        self.entries.push(Entry {
            case,
            chosen: 0,
            best_for,
            is_compared: false,
        });
    }

    /// The test case that is changed next: one that is the best for something, and that was not chosen
    /// often, is the most likely.
    pub(super) fn choose(&mut self, random: &mut Random) -> Option<usize> {
        let weights: Vec<u64> = self.entries.iter().map(weight).collect();
        let total: u64 = weights.iter().sum();
        let mut at = random.next().checked_rem(total)?;
        let found = weights.iter().position(|weight| {
            let is_it = at < *weight;
            at = at.saturating_sub(*weight);
            is_it
        })?;
        self.entries[found].chosen += 1;
        Some(found)
    }
}

fn weight(entry: &Entry) -> u64 {
    let worth = match entry.best_for {
        0 => 16,
        _ => 256,
    };
    let size = 1 + entry.case.size() as u64 / 256;
    1 + 64 * worth / (size * u64::from(entry.chosen + 1))
}
