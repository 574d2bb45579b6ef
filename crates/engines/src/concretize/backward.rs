//! The program's graph backward: how an execution can have come to a location.

use crate::flow::Flow;
use crate::graph::{Functions, Graph};
use ir::{Edge, EdgeId, LocalId, Location, Op, Procedure, ProcedureId, Program, Storage, Target};
use std::collections::BTreeSet;

/// A call: the procedure it is in, and its edge.
pub(crate) type Site = (ProcedureId, EdgeId);

/// The graph of a program, for walking backward.
pub(crate) struct Backward<'p> {
    pub(crate) program: &'p Program,
    pub(crate) flow: Flow<'p>,
    procedures: Vec<Incoming>,
}

/// How executions come to the locations of a procedure.
#[derive(Default)]
struct Incoming {
    /// The edges to each location; returns and ends of the program lead nowhere.
    edges: Vec<Vec<EdgeId>>,
    /// The edges that return.
    returns: Vec<EdgeId>,
    /// The calls that can lead here.
    sites: Vec<Site>,
    /// The procedures that each call edge can lead to.
    callees: Vec<(EdgeId, Vec<ProcedureId>)>,
    scopes: Scopes,
}

/// The stack objects of an activation, which end when it returns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Scopes {
    /// None.
    #[default]
    None,
    /// Those whose addresses these locals hold.
    Held(Vec<LocalId>),
    /// Some may have no local that holds its address at the end.
    Unknown,
}

/// Who can have called the procedure that a path begins in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Callers {
    /// The call that is waiting for it to return.
    Waiting,
    /// Any call of it, or the system.
    Any,
}

/// What the last step before a location can have been.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Before {
    /// An operation that is no call.
    Operation(EdgeId),
    /// The return of a procedure that a call edge called, by an edge of its own.
    Return {
        call: EdgeId,
        callee: ProcedureId,
        edge: EdgeId,
    },
    /// The entry into the procedure, from a call that is not known yet.
    Call(Site),
    /// The entry into the procedure, from the call that is waiting.
    Waiting,
    /// The start of the program.
    Start,
}

impl<'p> Backward<'p> {
    pub(crate) fn new(program: &'p Program) -> Backward<'p> {
        let graph = Graph::new(program, Functions::Addressed);
        let mut procedures: Vec<Incoming> = Vec::new();
        procedures.resize_with(program.procedures.len(), Incoming::default);
        for (id, procedure) in program.procedures() {
            let mut edges = vec![Vec::new(); procedure.locations()];
            for (index, edge) in procedure.edges.iter().enumerate() {
                let number = EdgeId(index as u32);
                match &edge.op {
                    Op::Return(_) => procedures[id.0 as usize].returns.push(number),
                    Op::Halt(_) => {}
                    op => {
                        edges[edge.to.0 as usize].push(number);
                        let Op::Call { target, .. } = op else {
                            continue;
                        };
                        let callees = graph.callees((id, edge.from), target).to_vec();
                        for callee in &callees {
                            procedures[callee.0 as usize].sites.push((id, number));
                        }
                        procedures[id.0 as usize].callees.push((number, callees));
                    }
                }
            }
            procedures[id.0 as usize].edges = edges;
            procedures[id.0 as usize].scopes = scopes(program, id);
        }
        Backward {
            program,
            flow: Flow::new(program),
            procedures,
        }
    }

    /// What ends when a procedure returns.
    pub(crate) fn scopes(&self, procedure: ProcedureId) -> &Scopes {
        &self.procedures[procedure.0 as usize].scopes
    }

    /// How an execution can have come to a location: in the order of the source.
    pub(crate) fn before(
        &self,
        procedure: ProcedureId,
        location: Location,
        callers: Callers,
    ) -> Vec<Before> {
        let incoming = &self.procedures[procedure.0 as usize];
        let mut found = Vec::new();
        if self.program[procedure].entry == location {
            match callers {
                Callers::Waiting => found.push(Before::Waiting),
                Callers::Any => {
                    if self.program.entry == Some(procedure) {
                        found.push(Before::Start);
                    }
                    found.extend(incoming.sites.iter().map(|site| Before::Call(*site)));
                }
            }
        }
        for &edge in &incoming.edges[location.0 as usize] {
            match &self.program[procedure][edge].op {
                Op::Call { .. } => {
                    let calls = incoming.callees.iter().filter(|(call, _)| *call == edge);
                    for callee in calls.flat_map(|(_, callees)| callees) {
                        let returns = &self.procedures[callee.0 as usize].returns;
                        found.extend(returns.iter().map(|by| Before::Return {
                            call: edge,
                            callee: *callee,
                            edge: *by,
                        }));
                    }
                }
                _ => found.push(Before::Operation(edge)),
            }
        }
        found
    }

    /// The procedures that a call can lead to.
    pub(crate) fn callees(&self, (procedure, edge): Site) -> &[ProcedureId] {
        let mut calls = self.procedures[procedure.0 as usize].callees.iter();
        let call = calls.find(|(call, _)| *call == edge);
        call.map_or(&[], |(_, callees)| callees)
    }

    /// Whether an edge of a loop leads to a location, so that a path can come by it again and again.
    pub(crate) fn is_loop_head(&self, procedure: ProcedureId, location: Location) -> bool {
        let incoming = &self.procedures[procedure.0 as usize].edges[location.0 as usize];
        let mut edges = incoming.iter();
        edges.any(|edge| self.flow.is_into_loop(procedure, *edge))
    }

    /// The address that a call goes to, if it is computed.
    pub(crate) fn indirect(&self, (procedure, edge): Site) -> Option<&'p ir::Expr> {
        match &self.program[procedure][edge].op {
            Op::Call {
                target: Target::Indirect(address),
                ..
            } => Some(address),
            _ => None,
        }
    }
}

/// The locals that hold the addresses of a procedure's stack objects: each is set by making its
/// object and by nothing else, and not again before that object has ended.
fn scopes(program: &Program, id: ProcedureId) -> Scopes {
    let procedure = &program[id];
    let mut held = BTreeSet::new();
    for edge in &procedure.edges {
        let Op::Alloc { dest, object } = &edge.op else {
            continue;
        };
        if object.storage != Storage::Stack {
            continue;
        }
        let writes = procedure.edges.iter();
        let writes = writes
            .filter(|other| other.op.dest() == Some(*dest))
            .count();
        let mut others = procedure.edges.iter();
        let ends = others.any(|other| other.op == Op::EndScope(*dest));
        if writes > 1 || (!ends && comes_back(procedure, edge)) {
            return Scopes::Unknown;
        }
        held.insert(*dest);
    }
    match held.is_empty() {
        true => Scopes::None,
        false => Scopes::Held(held.into_iter().collect()),
    }
}

/// Whether an edge can be taken again.
fn comes_back(procedure: &Procedure, edge: &Edge) -> bool {
    let mut seen = BTreeSet::from([edge.to]);
    let mut pending = vec![edge.to];
    while let Some(location) = pending.pop() {
        if location == edge.from {
            return true;
        }
        for next in procedure.outgoing(location) {
            if seen.insert(next.to) {
                pending.push(next.to);
            }
        }
    }
    false
}
