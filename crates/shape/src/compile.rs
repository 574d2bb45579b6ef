//! Formulas prepared for evaluation: variables become places of an environment, universal
//! quantifiers become negated existential ones, and each part knows what it depends on.

use rustc_hash::FxHashMap;

use crate::formula::{Closure, Formula, Time, Var};
use crate::truth::Truth;
use crate::vocabulary::Predicate;

/// A place of the environment that holds the node a variable stands for.
pub(crate) type Slot = usize;

/// The nodes that variables stand for.
pub(crate) type Environment = smallvec::SmallVec<[u8; 16]>;

/// A formula that can be evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) root: Part,
    /// How many places its environment has.
    pub(crate) slots: usize,
    /// How many closures it has that depend on no variable but their own.
    pub(crate) closures: usize,
}

/// A part of a compiled formula.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) kind: Kind,
    /// The places it depends on, as a set; places past 63 count as place 63.
    pub(crate) reads: u64,
}

/// What a part is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Constant(Truth),
    Nullary(u16, Time),
    Unary(u16, Slot, Time),
    Binary(u16, Slot, Slot, Time),
    Equal(Slot, Slot),
    Not(Box<Part>),
    And(Box<[Part]>),
    Or(Box<[Part]>),
    Exists(Slot, Box<Part>),
    Closure(Box<Path>),
    IfThenElse(Box<[Part; 3]>),
}

/// A compiled transitive closure.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) from: Slot,
    pub(crate) to: Slot,
    pub(crate) origin: Slot,
    pub(crate) target: Slot,
    pub(crate) step: Part,
    /// Where its matrix is kept, if it is the same in every environment.
    pub(crate) cache: Option<usize>,
}

impl Part {
    /// Whether its value may depend on a place.
    pub(crate) fn depends_on(&self, slot: Slot) -> bool {
        self.reads & bit(slot) != 0
    }
}

fn bit(slot: Slot) -> u64 {
    1 << slot.min(63)
}

impl Code {
    /// Compiles a formula whose free variables stand, in this order, in the first places.
    ///
    /// Other free variables are given the places after them.
    pub(crate) fn new(formula: &Formula, parameters: &[Var]) -> Code {
        let mut compiler = Compiler {
            slots: 0,
            closures: 0,
            scope: FxHashMap::default(),
        };
        for parameter in parameters {
            compiler.enter(*parameter);
        }
        for other in formula.free() {
            if !parameters.contains(&other) {
                compiler.enter(other);
            }
        }
        let root = compiler.part(formula, false);
        Code {
            root,
            slots: compiler.slots,
            closures: compiler.closures,
        }
    }

    /// An environment for it.
    pub(crate) fn environment(&self) -> Environment {
        smallvec::smallvec![0; self.slots]
    }
}

struct Compiler {
    slots: usize,
    closures: usize,
    scope: FxHashMap<Var, Slot>,
}

impl Compiler {
    fn enter(&mut self, variable: Var) -> (Slot, Option<Slot>) {
        let slot = self.slots;
        self.slots += 1;
        (slot, self.scope.insert(variable, slot))
    }

    fn leave(&mut self, variable: Var, hidden: Option<Slot>) {
        match hidden {
            Some(slot) => self.scope.insert(variable, slot),
            None => self.scope.remove(&variable),
        };
    }

    fn slot(&self, variable: Var) -> Slot {
        self.scope.get(&variable).copied().unwrap_or(0)
    }

    /// The part for a formula, or for its negation: negations are pushed inward so that the
    /// conjuncts of an existential quantifier are seen.
    fn part(&mut self, formula: &Formula, negated: bool) -> Part {
        match formula {
            Formula::Constant(value) => {
                let value = match (value, negated) {
                    (Truth::True, true) => Truth::False,
                    (Truth::False, true) => Truth::True,
                    _ => *value,
                };
                Part {
                    kind: Kind::Constant(value),
                    reads: 0,
                }
            }
            Formula::Apply(predicate, arguments, time) => {
                literal(self.apply(*predicate, arguments, *time), negated)
            }
            Formula::Equal(left, right) => {
                let (left, right) = (self.slot(*left), self.slot(*right));
                let reads = bit(left) | bit(right);
                literal(
                    Part {
                        kind: Kind::Equal(left, right),
                        reads,
                    },
                    negated,
                )
            }
            Formula::Not(inner) => self.part(inner, !negated),
            Formula::And(parts) => self.junction(parts, negated, !negated),
            Formula::Or(parts) => self.junction(parts, negated, negated),
            Formula::Exists(variable, body) => {
                literal(self.exists(*variable, body, false), negated)
            }
            Formula::ForAll(variable, body) => {
                literal(self.exists(*variable, body, true), !negated)
            }
            Formula::Closure(closure) => literal(self.closure(closure), negated),
            Formula::IfThenElse(parts) => {
                let [condition, then, otherwise] = &**parts;
                let parts = [
                    self.part(condition, false),
                    self.part(then, negated),
                    self.part(otherwise, negated),
                ];
                let reads = reads(&parts);
                Part {
                    kind: Kind::IfThenElse(Box::new(parts)),
                    reads,
                }
            }
        }
    }

    fn apply(&self, predicate: Predicate, arguments: &[Var], time: Time) -> Part {
        let kind = match arguments {
            [one] => Kind::Unary(predicate.index, self.slot(*one), time),
            [from, to] => Kind::Binary(predicate.index, self.slot(*from), self.slot(*to), time),
            _ => Kind::Nullary(predicate.index, time),
        };
        let reads = arguments.iter().fold(0, |set, v| set | bit(self.slot(*v)));
        Part { kind, reads }
    }

    fn junction(&mut self, parts: &[Formula], negated: bool, conjunction: bool) -> Part {
        let mut parts: Vec<Part> = parts.iter().map(|part| self.part(part, negated)).collect();
        parts.sort_by_key(|part| cost(&part.kind));
        let reads = reads(&parts);
        let parts = parts.into_boxed_slice();
        let kind = if conjunction {
            Kind::And(parts)
        } else {
            Kind::Or(parts)
        };
        Part { kind, reads }
    }

    fn exists(&mut self, variable: Var, body: &Formula, negated: bool) -> Part {
        let (slot, hidden) = self.enter(variable);
        let body = self.part(body, negated);
        self.leave(variable, hidden);
        let reads = body.reads & !own(slot);
        Part {
            kind: Kind::Exists(slot, Box::new(body)),
            reads,
        }
    }

    fn closure(&mut self, closure: &Closure) -> Part {
        let (from, to) = (self.slot(closure.from), self.slot(closure.to));
        let (origin, hidden_origin) = self.enter(closure.origin);
        let (target, hidden_target) = self.enter(closure.target);
        let step = self.part(&closure.step, false);
        self.leave(closure.target, hidden_target);
        self.leave(closure.origin, hidden_origin);
        let outer = step.reads & !own(origin) & !own(target);
        let cache = (outer == 0).then(|| {
            self.closures += 1;
            self.closures - 1
        });
        let reads = outer | bit(from) | bit(to);
        let path = Path {
            from,
            to,
            origin,
            target,
            step,
            cache,
        };
        Part {
            kind: Kind::Closure(Box::new(path)),
            reads,
        }
    }
}

/// What may be dropped from the reads of a part when a place is bound: nothing where places share
/// a bit.
fn own(slot: Slot) -> u64 {
    if slot < 63 { bit(slot) } else { 0 }
}

fn reads(parts: &[Part]) -> u64 {
    parts.iter().fold(0, |set, part| set | part.reads)
}

fn literal(part: Part, negated: bool) -> Part {
    if negated {
        let reads = part.reads;
        Part {
            kind: Kind::Not(Box::new(part)),
            reads,
        }
    } else {
        part
    }
}

/// Cheap parts first: they often decide a junction.
fn cost(kind: &Kind) -> u8 {
    match kind {
        Kind::Not(inner) => cost(&inner.kind),
        Kind::Constant(_) | Kind::Nullary(..) => 0,
        Kind::Unary(..) => 1,
        Kind::Binary(..) | Kind::Equal(..) => 2,
        Kind::And(_) | Kind::Or(_) | Kind::IfThenElse(_) => 3,
        Kind::Exists(..) => 4,
        Kind::Closure(_) => 5,
    }
}
