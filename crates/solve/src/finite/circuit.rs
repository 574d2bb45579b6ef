//! Boolean circuits: gates shared by structure, constants folded.

use std::ops::Not;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// A wire of a [`Circuit`], possibly negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bool(u32);

impl Bool {
    pub(super) const TRUE: Bool = Bool(0);
    pub(super) const FALSE: Bool = Bool(1);

    pub(super) fn constant(value: bool) -> Bool {
        if value { Bool::TRUE } else { Bool::FALSE }
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The number of the gate under the sign.
    pub(super) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_constant(self) -> bool {
        self.gate() == 0
    }
}

impl Not for Bool {
    type Output = Bool;

    fn not(self) -> Bool {
        Bool(self.0 ^ 1)
    }
}

/// What drives a wire.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Gate {
    /// Always true. The first gate, and the only one of its kind.
    True,
    /// Free to be chosen.
    Input,
    /// All of two or more wires, sorted.
    And(Rc<[Bool]>),
    /// Exactly one of two unnegated wires, sorted.
    Xor(Bool, Bool),
    /// If the first, the second, else the third; the first and second are unnegated.
    Choose(Bool, Bool, Bool),
}

#[derive(Debug)]
pub(super) struct Circuit {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, Bool>,
    scratch: Vec<Bool>,
}

impl Circuit {
    pub(super) fn new() -> Circuit {
        Circuit {
            gates: vec![Gate::True],
            known: FxHashMap::default(),
            scratch: Vec::new(),
        }
    }

    pub(super) fn gate(&self, wire: Bool) -> &Gate {
        &self.gates[wire.gate()]
    }

    pub(super) fn len(&self) -> usize {
        self.gates.len()
    }

    pub(super) fn input(&mut self) -> Bool {
        self.push(Gate::Input)
    }

    pub(super) fn and(&mut self, wires: impl IntoIterator<Item = Bool>) -> Bool {
        let mut inputs = std::mem::take(&mut self.scratch);
        inputs.clear();
        inputs.extend(wires.into_iter().filter(|&w| w != Bool::TRUE));
        inputs.sort_unstable();
        inputs.dedup();
        // A wire and its negation are neighbours in the order, and FALSE is the least of all.
        let contradictory = inputs.windows(2).any(|pair| pair[0] == !pair[1]);
        let result = match inputs[..] {
            [] => Bool::TRUE,
            [only] => only,
            [Bool::FALSE, ..] => Bool::FALSE,
            _ if contradictory => Bool::FALSE,
            _ => self.share(Gate::And(Rc::from(&inputs[..]))),
        };
        self.scratch = inputs;
        result
    }

    pub(super) fn or(&mut self, wires: impl IntoIterator<Item = Bool>) -> Bool {
        !self.and(wires.into_iter().map(Bool::not))
    }

    pub(super) fn and2(&mut self, a: Bool, b: Bool) -> Bool {
        self.and([a, b])
    }

    pub(super) fn or2(&mut self, a: Bool, b: Bool) -> Bool {
        self.or([a, b])
    }

    pub(super) fn implies(&mut self, a: Bool, b: Bool) -> Bool {
        self.or([!a, b])
    }

    pub(super) fn xor(&mut self, a: Bool, b: Bool) -> Bool {
        if a.is_constant() || b.is_constant() || a.gate() == b.gate() {
            let (a, b) = if b.is_constant() { (b, a) } else { (a, b) };
            return match a {
                Bool::TRUE => !b,
                Bool::FALSE => b,
                _ => Bool::constant(a != b),
            };
        }
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (plain(a), plain(b));
        let gate = self.share(Gate::Xor(a.min(b), a.max(b)));
        if negated { !gate } else { gate }
    }

    pub(super) fn iff(&mut self, a: Bool, b: Bool) -> Bool {
        !self.xor(a, b)
    }

    /// `if condition then yes else no`.
    pub(super) fn choose(&mut self, condition: Bool, yes: Bool, no: Bool) -> Bool {
        if condition.is_negated() && !condition.is_constant() {
            return self.choose(!condition, no, yes);
        }
        match (condition, yes, no) {
            (Bool::TRUE, ..) => yes,
            (Bool::FALSE, ..) => no,
            _ if yes == no => yes,
            _ if yes == !no => self.iff(condition, yes),
            (c, Bool::TRUE, no) => self.or2(c, no),
            (c, Bool::FALSE, no) => self.and2(!c, no),
            (c, yes, Bool::TRUE) => self.or2(!c, yes),
            (c, yes, Bool::FALSE) => self.and2(c, yes),
            (c, yes, no) if yes == c => self.or2(c, no),
            (c, yes, no) if yes == !c => self.and2(!c, no),
            (c, yes, no) if no == c => self.and2(c, yes),
            (c, yes, no) if no == !c => self.or2(!c, yes),
            (c, yes, no) if yes.is_negated() => !self.share(Gate::Choose(c, !yes, !no)),
            (c, yes, no) => self.share(Gate::Choose(c, yes, no)),
        }
    }

    /// At most one of the wires.
    pub(super) fn at_most_one(&mut self, wires: &[Bool]) -> Bool {
        let mut seen = Bool::FALSE;
        let mut clashes = Vec::new();
        for &wire in wires {
            clashes.push(self.and2(seen, wire));
            seen = self.or2(seen, wire);
        }
        !self.or(clashes)
    }

    fn share(&mut self, gate: Gate) -> Bool {
        if let Some(&known) = self.known.get(&gate) {
            return known;
        }
        let wire = self.push(gate.clone());
        self.known.insert(gate, wire);
        wire
    }

    #[expect(clippy::expect_used, reason = "2^31 gates do not fit in memory")]
    fn push(&mut self, gate: Gate) -> Bool {
        let number = u32::try_from(self.gates.len()).expect("fewer than 2^31 gates");
        self.gates.push(gate);
        Bool(number << 1)
    }
}

fn plain(wire: Bool) -> Bool {
    Bool(wire.0 & !1)
}
