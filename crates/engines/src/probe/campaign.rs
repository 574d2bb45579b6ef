//! The search: a test case is taken from the corpus and changed; what covers something new is kept.

mod extend;
mod pump;

use super::corpus::Corpus;
use super::dictionary::Dictionary;
use super::executor::{Executed, Executor};
use super::feedback::{Feedback, Novelty};
use super::minimise::{minimise, shorten};
use super::mutate::mutate;
use super::random::Random;
use super::replace::replacements;
use super::testcase::Testcase;
use crate::concretize::Line;
use crate::limits::tuning::{
    ATTEMPTS_TO_SHORTEN_AN_INPUT, ATTEMPTS_TO_TRIM_A_NEW_SIDE, ATTEMPTS_TO_TRIM_AN_INPUT,
    EXECUTIONS_PER_CHOICE, MOST_REPLACEMENTS_OF_NUMBERS, MOST_REPLACEMENTS_OF_OTHERS,
    MOST_REPLACEMENTS_OF_TEXTS, MOST_STEPS_OF_A_PROBE, PART_FOR_THE_LIBRARY,
    PROBES_BEFORE_STEPS_ARE_LIMITED, STARTING_PROBES, TIMES_THE_MEAN_PROBE,
};
use interp::Comparison;
pub(super) use pump::Pumped;
use std::collections::BTreeSet;
use std::time::Instant;
use verdict::{Candidate, ClaimId};

/// Who watches a campaign: it is told what was found, and says when to stop.
pub(super) trait Watcher {
    /// Whether a candidate for this claim would be of use.
    fn wants(&mut self, claim: ClaimId) -> bool;

    /// An input that violates a claim.
    fn found(&mut self, candidate: Candidate);

    /// Whether to stop, after so many executions; the last that covered anything new ended then.
    fn is_over(&mut self, progress: &Progress) -> bool;
}

/// How far a campaign got.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    /// When it started.
    pub(super) started: Instant,
    /// When something new was covered last.
    pub(super) last_new: Instant,
    /// How many test cases were executed.
    pub(super) executions: u64,
    /// How many sides of branches were covered.
    pub(super) covered: usize,
    /// How many test cases cover them.
    pub(super) kept: usize,
    /// Whether any of them has a text.
    pub(super) has_texts: bool,
}

/// A search.
pub(super) struct Campaign<'p> {
    executor: Executor<'p>,
    dictionary: Dictionary,
    random: Random,
    feedback: Feedback,
    corpus: Corpus,
    /// The comparisons that test cases were kept for that take new sides of branches.
    compared: BTreeSet<Comparison>,
    progress: Progress,
    /// The steps of all executions.
    steps: u64,
    pub(super) pumped: Pumped,
}

impl<'p> Campaign<'p> {
    pub(super) fn new(mut executor: Executor<'p>, dictionary: Dictionary, seed: u64) -> Self {
        executor.limit_steps(MOST_STEPS_OF_A_PROBE);
        let now = Instant::now();
        Campaign {
            executor,
            dictionary,
            random: Random::new(seed),
            feedback: Feedback::new(),
            corpus: Corpus::default(),
            compared: BTreeSet::new(),
            progress: Progress {
                started: now,
                last_new: now,
                executions: 0,
                covered: 0,
                kept: 0,
                has_texts: false,
            },
            steps: 0,
            pumped: Pumped::default(),
        }
    }

    /// The test cases that cover everything that was covered.
    pub(super) fn cases(&self) -> impl Iterator<Item = &Testcase> {
        self.corpus.entries().iter().map(|entry| &entry.case)
    }

    /// How far it got.
    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The lines of the user's code that are covered.
    pub(super) fn lines(&self) -> BTreeSet<Line> {
        self.executor.lines(self.cases(), &self.dictionary)
    }

    /// Executes test cases that are known, and a few that are not.
    pub(super) fn start(&mut self, known: Vec<Testcase>, watcher: &mut dyn Watcher) {
        for case in known {
            if self.attempt(case, watcher) {
                return;
            }
        }
        for _ in 0..STARTING_PROBES {
            if self.attempt(Testcase::default(), watcher) {
                return;
            }
        }
    }

    /// Searches until it is told to stop.
    pub(super) fn search(&mut self, watcher: &mut dyn Watcher) {
        while let Some(number) = self.corpus.choose(&mut self.random) {
            if self.follow_new_comparisons(watcher)
                || self.follow_comparisons(number, watcher)
                || self.extend(watcher)
                || self.pump(watcher)
                || self.change(number, watcher)
            {
                return;
            }
        }
    }

    /// Puts operands of comparisons into the test cases that take new sides of branches: they come to comparisons
    /// that no other does. Whether to stop.
    fn follow_new_comparisons(&mut self, watcher: &mut dyn Watcher) -> bool {
        while let Some(case) = self.corpus.uncompared() {
            let mut found = self.executor.comparisons(&case, &self.dictionary);
            for comparisons in &mut found {
                comparisons.retain(|comparison| self.compared.insert(comparison.clone()));
            }
            if self.put_operands(&case, found, 1, watcher) {
                return true;
            }
        }
        false
    }

    /// Puts operands of comparisons into a test case that was not looked at yet. Whether to stop.
    fn follow_comparisons(&mut self, number: usize, watcher: &mut dyn Watcher) -> bool {
        let entry = self.corpus.entry_mut(number);
        if std::mem::replace(&mut entry.is_compared, true) {
            return false;
        }
        let part = if entry.is_users {
            1
        } else {
            PART_FOR_THE_LIBRARY
        };
        let case = entry.case.clone();
        let found = self.executor.comparisons(&case, &self.dictionary);
        self.put_operands(&case, found, part, watcher)
    }

    /// Puts operands of comparisons of texts, of numbers in the user's code and of others into a test case. Whether
    /// to stop.
    fn put_operands(
        &mut self,
        case: &Testcase,
        [texts, users, others]: [Vec<Comparison>; 3],
        part: usize,
        watcher: &mut dyn Watcher,
    ) -> bool {
        for comparison in &texts {
            if let Comparison::Texts(left, right) = comparison {
                self.dictionary.learn(left);
                self.dictionary.learn(right);
            }
        }
        let mut is_over = false;
        for (comparisons, most) in [
            (texts, MOST_REPLACEMENTS_OF_TEXTS),
            (users, MOST_REPLACEMENTS_OF_NUMBERS),
            (others, MOST_REPLACEMENTS_OF_OTHERS),
        ] {
            let all = comparisons.iter();
            let mut changed: Vec<Testcase> = all.flat_map(|it| replacements(case, it)).collect();
            // Of very many, some: the others have their turn with other test cases.
            while changed.len() > most / part {
                let dropped = self.random.below(changed.len());
                changed.swap_remove(dropped);
            }
            is_over = is_over || changed.into_iter().any(|case| self.attempt(case, watcher));
        }
        is_over
    }

    /// Changes a test case at random, many times. Whether to stop.
    fn change(&mut self, number: usize, watcher: &mut dyn Watcher) -> bool {
        let part = match self.corpus.entries()[number].is_users {
            true => 1,
            false => PART_FOR_THE_LIBRARY,
        };
        for _ in 0..EXECUTIONS_PER_CHOICE / part {
            let entries = self.corpus.entries();
            let other = self.random.below(entries.len());
            let mut case = entries[number].case.clone();
            let other = entries[other].case.clone();
            mutate(&mut case, &other, &self.dictionary, &mut self.random);
            if self.attempt(case, watcher) {
                return true;
            }
        }
        false
    }

    /// Executes a test case, and keeps it if it covers something new. Whether to stop.
    fn attempt(&mut self, case: Testcase, watcher: &mut dyn Watcher) -> bool {
        let executed = self
            .executor
            .execute(case, &self.dictionary, &mut self.random);
        self.count(&executed);
        let novelty = match executed.is_complete {
            true => self.feedback.absorb(&self.executor.coverage),
            false => Novelty::default(),
        };
        match executed.violated {
            Some(claim) if watcher.wants(claim) => self.hand_in(executed.case, claim, watcher),
            Some(_) => {}
            None if !novelty.is_empty() => self.keep(executed.case, &novelty),
            None => {}
        }
        if !novelty.is_empty() {
            self.progress.last_new = Instant::now();
            self.progress.covered = self.feedback.covered();
            self.progress.kept = self.corpus.entries().len();
        }
        watcher.is_over(&self.progress)
    }

    /// Keeps a test case for what it was the first to cover, without what that does not need.
    fn keep(&mut self, case: Testcase, novelty: &Novelty) {
        let (executor, dictionary) = (&mut self.executor, &self.dictionary);
        let mut random = self.random.clone();
        let most = match novelty.is_new_side {
            true => ATTEMPTS_TO_TRIM_A_NEW_SIDE,
            false => ATTEMPTS_TO_TRIM_AN_INPUT,
        };
        let case = shorten(case, most, |case| {
            let executed = executor.execute(case, dictionary, &mut random);
            let is_as_new = novelty.is_covered(&executor.coverage);
            (is_as_new && executed.violated.is_none()).then_some(executed.case)
        });
        self.progress.has_texts |= case.has_texts();
        let executed = executor.execute(case, dictionary, &mut random);
        let (steps, coverage) = (executed.steps, &self.executor.coverage);
        self.corpus.add(executed.case, steps, novelty, coverage);
    }

    /// Much longer executions than usual are not followed to their end.
    fn count(&mut self, executed: &Executed) {
        self.progress.executions = self.executor.executions;
        self.steps += executed.steps;
        if self
            .executor
            .executions
            .is_multiple_of(PROBES_BEFORE_STEPS_ARE_LIMITED)
        {
            let mean = self.steps / self.executor.executions;
            let most = (mean + 1_000).saturating_mul(TIMES_THE_MEAN_PROBE);
            self.executor.limit_steps(most.min(MOST_STEPS_OF_A_PROBE));
        }
    }

    /// Makes a failing test case short, and hands it in.
    fn hand_in(&mut self, case: Testcase, claim: ClaimId, watcher: &mut dyn Watcher) {
        let (executor, dictionary) = (&mut self.executor, &self.dictionary);
        let mut random = self.random.clone();
        let case = minimise(case, ATTEMPTS_TO_SHORTEN_AN_INPUT, |case| {
            let executed = executor.execute(case, dictionary, &mut random);
            (executed.violated == Some(claim)).then_some(executed.case)
        });
        if let Some(candidate) = self.executor.candidate(&case, &self.dictionary) {
            watcher.found(candidate);
        }
    }
}
