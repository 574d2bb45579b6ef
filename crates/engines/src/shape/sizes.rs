//! How long procedures are when all calls in them are replaced by what they call.

use crate::limits::tuning::MOST_OPERATIONS_OF_A_LIBRARY_CALL;
use ir::{Expr, Op, Origin, ProcedureId, Program, Target};

/// The lengths of all procedures of a program.
pub(super) struct Sizes {
    /// By procedure.
    lengths: Vec<usize>,
    /// Whether a procedure is a short way to code of the user's: it chooses among methods by the class of an
    /// object, or initialises a class. What else it calls is looked at on its own.
    leads_to_users: Vec<bool>,
}

impl Sizes {
    /// Of a program. What has more operations than are replaced anywhere is as long as can be, which ends the
    /// search through a library that calls itself everywhere.
    pub(super) fn of(program: &Program) -> Sizes {
        let own = |id: ProcedureId| program[id].edges.len();
        let ids = || program.procedures().map(|(id, _)| id);
        let callees: Vec<Vec<ProcedureId>> = ids().map(|id| callees(program, id)).collect();
        let mut sizes: Vec<usize> = ids().map(own).collect();
        // Lengths grow from those of the procedures alone until nothing changes: what calls itself grows
        // until it is too long.
        let mut changed = true;
        while changed {
            changed = false;
            for id in ids() {
                let index = id.0 as usize;
                let called = callees[index].iter().map(|it| sizes[it.0 as usize]);
                let size = called.fold(own(id), usize::saturating_add);
                let size = size.min(MOST_OPERATIONS_OF_A_LIBRARY_CALL + 1);
                if size > sizes[index] {
                    sizes[index] = size;
                    changed = true;
                }
            }
        }
        let is_users = |id: &ProcedureId| program[*id].origin == Origin::User;
        let leads = |id: ProcedureId| {
            own(id) <= MOST_OPERATIONS_OF_A_LIBRARY_CALL
                && callees[id.0 as usize].iter().any(is_users)
        };
        Sizes {
            leads_to_users: ids().map(leads).collect(),
            lengths: sizes,
        }
    }

    /// Whether a procedure of the library is too long to be replaced by what it does.
    pub(super) fn is_long(&self, program: &Program, id: ProcedureId) -> bool {
        let index = id.0 as usize;
        program[id].origin != Origin::User
            && self.lengths[index] > MOST_OPERATIONS_OF_A_LIBRARY_CALL
            && !self.leads_to_users[index]
    }
}

fn callees(program: &Program, id: ProcedureId) -> Vec<ProcedureId> {
    let calls = program[id].edges.iter().filter_map(|edge| match &edge.op {
        Op::Call {
            target: Target::Direct(id) | Target::Indirect(Expr::Procedure(id)),
            ..
        } => Some(*id),
        _ => None,
    });
    calls.collect()
}
