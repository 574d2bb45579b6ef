//! The engine `infer`: claims about callers without reading every callee.
//!
//! After Taghdiri and Jackson, *Inferring Specifications to Detect Errors in Code*. Calls are replaced
//! by specifications that say no more than what the callee may change; the abstract program and the
//! negated claim become a relational formula, within a bound on loops and heaps. A solution is a trace
//! whose calls are checked against their callees, top-down; a call that its callee cannot do yields,
//! from the proof of that, a specification that rules it out (Figure 1).

mod classes;
mod contract;
mod explain;
mod frame;
mod given;
mod heap;
mod numbers;
mod refine;
mod region;
mod schema;
mod spec;
mod start;
mod translate;
mod unroll;
mod value;
mod witnessed;

pub use explain::{Inferred, Specification};
pub use refine::{Effort, Order};

use crate::desk::{Desk, Run};
use crate::environment::Caller;
use crate::ledger::Survey;
use crate::limits::tuning::{DEEPEST_SCOPE, FIRST_SCOPE};
use crate::statistics::Statistics;
use crate::task::{Engine, Task};
use ::contract::Clause;
use classes::Classes;
use frame::Frames;
use ir::{ClaimKind, ProcedureId, liveness::LocalSet};
use logic::relational::Formula;
use refine::{Answer, Search};
use region::{Refusal, Region};
use schema::Schema;
use spec::Specs;
use start::{Beginning, Start};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use translate::Translator;
use unroll::Unrolled;
use verdict::{
    Bound, Candidate, Cause, Claim, Gap, Length, Openings, Place, Position, Size, Witness,
};

/// Its name.
const ENGINE: &str = "infer";

/// The engine, and how it goes about it.
#[derive(Clone, Debug, Default)]
pub struct Infer {
    /// How many objects of each class there are at most; more and more while there is time if it is
    /// not said.
    pub scope: Option<u32>,
    /// How often loops come around, and how many calls of a procedure are inside each other, at most.
    pub unroll: Option<u32>,
    /// In which order the calls of a trace are checked.
    pub order: Order,
    /// How calls are treated.
    pub calls: Calls,
}

/// A bound: iterations and objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Iterations of each loop, and calls of a procedure inside each other.
    pub unroll: u32,
    /// Objects of each class.
    pub scope: u32,
}

impl Engine for Infer {
    fn name(&self) -> &'static str {
        ENGINE
    }

    fn run(&self, task: &Task<'_>, desk: &Desk<'_>) {
        let started = Instant::now();
        let mut claims = desk.ledger().open_claims();
        claims.retain(|claim| claim.kind() == ClaimKind::Postcondition);
        for claim in &claims {
            self.settle(task, desk, claim);
        }
        desk.keep(Run {
            engine: ENGINE,
            stage: None,
            seconds: started.elapsed().as_secs_f64(),
            statistics: Some(Statistics::default()),
        });
    }
}

/// What was found out about a clause within a bound.
#[derive(Clone, Debug)]
pub struct Settled {
    /// A heap that violates it; none if no execution within the bound does.
    pub witness: Option<Witness>,
    /// What it took.
    pub effort: Effort,
    /// What was inferred.
    pub specifications: Vec<Specification>,
    /// The bounds within which there is no violation.
    bounds: BTreeSet<Bound>,
}

/// Why nothing was found out.
#[derive(Clone, Debug)]
pub enum Failure {
    /// Something cannot be translated.
    Refused(Gap),
    /// It was stopped.
    Stopped,
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        let place = Place::of(refusal.span);
        Failure::Refused(Gap::Unable(place, refusal.what.into()))
    }
}

/// How the calls of the procedure are treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Calls {
    /// They have specifications that are inferred.
    #[default]
    Inferred,
    /// All are inlined.
    Inlined,
}

impl Infer {
    /// Settles a claim within larger and larger bounds.
    fn settle(&self, task: &Task<'_>, desk: &Desk<'_>, claim: &Claim) {
        let clauses = task.contract.iter().flat_map(|contract| contract.ensures());
        let Some(clause) = clauses.into_iter().find(|clause| clause.span == claim.span) else {
            return;
        };
        let limits = solve::Limits {
            deadline: Some(desk.limits().deadline()),
            interrupt: desk.limits().interrupt.clone(),
        };
        let mut cause = BTreeSet::from([Cause::Gap(Gap::Time)]);
        let mut told = None;
        for extent in self.extents() {
            if desk.has_to_stop(desk.limits().deadline()).is_some() {
                break;
            }
            match self.within(task, clause, extent, &limits) {
                Ok(settled) => {
                    told = Some(Inferred {
                        claim: claim.id,
                        extent,
                        effort: settled.effort,
                        specifications: settled.specifications,
                    });
                    if let Some(witness) = settled.witness {
                        hand_in(task, desk, claim, witness);
                        cause = BTreeSet::from([Cause::Gap(Gap::Found)]);
                        break;
                    }
                    cause = settled.bounds.into_iter().map(Cause::Bound).collect();
                }
                Err(Failure::Refused(gap)) => {
                    cause = BTreeSet::from([Cause::Gap(gap)]);
                    break;
                }
                Err(Failure::Stopped) => break,
            }
        }
        desk.facts().inferred.extend(told);
        conclude(task, desk, claim, cause);
    }

    /// The bounds, one after the other.
    fn extents(&self) -> Vec<Extent> {
        let first = FIRST_SCOPE;
        let last = match (self.scope, self.unroll) {
            (Some(_), Some(_)) => first,
            _ => DEEPEST_SCOPE,
        };
        let all = (first..=last).map(|size| Extent {
            unroll: self.unroll.unwrap_or(size),
            scope: self.scope.unwrap_or(size),
        });
        all.collect()
    }

    /// Settles a clause of the contract of the procedure that an unknown caller calls, within a bound.
    ///
    /// # Errors
    ///
    /// If something cannot be translated, or the search is stopped.
    pub fn within(
        &self,
        task: &Task<'_>,
        clause: &Clause,
        extent: Extent,
        limits: &solve::Limits,
    ) -> Result<Settled, Failure> {
        let began = Instant::now();
        let start = start(task, clause)?;
        let region = Region::of(task.program, start.procedure)?;
        let mut classes = Classes::of(&region)?;
        collect_contract(task, clause, &start, &mut classes)?;
        given::unite(task.program, &mut classes, start.procedure)?;
        let schema = Schema::new(task.program, classes, start.procedure, extent.scope)?;
        let beginning = Beginning::of(&schema, &start)?;
        let required = required(task, &schema, &start, &beginning)?;
        let (unrolled, live) = unroll_all(&region, extent.unroll)?;
        let frames = Frames::of(&region, &schema);
        let translator = Translator {
            region: &region,
            schema: &schema,
            frames: &frames,
            unrolled: &unrolled,
            live: &live,
        };
        let mut search = Search {
            translator: &translator,
            procedure: start.procedure,
            beginning: &beginning,
            required: &required,
            nesting: extent.unroll,
            order: self.order,
            limits: limits.clone(),
            specs: Specs::new(),
            effort: Effort::default(),
        };
        let answer = match self.calls {
            Calls::Inferred => search.run(clause)?,
            Calls::Inlined => search.run_inlined(clause)?,
        };
        let effort = Effort {
            seconds: began.elapsed().as_secs_f64(),
            ..search.effort
        };
        let specifications = explain::specifications(&translator, &search.specs);
        let mut bounds = BTreeSet::from([Bound::Objects(extent.scope)]);
        if unrolled.values().any(|it| it.is_cut) {
            bounds.insert(Bound::Iterations(extent.unroll));
        }
        if region.is_recursive() {
            bounds.insert(Bound::Calls(extent.unroll));
        }
        let left_out = schema.left_out.iter().cloned();
        bounds.extend(left_out.map(Bound::Environment));
        match answer {
            Answer::Stopped => Err(Failure::Stopped),
            Answer::Holds => Ok(Settled {
                witness: None,
                effort,
                specifications,
                bounds,
            }),
            Answer::Violated(structure) => Ok(Settled {
                witness: Some(heap::witness(&schema, &start, &beginning, &structure)),
                effort,
                specifications,
                bounds,
            }),
        }
    }
}

/// The call that is checked, if it is one for this engine.
fn start(task: &Task<'_>, clause: &Clause) -> Result<Start, Failure> {
    let refuse = |what: &str| Err(Failure::from(Refusal::new(clause.span, what)));
    if task.caller != Caller::Unknown {
        return refuse("a program that nobody calls");
    }
    let assumed = task.assumed;
    if assumed.nonnull || assumed.acyclic || assumed.noalias {
        return refuse("a caller of whom something is assumed");
    }
    match Start::of(task.program) {
        Some(start) => Ok(start),
        None => refuse("a call that is not known"),
    }
}

/// Puts what the contract speaks of into the classes of the program.
fn collect_contract(
    task: &Task<'_>,
    clause: &Clause,
    start: &Start,
    classes: &mut Classes,
) -> Result<(), Refusal> {
    let required = task
        .contract
        .iter()
        .flat_map(|contract| contract.requires());
    for clause in required.chain([clause]) {
        let mut collector = contract::Collector {
            program: task.program,
            classes,
            procedure: start.procedure,
            span: clause.span,
        };
        collector.formula(&clause.formula, &mut Vec::new())?;
    }
    match task.contract.as_ref().and_then(|it| it.invariants.first()) {
        Some(_) => Err(Refusal::new(clause.span, "invariants of classes")),
        None => Ok(()),
    }
}

/// What the caller sees to.
fn required(
    task: &Task<'_>,
    schema: &Schema<'_>,
    start: &Start,
    beginning: &Beginning,
) -> Result<Vec<Formula>, Refusal> {
    let clauses = task
        .contract
        .iter()
        .flat_map(|contract| contract.requires());
    let required = clauses.map(|clause| {
        let speaker = contract::Speaker {
            schema,
            procedure: start.procedure,
            arguments: &beginning.arguments,
            result: None,
            before: &beginning.before,
            after: &beginning.before,
            span: clause.span,
        };
        speaker.formula(&clause.formula)
    });
    required.collect()
}

type Unrollings = (
    BTreeMap<ProcedureId, Unrolled>,
    BTreeMap<ProcedureId, Vec<LocalSet>>,
);

fn unroll_all(region: &Region<'_>, iterations: u32) -> Result<Unrollings, Refusal> {
    let mut unrolled = BTreeMap::new();
    let mut live = BTreeMap::new();
    for id in region.procedures() {
        unrolled.insert(id, unroll::unroll(region, id, iterations)?);
        live.insert(id, ir::liveness::liveness(&region.program[id]));
    }
    Ok((unrolled, live))
}

/// Where executions go on that do not fail after all: anywhere behind the start.
fn position(task: &Task<'_>) -> Position {
    let entry = task.program.entry;
    Position::new(entry.map(|entry| (entry, task.program[entry].entry)))
}

fn hand_in(task: &Task<'_>, desk: &Desk<'_>, claim: &Claim, witness: Witness) {
    let size = Size {
        given: witness.objects.len() + witness.arguments.len(),
        steps: 0,
    };
    let candidate = Candidate {
        claim: claim.id,
        span: claim.span,
        witness,
        size,
        position: position(task),
        length: Length::Interpretable,
        notes: Vec::new(),
    };
    desk.hand_in(ENGINE, candidate);
}

fn conclude(task: &Task<'_>, desk: &Desk<'_>, claim: &Claim, causes: BTreeSet<Cause>) {
    let mut openings = Openings::default();
    for cause in causes {
        openings.add(cause, position(task));
    }
    let survey = Survey {
        openings,
        alarms: BTreeSet::new(),
        visits: None,
        how: String::new(),
    };
    desk.conclude_claim(ENGINE, survey, claim.id);
}
