//! The analysis whose alarms are concretised, where none has been made before: constant propagation,
//! as the paper has it, or any domain of relations.

use super::escapes::Escapes;
use crate::analyze::claim_of;
use crate::facts::{Invariant, Invariants};
use crate::flow::Flow;
use domains::Findings;
use domains::constants::{Constants, State};
use ir::{ClaimSet, Condition, Expr, Location, Op, ProcedureId, Program};
use rustc_hash::FxHashMap;
use std::str::FromStr;
use verdict::{Claim, Step};

/// An abstract domain that the engine can analyse a program with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// Constant propagation.
    Constants,
    /// Numbers, memory, and relations of a kind.
    Relations(domains::Domain),
}

impl Domain {
    /// Its name, for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Domain::Constants => "constants",
            Domain::Relations(domain) => domain.name(),
        }
    }
}

impl FromStr for Domain {
    type Err = String;

    fn from_str(text: &str) -> Result<Domain, String> {
        match text {
            "constants" => Ok(Domain::Constants),
            _ => text.parse().map(Domain::Relations),
        }
    }
}

/// What an analysis with relations has found.
pub(crate) fn relations(
    program: &Program,
    mut findings: Findings,
    domain: domains::Domain,
) -> Invariants {
    let mut states = FxHashMap::default();
    for (id, procedure) in program.procedures() {
        for index in 0..procedure.locations() {
            let place = (id, Location(index as u32));
            let invariant = match findings.invariants.remove(&place) {
                None => Invariant::Unreachable,
                Some(known) => Invariant::Holds(known.conditions),
            };
            states.insert(place, invariant);
        }
    }
    Invariants {
        domain: domain.name(),
        states,
        alarms: Some(findings.alarms.iter().map(claim_of).collect()),
    }
}

/// What constant propagation finds out about a program, and which of the claims it cannot prove.
pub(crate) fn constants(program: &Program, selected: ClaimSet, claims: &[Claim]) -> Invariants {
    let analysis = Analysis::of(program);
    let mut states = FxHashMap::default();
    let flow = Flow::new(program);
    for (id, procedure) in program.procedures() {
        for index in 0..procedure.locations() {
            let location = Location(index as u32);
            let invariant = match analysis.at(id, location) {
                None => Invariant::Unreachable,
                Some(state) => {
                    let conditions = state.conditions(procedure).into_iter();
                    // What is never used again restricts nothing.
                    let live = conditions.filter(|condition| {
                        let mut is_live = true;
                        condition.for_each_local(&mut |local| {
                            is_live &= flow.is_live(id, location, local);
                        });
                        is_live
                    });
                    Invariant::Holds(live.collect())
                }
            };
            if invariant != Invariant::Holds(Vec::new()) {
                states.insert((id, location), invariant);
            }
        }
    }
    // Where executions may go on anywhere, the analysis proves nothing.
    let escapes = Escapes::of(program, selected);
    let alarms = escapes.is_empty().then(|| {
        let open = claims.iter().filter(|claim| !analysis.proves(claim));
        open.map(|claim| claim.id).collect()
    });
    Invariants {
        domain: Domain::Constants.name(),
        states,
        alarms,
    }
}

struct Analysis<'p> {
    program: &'p Program,
    procedures: Vec<Constants>,
}

impl<'p> Analysis<'p> {
    fn of(program: &'p Program) -> Analysis<'p> {
        let procedures = program.procedures.iter();
        Analysis {
            program,
            procedures: procedures
                .map(|procedure| Constants::of(program, procedure))
                .collect(),
        }
    }

    fn at(&self, procedure: ProcedureId, location: Location) -> Option<&State> {
        self.procedures.get(procedure.0 as usize)?.at(location)
    }

    /// Whether a claim holds wherever it is checked.
    fn proves(&self, claim: &Claim) -> bool {
        !claim.checks.is_empty() && claim.checks.iter().all(|step| self.holds(*step))
    }

    fn holds(&self, (procedure, edge): Step) -> bool {
        let body = &self.program[procedure];
        let edge = &body[edge];
        let Some(state) = self.at(procedure, edge.from) else {
            return true;
        };
        let holds = |condition: &Expr| state.evaluate(self.program.data_model, body, condition);
        match &edge.op {
            Op::Check(check) => match &check.condition {
                Condition::Holds(condition) => holds(condition) == Some(1),
                _ => false,
            },
            _ => false,
        }
    }
}
