//! Executing a program between inputs, and looking one input ahead.

use super::ENGINE;
use super::dictionary::{Dictionary, Question};
use super::model::{Course, Key, Look, Site, Way};
use super::word::{Answer, Feed, Piece, Word};
use crate::concretize::Executor;
use crate::desk::Desk;
use crate::ledger::Want;
use crate::limits::tuning::{
    ATTEMPTS, STEPS_BETWEEN_INPUTS, STEPS_OF_REPETITIONS, STEPS_PER_SNAPSHOT,
};
use crate::task::Task;
use interp::{Branches, Interpreter, Limit, Limits, Observed, Outcome, State, Violation};
use ir::{Op, Program, Scalar};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;
use verdict::{ClaimId, Gap, Size};

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    /// Executions from one input to another place.
    pub(super) runs: u64,
    /// Operations executed in them.
    pub(super) steps: u64,
    /// States of which it was asked what is ahead.
    pub(super) looks: u64,
    /// Times that the abstract model had to be asked for the next input: no earlier answer applied.
    pub(super) questions: u64,
}

/// Executes a program, and hands in the violations that it comes to.
pub(super) struct Driver<'a, 'd, 'p> {
    program: &'p Program,
    desk: &'a Desk<'d>,
    interpreter: Interpreter<'p>,
    executor: Executor<'p>,
    limits: Limits,
    deadline: Instant,
    pub(super) dictionary: Dictionary,
    pub(super) counters: Counters,
    attempts: FxHashMap<ClaimId, u32>,
    /// Answers after which an execution took too long to come to another input.
    endless: FxHashSet<(Site, Answer)>,
    /// The branches of the last execution.
    branches: [u64; 4],
}

impl<'a, 'd, 'p> Driver<'a, 'd, 'p> {
    pub(super) fn new(task: &Task<'p>, desk: &'a Desk<'d>, deadline: Instant) -> Self {
        let limits = desk.limits();
        let limits = Limits {
            memory: limits.memory.map(|most| most / 2),
            deadline: Some(deadline),
            interrupt: Some(limits.interrupt.flag()),
            claims: task.selected,
            ..Limits::default()
        };
        Driver {
            program: task.program,
            desk,
            interpreter: Interpreter::new(task.program),
            executor: Executor::new(task.program, task.selected, deadline),
            limits,
            deadline,
            dictionary: Dictionary::of(task.program),
            counters: Counters::default(),
            attempts: FxHashMap::default(),
            endless: FxHashSet::default(),
            branches: [0; 4],
        }
    }

    /// What was spent, in operations.
    pub(super) fn spent(&self) -> u64 {
        self.counters.steps + STEPS_PER_SNAPSHOT * self.counters.runs
    }

    /// Why there is no more time.
    pub(super) fn has_to_stop(&self) -> Option<Gap> {
        self.desk.has_to_stop(self.deadline)
    }

    /// The execution up to its first input.
    pub(super) fn start(&mut self) -> Option<State> {
        let mut state = self.interpreter.start();
        let outcome = self.go(
            &mut state,
            &mut Feed::new(&[]),
            &Word::default(),
            STEPS_OF_REPETITIONS,
        );
        matches!(outcome, Outcome::OutOfInputs(_)).then_some(state)
    }

    /// Executes as far as the answers go, which come after a word. A violation is handed in.
    pub(super) fn go(
        &mut self,
        state: &mut State,
        feed: &mut Feed<'_>,
        word: &Word,
        most: u64,
    ) -> Outcome {
        let before = state.steps();
        let limits = Limits {
            steps: Some(before.saturating_add(most)),
            ..self.limits.clone()
        };
        let mut branches = Branches::default();
        let observed = Observed::Branches(&mut branches);
        let outcome = self.interpreter.observe(state, feed, &limits, observed);
        state.settle();
        self.branches = branches.taken;
        self.counters.runs += 1;
        self.counters.steps += state.steps() - before;
        if let Outcome::Violation(violation) = &outcome {
            self.found(&feed.after(word), violation);
        }
        outcome
    }

    /// Whether two executions are not the same to the user's code.
    pub(super) fn differ(&self, one: &State, other: &State) -> bool {
        self.interpreter.fingerprint(one) != self.interpreter.fingerprint(other)
    }

    /// What an execution is asked for, and where it waits.
    pub(super) fn question(&self, state: &State) -> Option<(Question, Site)> {
        let edges = self.interpreter.edges(state);
        let (procedure, edge) = edges.first().copied()?;
        let procedure = &self.program[procedure];
        let op: &Op = &procedure[edge?].op;
        let scalar: Option<Scalar> = op.dest().map(|dest| procedure[dest].scalar);
        let mut hasher = FxHasher::default();
        edges.hash(&mut hasher);
        Some((Question::of(op, scalar)?, Site(hasher.finish())))
    }

    /// Executes with one or more answers up to the next input.
    pub(super) fn step(
        &mut self,
        state: &State,
        word: &Word,
        answers: Arc<[Answer]>,
    ) -> (Course, Option<State>) {
        let mut state = state.clone();
        let asked = self.question(&state);
        let pieces = [Piece { answers, times: 1 }];
        let mut feed = Feed::new(&pieces);
        let outcome = self.go(&mut state, &mut feed, word, STEPS_BETWEEN_INPUTS);
        if let (Outcome::LimitReached(Limit::Steps), Some((_, site)), [answer]) =
            (&outcome, asked, &pieces[0].answers[..])
        {
            self.endless.insert((site, answer.clone()));
        }
        let is_complete = feed.given() == (1, 0);
        let waits = is_complete && matches!(outcome, Outcome::OutOfInputs(_));
        let next = waits.then(|| self.question(&state)).flatten();
        let course = Course {
            branches: self.branches,
            next: next.map(|(_, site)| site),
        };
        (course, next.is_some().then_some(state))
    }

    /// An execution after each answer, where it waits for another.
    pub(super) fn successors(&mut self, state: &State, word: &Word) -> Vec<(Word, State)> {
        let Some((question, site)) = self.question(state) else {
            return Vec::new();
        };
        let mut successors = Vec::new();
        for answer in self.dictionary.answers(question) {
            if self.endless.contains(&(site, answer.clone())) {
                continue;
            }
            let answers: Arc<[Answer]> = Arc::new([answer]);
            if let (_, Some(state)) = self.step(state, word, answers.clone()) {
                successors.push((word.and(Key::default(), answers, 1), state));
            }
        }
        successors
    }

    /// What is ahead of an execution that waits for an input.
    pub(super) fn look(&mut self, state: &State, word: &Word) -> Option<Look> {
        let (question, site) = self.question(state)?;
        self.counters.looks += 1;
        let answers = self.dictionary.answers(question);
        let mut ways = Vec::with_capacity(answers.len());
        for answer in answers {
            let (course, state) = match self.endless.contains(&(site, answer.clone())) {
                true => (Course::default(), None),
                false => self.step(state, word, Arc::new([answer.clone()])),
            };
            ways.push(Way {
                answer,
                course,
                state,
            });
        }
        Some(Look::new(site, ways))
    }

    /// Whether an execution goes on as one answer for each course says that it does.
    pub(super) fn goes_on(
        &mut self,
        state: &State,
        word: &Word,
        expected: &[(Answer, Course)],
    ) -> bool {
        let Some((_, site)) = self.question(state) else {
            return false;
        };
        expected.iter().all(|(answer, expected)| {
            self.endless.contains(&(site, answer.clone()))
                || self.step(state, word, Arc::new([answer.clone()])).0 == *expected
        })
    }

    /// Hands in a violation, unless enough is known of the claim.
    fn found(&mut self, word: &Word, violation: &Violation) {
        let claim = ClaimId::new(violation.kind, violation.place());
        let attempts = self.attempts.entry(claim).or_default();
        if *attempts == ATTEMPTS {
            return;
        }
        *attempts += 1;
        let size = Size {
            given: usize::MAX,
            steps: u64::MAX,
        };
        if !matches!(self.desk.wants(claim, size), Want::Candidate) {
            return;
        }
        let pieces = word.pieces();
        let executed = self.executor.run(Feed::new(&pieces));
        if let Outcome::Violation(violation) = &executed.outcome {
            let violation = violation.clone();
            let candidate = self.executor.candidate(executed, &violation);
            self.desk.hand_in(ENGINE, candidate);
            // Mostly that was all there is to find, and the compiler needs the processor.
            self.desk.wait_for_candidates();
        }
    }
}

impl Feed<'_> {
    /// A word, and then what was answered so far.
    fn after(&self, word: &Word) -> Word {
        let mut word = word.clone();
        for piece in self.answered() {
            word = word.and(Key::default(), piece.answers, piece.times);
        }
        word
    }
}
