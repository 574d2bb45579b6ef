//! How far it is to claims that no path has come to.
//!
//! Distances count edges over the graph of the whole program: a call leads into the procedure that
//! is called and, over the shortest way through it, past it; a return leads on behind the call that
//! a state waits for.

use crate::graph::{Distance, Distances, FAR, Functions, Graph, at};
use crate::symbolic::state::State;
use ir::{ClaimSet, Edge, EdgeId, Op, Origin, Procedure, ProcedureId, Program, Target};

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
        let graph = Graph::new(program, Functions::Addressed);
        let claims_of = |procedure: &Procedure| {
            let edges = procedure.edges.iter();
            edges
                .map(|edge| is_claim(program, procedure, edge, claims))
                .collect()
        };
        let open: Vec<Vec<bool>> = program.procedures.iter().map(claims_of).collect();
        let to_return = graph.distances_to_return();
        let to_claim = distances_to_claim(&graph, &open, &to_return);
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
            self.to_claim = distances_to_claim(&self.graph, &self.open, &self.to_return);
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

/// How far it is to claims that no path has come to.
fn distances_to_claim(graph: &Graph<'_>, open: &[Vec<bool>], to_return: &Distances) -> Distances {
    graph.fixpoint(|distances, (procedure, id), edge| {
        if open[procedure.0 as usize][id.0 as usize] {
            return 0;
        }
        let behind = at(distances, procedure, edge.to);
        match &edge.op {
            Op::Return(_) | Op::Halt(_) | Op::Unsupported(_) => FAR,
            Op::Call { target, .. } => {
                let call = (procedure, edge.from);
                let past = graph.inside(to_return, call, target).saturating_add(behind);
                graph.inside(distances, call, target).min(past)
            }
            _ => behind.saturating_add(1),
        }
    })
}
