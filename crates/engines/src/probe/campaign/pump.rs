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
    FEW_REPETITIONS, LOOKS_AT_A_KIND, MOST_PAIRS_OF_CHARACTERS, MOST_PARTS_REPEATED_TOGETHER,
    MOST_REPEATED_PARTS, MOST_STEPS_OF_A_PROBE, PUMPED_PROBES_OF_A_KIND, STEPS_PER_PROBE,
    TIMES_THE_OTHERS_FOR_PUMPING,
};
use crate::probe::executor::Executed;
use crate::probe::repetition::{Place, Repetition, ends, parts};
use crate::probe::testcase::Testcase;
use approach::{Approach, Queue};
use interp::Extents;
use limit::{Growing, Limit, growing};
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
    /// Lines that lead somewhere when they are repeated.
    lines: Vec<(Repetition, Vec<Limit>)>,
    /// How often two characters were repeated.
    pairs: FxHashMap<Pair, u32>,
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

/// Two characters that are repeated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Pair {
    first: u8,
    second: u8,
    /// Whether all of the first come before all of the second.
    is_nested: bool,
}

impl Pair {
    fn at(self, place: Place) -> Repetition {
        match self.is_nested {
            true => Repetition::nested(place, self.first, self.second),
            false => Repetition::of(place, &[self.first, self.second]),
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
    /// What is repeated in it already.
    repeated: Option<Repeated>,
    /// The parts whose repetitions were of new kinds.
    parts: Vec<Repetition>,
}

/// A part that is repeated nearly as often as it takes to turn a comparison.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Repeated {
    part: Repetition,
    /// How many repetitions fewer it is.
    fewer: usize,
    /// Where the part leads to by itself.
    limits: Vec<Limit>,
}

/// A repetition of a new kind.
#[derive(Debug)]
struct Fresh {
    part: Repetition,
    pace: Pace,
    growing: Growing,
}

/// How many steps repetitions take.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// One of the first of them.
    first: u64,
    /// How much more one of as many more takes: each may go over everything that was there before.
    more: u64,
}

impl Pace {
    /// The pace, if a test case takes so many steps by itself, with a few repetitions, and with twice as many.
    fn of(base: u64, few: u64, more: u64) -> Pace {
        let first = few.saturating_sub(base);
        let second = more.saturating_sub(few);
        // What is left is how steps vary.
        let is_slower = second > first + first / 16;
        Pace {
            first: 1 + first / FEW_REPETITIONS as u64,
            more: if is_slower { second - first } else { 0 } / FEW_REPETITIONS as u64,
        }
    }

    /// What tells slow repetitions from quick ones.
    fn class(self) -> (u32, bool) {
        (self.first.ilog2(), self.more > 0)
    }

    /// How many steps so many repetitions should take.
    fn steps_of(self, times: usize) -> u64 {
        let times = times as u64;
        let as_many = times / FEW_REPETITIONS as u64;
        let one = self
            .first
            .saturating_add(self.more.saturating_mul(as_many) / 2);
        one.saturating_mul(times)
    }
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
        while self.pumped.spent_on_few + self.pumped.spent_on_many
            < TIMES_THE_OTHERS_FOR_PUMPING * self.spent()
        {
            let is_turn_of_many = self.pumped.spent_on_many < self.pumped.spent_on_few;
            // Nothing takes longer than everything that was tried before it.
            let most = self.spent();
            let is_over = if is_turn_of_many && let Some(next) = self.pumped.queue.next(most) {
                self.follow(next, watcher)
            } else if let Some(case) = self.corpus.unpumped() {
                self.pumped.cases.insert(case.clone()) && self.pump_case(case, watcher)
            } else if let Some(next) = self.pumped.queue.next(most) {
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
        if self.pump_lines(&base, watcher) {
            return true;
        }
        let mut places = ends(&base.case).into_iter();
        let is_over = places.any(|place| self.pump_characters(&base, place, watcher));
        self.queue_fresh(base);
        is_over
    }

    /// Repeats lines together with lines of other test cases that lead elsewhere: tables grow apart.
    fn pump_lines(&mut self, base: &Base, watcher: &mut dyn Watcher) -> bool {
        let fresh = self.pumped.fresh.iter();
        let lines = fresh.filter(|fresh| fresh.part.is_of_lines() && !fresh.growing.is_empty());
        let lines: Vec<(Repetition, Vec<Limit>)> = lines
            .map(|fresh| (fresh.part.clone(), fresh.growing.limits()))
            .collect();
        let mut together = Vec::new();
        for (part, limits) in &lines {
            let known = self.pumped.lines.iter();
            let apart = known.filter(|(_, others)| others.iter().all(|it| !limits.contains(it)));
            together.extend(apart.flat_map(|(other, _)| part.together(other)));
        }
        self.pumped.lines.extend(lines);
        together.truncate(MOST_REPEATED_PARTS);
        let mut together = together.iter();
        together.any(|lines| matches!(self.repeat(base, lines, watcher), Found::Over))
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
        let (growing, others): (Vec<&Fresh>, _) =
            fresh.iter().partition(|fresh| !fresh.growing.is_empty());
        let parts = growing.into_iter().chain(others);
        let parts = parts.map(|fresh| fresh.part.clone());
        base.parts = parts.take(MOST_PARTS_REPEATED_TOGETHER).collect();
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
        let is_new = self.pumped.differences.len() > known;
        for pair in self.pairs(&told_apart, base, is_new) {
            if let Found::Over = self.repeat(base, &pair.at(place), watcher) {
                return true;
            }
        }
        false
    }

    /// Pairs of characters: those first of which the test case has one, because it was kept for what that does, and
    /// those that were repeated the least often. Others than those only if characters do what they do not elsewhere.
    fn pairs(&mut self, characters: &[u8], base: &Base, is_new: bool) -> Vec<Pair> {
        let text = base.case.text().unwrap_or_default();
        let mut pairs = Vec::new();
        for &first in characters {
            for &second in characters.iter().filter(|second| **second != first) {
                for is_nested in [false, true] {
                    let pair = Pair {
                        first,
                        second,
                        is_nested,
                    };
                    let often = self.pumped.pairs.get(&pair).copied();
                    let is_strange = !text.contains(&first) && !text.contains(&second);
                    pairs.push((is_strange, often.unwrap_or(0), self.random.next(), pair));
                }
            }
        }
        pairs.retain(|(is_strange, often, ..)| is_new || !is_strange && *often == 0);
        pairs.sort_unstable();
        pairs.truncate(MOST_PAIRS_OF_CHARACTERS);
        let pairs = pairs.into_iter().map(|(.., pair)| pair);
        pairs
            .inspect(|pair| *self.pumped.pairs.entry(*pair).or_default() += 1)
            .collect()
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
        if !self.ended(&few, watcher) {
            return Found::Nothing;
        }
        let extents = self.pumped.extents.clone();
        let growth = self.growing(&base.extents, &extents);
        let kind = self.kind(base, &growth);
        if !self.is_followed(kind, LOOKS_AT_A_KIND) {
            return Found::Kind(kind);
        }
        let more = self.observe(
            &part.apply(&base.case, 2 * FEW_REPETITIONS),
            base.steps.saturating_add(MOST_STEPS_OF_A_PROBE),
        );
        let known = base.repeated.as_ref().map_or(&[][..], |it| &it.limits);
        let growing = self.growing(&extents, &self.pumped.extents).without(known);
        let pace = Pace::of(base.steps, few.steps, more.steps);
        let lasting = hash(&(self.kind(base, &growing), pace.class()));
        // What takes no steps is not looked at by the program.
        let is_read = few.steps != base.steps || more.steps != few.steps;
        if is_read
            && self.ended(&more, watcher)
            && self.is_followed(lasting, PUMPED_PROBES_OF_A_KIND)
        {
            self.pumped.fresh.push(Fresh {
                part: part.clone(),
                pace,
                growing,
            });
        }
        Found::Kind(kind)
    }

    fn growing(&self, few: &Extents, more: &Extents) -> Growing {
        growing(few, more, |compares| self.executor.is_claim(compares))
    }

    /// Whether an execution came to its end; what it violates instead is handed in.
    fn ended(&mut self, executed: &Executed, watcher: &mut dyn Watcher) -> bool {
        if let Some(claim) = executed.violated
            && watcher.wants(claim)
        {
            self.hand_in(executed.case.clone(), claim, watcher);
        }
        executed.violated.is_none() && executed.is_complete
    }

    /// Whether another repetition of this kind is followed, if so many are.
    fn is_followed(&mut self, kind: Kind, most: u32) -> bool {
        let followed = self.pumped.kinds.entry(kind).or_default();
        *followed += 1;
        if *followed == 1 {
            self.progress.last_new = Instant::now();
        }
        *followed <= most
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
