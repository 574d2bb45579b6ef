//! From gates to clauses: each gate once, and only those that are asked about.

use crate::gates::{Edge, Gate, Gates};
use crate::sat::{Limits, Lit, Solver};

/// How many gates get their clauses between looks at the limits.
const STRIDE: usize = 10_000;

/// The clauses of a graph of gates in a SAT solver.
#[derive(Debug)]
pub struct Cnf {
    solver: Solver,
    /// The literal of the constant, which is false.
    never: Lit,
    lits: Vec<Option<Lit>>,
}

impl Cnf {
    /// No clauses yet.
    #[must_use]
    pub fn new() -> Self {
        let mut solver = Solver::default();
        let never = solver.new_lit();
        solver.add_clause(&[!never]);
        Self {
            solver,
            never,
            lits: vec![Some(never)],
        }
    }

    /// The SAT solver.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// The SAT solver, to look at.
    #[must_use]
    pub fn solver_ref(&self) -> &Solver {
        &self.solver
    }

    /// The literal of an edge, if its gate has been given clauses.
    #[must_use]
    pub fn known(&self, edge: Edge) -> Option<Lit> {
        let lit = self.lits.get(edge.node()).copied().flatten()?;
        Some(if edge.is_negated() { !lit } else { lit })
    }

    /// The literal that is true exactly when the edge is.
    pub fn lit(&mut self, gates: &Gates, edge: Edge) -> Lit {
        self.cover(gates, edge, &Limits::default());
        self.input(edge)
    }

    /// The same, unless the limits of the SAT solver end that before.
    pub fn lit_within_limits(&mut self, gates: &Gates, edge: Edge) -> Option<Lit> {
        let limits = self.solver.limits().clone();
        let is_covered = self.cover(gates, edge, &limits);
        is_covered.then(|| self.input(edge))
    }

    /// Gives clauses to all gates below an edge; whether all have them when the limits end that.
    fn cover(&mut self, gates: &Gates, edge: Edge, limits: &Limits) -> bool {
        if self.lits.len() < gates.len() {
            self.lits.resize(gates.len(), None);
        }
        let mut stack = vec![edge.node()];
        let mut defined = 0;
        while let Some(&node) = stack.last() {
            if self.lits[node].is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for_each_input(gates.gate(node), |e| {
                if self.lits[e.node()].is_none() {
                    stack.push(e.node());
                }
            });
            if stack.len() == before {
                let lit = self.solver.new_lit();
                self.define(lit, gates.gate(node));
                self.lits[node] = Some(lit);
                stack.pop();
                defined += 1;
                if defined % STRIDE == 0 && limits.exceeded() {
                    return false;
                }
            }
        }
        true
    }

    /// Makes an edge true for good. Conjunctions are taken apart, so that their
    /// parts become unit clauses and negated ones a single clause.
    pub fn assert(&mut self, gates: &Gates, edge: Edge) {
        let mut pending = vec![edge];
        while let Some(edge) = pending.pop() {
            match gates.gate(edge.node()) {
                Gate::And(a, b) if !edge.is_negated() => pending.extend([a, b]),
                Gate::And(..) => {
                    let clause = self.disjuncts(gates, edge);
                    self.solver.add_clause(&clause);
                }
                _ => {
                    let lit = self.lit(gates, edge);
                    self.solver.add_clause(&[lit]);
                }
            }
        }
    }

    /// A disjunction flattened to the literals of its parts.
    fn disjuncts(&mut self, gates: &Gates, edge: Edge) -> Vec<Lit> {
        let mut clause = Vec::new();
        let mut pending = vec![edge];
        while let Some(edge) = pending.pop() {
            match gates.gate(edge.node()) {
                Gate::And(a, b) if edge.is_negated() && clause.len() + pending.len() < 64 => {
                    pending.extend([!a, !b]);
                }
                _ => clause.push(self.lit(gates, edge)),
            }
        }
        clause
    }

    fn input(&self, edge: Edge) -> Lit {
        // Inputs are defined before the gates that use them.
        self.known(edge).unwrap_or(self.never)
    }

    fn define(&mut self, o: Lit, gate: Gate) {
        match gate {
            Gate::False | Gate::Input => {}
            Gate::And(a, b) => {
                let (a, b) = (self.input(a), self.input(b));
                self.clauses(&[&[!o, a], &[!o, b], &[o, !a, !b]]);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.input(a), self.input(b));
                self.clauses(&[&[!o, a, b], &[!o, !a, !b], &[o, !a, b], &[o, a, !b]]);
            }
            Gate::Mux(c, a, b) => {
                let (c, a, b) = (self.input(c), self.input(a), self.input(b));
                self.clauses(&[
                    &[!o, !c, a],
                    &[o, !c, !a],
                    &[!o, c, b],
                    &[o, c, !b],
                    // Implied, but they propagate when the condition is open.
                    &[!o, a, b],
                    &[o, !a, !b],
                ]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (self.input(a), self.input(b), self.input(c));
                self.clauses(&[
                    &[!o, a, b],
                    &[!o, a, c],
                    &[!o, b, c],
                    &[o, !a, !b],
                    &[o, !a, !c],
                    &[o, !b, !c],
                ]);
            }
        }
    }

    fn clauses(&mut self, clauses: &[&[Lit]]) {
        for clause in clauses {
            self.solver.add_clause(clause);
        }
    }
}

impl Default for Cnf {
    fn default() -> Self {
        Self::new()
    }
}

fn for_each_input(gate: Gate, mut f: impl FnMut(Edge)) {
    match gate {
        Gate::False | Gate::Input => {}
        Gate::And(a, b) | Gate::Xor(a, b) => [a, b].into_iter().for_each(f),
        Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => {
            f(a);
            f(b);
            f(c);
        }
    }
}
