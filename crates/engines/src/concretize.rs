//! The engine `concretize`: from an alarm backward to an input.
//!
//! After Erez, Yahav and Sagiv, *Generating Concrete Counterexamples for Sound Abstract
//! Interpretation*. For each alarm (GENERATE-COUNTEREXAMPLES, Figure 5), paths are walked backward
//! from the check, shortest first, with the formula of the states from which they are taken into
//! the violation; a model of that formula at the start of the program is an input (INPUT-INSTANCE,
//! Figure 4). Where no path is left, no execution violates the claim.

mod analysis;
pub(crate) mod backward;
mod cover;
pub(crate) mod escapes;
mod explain;
pub(crate) mod instance;
pub(crate) mod oracle;
pub(crate) mod passing;
mod search;
mod trail;
pub(crate) mod walk;
mod walked;

pub use analysis::Domain;
pub use cover::{Cover, Criterion, Fate, Goal, Suite, TestCase, cover};
pub use explain::{Explanation, Found, TriedPath, WpStep};
pub use search::{Asking, Counters, Repeated};
pub use trail::Line;
pub use walk::States;

use crate::analyze;
use crate::desk::{Desk, Run};
use crate::environment::Caller;
use crate::ledger::{Survey, Want};
use crate::limits::tuning::{FIRST_LENGTH_OF_PATHS, MODELS_OF_A_CLAIM, TERMS_OF_BACKWARD_PATHS};
use crate::limits::tuning::{OPERATIONS_IN_DETAIL, OPERATIONS_OF_ANALYSIS};
use crate::statistics::Statistics;
use crate::task::{Engine, Task};
use domains::{Calls, Keep};
use escapes::Escapes;
pub(crate) use instance::Executor;
use interp::Outcome;
use oracle::Oracle;
use search::{Progress, Search};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;
use verdict::{Cause, Claim, Gap, Openings, Place, Position, Size};
use walk::Walker;

/// Its name.
const ENGINE: &str = "concretize";

/// The engine, and how it goes about it.
#[derive(Clone, Debug, Default)]
pub struct Concretize {
    /// The most labels of a path; as many as there is time for if it is not said.
    pub path_length: Option<u32>,
    /// The domain of an analysis to be made first, unless there is one already.
    pub domain: Option<Domain>,
    /// How paths that no execution takes are dropped.
    pub pruning: Pruning,
    /// Whether the paths that are tried are kept, for people.
    pub explain: Explain,
    /// Who finds models.
    pub solver: solve::Backend,
}

/// How paths that no execution takes are dropped before they are whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    /// By the states of the analysis.
    pub states: States,
    /// By the solver.
    pub asking: Asking,
    /// Because a shorter one is as good.
    pub repeated: Repeated,
}

impl Default for Pruning {
    fn default() -> Pruning {
        Pruning {
            states: States::Everywhere,
            asking: Asking::Segments,
            repeated: Repeated::Walked,
        }
    }
}

/// Whether the paths that are tried are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Explain {
    /// No.
    #[default]
    Nothing,
    /// Each with its formulas.
    Paths,
}

impl Engine for Concretize {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        self.work(ENGINE, desk.limits().deadline(), task, desk);
    }
}

impl Concretize {
    /// Works until a time, by a name.
    pub(crate) fn work(
        &self,
        name: &'static str,
        until: Instant,
        task: &Task<'_>,
        desk: &Desk<'_>,
    ) {
        let started = Instant::now();
        let mut counters = Counters::default();
        self.analyse(name, until, task, desk);
        let alarms = desk
            .facts()
            .invariants
            .as_ref()
            .and_then(|one| one.alarms.clone());
        let mut claims = desk.ledger().open_claims();
        claims.retain(|claim| {
            alarms
                .as_ref()
                .is_none_or(|alarms| alarms.contains(&claim.id))
        });
        match self.refusal(task) {
            Some(gap) => {
                for claim in &claims {
                    let mut search = Search::new(None, self.pruning, started);
                    search.left.insert(Cause::Gap(gap.clone()));
                    leave(name, task, desk, claim, &search);
                }
            }
            None => {
                let found = Work::new(self, name, until, task, desk).run(claims);
                counters.add(found);
            }
        }
        desk.keep(Run {
            engine: name,
            stage: None,
            seconds: started.elapsed().as_secs_f64(),
            statistics: Some(Statistics {
                paths: counters.paths,
                steps: counters.suffixes,
                queries: counters.questions,
                matched: counters.pruned,
                ..Statistics::default()
            }),
        });
    }

    /// Makes the analysis that is asked for, and says what it proves.
    pub(crate) fn analyse(
        &self,
        name: &'static str,
        until: Instant,
        task: &Task<'_>,
        desk: &Desk<'_>,
    ) {
        let Some(domain) = self.domain else { return };
        if self.refusal(task).is_some() || desk.facts().invariants.is_some() {
            return;
        }
        match domain {
            Domain::Constants => propagate_constants(name, task, desk),
            Domain::Relations(domain) => analyse_relations(name, domain, until, task, desk),
        }
    }

    /// Why a task is none for this engine.
    pub(crate) fn refusal(&self, task: &Task<'_>) -> Option<Gap> {
        let place = Place::of(ir::Span::NONE);
        match (task.program.entry, task.caller) {
            (None, _) => Some(Gap::NoEntry),
            (Some(_), Caller::Unknown) => {
                let what = "walking backward to a caller that is not known".into();
                Some(Gap::Unable(place, what))
            }
            (Some(_), Caller::System) => None,
        }
    }
}

/// Propagates constants, and says what that proves.
fn propagate_constants(name: &'static str, task: &Task<'_>, desk: &Desk<'_>) {
    let claims = desk.ledger().open_claims();
    let invariants = analysis::constants(task.program, task.selected, &claims);
    let alarms = invariants.alarms.clone();
    desk.facts().invariants = Some(Arc::new(invariants));
    let Some(alarms) = alarms else { return };
    for claim in claims.iter().filter(|claim| !alarms.contains(&claim.id)) {
        let survey = Survey {
            openings: Openings::default(),
            alarms: BTreeSet::new(),
            visits: None,
            how: "constant propagation shows that no execution violates it".to_string(),
        };
        desk.conclude_claim(name, survey, claim.id);
    }
}

/// Analyses numbers, memory and relations, and says what that proves.
fn analyse_relations(
    name: &'static str,
    domain: domains::Domain,
    until: Instant,
    task: &Task<'_>,
    desk: &Desk<'_>,
) {
    let options = domains::Options {
        selected: task.selected,
        is_over: &|| desk.has_to_stop(until).is_some(),
        most_work: OPERATIONS_OF_ANALYSIS,
        careful_work: OPERATIONS_IN_DETAIL,
        keep: Keep::Invariants,
        calls: Calls::Chains,
        given: BTreeMap::new(),
    };
    let Ok(findings) = domain.analyze(task.program, &options) else {
        return;
    };
    analyze::conclude(name, &findings, task, desk, |_| true);
    // What holds where executions were followed need not hold where some were left.
    if findings.left.is_empty() {
        let invariants = analysis::relations(task.program, findings, domain);
        desk.facts().invariants = Some(Arc::new(invariants));
    }
}

/// A claim and the search for its violations.
struct Alarm {
    claim: Claim,
    search: Search,
    models: u32,
}

/// The work on a task.
struct Work<'a, 'd, 'p> {
    engine: &'a Concretize,
    name: &'static str,
    until: Instant,
    task: &'a Task<'p>,
    desk: &'a Desk<'d>,
    walker: Walker<'p>,
    oracle: Oracle,
    executor: Executor<'p>,
    escapes: Escapes,
    counters: Counters,
}

impl<'a, 'd, 'p> Work<'a, 'd, 'p> {
    fn new(
        engine: &'a Concretize,
        name: &'static str,
        until: Instant,
        task: &'a Task<'p>,
        desk: &'a Desk<'d>,
    ) -> Work<'a, 'd, 'p> {
        let invariants = desk.facts().invariants.clone();
        let interrupt = desk.limits().interrupt.clone();
        let states = engine.pruning.states;
        Work {
            engine,
            name,
            until,
            task,
            desk,
            walker: Walker::new(task.program, task.selected, invariants, states),
            oracle: Oracle::new(&engine.solver, until, interrupt),
            executor: Executor::new(task.program, task.selected, until),
            escapes: Escapes::of(task.program, task.selected),
            counters: Counters::default(),
        }
    }

    /// GENERATE-COUNTEREXAMPLES (Figure 5), for all alarms at once: each is searched up to a length
    /// before any is searched further.
    fn run(mut self, claims: Vec<Claim>) -> Counters {
        let mut open: Vec<Alarm> = Vec::new();
        for claim in claims {
            open.push(self.alarm(claim));
        }
        let mut length = self.engine.path_length.unwrap_or(FIRST_LENGTH_OF_PATHS);
        while !open.is_empty() {
            let mut later = Vec::new();
            for alarm in open {
                later.extend(self.advance(alarm, length));
            }
            open = later;
            length = length.saturating_mul(2);
        }
        self.counters
    }

    /// The search for violations of a claim: from each operation that checks it.
    fn alarm(&mut self, claim: Claim) -> Alarm {
        let Concretize {
            path_length,
            pruning,
            ..
        } = self.engine;
        let mut search = Search::new(*path_length, *pruning, self.until);
        search.tried = (self.engine.explain == Explain::Paths).then(Vec::new);
        for site in &claim.checks {
            let first = self.walker.failing(*site, claim.kind());
            search.start(&mut self.walker, first);
        }
        if claim.checks.is_empty() {
            let what = "a claim about the end of a call".into();
            let gap = Gap::Unable(Place::of(claim.span), what);
            search.left.insert(Cause::Gap(gap));
        }
        Alarm {
            claim,
            search,
            models: 0,
        }
    }

    /// Searches paths up to a length. The alarm again, if longer ones are left.
    fn advance(&mut self, mut alarm: Alarm, length: u32) -> Option<Alarm> {
        let nothing = Size { given: 0, steps: 0 };
        if self.desk.wants(alarm.claim.id, nothing) == Want::Refuted {
            self.told(alarm, None);
            return None;
        }
        loop {
            let (desk, deadline) = (self.desk, self.until);
            let terms = self.walker.terms.len();
            let stop = || match terms > TERMS_OF_BACKWARD_PATHS {
                true => Some(Gap::Memory),
                false => desk.has_to_stop(deadline),
            };
            let search = &mut alarm.search;
            match search.run(&mut self.walker, &mut self.oracle, length, &stop) {
                Progress::Reached => return Some(alarm),
                Progress::Exhausted => {
                    self.finish(alarm);
                    return None;
                }
                Progress::Stopped(gap) => {
                    alarm.search.left.insert(Cause::Gap(gap));
                    self.finish(alarm);
                    return None;
                }
                Progress::Found(path, model) => {
                    let inputs = path.trail.inputs();
                    let (terms, formula) = (&mut self.walker.terms, path.formula);
                    let values = self.oracle.small_values(terms, formula, &inputs, model);
                    if self.hand_in(&alarm.claim, &values) {
                        self.told(alarm, Some(&values));
                        return None;
                    }
                    alarm.models += 1;
                    let what =
                        "a path whose formula has a model that does not fail when it is executed";
                    let gap = Gap::Unable(Place::of(alarm.claim.span), what.into());
                    alarm.search.left.insert(Cause::Gap(gap));
                    if alarm.models >= MODELS_OF_A_CLAIM {
                        self.finish(alarm);
                        return None;
                    }
                }
            }
        }
    }

    /// Executes the program on values, and hands in the violation that it ends with. Whether that is
    /// a violation of the claim.
    fn hand_in(&self, claim: &Claim, values: &[u128]) -> bool {
        let executed = self.executor.execute(values);
        let Outcome::Violation(violation) = &executed.outcome else {
            return false;
        };
        let violation = violation.clone();
        let candidate = self.executor.candidate(executed, &violation);
        let is_claimed = candidate.claim == claim.id;
        self.desk.hand_in(self.name, candidate);
        is_claimed
    }

    /// No path is left to be tried: what that means, the ledger says.
    fn finish(&mut self, mut alarm: Alarm) {
        if alarm.search.left.is_empty() {
            let (desk, deadline) = (self.desk, self.until);
            let stop = || desk.has_to_stop(deadline);
            let escapes = &mut self.escapes;
            let gap = escapes.possible(&mut self.walker, &mut self.oracle, &stop);
            alarm.search.left.extend(gap.map(Cause::Gap));
        }
        leave(self.name, self.task, self.desk, &alarm.claim, &alarm.search);
        self.told(alarm, None);
    }

    /// Keeps what is to be known of a search.
    fn told(&mut self, alarm: Alarm, values: Option<&[u128]>) {
        self.counters.add(alarm.search.counters);
        if alarm.search.tried.is_some() {
            let explanation =
                explain::explanation(&mut self.walker, alarm.claim.id, &alarm.search, values);
            self.desk.facts().explanations.push(explanation);
        }
    }
}

/// Says of a claim why paths to it were left: it may be violated where it is checked.
fn leave(name: &'static str, task: &Task<'_>, desk: &Desk<'_>, claim: &Claim, search: &Search) {
    let checks = claim.checks.iter();
    let at = checks.map(|(procedure, edge)| (*procedure, task.program[*procedure][*edge].from));
    let position = Position::new(at);
    let mut openings = Openings::default();
    for cause in &search.left {
        openings.add(cause.clone(), position.clone());
    }
    let Counters {
        paths,
        pruned,
        turns,
        ..
    } = search.counters;
    let survey = Survey {
        openings,
        alarms: BTreeSet::new(),
        visits: None,
        how: format!(
            "none of the paths to it leads into a violation, and no other is left ({paths} whole \
             paths, {pruned} that end before the start, after {turns} turns of loops at most)"
        ),
    };
    desk.conclude_claim(name, survey, claim.id);
}
