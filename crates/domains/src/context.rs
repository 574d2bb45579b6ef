//! Chains of calls: a procedure is analysed for each way in which it is called. Recursive calls are
//! told apart by where the recursion was entered from outside.

use crate::memory::ContextId;
use ir::{EdgeId, Expr, Op, Procedure, ProcedureId, Program, Scalar, Target};
use rustc_hash::FxHashMap;

/// How a context was entered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Entered {
    /// The program starts.
    Start,
    /// By a call in another context.
    Call(ContextId, ProcedureId, EdgeId),
    /// By any call of a procedure from one that it calls in turn, in a recursion that was entered in
    /// that context.
    Recursion(ContextId, ProcedureId),
}

/// All chains of calls that were met.
pub(crate) struct Contexts {
    known: FxHashMap<Entered, ContextId>,
    entered: Vec<Entered>,
    /// For each procedure, the number of its strongly connected component in the graph of calls.
    components: Vec<u32>,
    /// Whether a component has a cycle.
    is_recursive: Vec<bool>,
}

impl Contexts {
    pub(crate) const START: ContextId = ContextId(0);

    pub(crate) fn new(program: &Program) -> Contexts {
        let (components, is_recursive) = components(program);
        Contexts {
            known: FxHashMap::from_iter([(Entered::Start, Contexts::START)]),
            entered: vec![Entered::Start],
            components,
            is_recursive,
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.entered.len()
    }

    pub(crate) fn entered(&self, context: ContextId) -> Entered {
        self.entered[context.0 as usize]
    }

    fn enter(&mut self, entered: Entered) -> ContextId {
        let next = ContextId(self.entered.len() as u32);
        let id = *self.known.entry(entered).or_insert(next);
        if id == next {
            self.entered.push(entered);
        }
        id
    }

    /// The context of a call, by a procedure in its own context.
    pub(crate) fn call(
        &mut self,
        context: ContextId,
        (caller, edge): (ProcedureId, EdgeId),
        callee: ProcedureId,
    ) -> ContextId {
        let component = self.components[callee.0 as usize];
        let is_inside = self.components[caller.0 as usize] == component
            && self.is_recursive[component as usize];
        match is_inside {
            false => self.enter(Entered::Call(context, caller, edge)),
            true => {
                let root = match self.entered(context) {
                    Entered::Recursion(root, _) => root,
                    Entered::Start | Entered::Call(..) => context,
                };
                self.enter(Entered::Recursion(root, callee))
            }
        }
    }

    /// Whether a context is part of a recursion.
    pub(crate) fn is_below_recursion(&self, mut context: ContextId) -> bool {
        loop {
            match self.entered(context) {
                Entered::Start => return false,
                Entered::Recursion(..) => return true,
                Entered::Call(parent, _, _) => context = parent,
            }
        }
    }

    /// Whether objects of a context may be made anew by a recursion that was entered from `root`.
    pub(crate) fn is_in_recursion(&self, mut context: ContextId, root: ContextId) -> bool {
        loop {
            match self.entered(context) {
                Entered::Start => return false,
                Entered::Recursion(other, _) if other == root => return true,
                Entered::Call(parent, _, _) | Entered::Recursion(parent, _) => context = parent,
            }
        }
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

/// The strongly connected components of the graph of calls (Tarjan), where an indirect call leads to
/// every procedure that takes its arguments.
fn components(program: &Program) -> (Vec<u32>, Vec<bool>) {
    let count = program.procedures.len();
    let callees: Vec<Vec<usize>> = program
        .procedures
        .iter()
        .map(|procedure| {
            let mut callees = Vec::new();
            for edge in &procedure.edges {
                match &edge.op {
                    Op::Call {
                        target: Target::Direct(id),
                        ..
                    } => callees.push(id.0 as usize),
                    Op::Call { arguments, .. } => {
                        let fitting = fitting(program, procedure, arguments);
                        callees.extend(fitting.map(|id| id.0 as usize));
                    }
                    _ => {}
                }
            }
            callees.sort_unstable();
            callees.dedup();
            callees
        })
        .collect();
    let mut search = Tarjan {
        callees: &callees,
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
