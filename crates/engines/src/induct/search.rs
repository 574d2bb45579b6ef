//! The search: paths are followed forward, those with the fewest iterations and leaps first. Where a
//! path has gone round a loop, another one is made of it that repeats the iteration any number of
//! times.

use super::follow::{Follower, Next, Visit, Watch};
use super::instance;
use super::run::Run;
use super::target::Targets;
use crate::desk::Desk;
use crate::limits::tuning::{MOST_PATHS_WAITING, STEPS_BETWEEN_LIMIT_POLLS};
use crate::symbolic::check::Failure;
use crate::symbolic::context::{Context, Interrupt, Step};
use logic::TermId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::Instant;
use verdict::{ClaimId, Gap};

/// The search on a task.
pub(super) struct Search<'p, 'd, 'a> {
    pub(super) follower: Follower<'p>,
    hunt: Hunt<'p, 'd, 'a>,
    deadline: Instant,
    waiting: BinaryHeap<Reverse<(u32, u32, u64)>>,
    runs: BTreeMap<u64, Run>,
    next: u64,
}

/// What became of a path.
enum Fate {
    /// It is over.
    Over,
    /// These go on instead.
    Forked(Vec<Run>),
}

impl<'p, 'd, 'a> Search<'p, 'd, 'a> {
    pub(super) fn new(
        context: Context<'p>,
        desk: &'a Desk<'d>,
        targets: Targets<'p>,
        deadline: Instant,
    ) -> Search<'p, 'd, 'a> {
        Search {
            follower: Follower::new(context),
            hunt: Hunt { desk, targets },
            deadline,
            waiting: BinaryHeap::new(),
            runs: BTreeMap::new(),
            next: 0,
        }
    }

    /// Follows paths until nothing is left to be found, or the time is over.
    pub(super) fn work(&mut self) {
        self.search();
        self.hunt.targets.hand_in_the_rest(self.hunt.desk);
    }

    fn search(&mut self) {
        if let Some(state) = self.follower.context.start() {
            self.add(Run::new(state));
        }
        while let Some(Reverse((_, _, number))) = self.waiting.pop() {
            let Some(mut run) = self.runs.remove(&number) else {
                continue;
            };
            if self.hunt.targets.is_done() {
                return;
            }
            match self.follow(&mut run) {
                Ok(Fate::Over) => {}
                Ok(Fate::Forked(runs)) => {
                    self.follower.context.statistics.forks += 1;
                    for run in runs {
                        self.add(run);
                    }
                }
                Err(_) => return,
            }
        }
    }

    fn add(&mut self, run: Run) {
        if self.runs.len() >= MOST_PATHS_WAITING {
            return;
        }
        let rank = (run.level, run.state.forks, self.next);
        self.waiting.push(Reverse(rank));
        self.runs.insert(self.next, run);
        self.next += 1;
    }

    /// Why the search has to end.
    fn look_around(&mut self) -> Result<(), Gap> {
        let statistics = &mut self.follower.context.statistics;
        statistics.waiting = self.runs.len() as u64;
        self.hunt.desk.progress(statistics);
        match self.hunt.desk.has_to_stop(self.deadline) {
            Some(gap) => Err(gap),
            None => Ok(()),
        }
    }

    /// Follows a path until it forks or ends.
    fn follow(&mut self, run: &mut Run) -> Result<Fate, Gap> {
        loop {
            self.follower.context.statistics.steps += 1;
            let steps = self.follower.context.statistics.steps;
            if steps >= self.follower.look_at {
                self.follower.look_at = steps + STEPS_BETWEEN_LIMIT_POLLS;
                self.look_around()?;
            }
            match self.follower.advance(run, &mut self.hunt) {
                Ok(Next::On) => {}
                Ok(Next::End) => {
                    self.follower.context.statistics.paths += 1;
                    return Ok(Fate::Over);
                }
                Ok(Next::Visit) => {
                    self.look_around()?;
                    match self.follower.visit(run) {
                        Visit::On => {}
                        Visit::Beside(other) => self.add(*other),
                        Visit::Instead(other) => {
                            return Ok(Fate::Forked(vec![*other, run.clone()]));
                        }
                        Visit::Over => return Ok(Fate::Over),
                    }
                }
                Err(Interrupt::Split(condition)) => {
                    self.look_around()?;
                    return Ok(Fate::Forked(self.split(run, condition)));
                }
                Err(Interrupt::Choose(outcomes)) => {
                    let choices = (0..outcomes).map(|choice| {
                        let mut run = run.clone();
                        run.state.choice = Some(choice);
                        run
                    });
                    return Ok(Fate::Forked(choices.collect()));
                }
                Err(_) => {
                    self.look_around()?;
                    return Ok(Fate::Over);
                }
            }
        }
    }

    /// Both sides of a condition.
    fn split(&mut self, run: &Run, condition: TermId) -> Vec<Run> {
        let terms = &mut self.follower.context.terms;
        let negation = terms.not(condition);
        let sides = [condition, negation].into_iter().map(|side| {
            let mut run = run.clone();
            run.state.path.assume(terms, side);
            run.state.forks += 1;
            run
        });
        sides.collect()
    }
}

/// Looks for executions that violate claims.
struct Hunt<'p, 'd, 'a> {
    desk: &'a Desk<'d>,
    targets: Targets<'p>,
}

impl Watch for Hunt<'_, '_, '_> {
    fn may_fail(
        &mut self,
        context: &mut Context<'_>,
        run: &mut Run,
        failure: &Failure,
    ) -> Step<()> {
        // An iteration that is repeated is one in which nothing fails.
        if run.script.is_some() {
            return Ok(());
        }
        let place = failure.place;
        let place = place.unwrap_or_else(|| context.user_span(&run.state));
        let claim = ClaimId::new(failure.kind, place);
        let is_wanted = self.targets.wants(claim);
        if !is_wanted
            || context
                .possible(&run.state.path, failure.condition)?
                .is_none()
        {
            return Ok(());
        }
        run.write_log();
        match instance::instance(context, run, failure, claim, place) {
            Some(instance) => self.targets.try_instance(self.desk, context, run, instance),
            None => self.targets.count_attempt(claim),
        }
        Ok(())
    }
}
