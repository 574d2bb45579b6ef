//! Adequate test suites (Section 7.1): an input for everything that is to be covered.

use super::escapes::observed_addresses;
use super::instance::Executor;
use super::oracle::Oracle;
use super::search::{Counters, Progress, Search};
use super::trail::{Line, Trail};
use super::walk::{States, Walker};
use super::{Pruning, analysis};
use crate::facts::Invariants;
use crate::limits::Limits;
use crate::limits::tuning::LEAST_TIME_OF_A_GOAL;
use ir::{ClaimKind, ClaimSet, EdgeId, Location, Op, Origin, ProcedureId, Program};
use solve::Backend;
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use verdict::{Bound, Cause, Gap, Input, Step};

/// Why a path with an input is not covered.
const ASTRAY: &str = "the input that was found does not take the path when it is executed";

/// What a suite has to cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// Every line of the user's code that does something.
    Nodes,
    /// Both ways of every branch.
    Edges,
    /// Every path from the start to the end of the program, up to a length.
    Paths,
    /// Every abstract state of the analysis.
    States,
}

impl FromStr for Criterion {
    type Err = String;

    fn from_str(text: &str) -> Result<Criterion, String> {
        match text {
            "nodes" => Ok(Criterion::Nodes),
            "edges" => Ok(Criterion::Edges),
            "paths" => Ok(Criterion::Paths),
            "states" => Ok(Criterion::States),
            _ => Err(format!("it is nodes, edges, paths or states, not `{text}`")),
        }
    }
}

/// Something that is to be covered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Goal {
    /// A line.
    Line(Line),
    /// A way of a branch.
    Branch(Step),
    /// A path, by its lines.
    Path(Vec<Line>),
    /// The abstract state at a location.
    State(ProcedureId, Location),
}

/// What became of a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The test of this number covers it.
    Covered(usize),
    /// No execution does, and why that is known.
    Unreachable(&'static str),
    /// It is not known, and why.
    Undecided(String),
}

/// A test: what the environment answers.
#[derive(Clone, PartialEq, Debug)]
pub struct TestCase {
    /// The answers, in the order in which they are asked for.
    pub inputs: Vec<Input>,
    /// The lines of the path that it was found for.
    pub lines: Vec<Line>,
}

/// A suite of tests.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The tests.
    pub tests: Vec<TestCase>,
    /// What was to be covered, and what became of it.
    pub goals: BTreeMap<Goal, Fate>,
    /// How many paths there were.
    pub counters: Counters,
}

/// How a suite is made.
#[derive(Clone, Debug)]
pub struct Cover {
    /// What it has to cover.
    pub criterion: Criterion,
    /// The most labels of a path.
    pub path_length: u32,
    /// Who finds models.
    pub solver: Backend,
}

/// Makes a suite for a program that starts with `main`.
pub fn cover(program: &Program, how: &Cover, limits: &Limits) -> Suite {
    // A test runs as far as it gets: nothing ends it but what ends the program.
    let selected: ClaimSet = ClaimKind::ALL.iter().copied().collect();
    let invariants = Arc::new(analysis::constants(program, selected, &[]));
    let walker = Walker::new(
        program,
        selected,
        Some(invariants.clone()),
        States::Everywhere,
    );
    let mut work = Work {
        program,
        how,
        limits,
        invariants,
        walker,
        oracle: Oracle::new(&how.solver, limits.deadline(), limits.interrupt.clone()),
        executor: Executor::new(program, selected, limits.last_moment()),
        suite: Suite::default(),
    };
    match how.criterion {
        Criterion::Paths => work.paths(),
        _ => work.goals(),
    }
    work.suite
}

struct Work<'a, 'p> {
    program: &'p Program,
    how: &'a Cover,
    limits: &'a Limits,
    invariants: Arc<Invariants>,
    walker: Walker<'p>,
    oracle: Oracle,
    executor: Executor<'p>,
    suite: Suite,
}

impl Work<'_, '_> {
    /// Covers one goal after the other; what a test covers by the way needs none of its own.
    fn goals(&mut self) {
        let goals = self.all_goals();
        let mut left = goals.len() as u32;
        // What lies behind is covered on the way to it.
        for (goal, targets) in goals.into_iter().rev() {
            left = left.saturating_sub(1);
            if self.suite.goals.contains_key(&goal) {
                continue;
            }
            let share = self.time_left() / (left + 1);
            let until = Instant::now() + share.max(LEAST_TIME_OF_A_GOAL);
            let fate = self.reach(&targets, until);
            self.suite.goals.insert(goal, fate);
        }
    }

    fn time_left(&self) -> Duration {
        self.limits
            .deadline()
            .saturating_duration_since(Instant::now())
    }

    /// What is to be covered, each with the operations one of which has to be executed.
    fn all_goals(&self) -> BTreeMap<Goal, BTreeSet<Step>> {
        let mut goals: BTreeMap<Goal, BTreeSet<Step>> = BTreeMap::new();
        for (id, procedure) in self.program.procedures() {
            if procedure.origin != Origin::User || self.program.entry == Some(id) {
                continue;
            }
            for (index, edge) in procedure.edges.iter().enumerate() {
                let step = (id, EdgeId(index as u32));
                let goal = self.goal_of(step);
                // The end of a program after a failed check is no statement of the user's.
                if let Some(goal) = goal.filter(|_| !matches!(edge.op, Op::Halt(_))) {
                    goals.entry(goal).or_default().insert(step);
                }
            }
        }
        goals
    }

    /// What an operation covers.
    fn goal_of(&self, (procedure, edge): Step) -> Option<Goal> {
        let at = &self.program[procedure][edge];
        let line = Line::of(at.span)?;
        match self.how.criterion {
            Criterion::Nodes => Some(Goal::Line(line)),
            Criterion::Edges => {
                let is_branch = matches!(at.op, Op::Assume(_))
                    && self.program[procedure].outgoing(at.from).count() > 1;
                is_branch.then_some(Goal::Branch((procedure, edge)))
            }
            Criterion::States => Some(Goal::State(procedure, at.from)),
            Criterion::Paths => None,
        }
    }

    /// Looks for an input that executes one of some operations.
    fn reach(&mut self, targets: &BTreeSet<Step>, until: Instant) -> Fate {
        let is_dead = |step: &Step| {
            let from = self.program[step.0][step.1].from;
            self.invariants.is_unreachable(step.0, from)
        };
        if targets.iter().all(is_dead) {
            return Fate::Unreachable("the analysis shows that no execution comes there");
        }
        let mut search = Search::new(
            Some(self.how.path_length),
            Pruning::default(),
            self.oracle.deadline,
        );
        for step in targets {
            let first = self.walker.taking(*step);
            search.start(&mut self.walker, first);
        }
        let fate = match self.run(&mut search, until) {
            Progress::Found(path, model) => {
                let inputs = path.trail.inputs();
                let (terms, formula) = (&mut self.walker.terms, path.formula);
                let values = self.oracle.small_values(terms, formula, &inputs, model);
                match self.add(&values, &path.trail) {
                    Some(number) => Fate::Covered(number),
                    None => Fate::Undecided(ASTRAY.to_string()),
                }
            }
            Progress::Exhausted if search.left.is_empty() => {
                match observed_addresses(self.program) {
                    None => Fate::Unreachable("no path leads there"),
                    Some(gap) => self.undecided(&BTreeSet::from([Cause::Gap(gap)])),
                }
            }
            Progress::Exhausted => self.undecided(&search.left),
            Progress::Reached => {
                let bound = Cause::Bound(Bound::Lines(self.how.path_length));
                self.undecided(&BTreeSet::from([bound]))
            }
            Progress::Stopped(gap) => self.undecided(&BTreeSet::from([Cause::Gap(gap)])),
        };
        self.suite.counters.add(search.counters);
        fate
    }

    fn run(&mut self, search: &mut Search, until: Instant) -> Progress {
        let limits = self.limits;
        let stop = || match limits.interrupt.is_raised() {
            true => Some(Gap::Interrupted),
            false => (Instant::now() >= until || limits.is_over()).then_some(Gap::Time),
        };
        let length = self.how.path_length;
        search.run(&mut self.walker, &mut self.oracle, length, &stop)
    }

    fn undecided(&self, left: &BTreeSet<Cause>) -> Fate {
        let reasons = left.iter().map(|cause| match cause {
            Cause::Gap(gap) => gap.describe(&self.program.files),
            Cause::Bound(Bound::Lines(most)) => format!("only on paths of more than {most} lines"),
            Cause::Bound(_) => "beyond a bound".to_string(),
        });
        let reasons: Vec<String> = reasons.take(3).collect();
        Fate::Undecided(reasons.join("; "))
    }

    /// Adds a test, and everything that its path covers; `None` if the program goes another way when
    /// it is executed.
    fn add(&mut self, values: &[u128], trail: &Trail) -> Option<usize> {
        let executed = self.executor.complete(values);
        let lines = trail.lines();
        let taken = self.executor.lines(values);
        if taken.is_some_and(|taken| lines.iter().any(|line| !taken.contains(line))) {
            return None;
        }
        let number = self.suite.tests.len();
        for step in trail.iter() {
            let is_users = self.program[step.procedure].origin == Origin::User
                && self.program.entry != Some(step.procedure);
            if let Some(goal) = self
                .goal_of((step.procedure, step.edge))
                .filter(|_| is_users)
            {
                let fate = self
                    .suite
                    .goals
                    .entry(goal)
                    .or_insert(Fate::Covered(number));
                if !matches!(fate, Fate::Covered(_)) {
                    *fate = Fate::Covered(number);
                }
            }
        }
        self.suite.tests.push(TestCase {
            inputs: executed,
            lines,
        });
        Some(number)
    }

    /// Every path to the end of the program, up to a length: one test for each that has an input.
    fn paths(&mut self) {
        let mut search = Search::new(
            Some(self.how.path_length),
            Pruning::default(),
            self.oracle.deadline,
        );
        for (id, procedure) in self.program.procedures() {
            for (index, edge) in procedure.edges.iter().enumerate() {
                let is_end = match &edge.op {
                    Op::Return(_) => self.is_main(id),
                    Op::Halt(_) => {
                        procedure.origin == Origin::User && self.program.entry != Some(id)
                    }
                    _ => false,
                };
                if is_end {
                    let first = self.walker.taking((id, EdgeId(index as u32)));
                    search.start(&mut self.walker, first);
                }
            }
        }
        loop {
            match self.run(&mut search, self.limits.deadline()) {
                Progress::Found(path, model) => {
                    let inputs = path.trail.inputs();
                    let (terms, formula) = (&mut self.walker.terms, path.formula);
                    let values = self.oracle.small_values(terms, formula, &inputs, model);
                    let fate = match self.add(&values, &path.trail) {
                        Some(number) => Fate::Covered(number),
                        None => Fate::Undecided(ASTRAY.to_string()),
                    };
                    self.suite
                        .goals
                        .insert(Goal::Path(path.trail.lines()), fate);
                }
                Progress::Exhausted | Progress::Reached => break,
                Progress::Stopped(gap) => {
                    search.left.insert(Cause::Gap(gap));
                    break;
                }
            }
        }
        // That longer paths are left is what the length says.
        let mut left = search.left.clone();
        left.remove(&Cause::Bound(Bound::Lines(self.how.path_length)));
        if !left.is_empty() {
            let fate = self.undecided(&left);
            self.suite.goals.insert(Goal::Path(Vec::new()), fate);
        }
        self.suite.counters.add(search.counters);
    }

    /// Whether a procedure is the user's `main`.
    fn is_main(&self, id: ProcedureId) -> bool {
        let procedure = &self.program[id];
        match self.program.start {
            Some(start) => start.procedure == id,
            None => procedure.origin == Origin::User && &*procedure.name == "main",
        }
    }
}
