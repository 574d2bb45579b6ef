//! A stage: one universe, and the wires that stand for the symbols in it.
//!
//! The wires of a symbol are the same in every stage, so that what the SAT solver learns about
//! a small universe is there when the universe grows. What holds in one stage only (the size
//! of the universe, totality, the choice among symmetric models) is asserted under the
//! stage's own literal.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::rc::Rc;

use logic::relational::{Atom, Symbols};
use logic::relational::{DataSym, IntSym, Prop, RelSym, SetSym, Sort, Structure};
use rustc_hash::FxHashMap;

use super::bounds::Scope;
use super::circuit::{Bool, Circuit};
use super::integer::Bits;
use super::matrix::{AtomId, Matrix, Vector};

/// The inputs of the circuit, by what they mean.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    exists: FxHashMap<(Sort, u32), Bool>,
    members: FxHashMap<(SetSym, u32), Bool>,
    pairs: FxHashMap<(RelSym, u32, u32), Bool>,
    before: FxHashMap<(RelSym, u32, u32), Bool>,
    values: FxHashMap<(DataSym, u32), Bits>,
    ints: FxHashMap<IntSym, Bits>,
    props: FxHashMap<Prop, Bool>,
}

impl Inputs {
    fn wire<K: Hash + Eq>(c: &mut Circuit, map: &mut FxHashMap<K, Bool>, key: K) -> Bool {
        *map.entry(key).or_insert_with(|| c.input())
    }

    pub(super) fn int(&mut self, c: &mut Circuit, symbol: &IntSym) -> Bits {
        let ty = symbol.decl().ty;
        self.ints
            .entry(symbol.clone())
            .or_insert_with(|| Bits::inputs(c, ty))
            .clone()
    }

    pub(super) fn prop(&mut self, c: &mut Circuit, symbol: &Prop) -> Bool {
        Inputs::wire(c, &mut self.props, symbol.clone())
    }
}

/// One universe.
#[derive(Debug)]
pub(super) struct Universe {
    scopes: BTreeMap<Sort, Scope>,
    /// Where the atoms of a sort begin.
    offsets: BTreeMap<Sort, AtomId>,
    atoms: Vec<(Sort, u32)>,
    /// The sorts numbered along a relation: it leads from lower atoms to higher ones only.
    order: BTreeMap<Sort, RelSym>,
}

impl Universe {
    pub(super) fn new(scopes: BTreeMap<Sort, Scope>, order: BTreeMap<Sort, RelSym>) -> Universe {
        let mut offsets = BTreeMap::new();
        let mut atoms = Vec::new();
        for (sort, scope) in &scopes {
            offsets.insert(sort.clone(), atom_id(atoms.len()));
            atoms.extend((0..scope.most()).map(|i| (sort.clone(), i)));
        }
        Universe {
            scopes,
            offsets,
            atoms,
            order,
        }
    }

    /// How many atoms there are at most.
    pub(super) fn len(&self) -> usize {
        self.atoms.len()
    }

    pub(super) fn scope(&self, sort: &Sort) -> Scope {
        self.scopes.get(sort).copied().unwrap_or(Scope::exactly(0))
    }

    pub(super) fn sorts(&self) -> impl Iterator<Item = (&Sort, Scope)> {
        self.scopes.iter().map(|(sort, &scope)| (sort, scope))
    }

    pub(super) fn order(&self, sort: &Sort) -> Option<&RelSym> {
        self.order.get(sort)
    }

    /// The sorts that are numbered along a relation, with that relation.
    pub(super) fn orders(&self) -> impl Iterator<Item = (&Sort, &RelSym)> {
        self.order.iter()
    }

    /// The places where atoms of a sort may be.
    pub(super) fn places(&self, sort: &Sort) -> std::ops::Range<u32> {
        0..self.scope(sort).most()
    }

    pub(super) fn id(&self, sort: &Sort, index: u32) -> AtomId {
        self.offsets.get(sort).copied().unwrap_or(0) + index
    }
}

/// A circuit, its inputs, and the universe in which symbols are looked up.
pub(super) struct Wiring<'a> {
    pub(super) circuit: &'a mut Circuit,
    pub(super) inputs: &'a mut Inputs,
    pub(super) universe: &'a Universe,
}

impl Wiring<'_> {
    /// When the atom exists.
    pub(super) fn exists(&mut self, sort: &Sort, index: u32) -> Bool {
        let scope = self.universe.scope(sort);
        if index < scope.least() {
            Bool::TRUE
        } else if index < scope.most() {
            Inputs::wire(self.circuit, &mut self.inputs.exists, (sort.clone(), index))
        } else {
            Bool::FALSE
        }
    }

    pub(super) fn sort(&mut self, sort: &Sort) -> Vector {
        let universe = self.universe;
        let places = universe.places(sort);
        places
            .map(|i| (universe.id(sort, i), self.exists(sort, i)))
            .collect()
    }

    pub(super) fn everything(&mut self) -> Vector {
        let universe = self.universe;
        let each = universe.atoms.iter().zip(0..);
        each.map(|((sort, i), id)| (id, self.exists(sort, *i)))
            .collect()
    }

    pub(super) fn member(&mut self, symbol: &SetSym, index: u32) -> Bool {
        Inputs::wire(
            self.circuit,
            &mut self.inputs.members,
            (symbol.clone(), index),
        )
    }

    pub(super) fn set(&mut self, symbol: &SetSym) -> Vector {
        let (sort, universe) = (&symbol.decl().sort, self.universe);
        universe
            .places(sort)
            .map(|i| (universe.id(sort, i), self.member(symbol, i)))
            .collect()
    }

    pub(super) fn pair(&mut self, symbol: &RelSym, from: u32, to: u32) -> Bool {
        let ordered = self.universe.order(&symbol.decl().from) == Some(symbol);
        if ordered && from >= to {
            return Bool::FALSE;
        }
        Inputs::wire(
            self.circuit,
            &mut self.inputs.pairs,
            (symbol.clone(), from, to),
        )
    }

    pub(super) fn row(&mut self, symbol: &RelSym, from: u32) -> Vector {
        let (sort, universe) = (&symbol.decl().to, self.universe);
        let places = universe.places(sort);
        places
            .map(|to| (universe.id(sort, to), self.pair(symbol, from, to)))
            .collect()
    }

    pub(super) fn rel(&mut self, symbol: &RelSym) -> Matrix {
        let (sort, universe) = (&symbol.decl().from, self.universe);
        universe
            .places(sort)
            .map(|i| (universe.id(sort, i), self.row(symbol, i)))
            .collect()
    }

    /// When `a` comes before `b` in the order that shows an acyclic relation to be so.
    pub(super) fn before(&mut self, symbol: &RelSym, a: u32, b: u32) -> Bool {
        if a == b {
            return Bool::FALSE;
        }
        let key = (symbol.clone(), a.min(b), a.max(b));
        let forward = Inputs::wire(self.circuit, &mut self.inputs.before, key);
        if a < b { forward } else { !forward }
    }

    pub(super) fn value(&mut self, symbol: &DataSym, index: u32) -> Bits {
        let Wiring {
            circuit, inputs, ..
        } = self;
        let key = (symbol.clone(), index);
        let new = || Bits::inputs(circuit, symbol.decl().ty);
        inputs.values.entry(key).or_insert_with(new).clone()
    }

    /// The structure that a valuation of the inputs stands for.
    pub(super) fn structure(
        &mut self,
        symbols: &Symbols,
        mut value_of: impl FnMut(Bool) -> bool,
    ) -> Structure {
        let universe = self.universe;
        let mut s = Structure::new();
        for (sort, scope) in universe.sorts() {
            let size = (0..scope.most()).take_while(|&i| value_of(self.exists(sort, i)));
            s.set_size(sort, atom_id(size.count()));
        }
        for set in &symbols.sets {
            let sort = &set.decl().sort;
            let members = (0..s.size(sort)).filter(|&i| value_of(self.member(set, i)));
            s.define_set(set, members.map(|i| Atom::new(sort, i)).collect::<Vec<_>>());
        }
        for rel in &symbols.rels {
            let (from, to) = (&rel.decl().from, &rel.decl().to);
            let mut pairs = Vec::new();
            for (i, j) in grid(s.size(from), s.size(to)) {
                if value_of(self.pair(rel, i, j)) {
                    pairs.push((Atom::new(from, i), Atom::new(to, j)));
                }
            }
            s.define_rel(rel, pairs);
        }
        for data in &symbols.data {
            let values: Vec<(Atom, i128)> = s
                .atoms(&data.decl().sort)
                .map(|a| (a, self.value(data, a.index()).value(&mut value_of)))
                .collect();
            s.define_data(data, values);
        }
        for int in &symbols.ints {
            s.define_int(int, self.inputs.int(self.circuit, int).value(&mut value_of));
        }
        for prop in &symbols.props {
            s.define_prop(prop, value_of(self.inputs.prop(self.circuit, prop)));
        }
        s
    }

    /// The wires that [`Wiring::structure`] reads for a structure of these sizes.
    pub(super) fn wires_of(&mut self, symbols: &Symbols, sizes: &Structure) -> Vec<Bool> {
        let universe = self.universe;
        let mut wires = Vec::new();
        for (sort, scope) in universe.sorts() {
            wires.extend((0..scope.most()).map(|i| self.exists(sort, i)));
        }
        for set in &symbols.sets {
            wires.extend((0..sizes.size(&set.decl().sort)).map(|i| self.member(set, i)));
        }
        for rel in &symbols.rels {
            let (from, to) = (&rel.decl().from, &rel.decl().to);
            let cells = grid(sizes.size(from), sizes.size(to));
            wires.extend(cells.map(|(i, j)| self.pair(rel, i, j)));
        }
        for data in &symbols.data {
            for i in 0..sizes.size(&data.decl().sort) {
                wires.extend(self.value(data, i).wires());
            }
        }
        for int in &symbols.ints {
            wires.extend(self.inputs.int(self.circuit, int).wires());
        }
        for prop in &symbols.props {
            wires.push(self.inputs.prop(self.circuit, prop));
        }
        wires.retain(|wire| !wire.is_constant());
        wires
    }
}

pub(super) fn grid(rows: u32, columns: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..rows).flat_map(move |i| (0..columns).map(move |j| (i, j)))
}

/// Results of grounding, kept as long as the stage: nodes are shared within and between
/// formulas.
#[derive(Debug, Default)]
pub(super) struct Memo {
    pub(super) sets: FxHashMap<Key, Rc<Vector>>,
    pub(super) rels: FxHashMap<Key, Rc<Matrix>>,
    pub(super) data: FxHashMap<Key, Rc<Vec<super::integer::Number>>>,
    pub(super) ints: FxHashMap<Key, Rc<super::integer::Number>>,
    pub(super) formulas: FxHashMap<Key, Bool>,
}

/// A node, and the atoms its free variables stand for, in their order.
pub(super) type Key = (usize, Vec<Option<AtomId>>);

#[expect(clippy::expect_used, reason = "2^32 atoms do not fit in memory")]
fn atom_id(count: usize) -> AtomId {
    u32::try_from(count).expect("fewer than 2^32 atoms")
}
