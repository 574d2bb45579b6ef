//! The part of a program that a call can come back from.
//!
//! What is claimed of the end of a call is claimed of calls that come to their end. So a path that
//! ends the program, or that throws an exception which nobody catches, need not be looked at: it is
//! cut where nothing else can follow. What is left is all that has to be translated.

use ir::{
    Const, Edge, EdgeId, Expr, GlobalId, Location, Op, Place, Procedure, ProcedureId, Program,
    Span, Target,
};
use std::collections::{BTreeMap, BTreeSet};

/// Something that cannot be translated exactly, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) span: Span,
    pub(crate) what: String,
}

impl Refusal {
    pub(crate) fn new(span: Span, what: impl Into<String>) -> Refusal {
        Refusal {
            span,
            what: what.into(),
        }
    }
}

/// The procedures that a call may execute, each with the edges that lead to its end.
pub(crate) struct Region<'p> {
    pub(crate) program: &'p Program,
    /// Holds the exception under way.
    exception: Option<GlobalId>,
    /// The edges of each procedure that are on a way from its entry to its end.
    edges: BTreeMap<ProcedureId, Vec<EdgeId>>,
}

impl<'p> Region<'p> {
    /// What a call of `start` may execute.
    pub(crate) fn of(program: &'p Program, start: ProcedureId) -> Result<Region<'p>, Refusal> {
        let exception = program.start.map(|start| start.exception);
        let endings = Endings::of(program, start, exception);
        let mut edges = BTreeMap::new();
        let mut open = vec![start];
        while let Some(id) = open.pop() {
            if edges.contains_key(&id) {
                continue;
            }
            let procedure = &program[id];
            if endings.catches(procedure) {
                let what = "an exception that is caught";
                return Err(Refusal::new(procedure.span, what));
            }
            let kept = endings.kept(procedure);
            let called = kept.iter().filter_map(|edge| callee(&procedure[*edge]));
            open.extend(called);
            edges.insert(id, kept);
        }
        Ok(Region {
            program,
            exception,
            edges,
        })
    }

    /// The procedures.
    pub(crate) fn procedures(&self) -> impl Iterator<Item = ProcedureId> {
        self.edges.keys().copied()
    }

    /// The edges of a procedure.
    pub(crate) fn edges(&self, id: ProcedureId) -> impl Iterator<Item = (EdgeId, &'p Edge)> {
        let procedure = &self.program[id];
        let kept = self.edges.get(&id).map_or(&[][..], Vec::as_slice);
        kept.iter().map(move |edge| (*edge, &procedure[*edge]))
    }

    /// Whether a procedure can be called again before it has returned.
    pub(crate) fn is_recursive(&self) -> bool {
        let calls = |id: ProcedureId| self.edges(id).filter_map(|(_, edge)| callee(edge));
        self.procedures().any(|id| {
            let mut reached = BTreeSet::new();
            let mut open: Vec<ProcedureId> = calls(id).collect();
            while let Some(next) = open.pop() {
                if reached.insert(next) {
                    open.extend(calls(next));
                }
            }
            reached.contains(&id)
        })
    }

    /// Whether a place holds the exception under way: null, where execution goes on normally.
    pub(crate) fn is_exception(&self, place: &Place) -> bool {
        is_global(place, self.exception)
    }
}

/// The procedure that an edge calls.
pub(crate) fn callee(edge: &Edge) -> Option<ProcedureId> {
    match &edge.op {
        Op::Call {
            target: Target::Direct(id),
            ..
        } => Some(*id),
        _ => None,
    }
}

fn is_global(place: &Place, global: Option<GlobalId>) -> bool {
    match place.address {
        Expr::Global(id) => Some(id) == global,
        _ => false,
    }
}

/// Which procedures never come to their end.
struct Endings {
    exception: Option<GlobalId>,
    /// Those that always leave with an exception.
    throwing: BTreeSet<ProcedureId>,
    /// Those that end the program, or nothing.
    endless: BTreeSet<ProcedureId>,
}

impl Endings {
    fn of(program: &Program, start: ProcedureId, exception: Option<GlobalId>) -> Endings {
        let mut endings = Endings {
            exception,
            throwing: BTreeSet::new(),
            endless: BTreeSet::new(),
        };
        let reached = reached(program, start);
        let mut changed = true;
        while changed {
            changed = false;
            for id in &reached {
                let procedure = &program[*id];
                if endings.throws(procedure) {
                    changed |= endings.throwing.insert(*id);
                } else if !endings.leads_to_exit(procedure)[procedure.entry.0 as usize] {
                    changed |= endings.endless.insert(*id);
                }
            }
        }
        endings
    }

    /// Whether a procedure takes the exception under way away and goes on.
    fn catches(&self, procedure: &Procedure) -> bool {
        let takes = |edge: &Edge| match &edge.op {
            Op::Store { place, value } => {
                is_global(place, self.exception) && *value == Expr::Const(Const::Null)
            }
            _ => false,
        };
        !self.throws(procedure) && procedure.edges.iter().any(takes)
    }

    /// Whether an exception is under way wherever the procedure returns.
    fn throws(&self, procedure: &Procedure) -> bool {
        if self.exception.is_none() {
            return false;
        }
        // Forward, for all paths: `Some(true)` if one is under way on each that comes here.
        let mut thrown: Vec<Option<bool>> = vec![None; procedure.locations()];
        thrown[procedure.entry.0 as usize] = Some(false);
        let mut changed = true;
        while changed {
            changed = false;
            for edge in &procedure.edges {
                let Some(before) = thrown[edge.from.0 as usize] else {
                    continue;
                };
                let Some(after) = self.thrown_after(edge, before) else {
                    continue;
                };
                let to = &mut thrown[edge.to.0 as usize];
                let joined = to.map_or(after, |known| known && after);
                changed |= *to != Some(joined);
                *to = Some(joined);
            }
        }
        thrown[procedure.exit.0 as usize] == Some(true)
    }

    /// Whether an exception is surely under way behind an edge; `None` if nothing comes behind it.
    fn thrown_after(&self, edge: &Edge, before: bool) -> Option<bool> {
        match &edge.op {
            Op::Halt(_) => None,
            Op::Store { place, value } if is_global(place, self.exception) => {
                Some(*value != Expr::Const(Const::Null))
            }
            Op::Call {
                target: Target::Direct(id),
                ..
            } if self.endless.contains(id) => None,
            Op::Call {
                target: Target::Direct(id),
                ..
            } => Some(self.throwing.contains(id)),
            Op::Call { .. } => Some(false),
            _ => Some(before),
        }
    }

    /// Whether execution goes on behind an edge, without an exception.
    fn goes_on(&self, edge: &Edge) -> bool {
        match &edge.op {
            Op::Halt(_) => false,
            _ => callee(edge)
                .is_none_or(|id| !self.throwing.contains(&id) && !self.endless.contains(&id)),
        }
    }

    /// The locations from which the procedure comes to its end.
    fn leads_to_exit(&self, procedure: &Procedure) -> Vec<bool> {
        let mut leads = vec![false; procedure.locations()];
        leads[procedure.exit.0 as usize] = true;
        let mut changed = true;
        while changed {
            changed = false;
            for edge in &procedure.edges {
                let from = edge.from.0 as usize;
                if !leads[from] && leads[edge.to.0 as usize] && self.goes_on(edge) {
                    leads[from] = true;
                    changed = true;
                }
            }
        }
        leads
    }

    /// The edges on a way from the entry of a procedure to its end.
    fn kept(&self, procedure: &Procedure) -> Vec<EdgeId> {
        let leads = self.leads_to_exit(procedure);
        let mut reached: BTreeSet<Location> = BTreeSet::new();
        let mut open = vec![procedure.entry];
        let mut kept = BTreeSet::new();
        while let Some(location) = open.pop() {
            if !reached.insert(location) {
                continue;
            }
            for id in &procedure.outgoing[location.0 as usize] {
                let edge = &procedure[*id];
                if leads[edge.to.0 as usize] && self.goes_on(edge) {
                    kept.insert(*id);
                    open.push(edge.to);
                }
            }
        }
        kept.into_iter().collect()
    }
}

/// The procedures that direct calls lead to.
fn reached(program: &Program, start: ProcedureId) -> BTreeSet<ProcedureId> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        if reached.insert(id) {
            open.extend(program[id].edges.iter().filter_map(callee));
        }
    }
    reached
}
