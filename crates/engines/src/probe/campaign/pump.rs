//! Giving a part of a text again and again: what is written further into an object with every repetition
//! is written outside of it after enough of them, and a counter that grows comes to what it is compared with.
//!
//! A few repetitions show by how much each operation goes further (`interp::Extents`), and so how many it takes to
//! come to the end of the object, or to make a comparison turn out otherwise. That many are executed at once, so a
//! large buffer takes no more executions than a small one: those first that nothing seems to hold back, and that are
//! cheap (`approach`). Of repetitions that do the same, as far as branches and growth show, a few are followed.

mod approach;
mod limit;

use super::{Campaign, Watcher};
use crate::limits::tuning::{
    FEW_REPETITIONS, MOST_CHARACTERS_OF_PAIRS, MOST_PARTS_REPEATED_TOGETHER, MOST_STEPS_OF_A_PROBE,
    PART_OF_PUMPING, PUMPED_PROBES_OF_A_KIND, STEPS_PER_PROBE,
};
use crate::probe::executor::Executed;
use crate::probe::repetition::{Place, Repetition, ends, parts};
use crate::probe::testcase::Testcase;
use approach::{Approach, Queue};
use interp::Extents;
use limit::{Growing, growing};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

/// What pumping was done.
#[derive(Debug, Default)]
pub(in crate::probe) struct Pumped {
    /// The test cases whose parts were repeated.
    cases: FxHashSet<Testcase>,
    /// How many repetitions of each kind were followed.
    kinds: FxHashMap<Kind, u32>,
    /// What repetitions do that their test cases alone do not.
    differences: FxHashSet<Kind>,
    /// Repetitions of the last test case that were of new kinds.
    fresh: Vec<Fresh>,
    /// What is to be repeated many times.
    queue: Queue,
    /// How far the last execution wrote.
    extents: Extents,
    /// What was spent, in steps: on few repetitions, and on many.
    spent_on_few: u64,
    spent_on_many: u64,
}

impl Pumped {
    /// The same for another campaign, which spends anew.
    pub(in crate::probe) fn resumed(self) -> Pumped {
        Pumped {
            spent_on_few: 0,
            spent_on_many: 0,
            ..self
        }
    }
}

/// The branches and the growth of a repetition.
type Kind = u64;

/// A test case, and what it does by itself.
#[derive(Debug)]
struct Base {
    case: Testcase,
    extents: Extents,
    steps: u64,
    /// What is repeated in it already, and how many repetitions there are fewer than turn a comparison.
    repeated: Option<(Repetition, usize)>,
    /// The parts whose repetitions were of new kinds.
    parts: Vec<Repetition>,
}

/// A repetition of a new kind.
#[derive(Debug)]
struct Fresh {
    part: Repetition,
    /// How many steps one repetition takes.
    steps: u64,
    growing: Growing,
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
    /// Repeats parts of test cases, as long as that has not taken more than a part of everything else. Whether to
    /// stop.
    pub(super) fn pump(&mut self, watcher: &mut dyn Watcher) -> bool {
        while PART_OF_PUMPING * (self.pumped.spent_on_few + self.pumped.spent_on_many)
            < self.spent()
        {
            let is_turn_of_many = self.pumped.spent_on_many < self.pumped.spent_on_few;
            let is_over = if is_turn_of_many && let Some(next) = self.pumped.queue.next() {
                self.follow(next, watcher)
            } else if let Some(case) = self.corpus.unpumped() {
                self.pumped.cases.insert(case.clone()) && self.pump_case(case, watcher)
            } else if let Some(next) = self.pumped.queue.next() {
                self.follow(next, watcher)
            } else {
                return false;
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
        let base = self.base(case, MOST_STEPS_OF_A_PROBE);
        for part in parts(&base.case) {
            if let Found::Over = self.repeat(&base, &part, watcher) {
                return true;
            }
        }
        let mut places = ends(&base.case).into_iter();
        let is_over = places.any(|place| self.pump_characters(&base, place, watcher));
        self.queue_fresh(base);
        is_over
    }

    fn base(&mut self, case: Testcase, most_steps: u64) -> Base {
        let executed = self.observe(&case, most_steps);
        Base {
            case,
            extents: self.pumped.extents.clone(),
            steps: executed.steps,
            repeated: None,
            parts: Vec::new(),
        }
    }

    /// What was of a new kind is to be repeated many times.
    fn queue_fresh(&mut self, mut base: Base) {
        let fresh = std::mem::take(&mut self.pumped.fresh);
        base.parts = fresh.iter().map(|fresh| fresh.part.clone()).collect();
        base.parts.truncate(MOST_PARTS_REPEATED_TOGETHER);
        let base = Arc::new(base);
        for fresh in &fresh {
            self.pumped.queue.add(Approach::all(&base, fresh));
        }
    }

    /// Repeats characters at a place, alone and two of them that the program tells apart.
    fn pump_characters(&mut self, base: &Base, place: Place, watcher: &mut dyn Watcher) -> bool {
        let mut characters = vec![b'a', b' ', b'0', 0xff];
        characters.extend(&self.dictionary.characters);
        let mut kinds: BTreeSet<Kind> = BTreeSet::new();
        let mut told_apart = Vec::new();
        let known = self.pumped.differences.len();
        for character in characters {
            let repetition = Repetition::of(place, &[character]);
            match self.repeat(base, &repetition, watcher) {
                Found::Over => return true,
                Found::Kind(kind) if kinds.insert(kind) => told_apart.push(character),
                _ => {}
            }
        }
        if self.pumped.differences.len() == known {
            // They do what they did elsewhere.
            return false;
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
        false
    }

    /// Executes a test case, and keeps how far it writes.
    fn observe(&mut self, case: &Testcase, most_steps: u64) -> Executed {
        let extents = &mut self.pumped.extents;
        let executed = self
            .executor
            .extents(case, &self.dictionary, most_steps, extents);
        self.pumped.spent_on_few += executed.steps + STEPS_PER_PROBE;
        executed
    }

    /// Repeats a part a few times. If that is of a new kind, it is to be repeated as often as it takes to come to the
    /// end of what is written, or to turn a comparison.
    fn repeat(&mut self, base: &Base, part: &Repetition, watcher: &mut dyn Watcher) -> Found {
        if watcher.is_over(&self.progress) {
            return Found::Over;
        }
        let few = self.observe(
            &part.apply(&base.case, FEW_REPETITIONS),
            base.steps.saturating_add(MOST_STEPS_OF_A_PROBE),
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
        let growing = growing(&base.extents, &self.pumped.extents);
        let kind = self.kind(base, &growing);
        let followed = self.pumped.kinds.entry(kind).or_default();
        *followed += 1;
        if *followed > PUMPED_PROBES_OF_A_KIND {
            return Found::Kind(kind);
        }
        if *followed == 1 {
            self.progress.last_new = Instant::now();
        }
        let steps = few.steps.saturating_sub(base.steps) / FEW_REPETITIONS as u64;
        self.pumped.fresh.push(Fresh {
            part: part.clone(),
            steps,
            growing,
        });
        Found::Kind(kind)
    }

    /// What kind of repetition the last one was: the branches that are taken, and by how much operations go further.
    fn kind(&mut self, base: &Base, growing: &Growing) -> Kind {
        let taken = self.pumped.extents.branches.taken;
        let before = base.extents.branches.taken;
        let new: Vec<u64> = std::iter::zip(taken, before)
            .map(|(taken, before)| taken & !before)
            .collect();
        let growth = growing.signature();
        self.pumped.differences.insert(hash(&(new, &growth)));
        hash(&(taken, growth, &base.repeated))
    }
}

fn hash(of: &impl Hash) -> Kind {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}
