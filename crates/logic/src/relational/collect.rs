//! Which symbols a formula speaks about.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::attributes::Kind;
use super::symbol::{DataSym, IntSym, Prop, RelSym, SetSym, Sort};
use super::syntax::{
    Data, DataKind, Formula, FormulaKind, Int, IntKind, Rel, RelKind, Set, SetKind, Shared, deep,
};

/// A vocabulary: symbols of every kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// Sorts, those of the columns of other symbols included.
    pub sorts: BTreeSet<Sort>,
    /// Sets.
    pub sets: BTreeSet<SetSym>,
    /// Binary relations.
    pub rels: BTreeSet<RelSym>,
    /// Integer-valued fields.
    pub data: BTreeSet<DataSym>,
    /// Integers.
    pub ints: BTreeSet<IntSym>,
    /// Truth values.
    pub props: BTreeSet<Prop>,
}

impl Symbols {
    /// The symbols that occur in a formula.
    #[must_use]
    pub fn of(formula: &Formula) -> Symbols {
        let mut walk = Walk::default();
        walk.formula(formula);
        walk.found
    }

    /// Adds a set and its sort.
    pub fn add_set(&mut self, symbol: &SetSym) {
        self.sorts.insert(symbol.decl().sort.clone());
        self.sets.insert(symbol.clone());
    }

    /// Adds a relation and its sorts.
    pub fn add_rel(&mut self, symbol: &RelSym) {
        self.sorts.insert(symbol.decl().from.clone());
        self.sorts.insert(symbol.decl().to.clone());
        self.rels.insert(symbol.clone());
    }

    /// Adds an integer-valued field and its sort.
    pub fn add_data(&mut self, symbol: &DataSym) {
        self.sorts.insert(symbol.decl().sort.clone());
        self.data.insert(symbol.clone());
    }

    /// Adds all symbols of another vocabulary.
    pub fn extend(&mut self, other: Symbols) {
        self.sorts.extend(other.sorts);
        self.sets.extend(other.sets);
        self.rels.extend(other.rels);
        self.data.extend(other.data);
        self.ints.extend(other.ints);
        self.props.extend(other.props);
    }
}

#[derive(Default)]
struct Walk {
    found: Symbols,
    seen: FxHashSet<usize>,
}

impl Walk {
    fn is_new<K: Kind>(&mut self, node: &Shared<K>) -> bool {
        self.seen.insert(node.address())
    }

    fn set(&mut self, set: &Set) {
        if !self.is_new(set) {
            return;
        }
        deep(|| match set.kind() {
            SetKind::Empty | SetKind::Universe | SetKind::Var(_) => {}
            SetKind::Sort(sort) => {
                self.found.sorts.insert(sort.clone());
            }
            SetKind::Symbol(s) => self.found.add_set(s),
            SetKind::Combine(_, a, b) => {
                self.set(a);
                self.set(b);
            }
            SetKind::Image(s, r) => {
                self.set(s);
                self.rel(r);
            }
            SetKind::Comprehension(_, range, body) => {
                self.set(range);
                self.formula(body);
            }
        });
    }

    fn rel(&mut self, rel: &Rel) {
        if !self.is_new(rel) {
            return;
        }
        deep(|| match rel.kind() {
            RelKind::Empty | RelKind::Identity => {}
            RelKind::Symbol(r) => self.found.add_rel(r),
            RelKind::Product(a, b) => {
                self.set(a);
                self.set(b);
            }
            RelKind::Transpose(r) | RelKind::Closure(r) | RelKind::ReflexiveClosure(r) => {
                self.rel(r);
            }
            RelKind::Combine(_, a, b) | RelKind::Compose(a, b) | RelKind::Override(a, b) => {
                self.rel(a);
                self.rel(b);
            }
            RelKind::Update(r, at, to) => {
                self.rel(r);
                self.set(at);
                self.set(to);
            }
        });
    }

    fn data(&mut self, data: &Data) {
        if !self.is_new(data) {
            return;
        }
        deep(|| match data.kind() {
            DataKind::Constant(_) => {}
            DataKind::Symbol(d) => self.found.add_data(d),
            DataKind::Update(d, at, value) => {
                self.data(d);
                self.set(at);
                self.int(value);
            }
        });
    }

    fn int(&mut self, int: &Int) {
        if !self.is_new(int) {
            return;
        }
        deep(|| match int.kind() {
            IntKind::Const(_) => {}
            IntKind::Symbol(i) => {
                self.found.ints.insert(i.clone());
            }
            IntKind::Value(s, d) => {
                self.set(s);
                self.data(d);
            }
            IntKind::Count(s) => self.set(s),
            IntKind::CountPairs(r) => self.rel(r),
            IntKind::Add(_, a, b) | IntKind::Sub(_, a, b) => {
                self.int(a);
                self.int(b);
            }
        });
    }

    fn formula(&mut self, formula: &Formula) {
        if !self.is_new(formula) {
            return;
        }
        deep(|| match formula.kind() {
            FormulaKind::Const(_) => {}
            FormulaKind::Prop(prop) => {
                self.found.props.insert(prop.clone());
            }
            FormulaKind::SetIn(a, b) | FormulaKind::SetEq(a, b) => {
                self.set(a);
                self.set(b);
            }
            FormulaKind::RelIn(a, b) | FormulaKind::RelEq(a, b) => {
                self.rel(a);
                self.rel(b);
            }
            FormulaKind::SetSize(_, s) => self.set(s),
            FormulaKind::RelSize(_, r) => self.rel(r),
            FormulaKind::Compare(_, a, b) => {
                self.int(a);
                self.int(b);
            }
            FormulaKind::Not(f) => self.formula(f),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|f| self.formula(f));
            }
            FormulaKind::Implies(a, b) | FormulaKind::Iff(a, b) => {
                self.formula(a);
                self.formula(b);
            }
            FormulaKind::Quantified(_, _, range, body) => {
                self.set(range);
                self.formula(body);
            }
        });
    }
}
