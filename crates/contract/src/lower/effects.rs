//! What a procedure and those that it calls can change, where its code tells.

use std::collections::BTreeSet;

use ir::{
    Const, Expr, LocalId, Op, Place, Procedure, ProcedureId, Program, Scalar, Storage, Target,
};

use super::writer::Lowered;

/// The places outside of its own objects that a procedure can write, each of them a number in a
/// variable outside of functions; or what else it may do.
///
/// A procedure that follows pointers is refused: whether there is something where they lead is the
/// caller's business, and nobody would look at it any more where the call is replaced. So is one that
/// may return without the result that it declares: whether that is used is the caller's business, too.
pub(super) fn effects(program: &Program, procedure: ProcedureId) -> Lowered<Vec<Place>> {
    if may_lack_result(&program[procedure]) {
        return Err("it may return without a value");
    }
    let mut found = Vec::new();
    let (mut seen, mut pending) = (BTreeSet::from([procedure]), vec![procedure]);
    while let Some(id) = pending.pop() {
        for edge in &program[id].edges {
            match &edge.op {
                Op::Call {
                    target: Target::Direct(callee),
                    ..
                } => {
                    if seen.insert(*callee) {
                        pending.push(*callee);
                    }
                }
                op => {
                    if let Some(place) = effect(&program[id], op)?
                        && !found.contains(&place)
                    {
                        found.push(place);
                    }
                }
            }
        }
    }
    Ok(found)
}

fn may_lack_result(procedure: &Procedure) -> bool {
    let mut edges = procedure.edges.iter();
    procedure.signature.result.is_some() && edges.any(|edge| edge.op == Op::Return(None))
}

/// What one operation can change.
fn effect(procedure: &Procedure, op: &Op) -> Lowered<Option<Place>> {
    match op {
        Op::Skip
        | Op::Assign(..)
        | Op::Forget(_)
        | Op::EndScope(_)
        | Op::Protect(_)
        | Op::Measure { .. }
        | Op::Assume(_)
        | Op::Check(_)
        | Op::Return(_) => Ok(None),
        Op::Load { place, .. } => match is_readable(procedure, &place.address) {
            true if place.scalar != Scalar::Pointer => Ok(None),
            _ => Err("it follows pointers"),
        },
        Op::Alloc { object, .. } => match object.storage {
            Storage::Stack => Ok(None),
            Storage::Heap | Storage::Internal => Err("it allocates memory"),
        },
        Op::Store { place, .. } => stored(procedure, place),
        Op::Copy { to, from, .. } => match is_own(procedure, to) && is_readable(procedure, from) {
            true => Ok(None),
            false => Err("it copies memory"),
        },
        Op::Fill { to, .. } => match is_own(procedure, to) {
            true => Ok(None),
            false => Err("it writes to memory"),
        },
        Op::Free(_) => Err("it frees memory"),
        Op::Input { .. } | Op::InputString { .. } => Err("it asks for inputs"),
        Op::Output { .. } => Err("it writes to files"),
        Op::Call { .. } => Err("it calls functions by their addresses"),
        Op::Havoc { .. } => Err("it calls a function that nobody defines"),
        Op::Halt(_) => Err("it may end the program"),
        Op::Unsupported(_) => Err("a part of it is not supported"),
    }
}

fn stored(procedure: &Procedure, place: &Place) -> Lowered<Option<Place>> {
    if is_own(procedure, &place.address) {
        return Ok(None);
    }
    let is_variable = match &place.address {
        Expr::Global(_) => true,
        Expr::Offset(base, offset) => {
            matches!(**base, Expr::Global(_)) && matches!(**offset, Expr::Const(Const::Int(..)))
        }
        _ => false,
    };
    let is_number = matches!(place.scalar, Scalar::Int(_) | Scalar::Float(_));
    match is_variable && is_number && place.bits.is_none() {
        true => Ok(Some(Place {
            field: None,
            ..place.clone()
        })),
        false => Err("it writes to memory"),
    }
}

/// Whether an address is in an object of the procedure's own, or in a variable outside of functions.
fn is_readable(procedure: &Procedure, address: &Expr) -> bool {
    match address {
        Expr::Global(_) => true,
        Expr::Offset(base, _) => is_readable(procedure, base),
        address => is_own(procedure, address),
    }
}

/// Whether an address is in an object of the procedure's own, which ends when it returns.
fn is_own(procedure: &Procedure, address: &Expr) -> bool {
    match address {
        Expr::Local(local) => is_own_object(procedure, *local),
        Expr::Offset(base, _) => is_own(procedure, base),
        _ => false,
    }
}

fn is_own_object(procedure: &Procedure, local: LocalId) -> bool {
    let is_parameter = (local.0 as usize) < procedure.signature.parameters.len();
    let edges = procedure.edges.iter();
    let mut changes = edges
        .map(|edge| &edge.op)
        .filter(|op| op.dest() == Some(local))
        .peekable();
    let is_stack =
        |op: &Op| matches!(op, Op::Alloc { object, .. } if object.storage == Storage::Stack);
    !is_parameter && changes.peek().is_some() && changes.all(is_stack)
}
