//! What holds of a universe and its symbols before any formula is asserted.

use logic::relational::{RelSym, SetSym, Sort};

use super::circuit::Bool;
use super::stage::Wiring;

impl Wiring<'_> {
    /// The atoms that exist come first.
    pub(super) fn sort_axioms(&mut self, sort: &Sort) -> Vec<Bool> {
        let most = self.universe.scope(sort).most();
        (1..most)
            .map(|i| {
                let (here, before) = (self.exists(sort, i), self.exists(sort, i - 1));
                self.circuit.implies(here, before)
            })
            .collect()
    }

    /// Members exist, and are as many as declared.
    pub(super) fn set_axioms(&mut self, symbol: &SetSym) -> Vec<Bool> {
        let sort = &symbol.decl().sort;
        let mut axioms = Vec::new();
        let mut members = Vec::new();
        for i in self.universe.places(sort) {
            let (member, exists) = (self.member(symbol, i), self.exists(sort, i));
            axioms.push(self.circuit.implies(member, exists));
            members.push(member);
        }
        let size = symbol.decl().size;
        if size.at_least_one() {
            axioms.push(self.circuit.or(members.iter().copied()));
        }
        if size.at_most_one() {
            self.exclude_two(&members, &mut axioms);
        }
        axioms
    }

    /// Related atoms exist, and are related as declared.
    pub(super) fn rel_axioms(&mut self, symbol: &RelSym) -> Vec<Bool> {
        let (from, to) = (&symbol.decl().from, &symbol.decl().to);
        let properties = symbol.decl().properties;
        let mut axioms = Vec::new();
        for i in self.universe.places(from) {
            let source = self.exists(from, i);
            let row: Vec<Bool> = self
                .universe
                .places(to)
                .map(|j| self.pair(symbol, i, j))
                .collect();
            for (j, &pair) in self.universe.places(to).zip(&row) {
                let target = self.exists(to, j);
                axioms.push(self.circuit.implies(pair, source));
                axioms.push(self.circuit.implies(pair, target));
            }
            if properties.is_total() {
                axioms.push(self.circuit.or(row.iter().copied().chain([!source])));
            }
            if properties.is_functional() {
                self.exclude_two(&row, &mut axioms);
            }
        }
        if properties.is_injective() {
            for j in self.universe.places(to) {
                let column: Vec<Bool> = self
                    .universe
                    .places(from)
                    .map(|i| self.pair(symbol, i, j))
                    .collect();
                self.exclude_two(&column, &mut axioms);
            }
        }
        // A relation between different sorts cannot have a cycle, nor can one that the atoms
        // are numbered along.
        if properties.is_acyclic() && from == to && self.universe.order(from) != Some(symbol) {
            self.order_axioms(symbol, &mut axioms);
        }
        axioms
    }

    /// Every pair agrees with a total order.
    fn order_axioms(&mut self, symbol: &RelSym, axioms: &mut Vec<Bool>) {
        let places = self.universe.places(&symbol.decl().from);
        for i in places.clone() {
            for j in places.clone() {
                let (pair, before) = (self.pair(symbol, i, j), self.before(symbol, i, j));
                axioms.push(self.circuit.implies(pair, before));
                // Among three atoms, no order goes round. Each cycle is met at its least atom.
                for k in places.clone().filter(|&k| k > i && j > i && k != j) {
                    let (next, back) = (self.before(symbol, j, k), self.before(symbol, k, i));
                    axioms.push(!self.circuit.and([before, next, back]));
                }
            }
        }
    }

    fn exclude_two(&mut self, wires: &[Bool], axioms: &mut Vec<Bool>) {
        const PAIRWISE: usize = 8;
        if wires.len() > PAIRWISE {
            axioms.push(self.circuit.at_most_one(wires));
            return;
        }
        for (i, &a) in wires.iter().enumerate() {
            axioms.extend(wires[..i].iter().map(|&b| !self.circuit.and2(a, b)));
        }
    }
}
