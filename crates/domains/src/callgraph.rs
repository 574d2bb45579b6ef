//! The graph of calls: what procedures call, by themselves and by others.

use crate::analysis::is_users;
use crate::bits::BitSet;
use ir::{
    Condition, DatumValue, Expr, GlobalId, Op, Procedure, ProcedureId, Program, Scalar, Span,
    Target,
};
use std::collections::BTreeSet;

/// The graph of calls of a program.
pub(crate) struct CallGraph {
    /// For each procedure, those that it calls, sorted.
    callees: Vec<Vec<usize>>,
    /// For each procedure, the number of its strongly connected component.
    components: Vec<u32>,
    /// Whether a component has a cycle.
    is_recursive: Vec<bool>,
    /// For each procedure, the one that each of its calls leads to.
    calls: Vec<Vec<usize>>,
}

impl CallGraph {
    /// An indirect call leads to procedures that take such arguments and whose address the program takes
    /// somewhere: all there are, as long as the address that is called is known. In some procedures it is
    /// not: an integer may be the address of any procedure.
    pub(crate) fn new(program: &Program, unknown: &BTreeSet<ProcedureId>) -> CallGraph {
        let taken = taken(program);
        let calls: Vec<Vec<usize>> = program
            .procedures()
            .map(|(caller, procedure)| {
                let is_unknown = unknown.contains(&caller);
                let is_possible = |id: &ProcedureId| is_unknown || taken.contains(id.0 as usize);
                let mut callees = Vec::new();
                for edge in &procedure.edges {
                    match &edge.op {
                        Op::Call {
                            target: Target::Direct(id),
                            ..
                        } => callees.push(id.0 as usize),
                        Op::Call { arguments, .. } => {
                            let fitting = fitting(program, procedure, arguments);
                            let possible = fitting.filter(is_possible);
                            callees.extend(possible.map(|id| id.0 as usize));
                        }
                        _ => {}
                    }
                }
                callees
            })
            .collect();
        let mut callees = calls.clone();
        for callees in &mut callees {
            callees.sort_unstable();
            callees.dedup();
        }
        let (components, is_recursive) = components(&callees);
        CallGraph {
            callees,
            components,
            is_recursive,
            calls,
        }
    }

    /// Whether a procedure may call another.
    pub(crate) fn has_call(&self, caller: ProcedureId, callee: ProcedureId) -> bool {
        let callees = &self.callees[caller.0 as usize];
        callees.binary_search(&(callee.0 as usize)).is_ok()
    }

    /// The procedures that the calls of one lead to, each as often as it is called.
    pub(crate) fn calls(&self, id: ProcedureId) -> impl Iterator<Item = ProcedureId> {
        let calls = self.calls[id.0 as usize].iter();
        calls.map(|callee| ProcedureId(*callee as u32))
    }

    /// Whether a procedure calls itself, by others, too.
    pub(crate) fn is_recursive(&self, id: ProcedureId) -> bool {
        self.is_recursive[self.components[id.0 as usize] as usize]
    }

    /// Whether two procedures call each other, by others, too.
    pub(crate) fn is_mutual(&self, a: ProcedureId, b: ProcedureId) -> bool {
        self.components[a.0 as usize] == self.components[b.0 as usize] && self.is_recursive(a)
    }

    /// For each procedure, all that run when it is called, itself included.
    pub(crate) fn reached(&self) -> Vec<BitSet> {
        let count = self.callees.len();
        let mut reached = vec![BitSet::new(count); count];
        // A component comes behind those that it calls.
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|procedure| self.components[*procedure]);
        for members in order.chunk_by(|a, b| self.components[*a] == self.components[*b]) {
            let mut all = BitSet::new(count);
            for member in members {
                all.insert(*member);
                for callee in &self.callees[*member] {
                    all.insert(*callee);
                    all.union(&reached[*callee]);
                }
            }
            for member in members {
                reached[*member] = all.clone();
            }
        }
        reached
    }

    /// Procedures, each behind those that it calls, but for recursion.
    pub(crate) fn bottom_up(&self) -> Vec<ProcedureId> {
        let mut order: Vec<usize> = (0..self.callees.len()).collect();
        order.sort_by_key(|procedure| self.components[*procedure]);
        let ids = order.into_iter();
        ids.map(|procedure| ProcedureId(procedure as u32)).collect()
    }

    pub(crate) fn callees(&self, id: ProcedureId) -> impl Iterator<Item = ProcedureId> {
        let callees = self.callees[id.0 as usize].iter();
        callees.map(|callee| ProcedureId(*callee as u32))
    }
}

/// The procedures that an indirect call with these arguments can lead to.
pub(crate) fn fitting<'p>(
    program: &'p Program,
    caller: &'p Procedure,
    arguments: &'p [Expr],
) -> impl Iterator<Item = ProcedureId> + use<'p> {
    let scalars = caller.scalars(program.data_model);
    let types: Vec<Scalar> = arguments.iter().map(|one| one.scalar(&scalars)).collect();
    program
        .procedures()
        .filter(move |(_, callee)| callee.signature.parameters == types)
        .map(|(id, _)| id)
}

/// The procedures whose address is taken, in code or in what globals hold at the start.
fn taken(program: &Program) -> BitSet {
    let mut taken = BitSet::new(program.procedures.len());
    for procedure in &program.procedures {
        for edge in &procedure.edges {
            edge.op.for_each_expr(&mut |expr| {
                expr.for_each(&mut |part| {
                    if let Expr::Procedure(id) = part {
                        taken.insert(id.0 as usize);
                    }
                });
            });
        }
    }
    for global in &program.globals {
        for datum in &global.data {
            if let DatumValue::Procedure(id) = &datum.value {
                taken.insert(id.0 as usize);
            }
        }
    }
    taken
}

/// The globals that a procedure names.
pub(crate) fn named_globals(procedure: &Procedure) -> Vec<GlobalId> {
    let mut named = Vec::new();
    for edge in &procedure.edges {
        edge.op.for_each_expr(&mut |expr| {
            expr.for_each(&mut |part| {
                if let Expr::Global(id) = part {
                    named.push(*id);
                }
            });
        });
    }
    named.sort_unstable();
    named.dedup();
    named
}

/// Whether a procedure looks at what has not been freed.
pub(crate) fn looks_for_leaks(procedure: &Procedure) -> bool {
    procedure.edges.iter().any(|edge| match &edge.op {
        Op::Check(check) => matches!(
            check.condition,
            Condition::NothingLeaked | Condition::EverythingFreed
        ),
        _ => false,
    })
}

/// The places of the user's calls by which a procedure of the library may run; `None` if one has no place.
pub(crate) fn users_calls(
    program: &Program,
    graph: &CallGraph,
    reached: &[BitSet],
    id: ProcedureId,
) -> Option<Vec<Span>> {
    let mut spans = Vec::new();
    for (caller, procedure) in program.procedures() {
        if !is_users(program, caller) {
            continue;
        }
        for edge in &procedure.edges {
            let leads_there = match &edge.op {
                Op::Call {
                    target: Target::Direct(callee),
                    ..
                } => reached[callee.0 as usize].contains(id.0 as usize),
                Op::Call { .. } => graph
                    .callees(caller)
                    .any(|callee| reached[callee.0 as usize].contains(id.0 as usize)),
                _ => false,
            };
            match (leads_there, edge.span.is_none()) {
                (true, true) => return None,
                (true, false) => spans.push(edge.span),
                (false, _) => {}
            }
        }
    }
    (!spans.is_empty()).then_some(spans)
}

/// The strongly connected components (Tarjan), numbered so that each comes behind those that it calls.
fn components(callees: &[Vec<usize>]) -> (Vec<u32>, Vec<bool>) {
    let count = callees.len();
    let mut search = Tarjan {
        callees,
        index: vec![0; count],
        low: vec![0; count],
        on_stack: vec![false; count],
        stack: Vec::new(),
        next: 0,
        components: vec![0; count],
        is_recursive: Vec::new(),
    };
    for procedure in 0..count {
        if search.index[procedure] == 0 {
            search.visit(procedure);
        }
    }
    (search.components, search.is_recursive)
}

struct Tarjan<'c> {
    callees: &'c [Vec<usize>],
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: u32,
    components: Vec<u32>,
    is_recursive: Vec<bool>,
}

impl Tarjan<'_> {
    fn visit(&mut self, procedure: usize) {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.visit_here(procedure));
    }

    fn visit_here(&mut self, procedure: usize) {
        self.next += 1;
        self.index[procedure] = self.next;
        self.low[procedure] = self.next;
        self.stack.push(procedure);
        self.on_stack[procedure] = true;
        for callee in &self.callees[procedure] {
            if self.index[*callee] == 0 {
                self.visit(*callee);
                self.low[procedure] = self.low[procedure].min(self.low[*callee]);
            } else if self.on_stack[*callee] {
                self.low[procedure] = self.low[procedure].min(self.index[*callee]);
            }
        }
        if self.low[procedure] != self.index[procedure] {
            return;
        }
        let component = self.is_recursive.len() as u32;
        let mut members = 0;
        while let Some(member) = self.stack.pop() {
            self.on_stack[member] = false;
            self.components[member] = component;
            members += 1;
            if member == procedure {
                break;
            }
        }
        let calls_itself = self.callees[procedure].contains(&procedure);
        self.is_recursive.push(members > 1 || calls_itself);
    }
}
