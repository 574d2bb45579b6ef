//! Substitution: symbols and variables replaced by expressions, all at once.
//!
//! A statement that assigns is its own update formula, and the weakest precondition of a
//! formula is the formula with the update in the place of what is assigned: `x.n = y` replaces
//! `n` by `n[x := y]`.

use rustc_hash::FxHashMap;

use super::attributes::Kind;
use super::symbol::{DataSym, IntSym, Prop, RelSym, SetSym, Var};
use super::syntax::{
    Data, DataKind, Formula, FormulaKind, Int, IntKind, Rel, RelKind, Set, SetKind, Shared, deep,
};

/// What replaces which symbol. Symbols that are not named stay.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    sets: FxHashMap<SetSym, Set>,
    rels: FxHashMap<RelSym, Rel>,
    data: FxHashMap<DataSym, Data>,
    ints: FxHashMap<IntSym, Int>,
    props: FxHashMap<Prop, Formula>,
    vars: FxHashMap<Var, Set>,
}

impl Substitution {
    /// Nothing is replaced.
    #[must_use]
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Replaces a set.
    #[must_use]
    pub fn set(mut self, symbol: &SetSym, by: impl Into<Set>) -> Self {
        self.sets.insert(symbol.clone(), by.into());
        self
    }

    /// Replaces a relation.
    #[must_use]
    pub fn rel(mut self, symbol: &RelSym, by: impl Into<Rel>) -> Self {
        self.rels.insert(symbol.clone(), by.into());
        self
    }

    /// Replaces an integer-valued field.
    #[must_use]
    pub fn data(mut self, symbol: &DataSym, by: impl Into<Data>) -> Self {
        self.data.insert(symbol.clone(), by.into());
        self
    }

    /// Replaces an integer.
    #[must_use]
    pub fn int(mut self, symbol: &IntSym, by: impl Into<Int>) -> Self {
        self.ints.insert(symbol.clone(), by.into());
        self
    }

    /// Replaces a truth value.
    #[must_use]
    pub fn prop(mut self, symbol: &Prop, by: impl Into<Formula>) -> Self {
        self.props.insert(symbol.clone(), by.into());
        self
    }

    /// Replaces the free occurrences of a variable.
    #[must_use]
    pub fn var(mut self, v: &Var, by: impl Into<Set>) -> Self {
        self.vars.insert(v.clone(), by.into());
        self
    }

    /// The formula with everything replaced. Variables of the replacements are not captured.
    #[must_use]
    pub fn apply(&self, formula: &Formula) -> Formula {
        Rewriting::new(self).formula(formula)
    }

    /// The set with everything replaced.
    #[must_use]
    pub fn apply_set(&self, set: &Set) -> Set {
        Rewriting::new(self).set(set)
    }

    /// The relation with everything replaced.
    #[must_use]
    pub fn apply_rel(&self, rel: &Rel) -> Rel {
        Rewriting::new(self).rel(rel)
    }

    /// The integer with everything replaced.
    #[must_use]
    pub fn apply_int(&self, int: &Int) -> Int {
        Rewriting::new(self).int(int)
    }

    /// Whether a variable is free in one of the replacements.
    fn mentions(&self, v: &Var) -> bool {
        fn any<'a, K: Kind + 'a>(mut nodes: impl Iterator<Item = &'a Shared<K>>, v: &Var) -> bool {
            nodes.any(|node| node.free_vars().contains(v))
        }
        any(self.sets.values(), v)
            || any(self.rels.values(), v)
            || any(self.data.values(), v)
            || any(self.ints.values(), v)
            || any(self.props.values(), v)
            || any(self.vars.values(), v)
    }
}

/// One pass over a formula. Shared nodes stay shared: each is rewritten once.
struct Rewriting<'a> {
    by: &'a Substitution,
    sets: FxHashMap<usize, Set>,
    rels: FxHashMap<usize, Rel>,
    data: FxHashMap<usize, Data>,
    ints: FxHashMap<usize, Int>,
    formulas: FxHashMap<usize, Formula>,
}

impl<'a> Rewriting<'a> {
    fn new(by: &'a Substitution) -> Self {
        Rewriting {
            by,
            sets: FxHashMap::default(),
            rels: FxHashMap::default(),
            data: FxHashMap::default(),
            ints: FxHashMap::default(),
            formulas: FxHashMap::default(),
        }
    }

    fn set(&mut self, set: &Set) -> Set {
        if let Some(done) = self.sets.get(&set.address()) {
            return done.clone();
        }
        let new = deep(|| match set.kind() {
            SetKind::Empty | SetKind::Universe | SetKind::Sort(_) => set.clone(),
            SetKind::Symbol(s) => self.by.sets.get(s).unwrap_or(set).clone(),
            SetKind::Var(v) => self.by.vars.get(v).unwrap_or(set).clone(),
            SetKind::Combine(op, a, b) => {
                Shared::new(SetKind::Combine(*op, self.set(a), self.set(b)))
            }
            SetKind::Image(s, r) => self.set(s).dot(self.rel(r)),
            SetKind::Comprehension(v, range, body) => {
                let (v, body) = self.under(v, body);
                Set::comprehension(v, self.set(range), body)
            }
        });
        self.sets.insert(set.address(), new.clone());
        new
    }

    fn rel(&mut self, rel: &Rel) -> Rel {
        if let Some(done) = self.rels.get(&rel.address()) {
            return done.clone();
        }
        let new = deep(|| match rel.kind() {
            RelKind::Empty | RelKind::Identity => rel.clone(),
            RelKind::Symbol(r) => self.by.rels.get(r).unwrap_or(rel).clone(),
            RelKind::Combine(op, a, b) => {
                Shared::new(RelKind::Combine(*op, self.rel(a), self.rel(b)))
            }
            RelKind::Product(a, b) => self.set(a).product(self.set(b)),
            RelKind::Transpose(r) => self.rel(r).transpose(),
            RelKind::Compose(a, b) => self.rel(a).compose(self.rel(b)),
            RelKind::Closure(r) => self.rel(r).plus(),
            RelKind::ReflexiveClosure(r) => self.rel(r).star(),
            RelKind::Override(a, b) => self.rel(a).overridden_by(self.rel(b)),
            RelKind::Update(r, at, to) => self.rel(r).update(self.set(at), self.set(to)),
        });
        self.rels.insert(rel.address(), new.clone());
        new
    }

    fn data(&mut self, data: &Data) -> Data {
        if let Some(done) = self.data.get(&data.address()) {
            return done.clone();
        }
        let new = deep(|| match data.kind() {
            DataKind::Constant(_) => data.clone(),
            DataKind::Symbol(d) => self.by.data.get(d).unwrap_or(data).clone(),
            DataKind::Update(d, at, value) => self.data(d).update(self.set(at), self.int(value)),
        });
        self.data.insert(data.address(), new.clone());
        new
    }

    fn int(&mut self, int: &Int) -> Int {
        if let Some(done) = self.ints.get(&int.address()) {
            return done.clone();
        }
        let new = deep(|| match int.kind() {
            IntKind::Const(_) => int.clone(),
            IntKind::Symbol(i) => self.by.ints.get(i).unwrap_or(int).clone(),
            IntKind::Value(s, d) => self.set(s).value(self.data(d)),
            IntKind::Count(s) => self.set(s).count(),
            IntKind::CountPairs(r) => self.rel(r).count(),
            IntKind::Add(ty, a, b) => self.int(a).add(*ty, self.int(b)),
            IntKind::Sub(ty, a, b) => self.int(a).sub(*ty, self.int(b)),
        });
        self.ints.insert(int.address(), new.clone());
        new
    }

    fn formula(&mut self, formula: &Formula) -> Formula {
        if let Some(done) = self.formulas.get(&formula.address()) {
            return done.clone();
        }
        let new = deep(|| match formula.kind() {
            FormulaKind::Const(_) => formula.clone(),
            FormulaKind::Prop(prop) => self.by.props.get(prop).unwrap_or(formula).clone(),
            FormulaKind::SetIn(a, b) => self.set(a).within(self.set(b)),
            FormulaKind::SetEq(a, b) => self.set(a).equals(self.set(b)),
            FormulaKind::RelIn(a, b) => self.rel(a).within(self.rel(b)),
            FormulaKind::RelEq(a, b) => self.rel(a).equals(self.rel(b)),
            FormulaKind::SetSize(size, s) => self.set(s).size(*size),
            FormulaKind::RelSize(size, r) => self.rel(r).size(*size),
            FormulaKind::Compare(how, a, b) => self.int(a).compare(*how, self.int(b)),
            FormulaKind::Not(f) => self.formula(f).not(),
            FormulaKind::And(parts) => Formula::conjunction(parts.iter().map(|f| self.formula(f))),
            FormulaKind::Or(parts) => Formula::disjunction(parts.iter().map(|f| self.formula(f))),
            FormulaKind::Implies(a, b) => self.formula(a).implies(self.formula(b)),
            FormulaKind::Iff(a, b) => self.formula(a).iff(self.formula(b)),
            FormulaKind::Quantified(quantifier, v, range, body) => {
                let (v, body) = self.under(v, body);
                Formula::quantified(*quantifier, v, self.set(range), body)
            }
        });
        self.formulas.insert(formula.address(), new.clone());
        new
    }

    /// The body of a binder of `v`, where `v` no longer means what it means outside.
    fn under(&mut self, v: &Var, body: &Formula) -> (Var, Formula) {
        if !self.by.vars.contains_key(v) && !self.by.mentions(v) {
            return (v.clone(), self.formula(body));
        }
        let fresh = Var::new(v.name());
        let inner = self.by.clone().var(v, Set::from(&fresh));
        (fresh, inner.apply(body))
    }
}
