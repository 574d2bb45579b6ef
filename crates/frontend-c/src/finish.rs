//! From edges as they were drawn to a tidy procedure: no dead code, no empty steps, and no
//! claims about variables that are plainly initialised.

use crate::builder::Builder;
use ir::{
    Check, Condition, DatumValue, Edge, EdgeId, Expr, Global, GlobalId, Local, LocalId, LocalRole,
    Location, Op, Procedure, ProcedureId, Target,
};
use std::collections::{BTreeSet, VecDeque};

/// Turns what was built into the body of a procedure.
pub(crate) fn finish(procedure: &mut Procedure, builder: Builder) {
    let locations = builder.locations() as usize;
    let parameters = procedure.signature.parameters.len();
    let mut edges = builder.edges;
    remove_plain_checks(&mut edges, &builder.locals, parameters, locations);
    procedure.locals = builder.locals;
    procedure.edges = edges;
    procedure.outgoing = vec![Vec::new(); locations];
    procedure.entry = Builder::ENTRY;
    procedure.exit = Builder::EXIT;
    compact(procedure);
}

/// Leaves out steps that do nothing and locations that cannot be reached.
pub(crate) fn compact(procedure: &mut Procedure) {
    let locations = procedure.outgoing.len();
    if procedure.edges.is_empty() {
        return;
    }
    let mut edges = std::mem::take(&mut procedure.edges);
    let targets = skip_targets(&edges, locations);
    for edge in &mut edges {
        edge.to = targets[edge.to.0 as usize];
    }
    let entry = targets[procedure.entry.0 as usize];
    let (edges, outgoing, entry, exit) = keep_reachable(edges, entry, procedure.exit, locations);
    procedure.edges = edges;
    procedure.outgoing = outgoing;
    procedure.entry = entry;
    procedure.exit = exit;
}

/// The edges of each location.
fn outgoing(edges: &[Edge], locations: usize) -> Vec<Vec<EdgeId>> {
    let mut outgoing = vec![Vec::new(); locations];
    for (index, edge) in edges.iter().enumerate() {
        outgoing[edge.from.0 as usize].push(EdgeId(index as u32));
    }
    outgoing
}

/// Where each location leads when steps that do nothing are left out.
fn skip_targets(edges: &[Edge], locations: usize) -> Vec<Location> {
    let outgoing = outgoing(edges, locations);
    let next = |at: Location| match outgoing[at.0 as usize].as_slice() {
        [only] if edges[only.0 as usize].op == Op::Skip => Some(edges[only.0 as usize].to),
        _ => None,
    };
    let mut targets: Vec<Option<Location>> = vec![None; locations];
    for start in 0..locations {
        let mut path = Vec::new();
        let mut at = Location(start as u32);
        let end = loop {
            if let Some(known) = targets[at.0 as usize] {
                break known;
            }
            path.push(at);
            match next(at) {
                // An empty loop stays: it is a program that does not end.
                Some(to) if path.contains(&to) => break to,
                Some(to) => at = to,
                None => break at,
            }
        };
        for location in path {
            targets[location.0 as usize] = Some(end);
        }
    }
    targets
        .into_iter()
        .enumerate()
        .map(|(i, to)| to.unwrap_or(Location(i as u32)))
        .collect()
}

/// Leaves out what cannot be reached, and numbers the rest in the order of a walk from the entry.
fn keep_reachable(
    edges: Vec<Edge>,
    entry: Location,
    exit: Location,
    locations: usize,
) -> (Vec<Edge>, Vec<Vec<EdgeId>>, Location, Location) {
    let out = outgoing(&edges, locations);
    let mut number: Vec<Option<u32>> = vec![None; locations];
    let mut order = Vec::new();
    let mut stack = vec![entry];
    while let Some(at) = stack.pop() {
        if number[at.0 as usize].is_some() {
            continue;
        }
        number[at.0 as usize] = Some(order.len() as u32);
        order.push(at);
        stack.extend(
            out[at.0 as usize]
                .iter()
                .rev()
                .map(|id| edges[id.0 as usize].to),
        );
    }
    let new_exit = number[exit.0 as usize].unwrap_or_else(|| {
        order.push(exit);
        order.len() as u32 - 1
    });
    number[exit.0 as usize] = Some(new_exit);
    let renumber = |location: Location| number[location.0 as usize].map_or(location, Location);
    let mut edges: Vec<Option<Edge>> = edges.into_iter().map(Some).collect();
    let mut kept = Vec::new();
    let mut kept_outgoing = vec![Vec::new(); order.len()];
    for (index, location) in order.iter().enumerate() {
        for id in &out[location.0 as usize] {
            // Each edge starts at one location, so it is taken once.
            let Some(edge) = edges[id.0 as usize].take() else {
                continue;
            };
            kept_outgoing[index].push(EdgeId(kept.len() as u32));
            kept.push(Edge {
                from: renumber(edge.from),
                to: renumber(edge.to),
                ..edge
            });
        }
    }
    (kept, kept_outgoing, renumber(entry), Location(new_exit))
}

/// Drops the claim that a variable is initialised wherever it has been on every path.
fn remove_plain_checks(edges: &mut [Edge], locals: &[Local], parameters: usize, locations: usize) {
    let states = initialised(edges, locals, parameters, locations);
    for edge in edges {
        let Some(local) = claimed(&edge.op) else {
            continue;
        };
        let known = match &states[edge.from.0 as usize] {
            Some(state) => state.contains(local),
            None => true,
        };
        if known && locals[local.0 as usize].role == LocalRole::Variable {
            edge.op = Op::Skip;
        }
    }
}

fn claimed(op: &Op) -> Option<LocalId> {
    match op {
        Op::Check(check) => match **check {
            Check {
                condition: Condition::Initialised(local),
                ..
            } => Some(local),
            _ => None,
        },
        _ => None,
    }
}

/// A set of locals.
#[derive(Clone, PartialEq)]
struct LocalSet(Vec<u64>);

impl LocalSet {
    fn contains(&self, local: LocalId) -> bool {
        self.0[local.0 as usize / 64] >> (local.0 % 64) & 1 == 1
    }

    fn set(&mut self, local: LocalId, member: bool) {
        let bit = 1 << (local.0 % 64);
        let word = &mut self.0[local.0 as usize / 64];
        *word = if member { *word | bit } else { *word & !bit };
    }

    /// Keeps what is also in `other`; whether anything went.
    fn intersect(&mut self, other: &LocalSet) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *word & !other != 0;
            *word &= other;
        }
        changed
    }
}

/// The locals that have a value at each location on every path to it; `None` where none leads.
fn initialised(
    edges: &[Edge],
    locals: &[Local],
    parameters: usize,
    locations: usize,
) -> Vec<Option<LocalSet>> {
    let out = outgoing(edges, locations);
    let mut states: Vec<Option<LocalSet>> = vec![None; locations];
    let mut start = LocalSet(vec![0; locals.len().div_ceil(64)]);
    (0..parameters.min(locals.len())).for_each(|index| start.set(LocalId(index as u32), true));
    states[Builder::ENTRY.0 as usize] = Some(start);
    let mut queue = VecDeque::from([Builder::ENTRY]);
    let mut queued = vec![false; locations];
    while let Some(at) = queue.pop_front() {
        queued[at.0 as usize] = false;
        for id in &out[at.0 as usize] {
            let Edge { to, op, .. } = &edges[id.0 as usize];
            let Some(mut state) = states[at.0 as usize].clone() else {
                continue;
            };
            transfer(&mut state, op);
            let changed = match &mut states[to.0 as usize] {
                Some(known) => known.intersect(&state),
                none => {
                    *none = Some(state);
                    true
                }
            };
            if changed && !std::mem::replace(&mut queued[to.0 as usize], true) {
                queue.push_back(*to);
            }
        }
    }
    states
}

fn transfer(state: &mut LocalSet, op: &Op) {
    match op {
        Op::Assign(dest, Expr::Local(source)) => {
            let known = state.contains(*source);
            state.set(*dest, known);
        }
        Op::Assign(dest, _)
        | Op::Alloc { dest, .. }
        | Op::Measure { dest, .. }
        | Op::Input { dest, .. }
        | Op::InputString { dest, .. }
        | Op::Havoc {
            dest: Some(dest), ..
        } => state.set(*dest, true),
        Op::Load { dest, .. }
        | Op::Call {
            dest: Some(dest), ..
        }
        | Op::Forget(dest) => {
            state.set(*dest, false);
        }
        other => {
            if let Some(local) = claimed(other) {
                state.set(local, true);
            }
        }
    }
}

/// What the bodies and data of a program refer to.
#[derive(Default)]
pub(crate) struct References {
    pub procedures: BTreeSet<ProcedureId>,
    pub globals: BTreeSet<GlobalId>,
}

impl References {
    pub(crate) fn procedure(&mut self, procedure: &Procedure) {
        procedure.edges.iter().for_each(|edge| self.op(&edge.op));
    }

    pub(crate) fn global(&mut self, global: &Global) {
        for datum in &global.data {
            match &datum.value {
                DatumValue::Bytes(_) => {}
                DatumValue::Global(id, _) => drop(self.globals.insert(*id)),
                DatumValue::Procedure(id) => drop(self.procedures.insert(*id)),
            }
        }
    }

    fn op(&mut self, op: &Op) {
        if let Op::Call {
            target: Target::Direct(id),
            ..
        } = op
        {
            self.procedures.insert(*id);
        }
        op.for_each_expr(&mut |expr| self.expr(expr));
        if let Op::Check(check) = op {
            check
                .operands
                .iter()
                .for_each(|operand| self.expr(&operand.value));
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Global(id) => drop(self.globals.insert(*id)),
            Expr::Procedure(id) => drop(self.procedures.insert(*id)),
            Expr::Const(_) | Expr::Local(_) => {}
            Expr::Unary(_, operand) | Expr::Cast(_, _, operand) => self.expr(operand),
            Expr::Binary(_, left, right) | Expr::Offset(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            Expr::If(condition, then, otherwise) => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            Expr::Math(_, _, arguments) => arguments.iter().for_each(|a| self.expr(a)),
        }
    }
}
