//! Chains of calls: a procedure is analysed for each way in which it is called. Recursive calls are
//! told apart by where the recursion was entered from outside; merged ones are not told apart at all.

use crate::analysis::{Calls, is_users};
use crate::bits::BitSet;
use crate::callgraph::{CallGraph, looks_for_leaks, named_globals, users_calls};
use crate::memory::ContextId;
use ir::{EdgeId, GlobalId, ProcedureId, Program, Span};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

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
    /// Where calls are merged: by a call of a procedure, in any context of the caller; of a recursive one, by
    /// any call at all.
    Merged(ProcedureId, Option<(ProcedureId, EdgeId)>),
}

/// All chains of calls that were met.
pub(crate) struct Contexts {
    known: FxHashMap<Entered, ContextId>,
    entered: Vec<Entered>,
    graph: CallGraph,
    merging: Option<Merging>,
}

/// What is known of a program whose calls are merged.
struct Merging {
    /// The procedures all calls of which are one.
    merged: BitSet,
    /// For each procedure, all that run when it is called.
    reached: Vec<BitSet>,
    /// For each procedure, the globals that those name.
    globals: Vec<Vec<GlobalId>>,
    /// For each procedure, whether one of those looks for leaks.
    looks_for_leaks: BitSet,
}

impl Contexts {
    pub(crate) const START: ContextId = ContextId(0);

    /// `unknown` are the procedures that call addresses of which nothing is known.
    pub(crate) fn new(
        program: &Program,
        calls: Calls,
        unknown: &BTreeSet<ProcedureId>,
    ) -> Contexts {
        let graph = CallGraph::new(program, unknown);
        let merging = match calls {
            Calls::Chains => None,
            Calls::Merged { small } => Some(Merging::new(program, &graph, small)),
        };
        Contexts {
            known: FxHashMap::from_iter([(Entered::Start, Contexts::START)]),
            entered: vec![Entered::Start],
            graph,
            merging,
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.entered.len()
    }

    pub(crate) fn entered(&self, context: ContextId) -> Entered {
        self.entered[context.0 as usize]
    }

    /// Whether it was known that a procedure calls another.
    pub(crate) fn has_call(&self, caller: ProcedureId, callee: ProcedureId) -> bool {
        self.graph.has_call(caller, callee)
    }

    /// Whether calls are merged.
    pub(crate) fn is_merging(&self) -> bool {
        self.merging.is_some()
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
        if let Some(merging) = &self.merging {
            let is_merged = merging.merged.contains(callee.0 as usize);
            return self.enter(match (is_merged, self.graph.is_recursive(callee)) {
                (true, true) => Entered::Merged(callee, None),
                (true, false) => Entered::Merged(callee, Some((caller, edge))),
                (false, _) => Entered::Call(context, caller, edge),
            });
        }
        match self.graph.is_mutual(caller, callee) {
            false => self.enter(Entered::Call(context, caller, edge)),
            true => {
                let root = match self.entered(context) {
                    Entered::Recursion(root, _) => root,
                    _ => context,
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
                Entered::Recursion(..) | Entered::Merged(..) => return true,
                Entered::Call(parent, _, _) => context = parent,
            }
        }
    }

    /// Whether objects of a context may be made anew by a call of `callee` in a recursion that was entered
    /// from `root`.
    pub(crate) fn may_make_anew(
        &self,
        mut context: ContextId,
        (root, callee): (ContextId, ProcedureId),
    ) -> bool {
        loop {
            match (self.entered(context), &self.merging) {
                (Entered::Start | Entered::Merged(..), None) | (Entered::Start, _) => return false,
                (Entered::Merged(other, _), Some(merging)) => {
                    return merging.reached[callee.0 as usize].contains(other.0 as usize);
                }
                (Entered::Recursion(other, _), _) if other == root => return true,
                (Entered::Call(parent, _, _) | Entered::Recursion(parent, _), _) => {
                    context = parent;
                }
            }
        }
    }

    /// The globals that are named when a procedure runs, where calls are merged.
    pub(crate) fn globals(&self, id: ProcedureId) -> &[GlobalId] {
        match &self.merging {
            Some(merging) => &merging.globals[id.0 as usize],
            None => &[],
        }
    }

    /// Whether it is looked for leaks when a procedure runs.
    pub(crate) fn looks_for_leaks(&self, id: ProcedureId) -> bool {
        let merging = self.merging.as_ref();
        merging.is_none_or(|merging| merging.looks_for_leaks.contains(id.0 as usize))
    }

    /// The places of the user's calls by which a procedure of the library may run, where calls are merged.
    pub(crate) fn users_calls(&self, program: &Program, id: ProcedureId) -> Option<Vec<Span>> {
        let merging = self.merging.as_ref()?;
        users_calls(program, &self.graph, &merging.reached, id)
    }
}

impl Merging {
    fn new(program: &Program, graph: &CallGraph, small: usize) -> Merging {
        let count = program.procedures.len();
        let reached = graph.reached();
        let of_each: Vec<Vec<GlobalId>> = program.procedures.iter().map(named_globals).collect();
        let globals = reached.iter().map(|reached| {
            let mut globals: Vec<GlobalId> = reached
                .iter()
                .flat_map(|id| of_each[id].iter().copied())
                .collect();
            globals.sort_unstable();
            globals.dedup();
            globals
        });
        let mut looks = BitSet::new(count);
        for (index, reached) in reached.iter().enumerate() {
            if reached
                .iter()
                .any(|id| looks_for_leaks(&program.procedures[id]))
            {
                looks.insert(index);
            }
        }
        Merging {
            merged: merged(program, graph, small),
            globals: globals.collect(),
            looks_for_leaks: looks,
            reached,
        }
    }
}

/// The procedures that would be analysed for several chains of calls, and that are worth describing once.
fn merged(program: &Program, graph: &CallGraph, small: usize) -> BitSet {
    let count = program.procedures.len();
    let mut merged = BitSet::new(count);
    let bottom_up = graph.bottom_up();
    let is_large = |size: usize| size > small;
    // How many operations procedures take, with small ones that they call, and with all.
    let mut sizes = vec![0usize; count];
    let mut totals = vec![0usize; count];
    for id in &bottom_up {
        let edges = program[*id].edges.len();
        let (mut size, mut total) = (edges, edges);
        for callee in graph.calls(*id).filter(|callee| callee != id) {
            let inside = sizes[callee.0 as usize];
            size += if is_large(inside) { 1 } else { inside };
            total = total.saturating_add(totals[callee.0 as usize]);
        }
        sizes[id.0 as usize] = size;
        totals[id.0 as usize] = total;
    }
    // How many contexts procedures have, and how many operations call them, some of the user's.
    let mut contexts = vec![0usize; count];
    let mut sites = vec![0usize; count];
    let mut is_called_by_user = vec![false; count];
    for id in bottom_up.into_iter().rev() {
        let index = id.0 as usize;
        let is_recursive = graph.is_recursive(id);
        // A function of the library follows the contexts of the only one that calls it there: these tell
        // apart what it does, as the directives of formats.
        let is_worth = match (is_users(program, id), is_called_by_user[index]) {
            (true, _) => is_large(sizes[index]),
            (false, true) => is_large(totals[index]),
            (false, false) => is_large(sizes[index]) && sites[index] > 1,
        };
        if is_recursive || (is_worth && contexts[index] > 1) {
            merged.insert(index);
            contexts[index] = if is_recursive { 1 } else { sites[index] };
        }
        for callee in graph.calls(id).filter(|callee| *callee != id) {
            let callee = callee.0 as usize;
            contexts[callee] = contexts[callee].saturating_add(contexts[index].max(1));
            sites[callee] += 1;
            is_called_by_user[callee] |= is_users(program, id);
        }
    }
    merged
}
