//! Globals that hold one value and whose address goes nowhere, as locals.

use super::flatten::Flat;
use crate::environment::Caller;
use crate::task::Task;
use ir::liveness::LocalSet;
use ir::{
    Condition, DatumValue, Expr, GlobalId, GlobalOrigin, Local, LocalId, LocalRole, Location, Op,
    Place, Program, Scalar, Type,
};
use rustc_hash::FxHashMap;

/// The locals that stand for globals.
#[derive(Default)]
pub(super) struct Promoted {
    /// By global.
    pub(super) locals: FxHashMap<GlobalId, LocalId>,
}

impl Promoted {
    /// Whether a local stands for a global.
    pub(super) fn contains(&self, local: LocalId) -> bool {
        self.locals.values().any(|it| *it == local)
    }
}

/// Makes locals of the globals that are one pointer or one integer and that are only loaded and stored. They
/// start with what they are initialised with.
pub(super) fn promote(task: &Task<'_>, flat: &mut Flat) -> Promoted {
    let program = task.program;
    let is_known =
        |global: GlobalId| task.caller == Caller::System || !task.globals.is_arbitrary(global);
    let mut promoted = Promoted::default();
    let candidates = candidates(program, flat).into_iter();
    for (global, scalar) in candidates.filter(|(global, _)| is_known(*global)) {
        let definition = &program[global];
        let local = LocalId(flat.procedure.locals.len() as u32);
        flat.procedure.locals.push(Local {
            name: Some(definition.name.clone()),
            scalar,
            ty: definition.ty,
            role: LocalRole::Variable,
            span: definition.span,
        });
        promoted.locals.insert(global, local);
    }
    for edge in &mut flat.procedure.edges {
        if let Some(op) = rewritten(&edge.op, &promoted) {
            edge.op = op;
        }
    }
    start(program, flat, &promoted);
    promoted
}

/// The globals that are accessed as a whole and in no other way.
fn candidates(program: &Program, flat: &Flat) -> Vec<(GlobalId, Scalar)> {
    let mut accessed: FxHashMap<GlobalId, Option<Scalar>> = FxHashMap::default();
    for edge in &flat.procedure.edges {
        let place = match &edge.op {
            Op::Load { place, .. } | Op::Store { place, .. } => direct(place),
            _ => None,
        };
        if let Some((global, scalar)) = place {
            let known = accessed.entry(global).or_insert(Some(scalar));
            if *known != Some(scalar) {
                *known = None;
            }
        }
        let mut others = |expr: &Expr| {
            expr.for_each(&mut |part| {
                if let Expr::Global(global) = part {
                    accessed.insert(*global, None);
                }
            });
        };
        match &edge.op {
            Op::Load { place: it, .. } if place.is_some() => debug_assert!(direct(it).is_some()),
            Op::Store { value, .. } if place.is_some() => others(value),
            Op::Check(check) if checked(&check.condition).is_some() => {}
            op => op.for_each_expr(&mut others),
        }
    }
    // What other globals lead to can be changed through them.
    for global in &program.globals {
        for datum in &global.data {
            if let DatumValue::Global(target, _) = datum.value {
                accessed.insert(target, None);
            }
        }
    }
    let whole = accessed.into_iter().filter_map(|(global, scalar)| {
        let definition = &program[global];
        let is_whole = program.types.scalar(definition.ty) == scalar
            && !matches!(program.types.get(definition.ty), Type::Float(_))
            && definition.origin == GlobalOrigin::Variable;
        Some((global, scalar?)).filter(|_| is_whole && initial(program, global).is_some())
    });
    let mut whole: Vec<(GlobalId, Scalar)> = whole.collect();
    whole.sort_by_key(|(global, _)| *global);
    whole
}

fn direct(place: &Place) -> Option<(GlobalId, Scalar)> {
    match (&place.address, place.bits) {
        (Expr::Global(global), None) => Some((*global, place.scalar)),
        _ => None,
    }
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
                Some(Expr::Const(ir::Const::Int(width, bits)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn rewritten(op: &Op, promoted: &Promoted) -> Option<Op> {
    let local = |place: &Place| {
        let (global, _) = direct(place)?;
        promoted.locals.get(&global).copied()
    };
    match op {
        Op::Load { dest, place } => Some(Op::Assign(*dest, Expr::Local(local(place)?))),
        Op::Store { place, value } => Some(Op::Assign(local(place)?, value.clone())),
        Op::Check(check) => {
            let global = checked(&check.condition)?;
            let definition = promoted.locals.contains_key(&global);
            definition.then_some(Op::Skip)
        }
        _ => None,
    }
}

/// Sets the locals before everything else.
fn start(program: &Program, flat: &mut Flat, promoted: &Promoted) {
    let mut globals: Vec<(&GlobalId, &LocalId)> = promoted.locals.iter().collect();
    globals.sort();
    for (global, local) in globals {
        let Some(value) = initial(program, *global) else {
            continue;
        };
        let from = Location(flat.procedure.outgoing.len() as u32);
        flat.procedure.outgoing.push(Vec::new());
        let to = std::mem::replace(&mut flat.procedure.entry, from);
        flat.push_edge((from, to), Op::Assign(*local, value));
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
    for set in &mut live {
        for local in promoted.locals.values() {
            set.insert(*local);
        }
    }
    live
}
