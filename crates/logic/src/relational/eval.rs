//! What formulas mean: evaluation in a finite structure. This is the reference semantics.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::attributes::Kind;
use super::structure::{Atom, Structure};
use super::symbol::Var;
use super::syntax::{
    Data, DataKind, Formula, FormulaKind, Int, IntKind, Quantifier, Rel, RelKind, Set, SetKind,
    SetOp, Shared, deep,
};

type Members = BTreeSet<Atom>;
type Pairs = BTreeSet<(Atom, Atom)>;

impl Structure {
    /// Whether the formula is true here. A variable that nothing binds stands for no atom.
    #[must_use]
    pub fn holds(&self, formula: &Formula) -> bool {
        Evaluation::new(self).formula(formula)
    }

    /// The members of the set here.
    #[must_use]
    pub fn eval_set(&self, set: &Set) -> BTreeSet<Atom> {
        Evaluation::new(self).set(set)
    }

    /// The pairs of the relation here.
    #[must_use]
    pub fn eval_rel(&self, rel: &Rel) -> BTreeSet<(Atom, Atom)> {
        Evaluation::new(self).rel(rel)
    }

    /// The integer's value here, if it has one.
    #[must_use]
    pub fn eval_int(&self, int: &Int) -> Option<i128> {
        Evaluation::new(self).int(int)
    }
}

/// One evaluation. Nodes are shared, so each is evaluated once for each meaning of its free
/// variables.
struct Evaluation<'a> {
    structure: &'a Structure,
    bound: FxHashMap<Var, Atom>,
    sets: FxHashMap<Key, Members>,
    rels: FxHashMap<Key, Pairs>,
    data: FxHashMap<(Key, Atom), Option<i128>>,
    ints: FxHashMap<Key, Option<i128>>,
    formulas: FxHashMap<Key, bool>,
}

/// A node, and the meaning of its free variables in their order.
type Key = (usize, Vec<Option<Atom>>);

impl<'a> Evaluation<'a> {
    fn new(structure: &'a Structure) -> Self {
        Evaluation {
            structure,
            bound: FxHashMap::default(),
            sets: FxHashMap::default(),
            rels: FxHashMap::default(),
            data: FxHashMap::default(),
            ints: FxHashMap::default(),
            formulas: FxHashMap::default(),
        }
    }

    fn key<K: Kind>(&self, node: &Shared<K>) -> Key {
        let free = node.free_vars().iter().map(|v| self.bound.get(v).copied());
        (node.address(), free.collect())
    }

    fn with<T>(&mut self, v: &Var, atom: Atom, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.bound.insert(v.clone(), atom);
        let result = body(self);
        match outer {
            Some(outer) => self.bound.insert(v.clone(), outer),
            None => self.bound.remove(v),
        };
        result
    }

    fn set(&mut self, set: &Set) -> Members {
        let key = self.key(set);
        if let Some(known) = self.sets.get(&key) {
            return known.clone();
        }
        let members = deep(|| self.compute_set(set));
        self.sets.insert(key, members.clone());
        members
    }

    fn compute_set(&mut self, set: &Set) -> Members {
        match set.kind() {
            SetKind::Empty => Members::new(),
            SetKind::Universe => self.structure.universe().collect(),
            SetKind::Sort(sort) => self.structure.atoms(sort).collect(),
            SetKind::Symbol(s) => self.structure.members(s).collect(),
            SetKind::Var(v) => self.bound.get(v).copied().into_iter().collect(),
            SetKind::Combine(op, a, b) => combine(*op, &self.set(a), &self.set(b)),
            SetKind::Image(s, r) => {
                let (s, r) = (self.set(s), self.rel(r));
                r.iter()
                    .filter(|(a, _)| s.contains(a))
                    .map(|&(_, b)| b)
                    .collect()
            }
            SetKind::Comprehension(v, range, body) => {
                let range = self.set(range);
                range
                    .into_iter()
                    .filter(|&a| self.with(v, a, |e| e.formula(body)))
                    .collect()
            }
        }
    }

    fn rel(&mut self, rel: &Rel) -> Pairs {
        let key = self.key(rel);
        if let Some(known) = self.rels.get(&key) {
            return known.clone();
        }
        let pairs = deep(|| self.compute_rel(rel));
        self.rels.insert(key, pairs.clone());
        pairs
    }

    fn compute_rel(&mut self, rel: &Rel) -> Pairs {
        match rel.kind() {
            RelKind::Empty => Pairs::new(),
            RelKind::Identity => self.identity(),
            RelKind::Symbol(r) => self.structure.pairs(r).collect(),
            RelKind::Combine(op, a, b) => combine(*op, &self.rel(a), &self.rel(b)),
            RelKind::Product(a, b) => product(&self.set(a), &self.set(b)),
            RelKind::Transpose(r) => self.rel(r).into_iter().map(|(a, b)| (b, a)).collect(),
            RelKind::Compose(a, b) => compose(&self.rel(a), &self.rel(b)),
            RelKind::Closure(r) => closure(self.rel(r)),
            RelKind::ReflexiveClosure(r) => &closure(self.rel(r)) | &self.identity(),
            RelKind::Override(a, b) => {
                let (a, b) = (self.rel(a), self.rel(b));
                let replaced: Members = b.iter().map(|&(from, _)| from).collect();
                let kept = a.into_iter().filter(|(from, _)| !replaced.contains(from));
                kept.chain(b.iter().copied()).collect()
            }
            RelKind::Update(r, at, to) => {
                let (r, at, to) = (self.rel(r), self.set(at), self.set(to));
                let kept = r.into_iter().filter(|(from, _)| !at.contains(from));
                kept.chain(product(&at, &to)).collect()
            }
        }
    }

    fn identity(&self) -> Pairs {
        self.structure.universe().map(|a| (a, a)).collect()
    }

    /// The field of one atom, if it has the field.
    fn data(&mut self, data: &Data, atom: Atom) -> Option<i128> {
        let key = (self.key(data), atom);
        if let Some(&known) = self.data.get(&key) {
            return known;
        }
        let value = deep(|| match data.kind() {
            DataKind::Constant(value) => Some(*value),
            DataKind::Symbol(d) => self.structure.value(d, atom),
            DataKind::Update(d, at, value) => {
                let new = if self.set(at).contains(&atom) {
                    self.int(value)
                } else {
                    None
                };
                new.or_else(|| self.data(d, atom))
            }
        });
        self.data.insert(key, value);
        value
    }

    fn int(&mut self, int: &Int) -> Option<i128> {
        let key = self.key(int);
        if let Some(&known) = self.ints.get(&key) {
            return known;
        }
        let value = deep(|| self.compute_int(int));
        self.ints.insert(key, value);
        value
    }

    fn compute_int(&mut self, int: &Int) -> Option<i128> {
        match int.kind() {
            IntKind::Const(value) => Some(*value),
            IntKind::Symbol(i) => Some(self.structure.int_value(i)),
            IntKind::Value(s, d) => {
                let members = self.set(s);
                let mut members = members.into_iter();
                match (members.next(), members.next()) {
                    (Some(atom), None) => self.data(d, atom),
                    _ => None,
                }
            }
            IntKind::Count(s) => i128::try_from(self.set(s).len()).ok(),
            IntKind::CountPairs(r) => i128::try_from(self.rel(r).len()).ok(),
            IntKind::Add(ty, a, b) => Some(ty.wrap(self.int(a)?.wrapping_add(self.int(b)?))),
            IntKind::Sub(ty, a, b) => Some(ty.wrap(self.int(a)?.wrapping_sub(self.int(b)?))),
        }
    }

    fn formula(&mut self, formula: &Formula) -> bool {
        let key = self.key(formula);
        if let Some(&known) = self.formulas.get(&key) {
            return known;
        }
        let value = deep(|| self.compute_formula(formula));
        self.formulas.insert(key, value);
        value
    }

    fn compute_formula(&mut self, formula: &Formula) -> bool {
        match formula.kind() {
            FormulaKind::Const(value) => *value,
            FormulaKind::Prop(prop) => self.structure.prop(prop),
            FormulaKind::SetIn(a, b) => self.set(a).is_subset(&self.set(b)),
            FormulaKind::SetEq(a, b) => self.set(a) == self.set(b),
            FormulaKind::RelIn(a, b) => self.rel(a).is_subset(&self.rel(b)),
            FormulaKind::RelEq(a, b) => self.rel(a) == self.rel(b),
            FormulaKind::SetSize(size, s) => size.allows(self.set(s).len()),
            FormulaKind::RelSize(size, r) => size.allows(self.rel(r).len()),
            FormulaKind::Compare(how, a, b) => match (self.int(a), self.int(b)) {
                (Some(a), Some(b)) => how.holds(a, b),
                _ => false,
            },
            FormulaKind::Not(f) => !self.formula(f),
            FormulaKind::And(parts) => parts.iter().all(|f| self.formula(f)),
            FormulaKind::Or(parts) => parts.iter().any(|f| self.formula(f)),
            FormulaKind::Implies(a, b) => !self.formula(a) || self.formula(b),
            FormulaKind::Iff(a, b) => self.formula(a) == self.formula(b),
            FormulaKind::Quantified(quantifier, v, range, body) => {
                let range = self.set(range);
                let mut each = range
                    .into_iter()
                    .map(|a| self.with(v, a, |e| e.formula(body)));
                match quantifier {
                    Quantifier::All => each.all(|holds| holds),
                    Quantifier::Some => each.any(|holds| holds),
                }
            }
        }
    }
}

fn combine<T: Ord + Clone>(op: SetOp, a: &BTreeSet<T>, b: &BTreeSet<T>) -> BTreeSet<T> {
    match op {
        SetOp::Union => a | b,
        SetOp::Intersection => a & b,
        SetOp::Difference => a - b,
    }
}

fn product(a: &Members, b: &Members) -> Pairs {
    a.iter()
        .flat_map(|&x| b.iter().map(move |&y| (x, y)))
        .collect()
}

fn compose(a: &Pairs, b: &Pairs) -> Pairs {
    let first = Atom::least();
    let step = |&(x, y): &(Atom, Atom)| {
        let from_y = b
            .range((y, first)..)
            .take_while(move |(from, _)| *from == y);
        from_y.map(move |&(_, z)| (x, z))
    };
    a.iter().flat_map(step).collect()
}

fn closure(mut reached: Pairs) -> Pairs {
    loop {
        let further = &reached | &compose(&reached, &reached);
        if further.len() == reached.len() {
            return reached;
        }
        reached = further;
    }
}
