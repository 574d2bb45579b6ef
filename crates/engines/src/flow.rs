//! What is known of procedures before they are executed: their loops, and which locals matter
//! where.

use ir::liveness::{LocalSet, liveness};
use ir::{EdgeId, LocalId, Location, Procedure, ProcedureId, Program};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// What is known of each procedure, found out when it is first asked for.
pub(crate) struct Flow<'p> {
    program: &'p Program,
    procedures: Vec<OnceCell<ProcedureFlow>>,
}

struct ProcedureFlow {
    /// Whether an edge is one of those of which every turn of a loop takes one.
    cuts: Vec<bool>,
    /// Whether an edge leads to where a loop starts.
    into_loops: Vec<bool>,
    /// The locals whose values can still be used, by location.
    live: Vec<LocalSet>,
}

impl<'p> Flow<'p> {
    pub(crate) fn new(program: &'p Program) -> Flow<'p> {
        Flow {
            program,
            procedures: program.procedures.iter().map(|_| OnceCell::new()).collect(),
        }
    }

    fn procedure(&self, id: ProcedureId) -> &ProcedureFlow {
        self.procedures[id.0 as usize].get_or_init(|| {
            let procedure = &self.program[id];
            ProcedureFlow {
                cuts: cuts(procedure),
                into_loops: into_loops(procedure),
                live: liveness(procedure),
            }
        })
    }

    /// Whether an edge is one of a loop after which states are matched.
    pub(crate) fn is_cut(&self, procedure: ProcedureId, edge: EdgeId) -> bool {
        self.procedure(procedure).cuts[edge.0 as usize]
    }

    /// Whether an edge leads to where a loop starts, before its condition is decided.
    pub(crate) fn is_into_loop(&self, procedure: ProcedureId, edge: EdgeId) -> bool {
        self.procedure(procedure).into_loops[edge.0 as usize]
    }

    /// Whether the value of a local can still be used from a location on.
    pub(crate) fn is_live(&self, id: ProcedureId, location: Location, local: LocalId) -> bool {
        self.procedure(id).live[location.0 as usize].contains(local)
    }
}

/// For each loop, the edge into its body: after its condition was decided, so that whatever the
/// condition accesses has been accessed (Section 7). Of a loop without a condition at its start,
/// the edges to its head.
fn cuts(procedure: &Procedure) -> Vec<bool> {
    let mut cuts = vec![false; procedure.edges.len()];
    for (head, sources) in back_edges(procedure) {
        let inside = natural_loop(procedure, head, &sources);
        match edge_into_body(procedure, head, &inside) {
            Some(edge) => cuts[edge.0 as usize] = true,
            None => {
                for (cut, edge) in cuts.iter_mut().zip(&procedure.edges) {
                    *cut |= edge.to == head;
                }
            }
        }
    }
    cuts
}

fn into_loops(procedure: &Procedure) -> Vec<bool> {
    let heads = back_edges(procedure);
    let edges = procedure.edges.iter();
    edges.map(|edge| heads.contains_key(&edge.to)).collect()
}

/// The locations where loops start again, each with those from which it does: the edges that lead
/// back to a location on the current depth-first path.
fn back_edges(procedure: &Procedure) -> BTreeMap<Location, Vec<Location>> {
    let count = procedure.locations();
    let mut found: BTreeMap<Location, Vec<Location>> = BTreeMap::new();
    if count == 0 {
        return found;
    }
    let mut seen = vec![false; count];
    let mut on_path = vec![false; count];
    let mut stack = vec![(procedure.entry, 0)];
    seen[procedure.entry.0 as usize] = true;
    on_path[procedure.entry.0 as usize] = true;
    while let Some((location, next)) = stack.last_mut() {
        let from = *location;
        match procedure.outgoing[from.0 as usize].get(*next) {
            Some(edge) => {
                *next += 1;
                let to = procedure[*edge].to;
                if on_path[to.0 as usize] {
                    found.entry(to).or_default().push(from);
                } else if !seen[to.0 as usize] {
                    seen[to.0 as usize] = true;
                    on_path[to.0 as usize] = true;
                    stack.push((to, 0));
                }
            }
            None => {
                on_path[from.0 as usize] = false;
                stack.pop();
            }
        }
    }
    found
}

/// The locations of a loop: from which a source of its back edges is reached without its head.
fn natural_loop(procedure: &Procedure, head: Location, sources: &[Location]) -> Vec<bool> {
    let mut incoming = vec![Vec::new(); procedure.locations()];
    for edge in &procedure.edges {
        incoming[edge.to.0 as usize].push(edge.from);
    }
    let mut inside = vec![false; procedure.locations()];
    inside[head.0 as usize] = true;
    let mut pending = sources.to_vec();
    while let Some(location) = pending.pop() {
        if !std::mem::replace(&mut inside[location.0 as usize], true) {
            pending.extend(&incoming[location.0 as usize]);
        }
    }
    inside
}

/// The edge that stays, at the last way out of a loop on the stretch from its head that every turn
/// passes before an inner loop or a choice.
fn edge_into_body(procedure: &Procedure, head: Location, inside: &[bool]) -> Option<EdgeId> {
    let mut body = None;
    let mut at = head;
    loop {
        let outgoing = &procedure.outgoing[at.0 as usize];
        let stays = |edge: &&EdgeId| inside[procedure[**edge].to.0 as usize];
        let staying: Vec<EdgeId> = outgoing.iter().filter(stays).copied().collect();
        let [edge] = staying[..] else {
            return body;
        };
        if outgoing.len() > 1 {
            body = Some(edge);
        }
        at = procedure[edge].to;
        let entries = procedure.edges.iter().filter(|edge| edge.to == at);
        // Where other edges come in, an inner loop may start.
        if at == head || entries.count() > 1 {
            return body;
        }
    }
}
