//! How far it is to claims that no path has come to.
//!
//! Distances count edges over the graph of the whole program: a call leads into the procedure that
//! is called and, over the shortest way through it, past it; a return leads on behind the call that
//! a state waits for.

use super::state::State;
use ir::{ClaimSet, DatumValue, Edge, EdgeId, Expr, Location, Op, Origin, ProcedureId, Program};
use ir::{Procedure, Target};
use std::collections::BTreeSet;

/// A number of edges.
pub(crate) type Distance = u32;

/// There is no way.
const FAR: Distance = Distance::MAX;

/// For each location of each procedure, how far it is from there.
type Distances = Vec<Vec<Distance>>;

/// Knows the way to claims that no path has come to.
pub(crate) struct Guide<'p> {
    graph: Graph<'p>,
    /// By procedure and edge, whether it is a claim to come to.
    open: Vec<Vec<bool>>,
    to_return: Distances,
    to_claim: Distances,
    /// Whether claims were reached since the distances were measured.
    stale: bool,
}

impl<'p> Guide<'p> {
    pub(crate) fn new(program: &'p Program, claims: ClaimSet) -> Guide<'p> {
        let graph = Graph {
            program,
            indirect: addressed(program),
        };
        let claims_of = |procedure: &Procedure| {
            let edges = procedure.edges.iter();
            edges
                .map(|edge| is_claim(program, procedure, edge, claims))
                .collect()
        };
        let open: Vec<Vec<bool>> = program.procedures.iter().map(claims_of).collect();
        let to_return = graph.measure_returns();
        let to_claim = graph.measure_claims(&open, &to_return);
        Guide {
            graph,
            open,
            to_return,
            to_claim,
            stale: false,
        }
    }

    /// A path came over an edge.
    pub(crate) fn reach(&mut self, procedure: ProcedureId, edge: EdgeId) {
        let open = &mut self.open[procedure.0 as usize][edge.0 as usize];
        self.stale |= std::mem::take(open);
    }

    /// Measures again if there are claims that paths have come to since; whether there were.
    pub(crate) fn refresh(&mut self) -> bool {
        let stale = std::mem::take(&mut self.stale);
        if stale {
            self.to_claim = self.graph.measure_claims(&self.open, &self.to_return);
        }
        stale
    }

    /// How far a state is from the nearest claim that no path has come to.
    pub(crate) fn distance(&self, state: &State) -> Distance {
        let mut nearest = FAR;
        let mut so_far: Distance = 0;
        for (frame, edge) in state.frames() {
            let procedure = &self.graph.program[frame.procedure];
            let location = edge.map_or(frame.location, |edge| procedure[edge].to);
            let from_here = |distances| at(distances, frame.procedure, location);
            nearest = nearest.min(so_far.saturating_add(from_here(&self.to_claim)));
            so_far = so_far.saturating_add(from_here(&self.to_return));
        }
        nearest
    }
}

/// Whether an edge is something to come to: a claim in the user's code, or a call from there into
/// the library, where claims are those of the call.
fn is_claim(program: &Program, procedure: &Procedure, edge: &Edge, claims: ClaimSet) -> bool {
    if procedure.origin != Origin::User {
        return false;
    }
    match &edge.op {
        Op::Check(check) => claims.contains(check.kind),
        Op::Call {
            target: Target::Direct(callee),
            ..
        } => program[*callee].origin == Origin::Library,
        _ => false,
    }
}

/// The procedures whose address is taken somewhere: those that an indirect call can lead to.
fn addressed(program: &Program) -> Vec<ProcedureId> {
    let mut found = BTreeSet::new();
    for edge in program.procedures.iter().flat_map(|one| &one.edges) {
        edge.op.for_each_expr(&mut |expr| {
            expr.for_each(&mut |part| {
                if let Expr::Procedure(id) = part {
                    found.insert(*id);
                }
            });
        });
    }
    for datum in program.globals.iter().flat_map(|global| &global.data) {
        if let DatumValue::Procedure(id) = datum.value {
            found.insert(id);
        }
    }
    found.into_iter().collect()
}

struct Graph<'p> {
    program: &'p Program,
    indirect: Vec<ProcedureId>,
}

impl Graph<'_> {
    fn callees<'a>(&'a self, target: &'a Target) -> &'a [ProcedureId] {
        match target {
            Target::Direct(id) => std::slice::from_ref(id),
            Target::Indirect(_) => &self.indirect,
        }
    }

    /// The shortest of the ways that start with a call.
    fn inside(&self, distances: &Distances, target: &Target) -> Distance {
        let entries = self.callees(target).iter().filter_map(|id| {
            let entry = self.program[*id].entry;
            distances[id.0 as usize].get(entry.0 as usize).copied()
        });
        entries.min().unwrap_or(FAR).saturating_add(1)
    }

    fn measure_returns(&self) -> Distances {
        self.fixpoint(|distances, (procedure, _), edge| {
            let behind = at(distances, procedure, edge.to);
            match &edge.op {
                Op::Return(_) => 1,
                Op::Halt(_) | Op::Unsupported(_) => FAR,
                Op::Call { target, .. } => self.inside(distances, target).saturating_add(behind),
                _ => behind.saturating_add(1),
            }
        })
    }

    fn measure_claims(&self, open: &[Vec<bool>], to_return: &Distances) -> Distances {
        self.fixpoint(|distances, (procedure, id), edge| {
            if open[procedure.0 as usize][id.0 as usize] {
                return 0;
            }
            let behind = at(distances, procedure, edge.to);
            match &edge.op {
                Op::Return(_) | Op::Halt(_) | Op::Unsupported(_) => FAR,
                Op::Call { target, .. } => {
                    let past = self.inside(to_return, target).saturating_add(behind);
                    self.inside(distances, target).min(past)
                }
                _ => behind.saturating_add(1),
            }
        })
    }

    /// The least distances that satisfy: from a location it is as far as over the best of its edges.
    fn fixpoint(
        &self,
        over: impl Fn(&Distances, (ProcedureId, EdgeId), &Edge) -> Distance,
    ) -> Distances {
        let procedures = self.program.procedures.iter();
        let mut distances: Distances = procedures.map(|one| vec![FAR; one.locations()]).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (id, procedure) in self.program.procedures() {
                for (index, edge) in procedure.edges.iter().enumerate().rev() {
                    let way = over(&distances, (id, EdgeId(index as u32)), edge);
                    let from = &mut distances[id.0 as usize][edge.from.0 as usize];
                    changed |= way < *from;
                    *from = way.min(*from);
                }
            }
        }
        distances
    }
}

fn at(distances: &Distances, procedure: ProcedureId, location: Location) -> Distance {
    distances[procedure.0 as usize][location.0 as usize]
}
