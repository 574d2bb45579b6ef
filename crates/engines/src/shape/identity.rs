//! Whether two references lead to one object, where the JVM may make one object of equal values.
//!
//! Such comparisons are calls: two boxes of the same small number are one object. Objects of the program's own
//! classes are compared by their addresses.

use super::classes::Classes;
use super::flatten::Flat;
use super::promote::Promoted;
use ir::{BinaryOp, EdgeId, Expr, Op, ProcedureId, Program, Target, Width};

/// The procedure that compares two references.
const SAME: &str = "concrex.Vm.same";

/// Whether a procedure compares two references.
pub(super) fn compares(program: &Program, id: ProcedureId) -> bool {
    program.start.is_some() && &*program[id].name == SAME
}

/// Makes comparisons of addresses of those calls whose operands are objects of the program's own classes. The
/// others are left.
pub(super) fn resolve(program: &Program, flat: &mut Flat, promoted: &Promoted) {
    let classes = Classes::of(program, flat, promoted);
    let resolved: Vec<Option<Op>> = flat
        .procedure
        .edges
        .iter()
        .map(|edge| comparison(&classes, &edge.op))
        .collect();
    for (index, op) in resolved.into_iter().enumerate() {
        match (op, &flat.procedure.edges[index].op) {
            (Some(op), _) => flat.procedure.edges[index].op = op,
            (None, Op::Call { .. }) => flat.leave(EdgeId(index as u32)),
            _ => {}
        }
    }
}

fn comparison(classes: &Classes<'_>, op: &Op) -> Option<Op> {
    let Op::Call {
        dest: Some(dest),
        target: Target::Direct(_),
        arguments,
    } = op
    else {
        return None;
    };
    let [one, other] = &arguments[..] else {
        return None;
    };
    let is_own = |value: &Expr| match value {
        Expr::Local(local) => classes.has_own_objects(*local),
        value => *value == Expr::NULL,
    };
    if !is_own(one) || !is_own(other) {
        return None;
    }
    let same = Expr::binary(BinaryOp::Eq, one.clone(), other.clone());
    let [yes, no] = [1, 0].map(|value| Box::new(Expr::int(Width::W32, value)));
    Some(Op::Assign(*dest, Expr::If(Box::new(same), yes, no)))
}
