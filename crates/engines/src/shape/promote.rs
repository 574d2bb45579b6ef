//! Globals that hold one value and whose address goes nowhere, as locals.

use super::flatten::Flat;
use super::startup::Startup;
use crate::environment::Caller;
use crate::task::Task;
use ir::liveness::LocalSet;
use ir::{
    Condition, Const, DatumValue, Expr, GlobalId, GlobalOrigin, Local, LocalId, LocalRole,
    Location, Op, Place, Program, Scalar, Type,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A part of a global: which, and how many bytes behind its start.
pub(super) type Cell = (GlobalId, u64);

/// The locals that stand for parts of globals.
#[derive(Default)]
pub(super) struct Promoted {
    /// By global and offset.
    pub(super) locals: FxHashMap<Cell, LocalId>,
    /// Whether what they hold does not matter when the program ends.
    is_over: bool,
}

impl Promoted {
    /// Whether a local stands for a global.
    pub(super) fn contains(&self, local: LocalId) -> bool {
        self.locals.values().any(|it| *it == local)
    }

    /// The local that stands for the beginning of a global.
    pub(super) fn whole(&self, global: GlobalId) -> Option<LocalId> {
        self.locals.get(&(global, 0)).copied()
    }
}

/// Makes locals of the globals that are one pointer or one integer and that are only loaded and stored. They
/// start with what they are initialised with; where a program was executed, each part of a global with what it
/// held then.
pub(super) fn promote(task: &Task<'_>, startup: Option<&Startup<'_>>, flat: &mut Flat) -> Promoted {
    let program = task.program;
    let is_settled = task.caller == Caller::System || startup.is_some();
    let is_known = |(global, _): &Cell| is_settled || !task.globals.is_arbitrary(*global);
    let mut promoted = Promoted {
        is_over: startup.is_some(),
        ..Promoted::default()
    };
    let mut values = Vec::new();
    let candidates = match startup {
        Some(startup) => parts(program, startup, flat),
        None => candidates(program, flat),
    };
    let candidates = candidates.into_iter();
    for (cell, scalar, value) in candidates.filter(|(cell, ..)| is_known(cell)) {
        let definition = &program[cell.0];
        let local = LocalId(flat.procedure.locals.len() as u32);
        flat.procedure.locals.push(Local {
            name: Some(definition.name.clone()),
            scalar,
            ty: definition.ty,
            role: LocalRole::Variable,
            span: definition.span,
        });
        promoted.locals.insert(cell, local);
        values.push((local, value));
    }
    for edge in &mut flat.procedure.edges {
        if let Some(op) = rewritten(&edge.op, &promoted) {
            edge.op = op;
        }
    }
    start(flat, values);
    promoted
}

/// How the parts of globals are accessed, by offset; nothing is known of those whose address goes anywhere else.
#[derive(Default)]
struct Accesses(FxHashMap<GlobalId, Option<BTreeMap<u64, Scalar>>>);

impl Accesses {
    fn operation(&mut self, op: &Op) {
        let place = match op {
            Op::Load { place, .. } | Op::Store { place, .. } => direct(place),
            _ => None,
        };
        if let Some(((global, offset), scalar)) = place {
            let known = self
                .0
                .entry(global)
                .or_insert_with(|| Some(BTreeMap::new()));
            if let Some(parts) = known
                && *parts.entry(offset).or_insert(scalar) != scalar
            {
                *known = None;
            }
        }
        let mut others = |expr: &Expr| {
            expr.for_each(&mut |part| {
                if let Expr::Global(global) = part {
                    self.0.insert(*global, None);
                }
            });
        };
        match op {
            Op::Load { .. } if place.is_some() => {}
            Op::Store { value, .. } if place.is_some() => others(value),
            Op::Check(check) if checked(&check.condition).is_some() => {}
            op => op.for_each_expr(&mut others),
        }
    }

    /// What other globals lead to can be changed through them.
    fn data(&mut self, program: &Program) {
        for global in &program.globals {
            for datum in &global.data {
                if let DatumValue::Global(target, _) = datum.value {
                    self.0.insert(target, None);
                }
            }
        }
    }
}

/// The globals that are accessed as a whole and in no other way, and what they start with.
fn candidates(program: &Program, flat: &Flat) -> Vec<(Cell, Scalar, Expr)> {
    let mut accesses = Accesses::default();
    for edge in &flat.procedure.edges {
        accesses.operation(&edge.op);
    }
    accesses.data(program);
    let whole = accesses.0.into_iter().filter_map(|(global, parts)| {
        let definition = &program[global];
        let parts: Vec<(u64, Scalar)> = parts?.into_iter().collect();
        let [(0, scalar)] = parts[..] else {
            return None;
        };
        let is_whole = program.types.scalar(definition.ty) == Some(scalar)
            && !matches!(program.types.get(definition.ty), Type::Float(_))
            && definition.origin == GlobalOrigin::Variable;
        let value = initial(program, global).filter(|_| is_whole)?;
        Some(((global, 0), scalar, value))
    });
    let mut whole: Vec<(Cell, Scalar, Expr)> = whole.collect();
    whole.sort_by_key(|(cell, ..)| *cell);
    whole
}

/// The parts of globals that no two accesses share in part and that hold null or a number behind what was
/// executed. An address may have gone anywhere there, so the whole program is looked at.
fn parts(program: &Program, startup: &Startup<'_>, flat: &Flat) -> Vec<(Cell, Scalar, Expr)> {
    let mut accesses = Accesses::default();
    for (_, procedure) in program.procedures() {
        for edge in &procedure.edges {
            accesses.operation(&edge.op);
        }
    }
    accesses.data(program);
    let mut here = Accesses::default();
    for edge in &flat.procedure.edges {
        here.operation(&edge.op);
    }
    let mut found = Vec::new();
    for (global, parts) in accesses.0 {
        let Some(parts) = parts.filter(|parts| are_apart(program, parts)) else {
            continue;
        };
        // Only what is accessed behind what was executed.
        let Some(Some(used)) = here.0.get(&global) else {
            continue;
        };
        for (offset, scalar) in parts {
            let value = startup.held(global, offset, scalar);
            if let Some(value) = value.filter(|_| used.contains_key(&offset)) {
                found.push(((global, offset), scalar, value));
            }
        }
    }
    found.sort_by_key(|(cell, ..)| *cell);
    found
}

fn are_apart(program: &Program, parts: &BTreeMap<u64, Scalar>) -> bool {
    let mut end = 0;
    parts.iter().all(|(offset, scalar)| {
        let size = match scalar {
            Scalar::Int(width) => width.bytes(),
            Scalar::Float(kind) => kind.bytes(),
            Scalar::Pointer => program.data_model.pointer_bytes(),
        };
        let is_apart = *offset >= end;
        end = offset.saturating_add(size);
        is_apart
    })
}

/// The part of a global that a place is.
fn direct(place: &Place) -> Option<(Cell, Scalar)> {
    if place.bits.is_some() {
        return None;
    }
    let cell = match &place.address {
        Expr::Global(global) => (*global, 0),
        Expr::Offset(base, by) => match (&**base, by.as_const()) {
            (Expr::Global(global), Some(Const::Int(width, by))) => {
                (*global, u64::try_from(width.sign_extend(by)).ok()?)
            }
            _ => return None,
        },
        _ => return None,
    };
    Some((cell, place.scalar))
}

fn checked(condition: &Condition) -> Option<GlobalId> {
    match condition {
        Condition::Access {
            address: Expr::Global(global),
            ..
        } => Some(*global),
        _ => None,
    }
}

/// What a global holds at the start, if it is null or a number.
fn initial(program: &Program, global: GlobalId) -> Option<Expr> {
    let definition = &program[global];
    match (program.types.scalar(definition.ty)?, &*definition.data) {
        (Scalar::Pointer, []) => Some(Expr::NULL),
        (Scalar::Int(width), []) => Some(Expr::int(width, 0)),
        (Scalar::Int(width), [datum]) if datum.offset == 0 => match &datum.value {
            DatumValue::Bytes(bytes) if bytes.len() <= 16 => {
                let bits = bytes
                    .iter()
                    .rev()
                    .fold(0, |bits, byte| bits << 8 | u128::from(*byte));
                Some(Expr::Const(Const::Int(width, bits)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn rewritten(op: &Op, promoted: &Promoted) -> Option<Op> {
    let local = |place: &Place| {
        let (cell, _) = direct(place)?;
        promoted.locals.get(&cell).copied()
    };
    match op {
        Op::Load { dest, place } => Some(Op::Assign(*dest, Expr::Local(local(place)?))),
        Op::Store { place, value } => Some(Op::Assign(local(place)?, value.clone())),
        Op::Check(check) => {
            let global = checked(&check.condition)?;
            promoted.whole(global).map(|_| Op::Skip)
        }
        _ => None,
    }
}

/// Sets the locals before everything else.
fn start(flat: &mut Flat, values: Vec<(LocalId, Expr)>) {
    for (local, value) in values {
        let from = Location(flat.procedure.outgoing.len() as u32);
        flat.procedure.outgoing.push(Vec::new());
        let to = std::mem::replace(&mut flat.procedure.entry, from);
        flat.push_edge((from, to), Op::Assign(local, value));
    }
}

/// The locals whose values matter, by location: what globals hold matters until the end, and what the entry
/// takes and gives to its contract.
pub(super) fn live(flat: &Flat, promoted: &Promoted) -> Vec<LocalSet> {
    let mut procedure = flat.procedure.clone();
    if let Some(call) = &flat.call {
        let read = |reachable: Vec<Expr>| Op::Havoc {
            dest: None,
            reachable,
            function: "".into(),
        };
        procedure.edges[call.enter.0 as usize].op = read(call.parameters.clone());
        let result = call.result.map(Expr::Local);
        procedure.edges[call.leave.0 as usize].op = read(result.into_iter().collect());
    }
    let mut live = ir::liveness::liveness(&procedure);
    for set in live.iter_mut().filter(|_| !promoted.is_over) {
        for local in promoted.locals.values() {
            set.insert(*local);
        }
    }
    live
}
