//! What is known of a procedure before it is analysed.

use crate::analysis::is_users;
use crate::control::Controls;
use crate::value::Thresholds;
use crate::wto::{Element, weak_topological_order};
use ir::liveness::{LocalSet, liveness};
use ir::{EdgeId, Expr, LocalId, Location, Op, Procedure, ProcedureId, Program, Target};
use std::collections::BTreeSet;

/// More constants of a program are not all worth stopping at.
const MOST_CONSTANTS_OF_USER: usize = 60;

/// What is known of a procedure before it is analysed.
pub(crate) struct Plan {
    pub(crate) order: Vec<Element>,
    pub(crate) incoming: Vec<Vec<EdgeId>>,
    pub(crate) live: Vec<LocalSet>,
    pub(crate) thresholds: Thresholds,
    pub(crate) controls: Controls,
    /// Locations from which the environment is asked.
    asking: Vec<Location>,
}

impl Plan {
    /// `asks` says which procedures ask the environment.
    pub(crate) fn new(procedure: &Procedure, asks: &[bool]) -> Plan {
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
            asking: procedure
                .edges
                .iter()
                .filter(|edge| is_asking(&edge.op, asks))
                .map(|edge| edge.from)
                .collect(),
        }
    }

    /// Whether some of these locations ask the environment, by themselves or by calls.
    pub(crate) fn asks(&self, locations: &[Location]) -> bool {
        let mut asking = self.asking.iter();
        asking.any(|location| locations.binary_search(location).is_ok())
    }

    pub(crate) fn is_live(&self, location: Location, local: LocalId) -> bool {
        self.live[location.0 as usize].contains(local)
    }
}

/// Which procedures ask the environment, by themselves or by calls.
pub(crate) fn asking(program: &Program) -> Vec<bool> {
    let mut asks = vec![false; program.procedures.len()];
    loop {
        let mut has_grown = false;
        for (index, procedure) in program.procedures.iter().enumerate() {
            let mut edges = procedure.edges.iter();
            if !asks[index] && edges.any(|edge| is_asking(&edge.op, &asks)) {
                asks[index] = true;
                has_grown = true;
            }
        }
        if !has_grown {
            return asks;
        }
    }
}

fn is_asking(op: &Op, asks: &[bool]) -> bool {
    match op {
        Op::Input { .. } => true,
        Op::Call {
            target: Target::Direct(callee),
            ..
        } => asks[callee.0 as usize],
        _ => false,
    }
}

/// The constants that procedures of the user's compare with, if they are few: what one of them compares with
/// may bound a loop of another that calls it.
pub(crate) fn constants_of_user(program: &Program) -> Thresholds {
    let users = (0..program.procedures.len()).map(|index| ProcedureId(index as u32));
    let users = users.filter(|id| is_users(program, *id));
    let found: BTreeSet<i128> = users.flat_map(|id| compared_with(&program[id])).collect();
    match found.len() <= MOST_CONSTANTS_OF_USER {
        true => found.into_iter().collect(),
        false => Thresholds::default(),
    }
}

/// The constants that a procedure compares with, and their neighbours.
fn thresholds(procedure: &Procedure) -> Thresholds {
    compared_with(procedure).into_iter().collect()
}

fn compared_with(procedure: &Procedure) -> BTreeSet<i128> {
    let mut found = BTreeSet::from([-1, 0, 1]);
    for edge in &procedure.edges {
        let mut add = |expr: &Expr| {
            expr.for_each_compared(&mut |value, _| {
                found.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
            });
        };
        if let Op::Assume(_) | Op::Check(_) = &edge.op {
            edge.op.for_each_expr(&mut add);
        }
    }
    found
}
