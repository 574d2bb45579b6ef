//! What is known of a procedure before it is analysed.

use crate::control::Controls;
use crate::value::Thresholds;
use crate::wto::{Element, weak_topological_order};
use ir::liveness::{LocalSet, liveness};
use ir::{BinaryOp, Const, EdgeId, Expr, LocalId, Location, Op, Procedure};
use std::collections::BTreeSet;

/// What is known of a procedure before it is analysed.
pub(crate) struct Plan {
    pub(crate) order: Vec<Element>,
    pub(crate) incoming: Vec<Vec<EdgeId>>,
    pub(crate) live: Vec<LocalSet>,
    pub(crate) thresholds: Thresholds,
    pub(crate) controls: Controls,
}

impl Plan {
    pub(crate) fn new(procedure: &Procedure) -> Plan {
        let mut incoming = vec![Vec::new(); procedure.locations()];
        for (index, edge) in procedure.edges.iter().enumerate() {
            incoming[edge.to.0 as usize].push(EdgeId(index as u32));
        }
        Plan {
            order: weak_topological_order(procedure),
            incoming,
            live: liveness(procedure),
            thresholds: thresholds(procedure),
            controls: Controls::new(procedure),
        }
    }

    pub(crate) fn is_live(&self, location: Location, local: LocalId) -> bool {
        self.live[location.0 as usize].contains(local)
    }
}

/// The constants that a procedure compares with, and their neighbours.
fn thresholds(procedure: &Procedure) -> Thresholds {
    let mut found = BTreeSet::from([-1, 0, 1]);
    for edge in &procedure.edges {
        let mut add = |expr: &Expr| {
            expr.for_each(&mut |part| {
                if let Expr::Binary(op, left, right) = part
                    && is_comparison(*op)
                {
                    for side in [left, right] {
                        if let Expr::Const(Const::Int(width, bits)) = &**side {
                            let value = width.sign_extend(*bits);
                            found.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
                        }
                    }
                }
            });
        };
        if let Op::Assume(_) | Op::Check(_) = &edge.op {
            edge.op.for_each_expr(&mut add);
        }
    }
    found.into_iter().collect()
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ne, SLe, SLt, ULe, ULt};
    matches!(op, Eq | Ne | SLe | SLt | ULe | ULt)
}
