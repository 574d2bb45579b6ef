//! A graph of logic gates with structural hashing: the form between words and clauses.

use std::hash::{Hash, Hasher};
use std::ops::Not;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// The output of a gate, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge(u32);

impl Edge {
    /// Always false.
    pub const FALSE: Self = Self(0);
    /// Always true.
    pub const TRUE: Self = Self(1);

    fn of(node: usize) -> Self {
        Self((node as u32) << 1)
    }

    /// The constant edge of a truth value.
    #[must_use]
    pub fn constant(value: bool) -> Self {
        Self(value.into())
    }

    /// The index of the gate.
    #[must_use]
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether this is the negation of the gate's output.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The truth value, of a constant edge.
    #[must_use]
    pub fn as_constant(self) -> Option<bool> {
        (self.0 <= 1).then_some(self.0 == 1)
    }

    fn negate_if(self, negate: bool) -> Self {
        Self(self.0 ^ u32::from(negate))
    }
}

impl Not for Edge {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A gate. Inputs of exclusive ors are never negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// The constant false; gate number zero only.
    False,
    /// A free input.
    Input,
    /// Conjunction.
    And(Edge, Edge),
    /// Exclusive or.
    Xor(Edge, Edge),
    /// The second if the first, else the third.
    Mux(Edge, Edge, Edge),
    /// At least two of three: the carry of a full adder.
    Majority(Edge, Edge, Edge),
}

/// The graph. Gates are numbered in an order in which inputs come first.
#[derive(Debug)]
pub struct Gates {
    gates: Vec<Gate>,
    table: HashTable<u32>,
}

impl Default for Gates {
    fn default() -> Self {
        Self::new()
    }
}

impl Gates {
    /// A graph with nothing but the constant.
    #[must_use]
    pub fn new() -> Self {
        Self {
            gates: vec![Gate::False],
            table: HashTable::new(),
        }
    }

    /// How many gates there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// Never: there is always the constant.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.gates.is_empty()
    }

    /// The gate of that number.
    #[must_use]
    pub fn gate(&self, node: usize) -> Gate {
        self.gates[node]
    }

    /// A fresh input.
    pub fn input(&mut self) -> Edge {
        self.gates.push(Gate::Input);
        Edge::of(self.gates.len() - 1)
    }

    /// That many fresh inputs.
    pub fn inputs(&mut self, count: u32) -> Vec<Edge> {
        (0..count).map(|_| self.input()).collect()
    }

    /// Conjunction, simplified by a look at the inputs of the inputs.
    pub fn and(&mut self, a: Edge, b: Edge) -> Edge {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == Edge::FALSE || a == !b {
            return Edge::FALSE;
        }
        if a == Edge::TRUE || a == b {
            return b;
        }
        if let Some(simpler) = self
            .and_with_input(a, b)
            .or_else(|| self.and_with_input(b, a))
        {
            return simpler;
        }
        if let (Some((w, x)), Some((y, z))) = (self.conjuncts(a), self.conjuncts(b))
            && (w == !y || w == !z || x == !y || x == !z)
        {
            return Edge::FALSE;
        }
        self.intern(Gate::And(a, b))
    }

    /// What `a` being a conjunction or the negation of one says about `a & b`.
    fn and_with_input(&mut self, a: Edge, b: Edge) -> Option<Edge> {
        let Gate::And(x, y) = self.gates[a.node()] else {
            return None;
        };
        if !a.is_negated() {
            if b == x || b == y {
                return Some(a);
            }
            return (b == !x || b == !y).then_some(Edge::FALSE);
        }
        if b == !x || b == !y {
            return Some(b);
        }
        if b == x {
            return Some(self.and(b, !y));
        }
        (b == y).then(|| self.and(b, !x))
    }

    fn conjuncts(&self, a: Edge) -> Option<(Edge, Edge)> {
        match self.gates[a.node()] {
            Gate::And(x, y) if !a.is_negated() => Some((x, y)),
            _ => None,
        }
    }

    /// Disjunction.
    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.negate_if(a.is_negated()), b.negate_if(b.is_negated()));
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == b {
            return Edge::constant(negated);
        }
        if a == Edge::FALSE {
            return b.negate_if(negated);
        }
        self.intern(Gate::Xor(a, b)).negate_if(negated)
    }

    /// Equivalence.
    pub fn iff(&mut self, a: Edge, b: Edge) -> Edge {
        !self.xor(a, b)
    }

    /// `a` if `c`, else `b`.
    pub fn mux(&mut self, c: Edge, a: Edge, b: Edge) -> Edge {
        if c.is_negated() {
            return self.mux(!c, b, a);
        }
        if c == Edge::FALSE || a == b {
            return b;
        }
        if a == !b {
            return self.xor(c, b);
        }
        if a == Edge::TRUE || a == c {
            return self.or(c, b);
        }
        if a == Edge::FALSE || a == !c {
            return self.and(!c, b);
        }
        if b == Edge::FALSE || b == c {
            return self.and(c, a);
        }
        if b == Edge::TRUE || b == !c {
            return self.or(!c, a);
        }
        let negated = a.is_negated();
        let (a, b) = (a.negate_if(negated), b.negate_if(negated));
        self.intern(Gate::Mux(c, a, b)).negate_if(negated)
    }

    /// At least two of three.
    pub fn majority(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        match (a, b, c) {
            (Edge::FALSE, b, c) => self.and(b, c),
            (Edge::TRUE, b, c) => self.or(b, c),
            (a, b, _) if a == b => a,
            (a, b, c) if a == !b => c,
            (_, b, c) if b == c => b,
            (a, b, c) if b == !c => a,
            // The function is its own dual: one of each pair of negations is kept.
            (a, b, c) if a.is_negated() => !self.intern(Gate::Majority(!a, !b, !c)),
            (a, b, c) => self.intern(Gate::Majority(a, b, c)),
        }
    }

    /// Sum and carry of three bits.
    pub fn full_adder(&mut self, a: Edge, b: Edge, c: Edge) -> (Edge, Edge) {
        let half = self.xor(a, b);
        (self.xor(half, c), self.majority(a, b, c))
    }

    /// Conjunction of any number, as a balanced tree.
    pub fn and_all(&mut self, edges: &[Edge]) -> Edge {
        match edges {
            [] => Edge::TRUE,
            [edge] => *edge,
            _ => {
                let (low, high) = edges.split_at(edges.len() / 2);
                let (low, high) = (self.and_all(low), self.and_all(high));
                self.and(low, high)
            }
        }
    }

    /// Disjunction of any number, as a balanced tree.
    pub fn or_all(&mut self, edges: &[Edge]) -> Edge {
        let negated: Vec<Edge> = edges.iter().map(|&e| !e).collect();
        !self.and_all(&negated)
    }

    fn intern(&mut self, gate: Gate) -> Edge {
        let hash = hash_of(gate);
        let gates = &self.gates;
        if let Some(&node) = self.table.find(hash, |&n| gates[n as usize] == gate) {
            return Edge::of(node as usize);
        }
        self.gates.push(gate);
        let node = self.gates.len() - 1;
        let gates = &self.gates;
        self.table
            .insert_unique(hash, node as u32, |&n| hash_of(gates[n as usize]));
        Edge::of(node)
    }
}

fn hash_of(gate: Gate) -> u64 {
    let mut hasher = FxHasher::default();
    gate.hash(&mut hasher);
    hasher.finish()
}

/// Runs a graph on many inputs at once: each bit of a word is one run.
#[derive(Debug)]
pub struct Simulation {
    lanes: Vec<u64>,
}

impl Simulation {
    /// How many runs there are at once.
    pub const LANES: usize = u64::BITS as usize;

    /// Computes every gate from the inputs, which `input` gives by their number.
    #[must_use]
    pub fn run(gates: &Gates, mut input: impl FnMut(usize) -> u64) -> Self {
        let mut simulation = Self {
            lanes: Vec::with_capacity(gates.len()),
        };
        for (node, &gate) in gates.gates.iter().enumerate() {
            let get = |e| simulation.get(e);
            let lanes = match gate {
                Gate::False => 0,
                Gate::Input => input(node),
                Gate::And(a, b) => get(a) & get(b),
                Gate::Xor(a, b) => get(a) ^ get(b),
                Gate::Mux(c, a, b) => get(b) ^ (get(c) & (get(a) ^ get(b))),
                Gate::Majority(a, b, c) => (get(a) & get(b)) | (get(c) & (get(a) | get(b))),
            };
            simulation.lanes.push(lanes);
        }
        simulation
    }

    /// The values of an edge in all runs.
    #[must_use]
    pub fn get(&self, edge: Edge) -> u64 {
        self.lanes[edge.node()] ^ if edge.is_negated() { u64::MAX } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every function of three edges, built in all ways, agrees with its truth table.
    #[test]
    fn simplification_keeps_the_truth_tables() {
        let mut gates = Gates::new();
        let inputs = gates.inputs(3);
        let tables = [0b1010_1010u64, 0b1100_1100, 0b1111_0000];
        let mut known: Vec<(Edge, u64)> = vec![(Edge::FALSE, 0), (Edge::TRUE, 0xff)];
        for (&edge, &table) in inputs.iter().zip(&tables) {
            known.extend([(edge, table), (!edge, !table & 0xff)]);
        }
        for round in 0..2 {
            let pool = known.clone();
            for &(a, ta) in pool.iter().step_by(1 + round * 7) {
                for &(b, tb) in pool.iter().step_by(1 + round * 5) {
                    known.push((gates.and(a, b), ta & tb));
                    known.push((gates.xor(a, b), ta ^ tb));
                    for &(c, tc) in pool.iter().step_by(1 + round * 11) {
                        known.push((gates.mux(a, b, c), ta & tb | !ta & tc));
                        known.push((gates.majority(a, b, c), ta & tb | tc & (ta | tb)));
                    }
                }
            }
        }
        let simulation = Simulation::run(&gates, |node| {
            tables[inputs.iter().position(|e| e.node() == node).unwrap_or(0)]
        });
        for (edge, table) in known {
            assert_eq!(simulation.get(edge) & 0xff, table & 0xff, "{edge:?}");
        }
    }
}
