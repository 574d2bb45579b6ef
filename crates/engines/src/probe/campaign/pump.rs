//! Giving a part of a text again and again: what is written further into an object with every repetition
//! is written outside of it after enough of them.
//!
//! A few repetitions show by how much each operation goes further (`interp::Extents`), and so how many it takes to
//! come to the end of the object. That many are executed at once, so a large buffer takes no more executions
//! than a small one. Of repetitions that do the same, as far as branches and growth show, a few are followed.

use super::{Campaign, Watcher};
use crate::limits::tuning::{
    CLOSEST_REPETITIONS, FEW_REPETITIONS, LONGEST_PUMPED_TEXT, MOST_CHARACTERS_OF_PAIRS,
    MOST_LIMITS_APPROACHED, MOST_STEPS_OF_A_CLOSE_LOOK, MOST_STEPS_OF_A_PROBE,
    MOST_STEPS_OF_A_PUMPED_PROBE, PART_OF_PUMPING, PUMPED_PROBES_OF_A_KIND, REPETITIONS_OF_LINES,
    STEPS_PER_PROBE,
};
use crate::probe::executor::Executed;
use crate::probe::repetition::{Repetition, ends, parts};
use crate::probe::testcase::Testcase;
use interp::{Extents, Writes};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::{BTreeSet, VecDeque};
use std::hash::{Hash, Hasher};
use std::time::Instant;
use verdict::ClaimId;

/// What pumping was done.
#[derive(Debug, Default)]
pub(in crate::probe) struct Pumped {
    /// The test cases whose parts were repeated.
    cases: FxHashSet<Testcase>,
    /// How many repetitions of each kind were followed.
    kinds: FxHashMap<Kind, u32>,
    /// What repetitions do that their test cases alone do not.
    differences: FxHashSet<Kind>,
    /// Lines that are to be repeated many times, whatever they write: a test case, the lines, how many steps a few
    /// repetitions take.
    lines: VecDeque<(Testcase, Repetition, u64)>,
    /// How far the last execution wrote.
    extents: Extents,
    /// How many steps it took.
    last: u64,
    /// What was spent, in steps.
    spent: u64,
}

impl Pumped {
    /// The same for another campaign, which spends anew.
    pub(in crate::probe) fn resumed(self) -> Pumped {
        Pumped { spent: 0, ..self }
    }
}

/// The branches and the growth of a repetition.
type Kind = u64;

/// A test case, and what it does by itself.
struct Base {
    case: Testcase,
    extents: Extents,
}

/// How far an operation has to go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Limit {
    /// How many repetitions it takes to get there.
    repetitions: usize,
    writes: Writes,
    /// How many bytes further it goes with each repetition, times [`FEW_REPETITIONS`].
    growth: u64,
}

/// What a repetition came to.
enum Found {
    /// It is of this kind.
    Kind(Kind),
    /// Nothing that can be followed.
    Nothing,
    /// The search has to stop.
    Over,
}

impl Campaign<'_> {
    /// Repeats parts of test cases that were not looked at yet, as long as that has not taken more than a part of
    /// everything else. Whether to stop.
    pub(super) fn pump(&mut self, watcher: &mut dyn Watcher) -> bool {
        while PART_OF_PUMPING * self.pumped.spent < self.spent() {
            let is_over = match self.corpus.unpumped() {
                Some(case) if self.pumped.cases.insert(case.clone()) => {
                    self.pump_case(case, watcher)
                }
                Some(_) => false,
                None => match self.pumped.lines.pop_front() {
                    Some((case, lines, steps)) => self.pump_lines(&case, &lines, steps, watcher),
                    None => return false,
                },
            };
            if is_over {
                return true;
            }
        }
        false
    }

    /// What everything else has taken, in steps.
    fn spent(&self) -> u64 {
        self.steps + STEPS_PER_PROBE * self.progress.executions
    }

    fn pump_case(&mut self, case: Testcase, watcher: &mut dyn Watcher) -> bool {
        self.observe(&case, MOST_STEPS_OF_A_PROBE);
        let base = Base {
            case,
            extents: self.pumped.extents.clone(),
        };
        for part in parts(&base.case) {
            if let Found::Over = self.repeat(&base, &part, watcher) {
                return true;
            }
        }
        self.pump_characters(&base, watcher)
    }

    /// Repeats lines many times.
    fn pump_lines(
        &mut self,
        case: &Testcase,
        lines: &Repetition,
        steps: u64,
        watcher: &mut dyn Watcher,
    ) -> bool {
        for times in REPETITIONS_OF_LINES {
            self.attempt_many(case, lines, (times, steps), watcher);
        }
        watcher.is_over(&self.progress)
    }

    /// Repeats characters at the ends of texts, alone and two of them that the program tells apart.
    fn pump_characters(&mut self, base: &Base, watcher: &mut dyn Watcher) -> bool {
        let mut characters = vec![b'a', b' ', b'0', 0xff];
        characters.extend(&self.dictionary.characters);
        for place in ends(&base.case) {
            let mut kinds: BTreeSet<Kind> = BTreeSet::new();
            let mut told_apart = Vec::new();
            let known = self.pumped.differences.len();
            for &character in &characters {
                let repetition = Repetition::of(place, &[character]);
                match self.repeat(base, &repetition, watcher) {
                    Found::Over => return true,
                    Found::Kind(kind) if kinds.insert(kind) => told_apart.push(character),
                    _ => {}
                }
            }
            if self.pumped.differences.len() == known {
                // They do what they did elsewhere.
                continue;
            }
            told_apart.truncate(MOST_CHARACTERS_OF_PAIRS);
            for &first in &told_apart {
                for &second in told_apart.iter().filter(|second| **second != first) {
                    let both = Repetition::of(place, &[first, second]);
                    let nested = Repetition::nested(place, first, second);
                    for repetition in [both, nested] {
                        if let Found::Over = self.repeat(base, &repetition, watcher) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Executes a test case, and keeps how far it writes.
    fn observe(&mut self, case: &Testcase, most_steps: u64) -> Executed {
        let extents = &mut self.pumped.extents;
        let executed = self
            .executor
            .extents(case, &self.dictionary, most_steps, extents);
        self.pumped.spent += executed.steps + STEPS_PER_PROBE;
        self.pumped.last = executed.steps;
        executed
    }

    /// Repeats a part a few times, and if that is of a new kind, as often as it takes to come to the end of what is
    /// written.
    fn repeat(&mut self, base: &Base, part: &Repetition, watcher: &mut dyn Watcher) -> Found {
        if watcher.is_over(&self.progress) {
            return Found::Over;
        }
        let few = self.observe(
            &part.apply(&base.case, FEW_REPETITIONS),
            MOST_STEPS_OF_A_PROBE,
        );
        if let Some(claim) = few.violated {
            if watcher.wants(claim) {
                self.hand_in(few.case, claim, watcher);
            }
            return Found::Nothing;
        }
        if !few.is_complete {
            return Found::Nothing;
        }
        let limits = self.limits(base);
        let kind = self.kind(base, &limits);
        let followed = self.pumped.kinds.entry(kind).or_default();
        *followed += 1;
        if *followed > PUMPED_PROBES_OF_A_KIND {
            return Found::Kind(kind);
        }
        if *followed == 1 {
            self.progress.last_new = Instant::now();
            if part.is_of_lines() {
                let lines = (base.case.clone(), part.clone(), few.steps);
                self.pumped.lines.push_back(lines);
            }
        }
        for limit in limits.into_iter().take(MOST_LIMITS_APPROACHED) {
            if watcher.is_over(&self.progress) {
                return Found::Over;
            }
            self.approach(base, part, limit, few.steps, watcher);
        }
        Found::Kind(kind)
    }

    /// The operations that went further, those that need the fewest repetitions first.
    fn limits(&self, base: &Base) -> Vec<Limit> {
        let few = FEW_REPETITIONS as u64;
        let furthest = self.pumped.extents.furthest();
        let growing = furthest.filter_map(|(writes, end)| {
            let before = base.extents.end_of(writes);
            let growth = end.saturating_sub(before);
            let left = writes.room.saturating_sub(before);
            // What goes further by less than a byte in two repetitions may not go on to do so.
            (growth >= few / 2).then(|| Limit {
                repetitions: left.saturating_mul(few).div_ceil(growth) as usize,
                writes,
                growth,
            })
        });
        let mut growing: Vec<Limit> = growing.collect();
        growing.sort_unstable();
        // Operations that come to their ends together are approached once.
        growing.dedup_by_key(|limit| limit.repetitions);
        growing
    }

    /// What kind of repetition the last one was: the branches that are taken, and by how much operations go further.
    fn kind(&mut self, base: &Base, limits: &[Limit]) -> Kind {
        let taken = self.pumped.extents.branches.taken;
        let before = base.extents.branches.taken;
        let new: Vec<u64> = std::iter::zip(taken, before)
            .map(|(taken, before)| taken & !before)
            .collect();
        let growth: Vec<(Writes, u64)> = limits
            .iter()
            .map(|limit| (limit.writes, limit.growth))
            .collect();
        self.pumped.differences.insert(hash(&(new, &growth)));
        hash(&(taken, growth))
    }

    /// Repeats a part so often that an operation comes to the end of what it writes to, and a few times more
    /// and less: it may matter where exactly the end is.
    fn approach(
        &mut self,
        base: &Base,
        part: &Repetition,
        limit: Limit,
        steps: u64,
        watcher: &mut dyn Watcher,
    ) {
        let few = FEW_REPETITIONS as u64;
        let beyond = limit.repetitions.saturating_add(CLOSEST_REPETITIONS);
        let goes_on = self.attempt_many(&base.case, part, (beyond, steps), watcher);
        if !goes_on || expected(steps, beyond) > MOST_STEPS_OF_A_CLOSE_LOOK {
            return;
        }
        let first = limit.repetitions.saturating_sub(CLOSEST_REPETITIONS);
        if !self.attempt_many(&base.case, part, (first, steps), watcher) {
            return;
        }
        let end = self.pumped.extents.end_of(limit.writes);
        let left = limit.writes.room.saturating_sub(end);
        if left > limit.writes.room / 4 + limit.growth {
            // Something holds it back.
            return;
        }
        let more = left.saturating_mul(few).div_ceil(limit.growth) as usize;
        let nearest = first + more.saturating_sub(CLOSEST_REPETITIONS);
        for times in nearest..=first + more + CLOSEST_REPETITIONS / 2 {
            if !self.attempt_many(&base.case, part, (times, steps), watcher) {
                return;
            }
        }
    }

    /// Executes a test case with many repetitions, if that does not take too long; what it violates is handed in.
    /// Whether nothing was violated, so that more can be tried.
    fn attempt_many(
        &mut self,
        case: &Testcase,
        part: &Repetition,
        (times, steps): (usize, u64),
        watcher: &mut dyn Watcher,
    ) -> bool {
        let is_too_long = times.saturating_mul(part.length()) > LONGEST_PUMPED_TEXT
            || expected(steps, times) > MOST_STEPS_OF_A_PUMPED_PROBE;
        if is_too_long || watcher.is_over(&self.progress) {
            return false;
        }
        let most = 4 * MOST_STEPS_OF_A_PUMPED_PROBE;
        let executed = self.observe(&part.apply(case, times), most);
        match executed.violated {
            Some(claim) => {
                if watcher.wants(claim) {
                    self.hand_in_fewest(case, part, (times, claim), watcher);
                }
                false
            }
            None => executed.is_complete,
        }
    }

    /// Hands in a test case with as few repetitions as halving finds.
    fn hand_in_fewest(
        &mut self,
        case: &Testcase,
        part: &Repetition,
        (times, claim): (usize, ClaimId),
        watcher: &mut dyn Watcher,
    ) {
        let is_cheap = self.pumped.last <= MOST_STEPS_OF_A_CLOSE_LOOK;
        let near = if is_cheap {
            times
        } else {
            2 * CLOSEST_REPETITIONS
        };
        let (mut least, mut most) = (times.saturating_sub(near), times);
        while least < most {
            let half = least.midpoint(most);
            let fewer = part.apply(case, half);
            let executed = self.observe(&fewer, 4 * MOST_STEPS_OF_A_PUMPED_PROBE);
            match executed.violated == Some(claim) {
                true => most = half,
                false => least = half + 1,
            }
        }
        let case = part.apply(case, most);
        if let Some(candidate) = self.executor.candidate(&case, &self.dictionary)
            && candidate.claim == claim
        {
            watcher.found(candidate);
        }
    }
}

/// How many steps so many repetitions should take, if a few take so many.
fn expected(steps_of_few: u64, times: usize) -> u64 {
    (steps_of_few / FEW_REPETITIONS as u64).saturating_mul(times as u64)
}

fn hash(of: &impl Hash) -> Kind {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}
