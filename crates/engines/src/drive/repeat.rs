//! Repeating answers as long as the abstract state stays the same.
//!
//! The number of iterations is doubled. When the abstract state is another one in the end, the iteration
//! in which it changed is found by halving: the executions just before and just after it are the ones
//! that the model has to be asked about again.

use super::model::{Course, Key};
use super::search::{Node, Search};
use super::word::{Answer, Feed, Piece, Word};
use crate::limits::tuning::{
    DELAY_OF_ALTERNATIVES, DELAY_OF_MIXTURES, DELAY_OF_REPEATED_STATES, ITERATIONS_BEFORE_THE_WALK,
    ITERATIONS_PROBED_BEFORE_A_CHANGE, ITERATIONS_REPEATED_AT_MOST, ITERATIONS_REPEATED_QUICKLY,
    ITERATIONS_THAT_TELL_APART, ITERATIONS_WALKED, STEPS_OF_REPETITIONS,
};
use interp::{Outcome, State};
use ir::Span;
use std::sync::Arc;

/// Answers that are repeated.
#[derive(Clone)]
pub(super) struct Repetition {
    /// The execution before them.
    word: Word,
    /// The execution after so many iterations.
    state: State,
    done: u64,
    key: Key,
    /// How executions in this abstract state go on.
    courses: Arc<[(Answer, Course)]>,
    cycle: Arc<[Answer]>,
    /// Where they are asked for.
    asked: Vec<Span>,
    rank: u32,
    reason: Reason,
}

/// Why answers are repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// They lead around a loop of the abstract model.
    Cycle,
    /// They lead around it as well as others that are repeated.
    Alternative,
    /// They are of several kinds, each of which leads around it.
    Mixture,
}

/// What became of an execution with more iterations.
enum Reached {
    /// It waits for the next, in the same abstract state.
    Same(State, Word),
    /// It waits for the next in another abstract state.
    Changed(Box<Node>),
    /// It left the loop after so many iterations, and may wait for an input elsewhere.
    Left(u64, Option<(State, Word)>),
}

impl Repetition {
    /// Answers that have brought an execution back to an abstract state.
    pub(super) fn new(
        (state, word): (State, Word),
        (key, courses): (Key, Arc<[(Answer, Course)]>),
        cycle: Arc<[Answer]>,
        reason: Reason,
    ) -> Repetition {
        Repetition {
            rank: word.rank(),
            word,
            state,
            done: 0,
            key,
            courses,
            cycle,
            asked: Vec::new(),
            reason,
        }
    }

    /// Whether it takes long to go on.
    pub(super) fn is_long(&self) -> bool {
        self.done >= ITERATIONS_REPEATED_QUICKLY
            || self.reason != Reason::Cycle && self.done >= ITERATIONS_REPEATED_QUICKLY / 4
    }

    /// How late it goes on: what takes long is done last.
    pub(super) fn rank(&self) -> u32 {
        let doublings = (self.done + 1).ilog2();
        self.rank
            + match self.reason {
                Reason::Cycle => doublings,
                Reason::Alternative => doublings + DELAY_OF_ALTERNATIVES,
                Reason::Mixture => doublings + DELAY_OF_MIXTURES,
            }
    }

    /// Looks after each of some iterations: a counter of a byte comes around.
    pub(super) fn walk(mut self, search: &mut Search<'_, '_, '_, '_>) {
        for iterations in ITERATIONS_WALKED {
            let mut more = iterations.start().saturating_sub(self.done);
            while self.done < *iterations.end() && search.driver.has_to_stop().is_none() {
                match self.reach(search, more.max(1)) {
                    Reached::Same(state, _) => self.state = state,
                    Reached::Changed(node) => {
                        self.state = node.state.clone();
                        search.follow(*node, 0);
                    }
                    Reached::Left(..) => return,
                }
                self.done += more.max(1);
                more = 0;
            }
        }
    }

    /// Repeats the answers as often again as before.
    pub(super) fn advance(mut self, search: &mut Search<'_, '_, '_, '_>) {
        if self.asked.is_empty() && !self.observe(search) {
            return;
        }
        let more = self.done.max(1);
        match self.reach(search, more) {
            Reached::Same(state, word) => {
                self.done += more;
                self.state = state.clone();
                if self.reason == Reason::Cycle {
                    self.pause(search, state, word);
                }
                if self.done < ITERATIONS_REPEATED_AT_MOST {
                    search.continue_later(self);
                }
            }
            Reached::Changed(node) => self.halve(search, more, Some(node)),
            Reached::Left(iterations, elsewhere) => {
                if let Some((state, word)) = elsewhere {
                    search.arrive(state, word, Reason::Cycle);
                }
                self.halve(search, iterations + 1, None);
            }
        }
    }

    /// Has an execution followed although nothing has changed, now and then.
    fn pause(&self, search: &mut Search<'_, '_, '_, '_>, state: State, word: Word) {
        if self.done == ITERATIONS_BEFORE_THE_WALK {
            search.walk_later(self);
        }
        let is_odd = self.done.ilog2() % 2 == 1;
        if is_odd
            && self.done >= ITERATIONS_THAT_TELL_APART
            && let Some(look) = search.driver.look(&state, &word)
        {
            search.follow(Node { state, word, look }, DELAY_OF_REPEATED_STATES);
        }
    }

    /// Executes one iteration to see where its answers are asked for; false if it is of no use to repeat
    /// them, because they change nothing or cannot be given again.
    fn observe(&mut self, search: &mut Search<'_, '_, '_, '_>) -> bool {
        let pieces = [self.piece(1)];
        let mut feed = Feed::new(&pieces);
        let mut state = self.state.clone();
        let driver = &mut *search.driver;
        let outcome = driver.go(&mut state, &mut feed, &self.word, STEPS_OF_REPETITIONS);
        self.asked = std::mem::take(&mut feed.asked);
        let is_complete = feed.given() == (1, 0) && matches!(outcome, Outcome::OutOfInputs(_));
        is_complete && driver.differ(&self.state, &state)
    }

    /// Finds the iteration, of so many more at most, after which the abstract state is another one, and
    /// has the executions before and after it followed.
    fn halve(
        mut self,
        search: &mut Search<'_, '_, '_, '_>,
        mut most: u64,
        mut changed: Option<Box<Node>>,
    ) {
        let origin = self.clone();
        while most > 1 && search.driver.has_to_stop().is_none() {
            let half = most / 2;
            match self.reach(search, half) {
                Reached::Same(state, _) => {
                    self.state = state;
                    self.done += half;
                    most -= half;
                }
                Reached::Changed(node) => {
                    most = half;
                    changed = Some(node);
                }
                Reached::Left(..) => most = half,
            }
        }
        let probed = match self.reason == Reason::Cycle && search.may_probe(self.key) {
            true => ITERATIONS_PROBED_BEFORE_A_CHANGE,
            false => 0,
        };
        for before in 0..probed {
            let more = (self.done - origin.done).saturating_sub(before);
            if more > 0
                && let Reached::Same(state, word) = origin.reach(search, more)
            {
                search.probe_later(&state, &word);
            }
        }
        if let Some(node) = changed {
            search.arrive(node.state, node.word, Reason::Cycle);
        }
    }

    fn piece(&self, times: u64) -> Piece {
        Piece {
            answers: self.cycle.clone(),
            times,
        }
    }

    /// Executes so many more iterations.
    fn reach(&self, search: &mut Search<'_, '_, '_, '_>, more: u64) -> Reached {
        let pieces = [self.piece(more)];
        let mut feed = Feed::expecting(&pieces, &self.asked);
        let mut state = self.state.clone();
        let before = self.after(self.done);
        let outcome = search
            .driver
            .go(&mut state, &mut feed, &before, STEPS_OF_REPETITIONS);
        let (iterations, answers) = feed.given();
        let word = self.after(self.done + iterations);
        let waits = matches!(outcome, Outcome::OutOfInputs(_));
        if waits && iterations == more {
            if search.driver.goes_on(&state, &word, &self.courses) {
                return Reached::Same(state, word);
            }
            if let Some(look) = search.driver.look(&state, &word) {
                let node = Node { state, word, look };
                return Reached::Changed(Box::new(node));
            }
        }
        let word = match answers {
            0 => word,
            _ => word.and(self.key, self.cycle[..answers].into(), 1),
        };
        Reached::Left(iterations, waits.then_some((state, word)))
    }

    /// The word after so many iterations.
    fn after(&self, iterations: u64) -> Word {
        match iterations {
            0 => self.word.clone(),
            _ => self.word.and(self.key, self.cycle.clone(), iterations),
        }
    }
}
