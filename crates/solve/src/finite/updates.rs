//! Reachability through a field that a path has updated in a few places.
//!
//! A step of `n[a1 := b1]…[ak := bk]` is either a step of `n` from an atom that no update
//! touches, or one of the updates. Where `n` leads to higher atoms only, the first kind needs
//! one pass; the second kind is reachability among the `k` updates. Together this is far less
//! than reachability in the updated relation, of which nothing is known.

use std::rc::Rc;

use logic::relational::SetOp;

use super::circuit::{Bool, Circuit};
use super::matrix::{AtomId, Matrix, Vector};

/// An update, `[at := to]`.
pub(super) type Update = (Rc<Vector>, Rc<Vector>);

#[derive(Debug)]
pub(super) struct Updated {
    /// The steps that are left of the relation itself.
    kept: Matrix,
    /// For each update, the atoms that it holds for: no later one touches them.
    effective: Vec<Vector>,
    /// For each update, what is reached from its end by steps that were kept.
    beyond: Vec<Vector>,
    /// From each update to those that can follow it, in one or more steps.
    following: Matrix,
}

impl Updated {
    /// Updates of a relation, the earliest first; nothing if that gains nothing.
    pub(super) fn new(c: &mut Circuit, relation: &Matrix, updates: &[Update]) -> Option<Updated> {
        let (atoms, count) = (relation.rows().count(), updates.len());
        let cheap = count * atoms * atoms / 2 + count * count * (atoms + count);
        if count == 0 || !relation.is_forward() || cheap >= atoms * atoms * atoms {
            return None;
        }
        let mut effective = Vec::new();
        let mut touched = Vector::default();
        for (at, _) in updates.iter().rev() {
            effective.push(at.combine(c, SetOp::Difference, &touched));
            touched = touched.combine(c, SetOp::Union, at);
        }
        effective.reverse();
        let kept = relation.update(c, &touched, &Vector::default());
        let beyond: Vec<Vector> = updates
            .iter()
            .map(|(_, to)| {
                let further = to.reach(c, &kept);
                to.combine(c, SetOp::Union, &further)
            })
            .collect();
        let next: Matrix = (0..)
            .zip(&beyond)
            .map(|(i, reached)| (i, hits(c, reached, &effective)))
            .collect();
        let following = next.closure(c);
        Some(Updated {
            kept,
            effective,
            beyond,
            following,
        })
    }

    /// What is reached from the members of `from` in one or more steps.
    pub(super) fn reach(&self, c: &mut Circuit, from: &Vector) -> Vector {
        let directly = from.reach(c, &self.kept);
        self.continued(c, from, &directly)
    }

    /// Each atom with what is reached from it in one or more steps.
    pub(super) fn closure(&self, c: &mut Circuit, atoms: &Vector) -> Matrix {
        let directly = self.kept.closure(c);
        atoms
            .iter()
            .map(|(a, _)| {
                let row: Vector = directly.row(a).collect();
                (a, self.continued(c, &Vector::singleton(a), &row))
            })
            .collect()
    }

    /// What is reached, given what is reached without updates.
    fn continued(&self, c: &mut Circuit, from: &Vector, directly: &Vector) -> Vector {
        let here = from.combine(c, SetOp::Union, directly);
        let first = hits(c, &here, &self.effective);
        let later = first.image(c, &self.following);
        let taken = first.combine(c, SetOp::Union, &later);
        let mut reached = directly.clone();
        for (i, beyond) in (0..).zip(&self.beyond) {
            let when = taken.get(i);
            let added: Vector = beyond
                .iter()
                .map(|(a, wire)| (a, c.and2(when, wire)))
                .collect();
            reached = reached.combine(c, SetOp::Union, &added);
        }
        reached
    }
}

/// Which of the sets a set has a member in common with, by number.
fn hits(c: &mut Circuit, set: &Vector, others: &[Vector]) -> Vector {
    let mut meet = |other: &Vector| -> Bool {
        let common = set.combine(c, SetOp::Intersection, other);
        c.or(common.wires())
    };
    let entries: Vec<(AtomId, Bool)> = (0..)
        .zip(others)
        .map(|(i, other)| (i, meet(other)))
        .collect();
    entries.into_iter().collect()
}
