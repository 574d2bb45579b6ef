//! Which locals of a procedure matter where.

use crate::op::{Condition, Op};
use crate::program::{LocalId, Procedure};

/// A set of locals of one procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalSet(Vec<u64>);

impl LocalSet {
    /// No local.
    pub fn new(locals: usize) -> LocalSet {
        LocalSet(vec![0; locals.div_ceil(64)])
    }

    /// Whether a local is among them.
    pub fn contains(&self, local: LocalId) -> bool {
        self.0[local.0 as usize / 64] >> (local.0 % 64) & 1 != 0
    }

    /// Adds one.
    pub fn insert(&mut self, local: LocalId) {
        self.0[local.0 as usize / 64] |= 1 << (local.0 % 64);
    }

    /// Takes one out.
    pub fn remove(&mut self, local: LocalId) {
        self.0[local.0 as usize / 64] &= !(1 << (local.0 % 64));
    }

    /// Adds another set; whether that changed anything.
    pub fn absorb(&mut self, other: &LocalSet) -> bool {
        let mut changed = false;
        for (have, more) in self.0.iter_mut().zip(&other.0) {
            changed |= more & !*have != 0;
            *have |= more;
        }
        changed
    }
}

/// For each location, which locals are read before they are written on some way from there.
pub fn liveness(procedure: &Procedure) -> Vec<LocalSet> {
    let none = LocalSet::new(procedure.locals.len());
    let mut live = vec![none; procedure.locations()];
    let mut changed = true;
    while changed {
        changed = false;
        for edge in procedure.edges.iter().rev() {
            let mut before = live[edge.to.0 as usize].clone();
            if let Some(dest) = edge.op.dest() {
                before.remove(dest);
            }
            if let Op::Forget(local) = edge.op {
                before.remove(local);
            }
            for_each_read(&edge.op, &mut |local| before.insert(local));
            changed |= live[edge.from.0 as usize].absorb(&before);
        }
    }
    live
}

fn for_each_read(op: &Op, visit: &mut impl FnMut(LocalId)) {
    op.for_each_expr(&mut |expr| expr.for_each_local(visit));
    match op {
        Op::EndScope(local) | Op::Protect(local) => visit(*local),
        Op::Check(check) => {
            if let Condition::Initialised(local) = check.condition {
                visit(local);
            }
        }
        _ => {}
    }
}
