//! Where live frames hold pointers: the roots of the search for leaks.

use super::Machine;
use crate::code::Parts;
use ir::{LocalId, LocalRole, Location, Op, Procedure, ProcedureId, Scalar};

impl Machine<'_> {
    /// The pointers, and the integers that could be addresses, in the locals of all frames. A
    /// variable counts until its procedure returns, an intermediate value as long as it will be
    /// used.
    pub(super) fn roots(&self) -> Vec<(u64, Option<u64>)> {
        let program = self.interpreter.program;
        let word = program.data_model.pointer_width();
        let mut roots = Vec::new();
        for frame in &self.state.frames {
            let procedure = &program[ProcedureId(frame.routine)];
            let routine = &self.interpreter.routines[frame.routine as usize];
            let after = procedure[self.site_of(frame)].to;
            for (index, local) in procedure.locals.iter().enumerate() {
                let home = routine.homes[index];
                let low = self.state.registers[frame.base + home.slot as usize];
                let is_address = match local.scalar {
                    Scalar::Pointer => true,
                    Scalar::Int(width) => width == word,
                    Scalar::Float(_) => false,
                };
                let dropped = local.role == LocalRole::Temporary
                    && !is_used_after(procedure, after, LocalId(index as u32));
                if !is_address || low == 0 || dropped {
                    continue;
                }
                let provenance = (home.parts == Parts::Two)
                    .then(|| self.state.registers[frame.base + home.slot as usize + 1]);
                roots.push((low, provenance));
            }
        }
        roots
    }
}

/// Whether some path from a location reads the local before it is set again.
fn is_used_after(procedure: &Procedure, from: Location, local: LocalId) -> bool {
    let mut seen = vec![false; procedure.locations()];
    let mut pending = vec![from];
    while let Some(location) = pending.pop() {
        if std::mem::replace(&mut seen[location.0 as usize], true) {
            continue;
        }
        for edge in procedure.outgoing(location) {
            if reads(&edge.op, local) {
                return true;
            }
            if edge.op.dest() != Some(local) {
                pending.push(edge.to);
            }
        }
    }
    false
}

fn reads(op: &Op, local: LocalId) -> bool {
    let mut found = false;
    op.for_each_expr(&mut |expr| expr.for_each_local(&mut |read| found |= read == local));
    found
}
