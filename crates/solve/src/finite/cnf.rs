//! From circuits to clauses: each gate once, and only the half of its meaning that is needed.

use crate::sat::{Lit, Solver};

use super::circuit::{Bool, Circuit, Gate};

/// Clauses that define the gates of one circuit in one SAT solver.
#[derive(Debug)]
pub(super) struct Cnf {
    pub(super) solver: Solver,
    wires: Vec<Wire>,
}

/// What the solver has been told of a gate (the two halves of Plaisted and Greenbaum).
#[derive(Clone, Copy, Debug, Default)]
struct Wire {
    lit: Option<Lit>,
    /// "If the gate is true, its inputs are so."
    when_true: bool,
    /// "If the gate is false, its inputs are so."
    when_false: bool,
}

impl Cnf {
    pub(super) fn new() -> Cnf {
        Cnf {
            solver: Solver::new(),
            wires: Vec::new(),
        }
    }

    /// Adds clauses that make `wire` true whenever `guard` is.
    pub(super) fn assert_under(&mut self, circuit: &Circuit, guard: Lit, wire: Bool) {
        let mut conjuncts = vec![wire];
        while let Some(wire) = conjuncts.pop() {
            match circuit.gate(wire) {
                Gate::True if wire == Bool::TRUE => {}
                Gate::True => self.solver.add_clause(&[!guard]),
                Gate::And(inputs) if wire.is_negated() => {
                    let mut clause = vec![!guard];
                    clause.extend(inputs.iter().map(|&input| self.require(circuit, !input)));
                    self.solver.add_clause(&clause);
                }
                Gate::And(inputs) => conjuncts.extend(inputs.iter()),
                _ => {
                    let lit = self.require(circuit, wire);
                    self.solver.add_clause(&[!guard, lit]);
                }
            }
        }
    }

    /// The value that the last model gives to an input. An input that no clause mentions is
    /// false.
    pub(super) fn input_value(&mut self, input: Bool) -> bool {
        if input.is_constant() {
            return input == Bool::TRUE;
        }
        match self.lit_if_any(input) {
            Some(lit) => self.solver.value(lit),
            None => input.is_negated(),
        }
    }

    pub(super) fn lit_if_any(&self, wire: Bool) -> Option<Lit> {
        let lit = self.wires.get(wire.gate())?.lit?;
        Some(if wire.is_negated() { !lit } else { lit })
    }

    /// A literal that, when it is true, makes `wire` true.
    pub(super) fn require(&mut self, circuit: &Circuit, wire: Bool) -> Lit {
        self.wires.resize(circuit.len(), Wire::default());
        let mut pending = vec![wire];
        while let Some(wire) = pending.pop() {
            self.define(circuit, wire, &mut pending);
        }
        self.lit(wire)
    }

    fn lit(&mut self, wire: Bool) -> Lit {
        let slot = &mut self.wires[wire.gate()].lit;
        let lit = *slot.get_or_insert_with(|| self.solver.new_lit());
        if wire.is_negated() { !lit } else { lit }
    }

    /// Tells the solver what follows from `wire` being true, unless it knows, and lists the
    /// wires that this speaks about.
    fn define(&mut self, circuit: &Circuit, wire: Bool, pending: &mut Vec<Bool>) {
        let state = &mut self.wires[wire.gate()];
        let told = if wire.is_negated() {
            &mut state.when_false
        } else {
            &mut state.when_true
        };
        if std::mem::replace(told, true) {
            return;
        }
        let out = self.lit(wire);
        match circuit.gate(wire) {
            Gate::Input => {}
            Gate::True => {
                let truth = self.lit(Bool::TRUE);
                self.solver.add_clause(&[truth]);
            }
            Gate::And(inputs) if wire.is_negated() => {
                let mut clause = vec![!out];
                clause.extend(inputs.iter().map(|&input| self.lit(!input)));
                self.solver.add_clause(&clause);
                pending.extend(inputs.iter().map(|&input| !input));
            }
            Gate::And(inputs) => {
                for &input in inputs.iter() {
                    let input = self.lit(input);
                    self.solver.add_clause(&[!out, input]);
                }
                pending.extend(inputs.iter());
            }
            &Gate::Xor(a, b) => {
                pending.extend([a, !a, b, !b]);
                let b_when_a = if wire.is_negated() { b } else { !b };
                let (a, b) = (self.lit(a), self.lit(b_when_a));
                self.solver.add_clause(&[!out, !a, b]);
                self.solver.add_clause(&[!out, a, !b]);
            }
            &Gate::Choose(condition, yes, no) => {
                let sign = |w: Bool| if wire.is_negated() { !w } else { w };
                let (yes, no) = (sign(yes), sign(no));
                pending.extend([condition, !condition, yes, no]);
                let (condition, yes, no) = (self.lit(condition), self.lit(yes), self.lit(no));
                self.solver.add_clause(&[!out, !condition, yes]);
                self.solver.add_clause(&[!out, condition, no]);
                // Implied, but it lets unit propagation see that both branches agree.
                self.solver.add_clause(&[!out, yes, no]);
            }
        }
    }
}
