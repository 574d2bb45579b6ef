//! Repeating a part so often that it comes to a limit.

use super::limit::{Growing, Growth, Limit};
use super::{Base, Campaign, Found, Fresh, Pace, Repeated};
use crate::limits::tuning::{
    CLOSEST_REPETITIONS, FEW_REPETITIONS, FEWEST_REHEARSED, LONGEST_PUMPED_TEXT,
    MOST_STEPS_OF_A_CLOSE_LOOK, MOST_STEPS_OF_A_PROBE, MOST_STEPS_OF_A_PUMPED_PROBE,
    PART_OF_A_REHEARSAL, REPETITIONS_AROUND_A_BYTE, REPETITIONS_OF_LINES, STEPS_PER_PROBE,
    TIMES_THE_EXPECTED_STEPS, TURNS_FOLLOWED,
};
use crate::probe::campaign::Watcher;
use crate::probe::repetition::Repetition;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;
use verdict::ClaimId;

/// A part of a test case that is to be repeated many times.
#[derive(Clone, Debug)]
pub(super) struct Approach {
    base: Arc<Base>,
    part: Repetition,
    pace: Pace,
    aim: Aim,
    /// Everything that the repetitions lead to.
    growing: Vec<Growth>,
    /// How many times it may take the steps that are expected.
    allowance: u64,
}

/// Where repetitions are to lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// To the end of what is written, with nothing on the way that seems to guard it.
    End(Growth),
    /// To where a comparison turns out otherwise.
    Turn(Growth),
    /// To what other parts do when they are repeated as well, just before that or behind it.
    Together(Growth),
    /// To the end of what is written, although so many comparisons turn out otherwise before.
    GuardedEnd(Growth, u64),
    /// To where exactly the end is, after so many repetitions.
    CloseLook(Growth),
    /// To where a counter of a byte comes around.
    Byte,
    /// To the end of tables.
    Tables,
}

impl Aim {
    /// How many repetitions all executions together have, of a test case with so many other parts.
    fn repetitions(self, parts: usize) -> usize {
        match self {
            Aim::End(to) | Aim::Turn(to) | Aim::GuardedEnd(to, _) => to.repetitions,
            Aim::Together(to) => {
                let executions = TURNS_FOLLOWED.len() * (1 + 2 * parts);
                to.repetitions.saturating_mul(executions)
            }
            Aim::CloseLook(to) => to.repetitions.saturating_mul(2 * CLOSEST_REPETITIONS),
            Aim::Byte => 256 * REPETITIONS_AROUND_A_BYTE.len(),
            Aim::Tables => REPETITIONS_OF_LINES.iter().sum(),
        }
    }

    fn limit(self) -> Option<Limit> {
        match self {
            Aim::End(to)
            | Aim::Turn(to)
            | Aim::Together(to)
            | Aim::GuardedEnd(to, _)
            | Aim::CloseLook(to) => Some(to.limit),
            Aim::Byte | Aim::Tables => None,
        }
    }
}

/// Where an approach leads to, without how.
type Direction = (Discriminant<Aim>, Option<Limit>);

/// The same, and the sizes of the objects that are written further on the way, where that matters.
type Way = (Direction, BTreeSet<u64>);

impl Approach {
    /// Everything that a repetition should be tried for.
    pub(super) fn all(base: &Arc<Base>, fresh: &Fresh) -> Vec<Approach> {
        let Growing { ends, turns } = &fresh.growing;
        let ends = ends.iter().map(|end| match fresh.growing.guards(end) {
            0 => Aim::End(*end),
            guards => Aim::GuardedEnd(*end, guards),
        });
        let mut aims: Vec<Aim> = ends.collect();
        aims.extend(turns.iter().map(|turn| Aim::Turn(*turn)));
        if base.repeated.is_none() {
            aims.push(Aim::Byte);
            aims.extend(fresh.part.is_of_lines().then_some(Aim::Tables));
        }
        let all = aims.into_iter().map(|aim| Approach {
            base: Arc::clone(base),
            part: fresh.part.clone(),
            pace: fresh.pace,
            aim,
            growing: fresh.growing.all().collect(),
            allowance: TIMES_THE_EXPECTED_STEPS,
        });
        all.collect()
    }

    /// How much cheaper it has to be than another one to come first.
    fn weight(&self) -> u64 {
        match self.aim {
            Aim::End(_) | Aim::Together(_) => 1,
            // What looks at every end, whatever is written, is fewer guards than what looks before every write.
            Aim::GuardedEnd(_, guards) => 2 * guards * guards,
            Aim::Turn(_) | Aim::CloseLook(_) => 4,
            Aim::Byte if self.part.is_of_lines() => 4,
            Aim::Byte | Aim::Tables => 64,
        }
    }

    /// What it has in common with others.
    fn direction(&self) -> Direction {
        (discriminant(&self.aim), self.aim.limit())
    }

    /// Which objects are written further on the way to a comparison that turns: behind it, that may do what it did
    /// not do before.
    fn way(&self) -> Way {
        let written = self.growing.iter().filter_map(|growth| match growth.limit {
            Limit::End(writes) => Some(writes.room),
            Limit::Turn(_) => None,
        });
        let rooms = match self.aim {
            Aim::Turn(_) | Aim::Together(_) => written.collect(),
            _ => BTreeSet::new(),
        };
        (self.direction(), rooms)
    }

    /// How many steps so many repetitions should take.
    fn expected(&self, times: usize) -> u64 {
        self.base.steps.saturating_add(self.pace.steps_of(times))
    }

    /// What it costs, in steps.
    fn cost(&self) -> u64 {
        let expected = self.expected(self.aim.repetitions(self.base.parts.len()));
        let retried = self.allowance / TIMES_THE_EXPECTED_STEPS;
        expected
            .saturating_mul(retried)
            .saturating_add(STEPS_PER_PROBE)
    }
}

/// What waits to be repeated many times.
#[derive(Debug, Default)]
pub(super) struct Queue {
    ways: FxHashMap<Way, Waiting>,
    /// How often each direction was taken.
    directions: FxHashMap<Direction, u64>,
}

/// What leads to one limit in one way, or to none.
#[derive(Debug, Default)]
struct Waiting {
    /// How often the way was taken.
    often: u64,
    approaches: Vec<Ranked>,
}

/// An approach with what it costs, in steps, and how that counts.
#[derive(Debug)]
struct Ranked {
    cost: u64,
    weighted: u64,
    approach: Approach,
}

impl Queue {
    pub(super) fn add(&mut self, approaches: Vec<Approach>) {
        for approach in approaches {
            let cost = approach.cost();
            let waiting = self.ways.entry(approach.way()).or_default();
            waiting.approaches.push(Ranked {
                cost,
                weighted: cost.saturating_mul(approach.weight()),
                approach,
            });
        }
    }

    /// The cheapest one on a way that was not taken often, in a direction that was not, of those that cost so many
    /// steps at most.
    pub(super) fn next(&mut self, most_steps: u64) -> Option<Approach> {
        let ways = self.ways.iter_mut();
        let cheapest = ways.filter_map(|((direction, _), waiting)| {
            let (weighted, number) = waiting.cheapest(most_steps)?;
            let taken = self.directions.get(direction).copied().unwrap_or(0);
            let otherwise = 1 + taken.saturating_sub(waiting.often);
            Some((weighted.saturating_mul(otherwise), waiting, number))
        });
        let (_, waiting, number) = cheapest.min_by_key(|(rank, ..)| *rank)?;
        Some(waiting.approaches.swap_remove(number).approach)
    }

    /// Notes that a limit is approached.
    fn count(&mut self, approach: &Approach) {
        *self.directions.entry(approach.direction()).or_default() += 1;
        self.ways.entry(approach.way()).or_default().often += 1;
    }
}

impl Waiting {
    /// The cheapest one of those that cost so many steps at most, and its rank among others.
    fn cheapest(&self, most_steps: u64) -> Option<(u64, usize)> {
        let all = self.approaches.iter().enumerate();
        let affordable = all.filter(|(_, ranked)| ranked.cost <= most_steps);
        let (number, ranked) = affordable.min_by_key(|(_, ranked)| ranked.weighted)?;
        let often = 1 + self.often;
        Some((ranked.weighted.saturating_mul(often * often), number))
    }
}

/// What became of an execution with many repetitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Attempted {
    /// It ended, and violated nothing.
    Ended,
    /// It took more steps than it was allowed to.
    Cut,
    /// It violated something, or there is no more time.
    Over,
}

impl Campaign<'_> {
    /// Repeats a part as often as it takes. Whether to stop.
    pub(super) fn follow(&mut self, approach: Approach, watcher: &mut dyn Watcher) -> bool {
        let before = self.pumped.spent_on_few;
        if self.is_promising(&approach, watcher) {
            self.pumped.queue.count(&approach);
            self.come_to_limit(approach, watcher);
        }
        let spent = std::mem::replace(&mut self.pumped.spent_on_few, before) - before;
        self.pumped.spent_on_many += spent;
        watcher.is_over(&self.progress)
    }

    /// Whether a part of the repetitions leads as far as it should: something may hold them back that a few do not
    /// come to.
    fn is_promising(&mut self, approach: &Approach, watcher: &mut dyn Watcher) -> bool {
        let (Aim::End(to) | Aim::GuardedEnd(to, _) | Aim::Turn(to)) = approach.aim else {
            return true;
        };
        let times = (to.repetitions / PART_OF_A_REHEARSAL).max(FEWEST_REHEARSED);
        if times > to.repetitions / 2 {
            return true;
        }
        match self.attempt_many(approach, times, watcher) {
            Attempted::Ended => to.is_on_track(&self.pumped.extents, times),
            Attempted::Cut => true,
            Attempted::Over => false,
        }
    }

    fn come_to_limit(&mut self, approach: Approach, watcher: &mut dyn Watcher) {
        match approach.aim {
            Aim::End(to) | Aim::GuardedEnd(to, _) => self.go_beyond(approach, to, watcher),
            Aim::CloseLook(to) => self.look_closely(&approach, to, watcher),
            Aim::Turn(to) => self.turn(approach, to, watcher),
            Aim::Together(to) => self.repeat_together(&approach, to, watcher),
            Aim::Byte => self.repeat_all(&approach, &REPETITIONS_AROUND_A_BYTE, watcher),
            Aim::Tables => self.repeat_all(&approach, &REPETITIONS_OF_LINES, watcher),
        }
    }

    fn repeat_all(&mut self, approach: &Approach, times: &[usize], watcher: &mut dyn Watcher) {
        for times in times {
            if self.attempt_many(approach, *times, watcher) != Attempted::Ended {
                return;
            }
        }
    }

    /// Comes to the end of what is written, and a little further.
    fn go_beyond(&mut self, approach: Approach, to: Growth, watcher: &mut dyn Watcher) {
        let beyond = to.repetitions.saturating_add(CLOSEST_REPETITIONS);
        match self.attempt_many(&approach, beyond, watcher) {
            Attempted::Ended if approach.expected(beyond) <= MOST_STEPS_OF_A_CLOSE_LOOK => {
                self.pumped.queue.add(vec![Approach {
                    aim: Aim::CloseLook(to),
                    ..approach
                }]);
            }
            Attempted::Cut => self.retry(approach, beyond),
            Attempted::Ended | Attempted::Over => {}
        }
    }

    /// What took more steps than it was allowed to is tried again later, with more of them.
    fn retry(&mut self, approach: Approach, times: usize) {
        if self.allowed(&approach, times) <= MOST_STEPS_OF_A_PUMPED_PROBE {
            self.pumped.queue.add(vec![Approach {
                allowance: approach.allowance.saturating_mul(TIMES_THE_EXPECTED_STEPS),
                ..approach
            }]);
        }
    }

    /// Comes to about where the end is: it may matter where exactly.
    fn look_closely(&mut self, approach: &Approach, to: Growth, watcher: &mut dyn Watcher) {
        let Limit::End(writes) = to.limit else { return };
        let first = to.repetitions.saturating_sub(CLOSEST_REPETITIONS);
        if self.attempt_many(approach, first, watcher) != Attempted::Ended {
            return;
        }
        let end = self.pumped.extents.end_of(writes);
        let left = writes.room.saturating_sub(end);
        if left > writes.room / 4 + to.by {
            // Something holds it back.
            return;
        }
        let more = left.saturating_mul(FEW_REPETITIONS as u64).div_ceil(to.by) as usize;
        let nearest = first + more.saturating_sub(CLOSEST_REPETITIONS);
        let last = first + more + CLOSEST_REPETITIONS / 2;
        let times: Vec<usize> = (nearest..=last).collect();
        self.repeat_all(approach, &times, watcher);
    }

    /// Makes a comparison turn out otherwise.
    fn turn(&mut self, approach: Approach, to: Growth, watcher: &mut dyn Watcher) {
        let last = to.repetitions.saturating_add(1);
        match self.attempt_many(&approach, last, watcher) {
            Attempted::Ended if approach.base.repeated.is_none() => {
                self.pumped.queue.add(vec![Approach {
                    aim: Aim::Together(to),
                    ..approach
                }]);
            }
            Attempted::Cut => self.retry(approach, last),
            Attempted::Ended | Attempted::Over => {}
        }
    }

    /// Repeats other parts of a test case, too: just before a comparison turns out otherwise, and behind that, they
    /// may do what they did not do before. One of them is the line that is longer now.
    fn repeat_together(&mut self, approach: &Approach, to: Growth, watcher: &mut dyn Watcher) {
        let base = &approach.base;
        let last = to.repetitions.saturating_add(1);
        let reached = approach.growing.iter().filter(|it| it.repetitions <= last);
        let reached: Vec<Limit> = reached.map(|growth| growth.limit).collect();
        for fewer in TURNS_FOLLOWED {
            let times = last.saturating_sub(fewer);
            let most = self.allowed(approach, times);
            let mut again = self.base(approach.part.apply(&base.case, times), most);
            again.repeated = Some(Repeated {
                part: approach.part.clone(),
                fewer,
                limits: reached.clone(),
            });
            let others = base.parts.iter().filter(|other| **other != approach.part);
            let mut parts: Vec<Repetition> = others
                .map(|other| other.behind(&approach.part, times))
                .collect();
            parts.extend(approach.part.line(&again.case));
            for part in parts {
                if let Found::Over = self.repeat(&again, &part, watcher) {
                    return;
                }
            }
            self.queue_fresh(again);
        }
    }

    fn allowed(&self, approach: &Approach, times: usize) -> u64 {
        let expected = approach.expected(times).saturating_mul(approach.allowance);
        expected.saturating_add(MOST_STEPS_OF_A_PROBE)
    }

    /// Executes a test case with many repetitions, if that does not take too long; what it violates is handed in.
    fn attempt_many(
        &mut self,
        approach: &Approach,
        times: usize,
        watcher: &mut dyn Watcher,
    ) -> Attempted {
        let part = &approach.part;
        let is_too_long = part.length(times) > LONGEST_PUMPED_TEXT
            || approach.expected(times) > MOST_STEPS_OF_A_PUMPED_PROBE;
        if is_too_long || watcher.is_over(&self.progress) {
            return Attempted::Over;
        }
        let most = self.allowed(approach, times);
        let executed = self.observe(&part.apply(&approach.base.case, times), most);
        match executed.violated {
            Some(claim) => {
                if watcher.wants(claim) {
                    self.hand_in_fewest(approach, (times, executed.steps), claim, watcher);
                }
                Attempted::Over
            }
            None if executed.is_complete => Attempted::Ended,
            None => Attempted::Cut,
        }
    }

    /// Hands in a test case with as few repetitions as halving finds.
    fn hand_in_fewest(
        &mut self,
        approach: &Approach,
        (times, steps): (usize, u64),
        claim: ClaimId,
        watcher: &mut dyn Watcher,
    ) {
        let is_cheap = steps <= MOST_STEPS_OF_A_CLOSE_LOOK;
        let near = if is_cheap {
            times
        } else {
            2 * CLOSEST_REPETITIONS
        };
        let repeated = |times| approach.part.apply(&approach.base.case, times);
        let (mut least, mut most) = (times.saturating_sub(near), times);
        while least < most {
            let half = least.midpoint(most);
            let executed = self.observe(&repeated(half), self.allowed(approach, times));
            match executed.violated == Some(claim) {
                true => most = half,
                false => least = half + 1,
            }
        }
        let candidate = self.executor.candidate(&repeated(most), &self.dictionary);
        if let Some(candidate) = candidate
            && candidate.claim == claim
        {
            watcher.found(candidate);
        }
    }
}
