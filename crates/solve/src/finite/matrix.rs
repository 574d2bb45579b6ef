//! Sets and relations over wires: sparse vectors and matrices, absent entries are false.

use std::collections::BTreeMap;

use logic::relational::SetOp;

use super::circuit::{Bool, Circuit};

/// The number of an atom in the universe of a stage.
pub(super) type AtomId = u32;

/// A set: for each atom that may be a member, when it is. Sorted by atom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Vector(Vec<(AtomId, Bool)>);

/// A relation: a vector of successors for each atom that may have any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Matrix(BTreeMap<AtomId, Vector>);

impl FromIterator<(AtomId, Bool)> for Vector {
    /// The entries have to come sorted by atom.
    fn from_iter<I: IntoIterator<Item = (AtomId, Bool)>>(entries: I) -> Vector {
        Vector(
            entries
                .into_iter()
                .filter(|&(_, wire)| wire != Bool::FALSE)
                .collect(),
        )
    }
}

impl FromIterator<(AtomId, Vector)> for Matrix {
    fn from_iter<I: IntoIterator<Item = (AtomId, Vector)>>(rows: I) -> Matrix {
        Matrix(
            rows.into_iter()
                .filter(|(_, row)| !row.0.is_empty())
                .collect(),
        )
    }
}

impl Vector {
    pub(super) fn singleton(atom: AtomId) -> Vector {
        Vector(vec![(atom, Bool::TRUE)])
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (AtomId, Bool)> {
        self.0.iter().copied()
    }

    pub(super) fn wires(&self) -> impl Iterator<Item = Bool> {
        self.0.iter().map(|&(_, wire)| wire)
    }

    pub(super) fn get(&self, atom: AtomId) -> Bool {
        self.0
            .binary_search_by_key(&atom, |&(a, _)| a)
            .map_or(Bool::FALSE, |i| self.0[i].1)
    }

    pub(super) fn is_constant(&self) -> bool {
        self.wires().all(Bool::is_constant)
    }

    pub(super) fn combine(&self, c: &mut Circuit, op: SetOp, other: &Vector) -> Vector {
        match op {
            SetOp::Union => merge(self, other, |a, b| c.or2(a, b)),
            SetOp::Intersection => merge(self, other, |a, b| c.and2(a, b)),
            SetOp::Difference => merge(self, other, |a, b| c.and2(a, !b)),
        }
    }

    /// When every member is one of `other`.
    pub(super) fn within(&self, c: &mut Circuit, other: &Vector) -> Bool {
        let each: Vec<Bool> = self
            .iter()
            .map(|(a, wire)| c.implies(wire, other.get(a)))
            .collect();
        c.and(each)
    }

    pub(super) fn image(&self, c: &mut Circuit, relation: &Matrix) -> Vector {
        let mut ways: BTreeMap<AtomId, Vec<Bool>> = BTreeMap::new();
        for (a, member) in self.iter() {
            for (b, step) in relation.row(a) {
                ways.entry(b).or_default().push(c.and2(member, step));
            }
        }
        ways.into_iter().map(|(b, ways)| (b, c.or(ways))).collect()
    }

    /// What is reached from the members in one or more steps.
    pub(super) fn reach(&self, c: &mut Circuit, relation: &Matrix) -> Vector {
        if relation.is_forward() {
            return self.reach_forward(c, relation);
        }
        // A walk that repeats no atom has at most as many steps as there are sources.
        let first = self.image(c, relation);
        let mut reached = first.clone();
        for _ in 1..relation.0.len() {
            let further = reached.image(c, relation);
            reached = first.combine(c, SetOp::Union, &further);
        }
        reached
    }

    /// [`Vector::reach`] where every step leads to a higher atom: one pass in that order.
    fn reach_forward(&self, c: &mut Circuit, relation: &Matrix) -> Vector {
        let mut ways: BTreeMap<AtomId, Vec<Bool>> = BTreeMap::new();
        let mut reached = Vec::new();
        for (&a, row) in &relation.0 {
            let arrived = ways
                .get(&a)
                .map_or(Bool::FALSE, |ways| c.or(ways.iter().copied()));
            let here = c.or2(self.get(a), arrived);
            for (b, step) in row.iter() {
                ways.entry(b).or_default().push(c.and2(here, step));
            }
        }
        for (a, ways) in ways {
            reached.push((a, c.or(ways)));
        }
        reached.into_iter().collect()
    }
}

impl Matrix {
    pub(super) fn identity(atoms: impl IntoIterator<Item = (AtomId, Bool)>) -> Matrix {
        atoms
            .into_iter()
            .map(|(a, exists)| (a, Vector(vec![(a, exists)])))
            .collect()
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = (AtomId, &Vector)> {
        self.0.iter().map(|(&a, row)| (a, row))
    }

    pub(super) fn row(&self, atom: AtomId) -> impl Iterator<Item = (AtomId, Bool)> {
        self.0.get(&atom).into_iter().flat_map(Vector::iter)
    }

    pub(super) fn wires(&self) -> impl Iterator<Item = Bool> {
        self.0.values().flat_map(Vector::wires)
    }

    pub(super) fn combine(&self, c: &mut Circuit, op: SetOp, other: &Matrix) -> Matrix {
        self.zip(other, |a, b| a.combine(c, op, b))
    }

    pub(super) fn within(&self, c: &mut Circuit, other: &Matrix) -> Bool {
        let none = Vector::default();
        let rows: Vec<Bool> = self
            .rows()
            .map(|(a, row)| row.within(c, other.0.get(&a).unwrap_or(&none)))
            .collect();
        c.and(rows)
    }

    pub(super) fn product(c: &mut Circuit, a: &Vector, b: &Vector) -> Matrix {
        let row = |c: &mut Circuit, from| b.iter().map(|(to, w)| (to, c.and2(from, w))).collect();
        a.iter().map(|(from, wire)| (from, row(c, wire))).collect()
    }

    pub(super) fn transpose(&self) -> Matrix {
        let mut columns: BTreeMap<AtomId, Vector> = BTreeMap::new();
        for (a, row) in self.rows() {
            for (b, wire) in row.iter() {
                columns.entry(b).or_default().0.push((a, wire));
            }
        }
        Matrix(columns)
    }

    pub(super) fn compose(&self, c: &mut Circuit, other: &Matrix) -> Matrix {
        self.rows()
            .map(|(a, row)| (a, row.image(c, other)))
            .collect()
    }

    /// As `other` where that has successors, as `self` elsewhere.
    pub(super) fn overridden_by(&self, c: &mut Circuit, other: &Matrix) -> Matrix {
        self.zip(other, |old, new| {
            let replaced = c.or(new.wires());
            merge(old, new, |old, new| {
                let kept = c.and2(old, !replaced);
                c.or2(kept, new)
            })
        })
    }

    /// The members of `at` lead to `to` and nowhere else.
    pub(super) fn update(&self, c: &mut Circuit, at: &Vector, to: &Vector) -> Matrix {
        let mut rows = self.0.clone();
        for (a, here) in at.iter() {
            let old = rows.remove(&a).unwrap_or_default();
            rows.insert(a, merge(&old, to, |old, to| c.choose(here, to, old)));
        }
        rows.into_iter().collect()
    }

    /// One or more steps.
    pub(super) fn closure(&self, c: &mut Circuit) -> Matrix {
        if self.is_forward() {
            return self.closure_forward(c);
        }
        // By squaring: after each round, twice as many steps.
        let mut reached = self.clone();
        let mut steps = 1;
        while steps < self.0.len() {
            let further = reached.compose(c, &reached);
            reached = reached.combine(c, SetOp::Union, &further);
            steps *= 2;
        }
        reached
    }

    /// [`Matrix::closure`] where every step leads to a higher atom: the highest sources first.
    fn closure_forward(&self, c: &mut Circuit) -> Matrix {
        let mut reached = Matrix::default();
        for (&a, row) in self.0.iter().rev() {
            let further = row.image(c, &reached);
            let all = row.combine(c, SetOp::Union, &further);
            reached.0.insert(a, all);
        }
        reached
    }

    /// Whether every step leads to a higher atom.
    pub(super) fn is_forward(&self) -> bool {
        self.rows().all(|(a, row)| row.iter().all(|(b, _)| a < b))
    }

    fn zip(&self, other: &Matrix, mut f: impl FnMut(&Vector, &Vector) -> Vector) -> Matrix {
        let none = Vector::default();
        let sources: std::collections::BTreeSet<AtomId> =
            self.0.keys().chain(other.0.keys()).copied().collect();
        let row = |m: &Matrix, a| m.0.get(&a).unwrap_or(&none).clone();
        sources
            .into_iter()
            .map(|a| (a, f(&row(self, a), &row(other, a))))
            .collect()
    }
}

/// Entry by entry, in the order of the atoms.
fn merge(a: &Vector, b: &Vector, mut f: impl FnMut(Bool, Bool) -> Bool) -> Vector {
    let mut left = a.iter().peekable();
    let mut right = b.iter().peekable();
    let entries = std::iter::from_fn(|| {
        let atom = match (left.peek(), right.peek()) {
            (None, None) => return None,
            (Some(&(a, _)), None) | (None, Some(&(a, _))) => a,
            (Some(&(a, _)), Some(&(b, _))) => a.min(b),
        };
        let take = |at: Option<(AtomId, Bool)>| at.map_or(Bool::FALSE, |(_, wire)| wire);
        let x = take(left.next_if(|&(a, _)| a == atom));
        let y = take(right.next_if(|&(b, _)| b == atom));
        Some((atom, f(x, y)))
    });
    entries.collect()
}
