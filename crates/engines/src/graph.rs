//! The graph of a whole program: its procedures with their calls and returns.
//!
//! A call leads into the procedures that can be called and, if one of them can return, past it.

use crate::environment::Caller;
use crate::limits::tuning::MOST_OPERATIONS_BETWEEN_CHECK_AND_CALL;
use ir::{
    Check, ClaimKind, ClaimSet, Condition, DatumValue, Edge, EdgeId, Expr, Location, Op, Procedure,
    ProcedureId, Program, Signature, Target,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use verdict::Step;

/// A number of edges.
pub(crate) type Distance = u32;

/// There is no way.
pub(crate) const FAR: Distance = Distance::MAX;

/// For each location of each procedure, how far it is from there.
pub(crate) type Distances = Vec<Vec<Distance>>;

/// The graph of a program.
pub(crate) struct Graph<'p> {
    pub(crate) program: &'p Program,
    /// What each indirect call can lead to.
    indirect: FxHashMap<Call, Vec<ProcedureId>>,
}

/// A call, by the procedure it is in and the location it starts from.
type Call = (ProcedureId, Location);

/// Who can give addresses of procedures that the program itself does not take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Functions {
    /// Nobody: only procedures whose address is taken are called indirectly.
    Addressed,
    /// An unknown caller: any procedure can be.
    All,
}

impl Functions {
    /// What a caller of the program can give.
    pub(crate) fn of(caller: Caller) -> Functions {
        match caller {
            Caller::System => Functions::Addressed,
            Caller::Unknown => Functions::All,
        }
    }
}

impl<'p> Graph<'p> {
    pub(crate) fn new(program: &'p Program, functions: Functions) -> Graph<'p> {
        let called = match functions {
            Functions::Addressed => addressed(program),
            Functions::All => program.procedures().map(|(id, _)| id).collect(),
        };
        let mut indirect = FxHashMap::default();
        for (id, procedure) in program.procedures() {
            for edge in &procedure.edges {
                let Op::Call {
                    target: Target::Indirect(expr),
                    ..
                } = &edge.op
                else {
                    continue;
                };
                // What is of another type than was checked before the call is a violation.
                let signature = checked_signature(procedure, edge.from, expr);
                let fits = |id: &&ProcedureId| {
                    signature.is_none_or(|signature| program[**id].signature == *signature)
                };
                let callees = called.iter().filter(fits).copied().collect();
                indirect.insert((id, edge.from), callees);
            }
        }
        Graph { program, indirect }
    }

    /// What a call can lead to.
    pub(crate) fn callees<'a>(
        &'a self,
        (caller, from): Call,
        target: &'a Target,
    ) -> &'a [ProcedureId] {
        match target {
            Target::Direct(id) => std::slice::from_ref(id),
            Target::Indirect(_) => self
                .indirect
                .get(&(caller, from))
                .map_or(&[], Vec::as_slice),
        }
    }

    /// The shortest of the ways that start with a call.
    pub(crate) fn inside(&self, distances: &Distances, call: Call, target: &Target) -> Distance {
        let entries = self.callees(call, target).iter().filter_map(|id| {
            let entry = self.program[*id].entry;
            distances[id.0 as usize].get(entry.0 as usize).copied()
        });
        entries.min().unwrap_or(FAR).saturating_add(1)
    }

    /// How far it is to the return of each procedure.
    pub(crate) fn distances_to_return(&self) -> Distances {
        self.fixpoint(|distances, (procedure, _), edge| {
            let behind = at(distances, procedure, edge.to);
            match &edge.op {
                Op::Return(_) => 1,
                Op::Halt(_) | Op::Unsupported(_) => FAR,
                Op::Call { target, .. } => {
                    let inside = self.inside(distances, (procedure, edge.from), target);
                    inside.saturating_add(behind)
                }
                _ => behind.saturating_add(1),
            }
        })
    }

    /// The least distances that satisfy: from a location it is as far as over the best of its edges.
    pub(crate) fn fixpoint(
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

    /// The locations from which no execution violates a claim of the selected kinds, leaves what is defined, or
    /// returns.
    pub(crate) fn quiet(&self, selected: ClaimSet) -> Quiet {
        let to_return = self.distances_to_return();
        let to_claim = self.fixpoint(|distances, (procedure, _), edge| {
            let behind = at(distances, procedure, edge.to);
            match &edge.op {
                Op::Check(check) if is_watched(check, selected) => 0,
                op if op.is_idle_call() => behind.saturating_add(1),
                Op::Unsupported(_) | Op::Havoc { .. } => 0,
                Op::Halt(_) | Op::Return(_) => FAR,
                Op::Call { target, .. } => {
                    let call = (procedure, edge.from);
                    let past = self.inside(&to_return, call, target);
                    let inside = self.inside(distances, call, target);
                    inside.min(past.saturating_add(behind))
                }
                _ => behind.saturating_add(1),
            }
        });
        let procedures = to_return.iter().zip(&to_claim);
        let is_quiet = |(back, claim): (&Distance, &Distance)| *back == FAR && *claim == FAR;
        Quiet(
            procedures
                .map(|(back, claim)| back.iter().zip(claim).map(is_quiet).collect())
                .collect(),
        )
    }

    /// Everything that can be reached from some locations, where executions end that violate a claim
    /// of the selected kinds. Returns are not followed: whoever waits for one is among the locations.
    pub(crate) fn reach(
        &self,
        from: impl IntoIterator<Item = (ProcedureId, Location)>,
        selected: ClaimSet,
    ) -> Reach {
        let procedures = self.program.procedures.iter();
        let mut reach = Search {
            reached: procedures.map(|one| vec![false; one.locations()]).collect(),
            pending: Vec::new(),
        };
        from.into_iter().for_each(|place| reach.add(place));
        while let Some((id, location)) = reach.pending.pop() {
            let procedure = &self.program[id];
            for edge in &procedure.outgoing[location.0 as usize] {
                let edge = &procedure[*edge];
                match &edge.op {
                    Op::Halt(_) | Op::Return(_) => continue,
                    op if op.is_idle_call() => {}
                    // Nobody knows what comes after these.
                    Op::Unsupported(_) | Op::Havoc { .. } => return Reach::Everything,
                    Op::Check(check) if leaves_undefined(check, selected) => {
                        return Reach::Everything;
                    }
                    Op::Call { target, .. } => {
                        for callee in self.callees((id, location), target) {
                            reach.add((*callee, self.program[*callee].entry));
                        }
                    }
                    _ => {}
                }
                reach.add((id, edge.to));
            }
        }
        Reach::Locations(reach.reached)
    }
}

/// Locations, by procedure, behind which nothing can be found.
pub(crate) struct Quiet(Vec<Vec<bool>>);

impl Quiet {
    pub(crate) fn contains(&self, procedure: ProcedureId, location: Location) -> bool {
        self.0[procedure.0 as usize][location.0 as usize]
    }
}

/// What can be reached.
pub(crate) enum Reach {
    /// These locations, by procedure.
    Locations(Vec<Vec<bool>>),
    /// There is no telling.
    Everything,
}

impl Reach {
    /// Whether an edge can be taken.
    pub(crate) fn contains(&self, program: &Program, (procedure, edge): Step) -> bool {
        let from = program[procedure][edge].from;
        match self {
            Reach::Locations(reached) => reached[procedure.0 as usize][from.0 as usize],
            Reach::Everything => true,
        }
    }
}

/// The search for what can be reached.
struct Search {
    reached: Vec<Vec<bool>>,
    pending: Vec<(ProcedureId, Location)>,
}

impl Search {
    fn add(&mut self, (procedure, location): (ProcedureId, Location)) {
        let in_procedure = self.reached.get_mut(procedure.0 as usize);
        let reached = in_procedure.and_then(|all| all.get_mut(location.0 as usize));
        if let Some(reached) = reached
            && !std::mem::replace(reached, true)
        {
            self.pending.push((procedure, location));
        }
    }
}

/// Whether something is to be said of executions that violate a check.
fn is_watched(check: &Check, selected: ClaimSet) -> bool {
    let mut kinds = check.condition.kinds().iter();
    selected.contains(check.kind)
        || kinds.any(|kind| selected.contains(*kind))
        || leaves_undefined(check, selected)
}

/// Whether executions that violate a check may go on in any way, because nobody asked about that
/// kind of violation.
fn leaves_undefined(check: &Check, selected: ClaimSet) -> bool {
    match &check.condition {
        Condition::Access { .. } | Condition::Freeable(_) | Condition::Callable(..) => {
            let mut kinds = check.condition.kinds().iter();
            kinds.any(|kind| *kind != ClaimKind::Misaligned && !selected.contains(*kind))
        }
        Condition::Holds(_) => {
            check.kind == ClaimKind::Bounds && !selected.contains(ClaimKind::Bounds)
        }
        Condition::Initialised(_)
        | Condition::SameObject(..)
        | Condition::Disjoint(..)
        | Condition::NothingLeaked
        | Condition::EverythingFreed => false,
    }
}

pub(crate) fn at(distances: &Distances, procedure: ProcedureId, location: Location) -> Distance {
    distances[procedure.0 as usize][location.0 as usize]
}

/// The type that the procedure behind a pointer was checked to have, on the only way to a call.
fn checked_signature<'p>(
    procedure: &'p Procedure,
    mut at: Location,
    target: &Expr,
) -> Option<&'p Signature> {
    for _ in 0..MOST_OPERATIONS_BETWEEN_CHECK_AND_CALL {
        let mut incoming = procedure.edges.iter().filter(|edge| edge.to == at);
        let (Some(edge), None) = (incoming.next(), incoming.next()) else {
            return None;
        };
        if let Op::Check(check) = &edge.op
            && let Condition::Callable(expr, signature) = &check.condition
            && expr == target
        {
            return Some(signature);
        }
        let mut is_changed = false;
        if let Some(dest) = edge.op.dest() {
            target.for_each_local(&mut |local| is_changed |= local == dest);
        }
        if is_changed || at == procedure.entry {
            return None;
        }
        at = edge.from;
    }
    None
}

/// The procedures whose address is taken somewhere.
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
