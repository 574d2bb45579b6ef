//! Executing test cases, in the interpreter's compiled code.

use super::dictionary::{self, Dictionary};
use super::environment::Giving;
use super::random::Random;
use super::testcase::Testcase;
use crate::concretize::{Line, instance};
use interp::{
    Compares, Comparison, Comparisons, Coverage, Environment, Extents, InputRequest, Limits,
    Observed, Outcome, Reached, State, Violation,
};
use ir::{ClaimSet, Origin, ProcedureId, Program, SourceKind};
use std::collections::BTreeSet;
use std::time::Instant;
use verdict::{Candidate, ClaimId, Input, OF_MACHINE};

/// Executes test cases. What the program does before it asks for anything is executed once.
pub(super) struct Executor<'p> {
    program: &'p Program,
    whole: instance::Executor<'p>,
    start: State,
    limits: Limits,
    comparing: BTreeSet<ProcedureId>,
    pub(super) coverage: Coverage,
    /// How many test cases were executed.
    pub(super) executions: u64,
}

/// What became of a test case.
pub(super) struct Executed {
    /// The test case, with what was asked for beyond it.
    pub(super) case: Testcase,
    /// The claim that is violated.
    pub(super) violated: Option<ClaimId>,
    /// Whether it came to an end.
    pub(super) is_complete: bool,
    pub(super) steps: u64,
}

impl<'p> Executor<'p> {
    /// Executes the program up to its first input; `None` if it does not come to one.
    pub(super) fn new(
        program: &'p Program,
        selected: ClaimSet,
        deadline: Instant,
        memory: Option<u64>,
    ) -> Option<Executor<'p>> {
        let whole = instance::Executor::new(program, selected, deadline);
        let limits = Limits {
            deadline: Some(deadline),
            memory,
            claims: selected,
            ..Limits::default()
        };
        let mut start = whole.interpreter().start();
        let interpreter = whole.interpreter();
        let outcome = interpreter.run(&mut start, &mut Nothing, &limits);
        matches!(outcome, Outcome::OutOfInputs(_)).then(|| Executor {
            program,
            comparing: dictionary::comparing(program),
            whole,
            start,
            limits,
            coverage: Coverage::default(),
            executions: 0,
        })
    }

    /// How many steps one execution may take.
    pub(super) fn limit_steps(&mut self, most: u64) {
        self.limits.steps = Some(self.start.steps().saturating_add(most));
    }

    /// Executes a test case; what it covers is in `coverage`.
    pub(super) fn execute(
        &mut self,
        case: Testcase,
        dictionary: &Dictionary,
        random: &mut Random,
    ) -> Executed {
        self.executions += 1;
        self.coverage.clear();
        let seed = Random::new(random.next());
        let mut giving = Giving::new(self.program, dictionary, case, seed);
        let mut state = self.start.clone();
        let observed = Observed::Coverage(&mut self.coverage);
        let interpreter = self.whole.interpreter();
        let outcome = interpreter.observe(&mut state, &mut giving, &self.limits, observed);
        Executed {
            case: giving.into_case(),
            violated: violation(&outcome).map(claim_of),
            is_complete: !matches!(outcome, Outcome::LimitReached(_)),
            steps: state.steps() - self.start.steps(),
        }
    }

    /// Executes a test case for at most so many steps; how far it writes is kept.
    pub(super) fn extents(
        &mut self,
        case: &Testcase,
        dictionary: &Dictionary,
        most_steps: u64,
        extents: &mut Extents,
    ) -> Executed {
        extents.clear();
        let limits = Limits {
            steps: Some(self.start.steps().saturating_add(most_steps)),
            ..self.limits.clone()
        };
        let mut giving = self.giving(case, dictionary);
        let mut state = self.start.clone();
        let observed = Observed::Extents(extents);
        let interpreter = self.whole.interpreter();
        let outcome = interpreter.observe(&mut state, &mut giving, &limits, observed);
        Executed {
            case: giving.into_case(),
            violated: violation(&outcome).map(claim_of),
            is_complete: !matches!(outcome, Outcome::LimitReached(_)),
            steps: state.steps() - self.start.steps(),
        }
    }

    /// Whether a comparison is the condition of a claim.
    pub(super) fn is_claim(&self, compares: Compares) -> bool {
        self.whole.interpreter().is_claim(compares)
    }

    /// What a test case compares: texts, numbers in the user's code, and numbers in the library.
    pub(super) fn comparisons(
        &self,
        case: &Testcase,
        dictionary: &Dictionary,
    ) -> [Vec<Comparison>; 3] {
        let mut kept = Comparisons::new(self.comparing.clone());
        let mut giving = self.giving(case, dictionary);
        let observed = Observed::Comparisons(&mut kept);
        let interpreter = self.whole.interpreter();
        interpreter.observe(&mut self.start.clone(), &mut giving, &self.limits, observed);
        let users = kept.users().cloned();
        let (texts, numbers) = users.partition(|it| matches!(it, Comparison::Texts(..)));
        [texts, numbers, kept.others().cloned().collect()]
    }

    /// A test case that violates a claim, as a candidate.
    pub(super) fn candidate(&self, case: &Testcase, dictionary: &Dictionary) -> Option<Candidate> {
        let executed = self.whole.execute(&self.answers(case, dictionary));
        let violation = violation(&executed.outcome)?.clone();
        // What the library of a JVM leaves open cannot be chosen there; the machine may be as usual.
        let is_open = |input: &Input| input.kind == SourceKind::Other && input.name != OF_MACHINE;
        if self.program.start.is_some() && executed.inputs.iter().any(is_open) {
            return None;
        }
        Some(self.whole.candidate(executed, &violation))
    }

    /// Everything that the environment answers, in order.
    pub(super) fn answers(&self, case: &Testcase, dictionary: &Dictionary) -> Vec<u128> {
        let mut giving = self.giving(case, dictionary).recording();
        let interpreter = self.whole.interpreter();
        // What violates a claim may have taken many more steps than most test cases.
        let limits = Limits {
            steps: None,
            ..self.limits.clone()
        };
        interpreter.run(&mut self.start.clone(), &mut giving, &limits);
        giving.recorded()
    }

    /// The lines of the user's code that test cases come by.
    pub(super) fn lines<'c>(
        &self,
        cases: impl Iterator<Item = &'c Testcase>,
        dictionary: &Dictionary,
    ) -> BTreeSet<Line> {
        let mut reached = Reached::default();
        let interpreter = self.whole.interpreter();
        let limits = Limits {
            deadline: None,
            ..self.limits.clone()
        };
        for case in cases {
            let mut giving = self.giving(case, dictionary);
            let observed = Observed::Reached(&mut reached);
            interpreter.observe(&mut interpreter.start(), &mut giving, &limits, observed);
        }
        let edges = reached.edges(interpreter).into_iter();
        let users = edges.filter(|(id, _)| self.program[*id].origin == Origin::User);
        users
            .filter_map(|(id, edge)| Line::of(self.program[id][edge].span))
            .collect()
    }

    /// An environment for a test case that nothing has to be added to.
    fn giving<'a>(&'a self, case: &Testcase, dictionary: &'a Dictionary) -> Giving<'a> {
        Giving::new(self.program, dictionary, case.clone(), Random::new(0))
    }
}

fn violation(outcome: &Outcome) -> Option<&Violation> {
    match outcome {
        Outcome::Violation(violation) => Some(violation),
        _ => None,
    }
}

fn claim_of(violation: &Violation) -> ClaimId {
    ClaimId::new(violation.kind, violation.place())
}

/// An environment that answers nothing.
struct Nothing;

impl Environment for Nothing {
    fn input(&mut self, _request: &InputRequest<'_>) -> Option<u128> {
        None
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) {}
}
