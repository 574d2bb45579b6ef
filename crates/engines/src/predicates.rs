//! The engine `predicates`: lazy predicate abstraction with refinement.
//!
//! Executions are described by a tree of places with what is known of the states there: which of some predicates
//! hold. A path of the tree into a violation is looked at as it is. If executions take it, it is a candidate; if
//! not, the conditions that rule it out become predicates, and the tree is grown again. A tree without a
//! path into a violation describes all executions, so there is none.

mod goal;
mod place;
mod precision;
mod project;
mod refine;
mod segment;
mod tree;

use crate::concretize::escapes::{Escapes, beyond_formulas};
use crate::concretize::oracle::Oracle;
use crate::concretize::{Concretize, Domain, Executor};
use crate::desk::{Desk, Run};
use crate::ledger::{Survey, Want};
use crate::limits::tuning::MOST_OPERATIONS_WITH_POLYHEDRAL_LEMMAS;
use crate::limits::tuning::TERMS_OF_PREDICATES;
use crate::statistics::Statistics;
use crate::task::{Engine, Task};
use goal::Goal;
use interp::Outcome;
use place::{Place, World};
use precision::Precision;
use refine::Judged;
use rustc_hash::FxHashMap;
use segment::{Onward, Walker, Wanted, What};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use tree::{AbstractPath, Answers, Grown};
use verdict::{Cause, Claim, Gap, Openings, Position, Size};

/// Its name.
const ENGINE: &str = "predicates";

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Predicates {
    /// Who decides what holds.
    pub solver: solve::Backend,
    /// What is known before there are predicates.
    pub lemmas: Lemmas,
}

/// What is known of states before there are predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lemmas {
    /// What an analysis finds out; claims that it proves are no longer looked at.
    #[default]
    Analysis,
    /// Nothing: every claim has to be proved by predicates.
    None,
}

impl Engine for Predicates {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let started = Instant::now();
        let until = desk.limits().deadline();
        let analysis = self.analysis(task);
        if self.lemmas == Lemmas::Analysis {
            analysis.analyse(ENGINE, until, task, desk);
        }
        let claims = open_claims(desk);
        let mut counters = Counters::default();
        match (analysis.refusal(task), task.program.entry) {
            (None, Some(entry)) => {
                let mut work = Work::new(self, task, desk, &claims);
                let start = work.world.start(entry);
                work.settle(start, &claims);
                counters = work.counters;
            }
            (gap, _) => {
                let gap = gap.unwrap_or(Gap::NoEntry);
                for claim in &claims {
                    conclude(task, desk, claim, Some(gap.clone()), String::new());
                }
            }
        }
        desk.keep(Run {
            engine: ENGINE,
            stage: None,
            seconds: started.elapsed().as_secs_f64(),
            statistics: Some(Statistics {
                paths: counters.paths,
                queries: counters.queries,
                ..Statistics::default()
            }),
        });
    }
}

impl Predicates {
    /// The analysis whose invariants every node has, the same as that of k-induction.
    fn analysis(&self, task: &Task<'_>) -> Concretize {
        let procedures = task.program.procedures.iter();
        let operations: usize = procedures.map(|one| one.edges.len()).sum();
        let lemmas = match operations > MOST_OPERATIONS_WITH_POLYHEDRAL_LEMMAS {
            true => domains::Domain::Zones,
            false => domains::Domain::Polyhedra,
        };
        Concretize {
            domain: Some(Domain::Relations(lemmas)),
            solver: self.solver.clone(),
            ..Concretize::default()
        }
    }
}

/// The claims that are open, and about which the analysis is not sure.
fn open_claims(desk: &Desk<'_>) -> Vec<Claim> {
    let invariants = desk.facts().invariants.clone();
    let alarms = invariants.as_ref().and_then(|one| one.alarms.as_ref());
    let mut claims = desk.ledger().open_claims();
    claims.retain(|claim| alarms.is_none_or(|alarms| alarms.contains(&claim.id)));
    claims
}

/// Counters of the work.
#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    /// Paths that were looked at as they are.
    paths: u64,
    /// Questions to the solver.
    queries: u64,
}

/// What became of a goal.
enum Settled {
    /// No execution comes there.
    Unreachable { nodes: usize, refinements: usize },
    /// One does, and was handed in.
    Refuted,
    /// Who knows.
    Left(Gap),
}

/// The work on a task.
struct Work<'a, 'd, 'p> {
    task: &'a Task<'p>,
    desk: &'a Desk<'d>,
    until: Instant,
    world: World<'p>,
    oracle: Oracle,
    executor: Executor<'p>,
    escapes: Escapes,
    wanted: Wanted,
    goal: Goal,
    onward: FxHashMap<Place, Rc<Onward>>,
    precision: Precision,
    answers: Answers,
    counters: Counters,
}

impl<'a, 'd, 'p> Work<'a, 'd, 'p> {
    fn new(
        engine: &'a Predicates,
        task: &'a Task<'p>,
        desk: &'a Desk<'d>,
        claims: &[Claim],
    ) -> Work<'a, 'd, 'p> {
        let invariants = desk.facts().invariants.clone();
        let interrupt = desk.limits().interrupt.clone();
        let until = desk.limits().deadline();
        let escapes = Escapes::of(task.program, task.selected);
        Work {
            task,
            desk,
            until,
            world: World::new(task.program, invariants),
            oracle: Oracle::new(&engine.solver, until, interrupt),
            executor: Executor::new(task.program, task.selected, until),
            wanted: wanted(claims, &escapes),
            escapes,
            goal: Goal::new(task.program, [], []),
            onward: FxHashMap::default(),
            precision: Precision::default(),
            answers: Answers::default(),
            counters: Counters::default(),
        }
    }

    /// Settles one claim after the other. None takes more than its part of the time that is left.
    fn settle(&mut self, start: Place, claims: &[Claim]) {
        let mut escape: Option<Option<Gap>> = None;
        for (index, claim) in claims.iter().enumerate() {
            let nothing = Size { given: 0, steps: 0 };
            if self.desk.wants(claim.id, nothing) == Want::Refuted {
                continue;
            }
            self.share_time(claims.len() - index);
            let (gap, how) = match self.settle_claim(start, claim) {
                Settled::Refuted => continue,
                Settled::Left(gap) => (Some(gap), String::new()),
                Settled::Unreachable { nodes, refinements } => {
                    let predicates = self.precision.count();
                    let how = format!(
                        "no path of the abstraction leads into a violation ({nodes} abstract states, \
                         {predicates} predicates after {refinements} refinements)"
                    );
                    let gap = escape.get_or_insert_with(|| self.escape(start));
                    (gap.clone(), how)
                }
            };
            conclude(self.task, self.desk, claim, gap, how);
        }
    }

    fn share_time(&mut self, claims: usize) {
        let now = Instant::now();
        let end = self.desk.limits().deadline();
        let left = end.saturating_duration_since(now);
        self.until = now + left / claims.max(1) as u32;
        self.oracle.deadline = self.until;
    }

    fn settle_claim(&mut self, start: Place, claim: &Claim) -> Settled {
        if claim.checks.is_empty() {
            let what = "a claim about the end of a call".into();
            return Settled::Left(Gap::Unable(verdict::Place::of(claim.span), what));
        }
        let checks = claim.checks.iter().map(|site| (*site, claim.kind()));
        self.goal = Goal::new(self.task.program, checks, []);
        self.reach(start, Some(claim))
    }

    /// A place where executions may go on anyhow, if one may come there.
    fn escape(&mut self, start: Place) -> Option<Gap> {
        if let Some(gap) = beyond_formulas(self.task.program) {
            return Some(gap);
        }
        if self.escapes.is_empty() {
            return None;
        }
        let places = &self.escapes.places;
        let checks = places
            .iter()
            .flat_map(|one| one.fails.iter().map(|kind| (one.site, *kind)));
        let operations = places.iter().map(|one| one.site);
        self.goal = Goal::new(self.task.program, checks, operations);
        match self.reach(start, None) {
            Settled::Unreachable { .. } => None,
            Settled::Left(gap) => Some(gap),
            Settled::Refuted => Some(Gap::Undefined(verdict::Place::of(ir::Span::NONE), None)),
        }
    }

    /// Whether executions come to the goal: trees are grown until one shows that they do not.
    fn reach(&mut self, start: Place, claim: Option<&Claim>) -> Settled {
        let mut refinements = 0;
        loop {
            let path = match self.grow(start) {
                Grown::Whole { nodes } => return Settled::Unreachable { nodes, refinements },
                Grown::Left(gap) => return Settled::Left(gap),
                Grown::Reaches(path) => path,
            };
            self.counters.paths += 1;
            match self.judge(&path) {
                Judged::Refined => refinements += 1,
                Judged::Stuck => {
                    let what = match self.precision.is_full() {
                        true => "more predicates, or larger ones, than are tracked at one place",
                        false => {
                            "a path that no execution takes, for reasons that no predicate tells"
                        }
                    };
                    return Settled::Left(self.unable(path.last, what));
                }
                Judged::Left(gap) => return Settled::Left(gap),
                Judged::Feasible(values) => return self.execute(&path, claim, &values),
            }
        }
    }

    /// Executes the program on the inputs of a path.
    fn execute(&self, path: &AbstractPath, claim: Option<&Claim>, values: &[u128]) -> Settled {
        let target = self
            .onward
            .get(&path.last)
            .map(|one| &one.targets[path.target].what);
        let site = match target {
            Some(What::Left(_, gap)) => return Settled::Left(gap.clone()),
            Some(What::Fails(site, _)) => *site,
            None => return Settled::Left(Gap::Interrupted),
        };
        let Some(claim) = claim else {
            let place = self.escapes.places.iter().find(|one| one.site == site);
            return Settled::Left(place.map_or(Gap::Interrupted, |one| one.gap.clone()));
        };
        let executed = self.executor.execute(values);
        if let Outcome::Violation(violation) = &executed.outcome {
            let violation = violation.clone();
            let candidate = self.executor.candidate(executed, &violation);
            let is_claimed = candidate.claim == claim.id;
            self.desk.hand_in(ENGINE, candidate);
            if is_claimed {
                return Settled::Refuted;
            }
        }
        let what = "a path whose formula has a model that does not fail when it is executed";
        Settled::Left(Gap::Unable(verdict::Place::of(claim.span), what.into()))
    }

    /// What executions can do from a place on.
    fn onward(&mut self, place: Place) -> Result<Rc<Onward>, Gap> {
        if let Some(known) = self.onward.get(&place) {
            return Ok(known.clone());
        }
        let walker = Walker::new(&mut self.world, &self.wanted, self.task.selected);
        let (desk, until) = (self.desk, self.until);
        let found = Rc::new(walker.onward(place, &|| desk.has_to_stop(until))?);
        self.onward.insert(place, found.clone());
        Ok(found)
    }

    /// Why the work has to stop.
    fn stop(&self) -> Option<Gap> {
        match self.world.terms.len() > TERMS_OF_PREDICATES {
            true => Some(Gap::Memory),
            false => self.desk.has_to_stop(self.until),
        }
    }

    fn undecided(&self, place: Place, why: Arc<str>) -> Gap {
        match self.stop() {
            Some(gap) => gap,
            None => Gap::Undecided(self.shown(place), why),
        }
    }

    fn unable(&self, place: Place, what: &str) -> Gap {
        Gap::Unable(self.shown(place), what.into())
    }

    /// A place for people.
    fn shown(&self, place: Place) -> verdict::Place {
        let procedure = &self.task.program[self.world.frame(place.calls).procedure];
        let mut edges = procedure.edges.iter();
        let edge = edges.find(|edge| edge.from == place.location && !edge.span.is_none());
        verdict::Place::of(edge.map_or(procedure.span, |edge| edge.span))
    }
}

/// The checks of claims and of places where executions may go on anyhow.
fn wanted(claims: &[Claim], escapes: &Escapes) -> Wanted {
    let mut wanted = Wanted::default();
    let of_claims = claims
        .iter()
        .flat_map(|claim| claim.checks.iter().map(|site| (*site, claim.kind())));
    let of_escapes = escapes
        .places
        .iter()
        .flat_map(|one| one.fails.iter().map(|kind| (one.site, *kind)));
    for (site, kind) in of_claims.chain(of_escapes) {
        let kinds = wanted.entry(site).or_default();
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    wanted
}

/// Says what was left of a claim: it may be violated where it is checked.
fn conclude(task: &Task<'_>, desk: &Desk<'_>, claim: &Claim, gap: Option<Gap>, how: String) {
    let checks = claim.checks.iter();
    let at = checks.map(|(procedure, edge)| (*procedure, task.program[*procedure][*edge].from));
    let position = Position::new(at);
    let mut openings = Openings::default();
    if let Some(gap) = gap {
        openings.add(Cause::Gap(gap), position);
    }
    let survey = Survey {
        openings,
        alarms: BTreeSet::new(),
        visits: None,
        how,
    };
    desk.conclude_claim(ENGINE, survey, claim.id);
}
