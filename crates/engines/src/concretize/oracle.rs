//! The theorem prover: asked for models, and for small ones.

use crate::limits::tuning::{LONGEST_QUESTION, MINIMISING_A_MODEL};
use logic::{Assignment, TermId, Terms};
use solve::{Backend, Interrupt, Limits, Outcome, Session};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An answer of the solver.
pub(crate) enum Answer {
    Model(Arc<Assignment>),
    NoModel,
    Unknown(Arc<str>),
}

/// An answer about several formulas at once.
pub(crate) enum Checked {
    Model(Arc<Assignment>),
    /// Some of them have no model in common.
    Core(Vec<TermId>),
    Unknown(Arc<str>),
}

/// The incremental solver: what it has learnt of a suffix, it knows of all longer ones.
pub(crate) struct Oracle {
    backend: Backend,
    session: Box<dyn Session>,
    pub(crate) deadline: Instant,
    /// The longest that one question may take.
    pub(crate) patience: Duration,
    interrupt: Interrupt,
}

impl Oracle {
    pub(crate) fn new(backend: &Backend, deadline: Instant, interrupt: Interrupt) -> Oracle {
        Oracle {
            backend: backend.clone(),
            session: backend.session(),
            deadline,
            patience: LONGEST_QUESTION,
            interrupt,
        }
    }

    /// Forgets what it has learnt, where that is of no more use: it slows down the questions to come.
    pub(crate) fn forget(&mut self) {
        self.session = self.backend.session();
    }

    /// Whether a formula has a model.
    pub(crate) fn ask(&mut self, terms: &Terms, formula: TermId) -> Answer {
        if formula == terms.bool(false) {
            return Answer::NoModel;
        }
        match self.check(terms, &[formula]) {
            Checked::Model(model) => Answer::Model(model),
            Checked::Core(_) => Answer::NoModel,
            Checked::Unknown(why) => Answer::Unknown(why),
        }
    }

    /// Whether formulas have a model in common.
    pub(crate) fn check(&mut self, terms: &Terms, formulas: &[TermId]) -> Checked {
        self.session.set_limits(Limits {
            deadline: Some((Instant::now() + self.patience).min(self.deadline)),
            interrupt: self.interrupt.clone(),
        });
        match self.session.check(terms, formulas) {
            Outcome::Sat(model) => Checked::Model(model),
            Outcome::Unsat(core) => Checked::Core(core),
            Outcome::Unknown => Checked::Unknown(match self.session.failure() {
                Some(failure) => failure.to_string().into(),
                None => "a path whose formula the solver could not decide".into(),
            }),
        }
    }

    /// Values of inputs that are small and read well: one after the other is brought near zero.
    pub(crate) fn small_values(
        &mut self,
        terms: &mut Terms,
        formula: TermId,
        inputs: &[TermId],
        model: Arc<Assignment>,
    ) -> Vec<u128> {
        let until = Instant::now() + MINIMISING_A_MODEL;
        let mut best = model;
        let mut fixed = formula;
        let mut values = Vec::new();
        for &input in inputs {
            if Instant::now() < until {
                for wish in wishes(terms, input) {
                    let wish = terms.and(fixed, wish);
                    if let Answer::Model(better) = self.ask(terms, wish) {
                        best = better;
                        break;
                    }
                }
            }
            let value = value_of(terms, input, &best);
            let width = terms.width(input);
            let constant = terms.bv(width, value);
            let same = terms.eq(input, constant);
            fixed = terms.and(fixed, same);
            values.push(value);
        }
        values
    }
}

/// What one would like of a number, best first: zero, then a few, then somewhat more or less.
fn wishes(terms: &mut Terms, input: TermId) -> Vec<TermId> {
    let width = terms.width(input);
    let mut wishes = Vec::new();
    for most in [0, 1, 2, 3, 9, 99, 255] {
        if width < 8 && most > 1 {
            break;
        }
        let most = terms.bv(width, most);
        wishes.push(terms.bv_ule(input, most));
    }
    let least = terms.bv(width, u128::MAX - 98);
    wishes.push(terms.bv_ule(least, input));
    wishes
}

/// The value of an input.
pub(crate) fn value_of(terms: &Terms, input: TermId, model: &Assignment) -> u128 {
    let value = terms.eval(input, model);
    value.bits().and_then(logic::Bits::to_u128).unwrap_or(0)
}
