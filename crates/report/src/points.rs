//! The claims of a program: which of its points could violate which of the selected kinds.
//!
//! Every check in a user's procedure is a claim for each kind that it can violate. A call of a
//! library procedure is not listed for everything that the library's own code checks, which would
//! be dozens for each `printf`: such a call is a claim only once it is refuted, and is counted in
//! [`ProgramClaims::library_calls`] otherwise. A call that can allocate heap memory is a claim
//! that this memory does not leak.

use crate::document::Location;
use ir::{
    ClaimKind, ClaimSet, Condition, Edge, Op, Origin, Procedure, ProcedureId, Program, Span,
    Storage, Target,
};
use std::collections::{BTreeMap, HashSet};

/// A point of the program at which a kind could be violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimPoint {
    /// The kind.
    pub kind: ClaimKind,
    /// Where.
    pub location: Location,
}

/// All claims of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramClaims {
    /// Those at points of the user's code, in the order of the source. Checks of one kind at one
    /// place are one claim.
    pub points: Vec<ClaimPoint>,
    /// How many places of the user's code call library procedures.
    pub library_calls: usize,
}

impl ProgramClaims {
    /// The claims of the selected kinds.
    pub fn of(program: &Program, selected: ClaimSet) -> ProgramClaims {
        let allocating = Allocating::of(program);
        let at_exit = exit_kinds(program, selected);
        let mut points: BTreeMap<(u32, u32, u32, ClaimKind), ClaimPoint> = BTreeMap::new();
        let mut library_calls: HashSet<(u32, u32, u32)> = HashSet::new();
        for (_, procedure) in program
            .procedures()
            .filter(|(id, _)| is_users(program, *id))
        {
            for edge in procedure.edges.iter().filter(|edge| !edge.span.is_none()) {
                let place = place_of(edge.span);
                let kinds = match &edge.op {
                    Op::Check(check) => kinds_of(&check.condition, check.kind),
                    op if allocating.allocates(op) => at_exit.clone(),
                    _ => Vec::new(),
                };
                if calls_library(program, edge) {
                    library_calls.insert(place);
                }
                for kind in kinds.into_iter().filter(|kind| selected.contains(*kind)) {
                    points
                        .entry((place.0, place.1, place.2, kind))
                        .or_insert_with(|| point(program, procedure, edge.span, kind));
                }
            }
        }
        ProgramClaims {
            points: points.into_values().collect(),
            library_calls: library_calls.len(),
        }
    }

    /// Adds a claim that no operation of the program makes: a clause of a contract.
    pub fn insert(&mut self, point: ClaimPoint) {
        let place = |location: &Location| (location.line, location.column);
        let is_later = |other: &ClaimPoint| {
            other.location.file == point.location.file
                && place(&other.location) > place(&point.location)
        };
        let at = self.points.iter().position(is_later);
        self.points.insert(at.unwrap_or(self.points.len()), point);
    }
}

/// Whether the user wrote a procedure. The one that starts the program is made up.
fn is_users(program: &Program, id: ProcedureId) -> bool {
    program[id].origin == Origin::User && program.entry != Some(id)
}

fn place_of(span: Span) -> (u32, u32, u32) {
    (span.file.0, span.line, span.column)
}

fn point(program: &Program, procedure: &Procedure, span: Span, kind: ClaimKind) -> ClaimPoint {
    let location = Location::new(&program.files, span, Some(&procedure.name));
    ClaimPoint { kind, location }
}

fn kinds_of(condition: &Condition, kind: ClaimKind) -> Vec<ClaimKind> {
    match condition {
        // At exit, everything may leak that was allocated: those claims belong to the allocations.
        Condition::NothingLeaked | Condition::EverythingFreed => Vec::new(),
        _ if condition.kinds().is_empty() => vec![kind],
        _ => condition.kinds().to_vec(),
    }
}

/// The kinds that are checked when the program ends.
fn exit_kinds(program: &Program, selected: ClaimSet) -> Vec<ClaimKind> {
    let checks = program
        .procedures
        .iter()
        .flat_map(|procedure| &procedure.edges);
    let kinds: HashSet<ClaimKind> = checks
        .filter_map(|edge| match &edge.op {
            Op::Check(check) => match check.condition {
                Condition::NothingLeaked | Condition::EverythingFreed => Some(check.kind),
                _ => None,
            },
            _ => None,
        })
        .collect();
    selected
        .iter()
        .filter(|kind| kinds.contains(kind))
        .collect()
}

fn calls_library(program: &Program, edge: &Edge) -> bool {
    match &edge.op {
        Op::Call {
            target: Target::Direct(callee),
            ..
        } => program[*callee].origin != Origin::User,
        _ => false,
    }
}

/// The library procedures that can allocate heap memory, themselves or through others.
struct Allocating {
    procedures: Vec<bool>,
}

impl Allocating {
    fn of(program: &Program) -> Allocating {
        let library = |procedure: &Procedure| procedure.origin != Origin::User;
        let mut found = Allocating {
            procedures: program
                .procedures
                .iter()
                .map(|procedure| {
                    library(procedure) && procedure.edges.iter().any(|edge| is_heap_alloc(&edge.op))
                })
                .collect(),
        };
        loop {
            let more: Vec<usize> = (0..program.procedures.len())
                .filter(|index| !found.procedures[*index])
                .filter(|index| {
                    let procedure = &program.procedures[*index];
                    library(procedure)
                        && procedure
                            .edges
                            .iter()
                            .any(|edge| found.allocates_by_call(&edge.op))
                })
                .collect();
            if more.is_empty() {
                return found;
            }
            more.into_iter()
                .for_each(|index| found.procedures[index] = true);
        }
    }

    /// Whether an operation of the user's code makes heap memory.
    fn allocates(&self, op: &Op) -> bool {
        is_heap_alloc(op) || self.allocates_by_call(op)
    }

    fn allocates_by_call(&self, op: &Op) -> bool {
        match op {
            Op::Call {
                target: Target::Direct(callee),
                ..
            } => self.procedures[callee.0 as usize],
            _ => false,
        }
    }
}

fn is_heap_alloc(op: &Op) -> bool {
    matches!(op, Op::Alloc { object, .. } if object.storage == Storage::Heap)
}
