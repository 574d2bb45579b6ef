//! Fewer locals: what is loaded only to be assigned is loaded where it goes.

use super::flatten::Flat;
use ir::{Condition, EdgeId, Expr, LocalId, Op};

/// Loads values into the variables that take them at once, without a temporary between.
pub(super) fn tidy(flat: &mut Flat) {
    let uses = uses(flat);
    for index in 0..flat.procedure.edges.len() {
        let Some(temporary) = loaded(&flat.procedure.edges[index].op) else {
            continue;
        };
        let Some((checks, assignment, variable)) = destination(flat, index, temporary) else {
            continue;
        };
        // Read by the assignment and the checks alone, and set by this load alone.
        if uses[temporary.0 as usize] != 2 + checks.len() {
            continue;
        }
        match &mut flat.procedure.edges[index].op {
            Op::Load { dest, .. } | Op::Alloc { dest, .. } => *dest = variable,
            _ => continue,
        }
        for check in checks {
            if let Op::Check(check) = &mut flat.procedure.edges[check.0 as usize].op {
                check.condition = Condition::Initialised(variable);
            }
        }
        flat.procedure.edges[assignment.0 as usize].op = Op::Skip;
    }
}

fn loaded(op: &Op) -> Option<LocalId> {
    match op {
        Op::Load { dest, .. } | Op::Alloc { dest, .. } => Some(*dest),
        _ => None,
    }
}

/// The checks between a load and the assignment of what was loaded, the assignment, and the variable.
fn destination(
    flat: &Flat,
    index: usize,
    temporary: LocalId,
) -> Option<(Vec<EdgeId>, EdgeId, LocalId)> {
    let mut checks = Vec::new();
    let mut at = flat.procedure.edges[index].to;
    loop {
        let [next] = *flat.procedure.outgoing[at.0 as usize] else {
            return None;
        };
        // Nothing else leads into the middle.
        let edges = flat.procedure.edges.iter();
        if edges.filter(|edge| edge.to == at).count() != 1 {
            return None;
        }
        match &flat.procedure[next].op {
            Op::Skip => {}
            Op::Check(check) if check.condition == Condition::Initialised(temporary) => {
                checks.push(next);
            }
            Op::Assign(variable, Expr::Local(value)) if *value == temporary => {
                return Some((checks, next, *variable));
            }
            _ => return None,
        }
        at = flat.procedure[next].to;
    }
}

/// How often each local occurs.
fn uses(flat: &Flat) -> Vec<usize> {
    let mut uses = vec![0; flat.procedure.locals.len()];
    let mut count = |local: LocalId| uses[local.0 as usize] += 1;
    for edge in &flat.procedure.edges {
        edge.op
            .for_each_expr(&mut |expr| expr.for_each_local(&mut count));
        edge.op.dest().into_iter().for_each(&mut count);
        match &edge.op {
            Op::Forget(local) | Op::EndScope(local) | Op::Protect(local) => count(*local),
            Op::Check(check) => {
                if let Condition::Initialised(local) = check.condition {
                    count(local);
                }
            }
            _ => {}
        }
    }
    let call = flat.call.iter();
    for expr in call.flat_map(|call| &call.parameters) {
        expr.for_each_local(&mut |local| uses[local.0 as usize] += 1);
    }
    for local in flat.call.iter().filter_map(|call| call.result) {
        uses[local.0 as usize] += 1;
    }
    uses
}
