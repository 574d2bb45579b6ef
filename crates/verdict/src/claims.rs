//! The claims of a program: which of its points could violate which of the selected kinds.
//!
//! Every check in a user's procedure is a claim for each kind that it can violate. A call of a
//! library procedure is not listed for everything that the library's own code checks, which would
//! be dozens for each `printf`: such a call is a claim only once it is refuted, and is counted in
//! [`ProgramClaims::library_calls`] otherwise. A call that can allocate heap memory is a claim
//! that this memory does not leak.

use crate::claim::{ClaimId, Place};
use ir::{
    Check, ClaimKind, ClaimSet, Condition, Edge, EdgeId, Op, Origin, Procedure, ProcedureId,
    Program, Span, Storage, Target,
};
use std::collections::{BTreeMap, HashSet};

/// An edge of a program.
pub type Step = (ProcedureId, EdgeId);

/// A claim of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Which.
    pub id: ClaimId,
    /// Where, as far as the text goes.
    pub span: Span,
    /// The procedure it is in.
    pub function: Option<ProcedureId>,
    /// The operations that check it; none if it is checked when the entry procedure returns.
    pub checks: Vec<Step>,
    /// The operations at one of which it starts to go wrong, if that is long before it is checked:
    /// memory that leaks was allocated there, an exception that nobody catches was thrown there.
    pub causes: Option<Vec<Step>>,
    /// Whether its place may also call the library: what that violates is a violation of this claim.
    pub calls_library: bool,
}

impl Claim {
    /// What it says does not happen.
    pub fn kind(&self) -> ClaimKind {
        self.id.kind()
    }

    /// A claim about the end of a call, which no operation of the program makes: a clause of a
    /// contract.
    pub fn of_contract(kind: ClaimKind, span: Span) -> Claim {
        Claim {
            id: ClaimId::new(kind, span),
            span,
            function: None,
            checks: Vec::new(),
            causes: None,
            calls_library: false,
        }
    }
}

/// All claims of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramClaims {
    /// Those at points of the user's code, in the order of the source.
    pub listed: Vec<Claim>,
    /// How many places of the user's code call library procedures.
    pub library_calls: usize,
    /// The checks of library procedures: what they violate is a claim of the call.
    pub in_library: Vec<Step>,
}

impl ProgramClaims {
    /// The claims of the selected kinds.
    pub fn of(program: &Program, selected: ClaimSet) -> ProgramClaims {
        let survey = Survey {
            selected,
            allocating: Allocating::of(program),
            at_exit: exit_checks(program, selected),
            causes: causes(program),
        };
        let mut listed: BTreeMap<ClaimId, Claim> = BTreeMap::new();
        let mut library_calls: HashSet<(u32, u32, u32)> = HashSet::new();
        let mut other_calls: HashSet<(u32, u32, u32)> = HashSet::new();
        let mut in_library = Vec::new();
        for (id, procedure) in program.procedures() {
            let edges = procedure.edges.iter().enumerate();
            for (index, edge) in edges {
                let step = (id, EdgeId(index as u32));
                match is_users(program, id) && !edge.span.is_none() {
                    true => {
                        for claim in survey.claims_of(step, edge) {
                            match listed.get_mut(&claim.id) {
                                Some(known) => known.absorb(claim),
                                None => _ = listed.insert(claim.id, claim),
                            }
                        }
                        match callee(program, edge) {
                            Callee::Library => _ = library_calls.insert(place_of(edge.span)),
                            Callee::Anything => _ = other_calls.insert(place_of(edge.span)),
                            Callee::User => {}
                        }
                    }
                    false => {
                        let kinds = match &edge.op {
                            Op::Check(check) => all_kinds_of(check),
                            _ => Vec::new(),
                        };
                        if kinds.into_iter().any(|kind| selected.contains(kind)) {
                            in_library.push(step);
                        }
                    }
                }
            }
        }
        for claim in listed.values_mut() {
            let place = place_of(claim.span);
            claim.calls_library = library_calls.contains(&place) || other_calls.contains(&place);
        }
        ProgramClaims {
            listed: listed.into_values().collect(),
            library_calls: library_calls.len(),
            in_library,
        }
    }

    /// Adds a claim, in the order of the source.
    pub fn insert(&mut self, claim: Claim) {
        let at = self.listed.partition_point(|other| other.id <= claim.id);
        self.listed.insert(at, claim);
    }
}

impl Claim {
    /// Adds the operations of another claim that is the same.
    fn absorb(&mut self, other: Claim) {
        let new = other.checks.into_iter();
        let new: Vec<Step> = new.filter(|step| !self.checks.contains(step)).collect();
        self.checks.extend(new);
        if let (Some(causes), Some(more)) = (&mut self.causes, other.causes) {
            let new = more.into_iter().filter(|step| !causes.contains(step));
            let new: Vec<Step> = new.collect();
            causes.extend(new);
        }
    }
}

/// What is needed to tell the claims of an edge.
struct Survey {
    selected: ClaimSet,
    allocating: Allocating,
    /// The checks at the end of the program, by kind.
    at_exit: BTreeMap<ClaimKind, Vec<Step>>,
    /// Where claims begin to go wrong that are checked at the end, by place.
    causes: BTreeMap<Place, Vec<Step>>,
}

impl Survey {
    fn claims_of(&self, step: Step, edge: &Edge) -> Vec<Claim> {
        let claim = |kind, checks, causes| Claim {
            id: ClaimId::new(kind, edge.span),
            span: edge.span,
            function: Some(step.0),
            checks,
            causes,
            calls_library: false,
        };
        match &edge.op {
            Op::Check(check) => {
                let causes = self.causes.get(&Place::of(edge.span));
                let kinds = kinds_of(check).into_iter();
                let selected = kinds.filter(|kind| self.selected.contains(*kind));
                selected
                    .map(|kind| claim(kind, vec![step], causes.cloned()))
                    .collect()
            }
            op if self.allocating.allocates(op) => {
                let at_exit = self.at_exit.iter();
                at_exit
                    .map(|(kind, checks)| claim(*kind, checks.clone(), Some(vec![step])))
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Whether the user wrote a procedure. The one that starts the program is made up.
fn is_users(program: &Program, id: ProcedureId) -> bool {
    program[id].origin == Origin::User && program.entry != Some(id)
}

fn place_of(span: Span) -> (u32, u32, u32) {
    (span.file.0, span.line, span.column)
}

fn kinds_of(check: &Check) -> Vec<ClaimKind> {
    match check.condition {
        // At exit, everything may leak that was allocated: those claims belong to the allocations.
        Condition::NothingLeaked | Condition::EverythingFreed => Vec::new(),
        _ => all_kinds_of(check),
    }
}

fn all_kinds_of(check: &Check) -> Vec<ClaimKind> {
    match check.condition.kinds() {
        [] => vec![check.kind],
        kinds => kinds.to_vec(),
    }
}

fn causes(program: &Program) -> BTreeMap<Place, Vec<Step>> {
    let mut found: BTreeMap<Place, Vec<Step>> = BTreeMap::new();
    for (span, procedure, edge) in &program.causes {
        found
            .entry(Place::of(*span))
            .or_default()
            .push((*procedure, *edge));
    }
    found
}

/// The checks when the program ends, by their kind.
fn exit_checks(program: &Program, selected: ClaimSet) -> BTreeMap<ClaimKind, Vec<Step>> {
    let mut found: BTreeMap<ClaimKind, Vec<Step>> = BTreeMap::new();
    for (id, procedure) in program.procedures() {
        for (index, edge) in procedure.edges.iter().enumerate() {
            if let Op::Check(check) = &edge.op
                && matches!(
                    check.condition,
                    Condition::NothingLeaked | Condition::EverythingFreed
                )
                && selected.contains(check.kind)
            {
                let step = (id, EdgeId(index as u32));
                found.entry(check.kind).or_default().push(step);
            }
        }
    }
    found
}

/// What an edge calls.
enum Callee {
    Library,
    /// Whatever a pointer leads to.
    Anything,
    /// A procedure of the user's, or nothing.
    User,
}

fn callee(program: &Program, edge: &Edge) -> Callee {
    match &edge.op {
        Op::Call {
            target: Target::Direct(callee),
            ..
        } if program[*callee].origin == Origin::User => Callee::User,
        Op::Call {
            target: Target::Direct(_),
            ..
        } => Callee::Library,
        Op::Call {
            target: Target::Indirect(_),
            ..
        } => Callee::Anything,
        _ => Callee::User,
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
