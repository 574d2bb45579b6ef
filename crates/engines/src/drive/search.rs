//! The search: depth-first executions from input to input, led by what the abstract model says.
//!
//! An execution whose abstract state was not seen before is followed with one answer for each course.
//! Where an abstract state comes again, the answers since are repeated as long as nothing changes: the
//! model need not be asked again, however many iterations that takes (`repeat`).

use super::driver::Driver;
use super::model::{Course, Key, Look, Way};
use super::repeat::{Reason, Repetition};
use super::word::{Answer, Word};
use crate::limits::tuning::{
    CHANGES_PROBED, ITERATIONS_THAT_TELL_APART, LONGEST_CYCLE, RANK_OF_ALTERNATIVES,
    RANK_OF_EXPANSIONS, RANK_OF_LINES, RANK_OF_MIXTURES, RANK_OF_NEWS, RANK_OF_PROBES,
    RANK_OF_WALKS,
};
use interp::State;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use verdict::Gap;

/// An execution that waits for an input.
pub(super) struct Node {
    pub(super) state: State,
    pub(super) word: Word,
    pub(super) look: Look,
}

/// What is to be done.
enum Job {
    /// Follow an execution with each answer.
    Expand(Box<Node>),
    /// Follow it with the texts of the program.
    Lines(State, Word, Key),
    /// Repeat answers.
    Repeat(Box<Repetition>),
    /// Follow an execution with answers that take the same courses as others.
    Alternatives(Box<Alternatives>),
    /// Repeat answers together that lead back to an abstract state.
    Mix(State, Word, (Key, Courses), Vec<Answer>),
    /// Execute with any few answers.
    Probe(State, Word),
    /// Repeat answers, looking after each iteration.
    Walk(Box<Repetition>),
}

/// Answers to an execution that take the same courses as others, which were followed.
struct Alternatives {
    state: State,
    word: Word,
    key: (Key, Courses),
    ways: Vec<Way>,
    /// The answers that lead back to the abstract state, as far as that is known.
    returning: Vec<Answer>,
}

/// One answer for each course that executions in an abstract state take.
type Courses = Arc<[(Answer, Course)]>;

/// An abstract state, and what was repeated on the way to it.
type Variant = (Key, Vec<(Key, u32)>);

/// How late something is done; the least first.
type Rank = u32;

/// The search.
pub(super) struct Search<'s, 'a, 'd, 'p> {
    pub(super) driver: &'s mut Driver<'a, 'd, 'p>,
    jobs: BTreeMap<(Rank, u64), Job>,
    /// Repetitions that take long: they get a third of the time.
    long: BTreeMap<(Rank, u64), Repetition>,
    spent_on_long: u64,
    added: u64,
    /// Abstract states.
    known: FxHashSet<Key>,
    /// The same, with what was repeated on the way to them.
    seen: FxHashSet<Variant>,
    /// How many changes of abstract states were looked at closely.
    probed: FxHashMap<Key, u32>,
    /// Abstract states from which answers are repeated together.
    mixed: FxHashSet<Key>,
    /// Answers that are repeated from an abstract state on.
    repeated: FxHashSet<(Variant, Arc<[Answer]>)>,
}

impl<'s, 'a, 'd, 'p> Search<'s, 'a, 'd, 'p> {
    pub(super) fn new(driver: &'s mut Driver<'a, 'd, 'p>) -> Self {
        Search {
            driver,
            jobs: BTreeMap::new(),
            long: BTreeMap::new(),
            spent_on_long: 0,
            added: 0,
            known: FxHashSet::default(),
            seen: FxHashSet::default(),
            probed: FxHashMap::default(),
            mixed: FxHashSet::default(),
            repeated: FxHashSet::default(),
        }
    }

    /// Searches until nothing is left to do; otherwise says why it ended.
    pub(super) fn run(&mut self) -> Option<Gap> {
        if let Some(state) = self.driver.start() {
            self.arrive(state, Word::default(), Reason::Cycle);
        }
        while let Some(job) = self.next() {
            if let Some(gap) = self.driver.has_to_stop() {
                return Some(gap);
            }
            self.work(job);
        }
        None
    }

    /// What is done next.
    fn next(&mut self) -> Option<Job> {
        let is_long = self.jobs.is_empty() || 3 * self.spent_on_long < self.driver.spent();
        let long = is_long.then(|| self.long.pop_first()).flatten();
        match long {
            Some((_, repetition)) => Some(Job::Repeat(Box::new(repetition))),
            None => Some(self.jobs.pop_first()?.1),
        }
    }

    fn work(&mut self, job: Job) {
        match job {
            Job::Expand(node) => self.expand(*node),
            Job::Lines(state, word, key) => self.follow_lines(&state, &word, key),
            Job::Alternatives(alternatives) => self.follow_alternatives(*alternatives),
            Job::Mix(state, word, key, answers) => self.mix(&state, &word, &key, &answers),
            Job::Probe(state, word) => self.probe(&state, &word),
            Job::Walk(repetition) => repetition.walk(self),
            Job::Repeat(repetition) => {
                let before = self.driver.spent();
                let is_long = repetition.is_long();
                repetition.advance(self);
                if is_long {
                    self.spent_on_long += self.driver.spent() - before;
                }
            }
        }
    }

    /// An execution has come to an input: it is followed, and what brought it back to an abstract state
    /// is repeated. Gives the abstract state.
    pub(super) fn arrive(&mut self, state: State, word: Word, reason: Reason) -> Option<Key> {
        let look = self.driver.look(&state, &word)?;
        let key = look.key;
        if let Some(cycle) = word.since(key, LONGEST_CYCLE) {
            let courses = look.representatives().into();
            self.repeat((&state, &word), (key, courses), cycle.into(), reason);
        }
        self.follow(Node { state, word, look }, 0);
        Some(key)
    }

    /// Has an execution followed, unless one like it was.
    pub(super) fn follow(&mut self, node: Node, delay: Rank) {
        let repeated = node.word.repeated(ITERATIONS_THAT_TELL_APART);
        let rank = node.word.rank()
            + match self.known.insert(node.look.key) {
                true => RANK_OF_NEWS,
                false => RANK_OF_EXPANSIONS + 2 * repeated.len() as Rank + delay,
            };
        if self.seen.insert((node.look.key, repeated)) {
            self.add(rank, Job::Expand(Box::new(node)));
        }
    }

    /// Has answers repeated from an execution on, unless they are.
    fn repeat(
        &mut self,
        (state, word): (&State, &Word),
        (key, courses): (Key, Courses),
        cycle: Arc<[Answer]>,
        reason: Reason,
    ) {
        let before = word.repeated(ITERATIONS_THAT_TELL_APART);
        if self.repeated.insert(((key, before), cycle.clone())) {
            let from = (state.clone(), word.clone());
            let repetition = Repetition::new(from, (key, courses), cycle, reason);
            self.continue_later(repetition);
        }
    }

    pub(super) fn continue_later(&mut self, repetition: Repetition) {
        let rank = repetition.rank();
        match repetition.is_long() {
            true => {
                self.added += 1;
                self.long.insert((rank, self.added), repetition);
            }
            false => self.add(rank, Job::Repeat(Box::new(repetition))),
        }
    }

    pub(super) fn walk_later(&mut self, repetition: &Repetition) {
        let rank = repetition.rank() + RANK_OF_WALKS;
        self.add(rank, Job::Walk(Box::new(repetition.clone())));
    }

    fn add(&mut self, rank: Rank, job: Job) {
        self.added += 1;
        self.jobs.insert((rank, self.added), job);
    }

    /// Follows an execution with one answer for each course, and with the others later. Those that lead back to its
    /// abstract state may make a difference later, if they are given often enough, or together.
    fn expand(&mut self, node: Node) {
        self.driver.counters.questions += 1;
        let Node { state, word, look } = node;
        let key = look.key;
        let courses_of_key: Courses = look.representatives().into();
        let mut courses: FxHashSet<Course> = FxHashSet::default();
        let mut returning: Vec<Answer> = Vec::new();
        let mut others: Vec<Way> = Vec::new();
        for way in look.ways {
            match courses.insert(way.course) {
                true => self.take(way, (&word, key), Reason::Cycle, &mut returning),
                false => others.push(way),
            }
            if self.driver.has_to_stop().is_some() {
                return;
            }
        }
        let rank = word.rank();
        self.add(
            rank + RANK_OF_LINES,
            Job::Lines(state.clone(), word.clone(), key),
        );
        let alternatives = Alternatives {
            state,
            word,
            key: (key, courses_of_key),
            ways: others,
            returning,
        };
        self.add(
            rank + RANK_OF_ALTERNATIVES,
            Job::Alternatives(Box::new(alternatives)),
        );
    }

    fn follow_alternatives(&mut self, alternatives: Alternatives) {
        let Alternatives {
            state,
            word,
            key,
            ways,
            mut returning,
        } = alternatives;
        for way in ways {
            self.take(way, (&word, key.0), Reason::Alternative, &mut returning);
            if self.driver.has_to_stop().is_some() {
                return;
            }
        }
        if returning.len() > 1 && self.mixed.insert(key.0) {
            let rank = word.rank() + RANK_OF_MIXTURES;
            self.add(rank, Job::Mix(state, word, key, returning));
        }
    }

    /// Follows an execution where an answer leads; one that leads back to where it came from is kept.
    fn take(
        &mut self,
        way: Way,
        (word, key): (&Word, Key),
        reason: Reason,
        returning: &mut Vec<Answer>,
    ) {
        let Some(next) = way.state else { return };
        let after = word.and(key, Arc::new([way.answer.clone()]), 1);
        if self.arrive(next, after, reason) == Some(key) {
            returning.push(way.answer);
        }
    }

    /// Repeats each two answers together that lead back to an abstract state.
    fn mix(&mut self, state: &State, word: &Word, key: &(Key, Courses), answers: &[Answer]) {
        for first in answers {
            for second in answers.iter().filter(|second| *second != first) {
                let cycle = Arc::new([first.clone(), second.clone()]);
                self.repeat((state, word), key.clone(), cycle, Reason::Mixture);
            }
        }
    }

    /// Whether it is of use to look closely at a change of an abstract state: the first few are enough.
    pub(super) fn may_probe(&mut self, key: Key) -> bool {
        let changes = self.probed.entry(key).or_default();
        *changes += 1;
        *changes <= CHANGES_PROBED
    }

    pub(super) fn probe_later(&mut self, state: &State, word: &Word) {
        self.add(
            word.rank() + RANK_OF_PROBES,
            Job::Probe(state.clone(), word.clone()),
        );
    }

    /// Executes with each three answers: something is about to change here.
    fn probe(&mut self, state: &State, word: &Word) {
        for (word, state) in self.driver.successors(state, word) {
            for (word, state) in self.driver.successors(&state, &word) {
                if self.driver.has_to_stop().is_some() {
                    return;
                }
                self.driver.look(&state, &word);
            }
        }
    }

    /// Follows an execution with the texts of the program.
    fn follow_lines(&mut self, state: &State, word: &Word, key: Key) {
        for answers in self.driver.dictionary.lines() {
            let (_, next) = self.driver.step(state, word, answers.clone());
            if let Some(next) = next {
                self.arrive(next, word.and(key, answers, 1), Reason::Cycle);
            }
        }
    }
}
