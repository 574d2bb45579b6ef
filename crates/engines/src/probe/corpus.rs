//! The test cases that covered something new, and which of them is changed next.

use super::feedback::Novelty;
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
    /// How many steps it takes.
    steps: u64,
    /// Whether it was the first to cover something of the user's code.
    pub(super) is_users: bool,
    /// Whether what it compares was tried.
    pub(super) is_compared: bool,
    /// Whether it may compare what no other does, since it was the first to take a side of a branch of the user's
    /// code, and that was not tried.
    has_new_comparisons: bool,
    /// Whether parts of it were repeated, or need not be, because it takes no side of a branch that others do not.
    is_pumped: bool,
    /// The same for what may come next.
    is_extended: bool,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Corpus {
    entries: Vec<Entry>,
    /// The cheapest entry that reaches each counter.
    best: FxHashMap<u32, (u64, usize)>,
    /// The steps of all entries.
    steps: u64,
}

impl Corpus {
    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn entry_mut(&mut self, number: usize) -> &mut Entry {
        &mut self.entries[number]
    }

    /// Adds a test case that took so many steps.
    pub(super) fn add(
        &mut self,
        case: Testcase,
        steps: u64,
        novelty: &Novelty,
        coverage: &Coverage,
    ) {
        let number = self.entries.len();
        self.steps += steps;
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
            steps,
            is_users: novelty.is_users,
            is_compared: false,
            has_new_comparisons: novelty.is_new_side,
            is_pumped: !novelty.is_new_side,
            is_extended: !novelty.is_new_side,
        });
    }

    /// The last test case of which parts are to be repeated: the last ones get furthest.
    pub(super) fn unpumped(&mut self) -> Option<Testcase> {
        let mut entries = self.entries.iter_mut().rev();
        let entry = entries.find(|entry| !entry.is_pumped)?;
        entry.is_pumped = true;
        Some(entry.case.clone())
    }

    /// The last test case that takes a new side of a branch, and whose comparisons were not looked at yet.
    pub(super) fn uncompared(&mut self) -> Option<Testcase> {
        let mut entries = self.entries.iter_mut().rev();
        let entry = entries.find(|entry| entry.has_new_comparisons)?;
        entry.has_new_comparisons = false;
        Some(entry.case.clone())
    }

    /// The last test case to which is to be added what may come next.
    pub(super) fn unextended(&mut self) -> Option<Testcase> {
        let mut entries = self.entries.iter_mut().rev();
        let entry = entries.find(|entry| !entry.is_extended)?;
        entry.is_extended = true;
        Some(entry.case.clone())
    }

    /// The test case that is changed next: one that is the best for something, and that was not chosen
    /// often, is the most likely.
    pub(super) fn choose(&mut self, random: &mut Random) -> Option<usize> {
        let mean = self.steps / (self.entries.len() as u64).max(1);
        let entries = self.entries.iter();
        let weights: Vec<u64> = entries.map(|entry| weight(entry, mean)).collect();
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

/// How likely an entry is chosen: what the user's code does matters more than what the library does,
/// and a short execution costs less.
fn weight(entry: &Entry, mean_steps: u64) -> u64 {
    let worth = match (entry.best_for, entry.is_users) {
        (0, false) => 2,
        (0, true) => 64,
        (_, false) => 16,
        (_, true) => 512,
    };
    let speed = (4 * (mean_steps + 1) / (entry.steps + 1)).clamp(1, 16);
    1 + 16 * worth * speed / u64::from(entry.chosen + 1)
}
