//! Which locals certainly have a value, so that nothing need be remembered about it.

use ir::{Condition, Expr, LocalId, Location, Op, Procedure};

/// For each location the locals that have a value whenever it is reached.
pub(super) struct Definite {
    /// The place of a local in a set; `None` for locals whose initialisation nothing asks for.
    places: Vec<Option<u32>>,
    /// A set for each location, one after the other; empty where they would be too many.
    sets: Vec<u64>,
    words: usize,
}

/// The largest total size of the sets, in words of 64 locals.
const MOST_WORDS: usize = 1 << 22;

impl Definite {
    pub(super) fn of(procedure: &Procedure) -> Definite {
        let mut places = vec![None; procedure.locals.len()];
        let mut count = 0;
        for edge in &procedure.edges {
            for_each_asked(&edge.op, &mut |local| {
                if let Some(place @ None) = places.get_mut(local.0 as usize) {
                    *place = Some(count);
                    count += 1;
                }
            });
        }
        let words = (count as usize).div_ceil(64);
        let mut definite = Definite {
            places,
            sets: Vec::new(),
            words,
        };
        if words * procedure.locations() <= MOST_WORDS {
            definite.solve(procedure);
        }
        definite
    }

    /// Whether the local has a value whenever the location is reached.
    pub(super) fn at(&self, location: Location, local: LocalId) -> bool {
        let Some(Some(place)) = self.places.get(local.0 as usize) else {
            return false;
        };
        let set = self.set(location.0 as usize);
        set.get(*place as usize / 64)
            .is_some_and(|word| word & (1 << (place % 64)) != 0)
    }

    fn set(&self, location: usize) -> &[u64] {
        self.sets
            .get(location * self.words..(location + 1) * self.words)
            .unwrap_or(&[])
    }

    /// The largest solution: everything, less what some path from the entry takes away.
    fn solve(&mut self, procedure: &Procedure) {
        self.sets = vec![u64::MAX; self.words * procedure.locations()];
        let entry = procedure.entry.0 as usize;
        if let Some(set) = self
            .sets
            .get_mut(entry * self.words..(entry + 1) * self.words)
        {
            set.fill(0);
        }
        let mut pending = vec![procedure.entry];
        let mut seen = vec![false; procedure.locations()];
        while let Some(location) = pending.pop() {
            for edge in procedure.outgoing(location) {
                let mut after = self.set(location.0 as usize).to_vec();
                self.transfer(&edge.op, &mut after);
                let to = edge.to.0 as usize;
                let Some(set) = self.sets.get_mut(to * self.words..(to + 1) * self.words) else {
                    continue;
                };
                let mut changed = !std::mem::replace(&mut seen[to], true);
                for (word, after) in set.iter_mut().zip(after) {
                    changed |= *word & !after != 0;
                    *word &= after;
                }
                if changed {
                    pending.push(edge.to);
                }
            }
        }
    }

    fn transfer(&self, op: &Op, set: &mut [u64]) {
        let has = |set: &[u64], local: LocalId| match self.places.get(local.0 as usize) {
            Some(Some(place)) => set[*place as usize / 64] & (1 << (place % 64)) != 0,
            _ => false,
        };
        let put = |set: &mut [u64], local: LocalId, value: bool| {
            if let Some(Some(place)) = self.places.get(local.0 as usize) {
                let bit = 1 << (place % 64);
                let word = &mut set[*place as usize / 64];
                *word = if value { *word | bit } else { *word & !bit };
            }
        };
        match op {
            Op::Assign(dest, Expr::Local(from)) => {
                let known = has(set, *from);
                put(set, *dest, known);
            }
            Op::Assign(dest, _)
            | Op::Alloc { dest, .. }
            | Op::Measure { dest, .. }
            | Op::Input { dest, .. }
            | Op::InputString { dest, .. } => put(set, *dest, true),
            Op::Load { dest, .. } | Op::Forget(dest) => put(set, *dest, false),
            Op::Call {
                dest: Some(dest), ..
            }
            | Op::Havoc {
                dest: Some(dest), ..
            } => {
                put(set, *dest, false);
            }
            Op::Check(check) => {
                // A run does not go on without a value: see `Condition::Initialised`.
                if let Condition::Initialised(local) = check.condition {
                    put(set, local, true);
                }
            }
            _ => {}
        }
    }
}

/// Calls `visit` on each local whose initialisation the operation asks for.
pub(super) fn for_each_asked(op: &Op, visit: &mut impl FnMut(LocalId)) {
    let mut bare = |expr: &Expr| {
        if let Expr::Local(local) = expr {
            visit(*local);
        }
    };
    match op {
        Op::Assign(_, value) | Op::Store { value, .. } | Op::Return(Some(value)) => bare(value),
        Op::Call { arguments, .. } => arguments.iter().for_each(bare),
        Op::EndScope(local) | Op::Protect(local) => visit(*local),
        Op::Check(check) => {
            if let Condition::Initialised(local) = check.condition {
                visit(local);
            }
        }
        _ => {}
    }
}
