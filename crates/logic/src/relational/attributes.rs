//! What a node knows about itself from the moment it is built.

use super::symbol::Var;
use super::syntax::{DataKind, FormulaKind, IntKind, RelKind, SetKind, SetOp, Shared};

/// The way a node of one syntactic class is formed.
///
/// The default is a node without children, to leave in the place of one that is taken apart.
pub trait Kind: Default {
    /// The variables that occur without being bound, sorted.
    fn free_vars(&self) -> Box<[Var]>;

    /// As far as the form shows: a set has at most one member, a relation at most one successor
    /// for each atom. Kept in the node because shared nodes make walking down exponential.
    fn at_most_one(&self) -> bool {
        false
    }
}

impl Kind for SetKind {
    fn free_vars(&self) -> Box<[Var]> {
        match self {
            SetKind::Empty | SetKind::Universe | SetKind::Sort(_) | SetKind::Symbol(_) => merge([]),
            SetKind::Var(v) => Box::new([v.clone()]),
            SetKind::Combine(_, a, b) => merge([free(a), free(b)]),
            SetKind::Image(s, r) => merge([free(s), free(r)]),
            SetKind::Comprehension(v, range, body) => merge([free(range), &without(v, free(body))]),
        }
    }

    fn at_most_one(&self) -> bool {
        match self {
            SetKind::Empty | SetKind::Var(_) => true,
            SetKind::Universe | SetKind::Sort(_) | SetKind::Combine(SetOp::Union, ..) => false,
            SetKind::Symbol(s) => s.decl().size.at_most_one(),
            SetKind::Combine(SetOp::Intersection, a, b) => a.at_most_one() || b.at_most_one(),
            SetKind::Combine(SetOp::Difference, a, _) | SetKind::Comprehension(_, a, _) => {
                a.at_most_one()
            }
            SetKind::Image(s, r) => s.at_most_one() && r.at_most_one(),
        }
    }
}

impl Kind for RelKind {
    fn free_vars(&self) -> Box<[Var]> {
        match self {
            RelKind::Empty | RelKind::Identity | RelKind::Symbol(_) => merge([]),
            RelKind::Combine(_, a, b) | RelKind::Compose(a, b) | RelKind::Override(a, b) => {
                merge([free(a), free(b)])
            }
            RelKind::Product(a, b) => merge([free(a), free(b)]),
            RelKind::Transpose(r) | RelKind::Closure(r) | RelKind::ReflexiveClosure(r) => {
                free(r).into()
            }
            RelKind::Update(r, at, to) => merge([free(r), free(at), free(to)]),
        }
    }

    fn at_most_one(&self) -> bool {
        match self {
            RelKind::Empty | RelKind::Identity => true,
            RelKind::Symbol(r) => r.decl().properties.is_functional(),
            RelKind::Combine(SetOp::Union, ..)
            | RelKind::Closure(_)
            | RelKind::ReflexiveClosure(_) => false,
            RelKind::Combine(SetOp::Intersection, a, b) => a.at_most_one() || b.at_most_one(),
            RelKind::Combine(SetOp::Difference, a, _) => a.at_most_one(),
            RelKind::Product(_, to) => to.at_most_one(),
            RelKind::Transpose(r) => {
                matches!(r.kind(), RelKind::Symbol(r) if r.decl().properties.is_injective())
            }
            RelKind::Compose(a, b) | RelKind::Override(a, b) => a.at_most_one() && b.at_most_one(),
            RelKind::Update(r, _, to) => r.at_most_one() && to.at_most_one(),
        }
    }
}

impl Kind for DataKind {
    fn free_vars(&self) -> Box<[Var]> {
        match self {
            DataKind::Constant(_) | DataKind::Symbol(_) => merge([]),
            DataKind::Update(d, at, value) => merge([free(d), free(at), free(value)]),
        }
    }
}

impl Kind for IntKind {
    fn free_vars(&self) -> Box<[Var]> {
        match self {
            IntKind::Const(_) | IntKind::Symbol(_) => merge([]),
            IntKind::Value(s, d) => merge([free(s), free(d)]),
            IntKind::Count(s) => free(s).into(),
            IntKind::CountPairs(r) => free(r).into(),
            IntKind::Add(_, a, b) | IntKind::Sub(_, a, b) => merge([free(a), free(b)]),
        }
    }
}

impl Kind for FormulaKind {
    fn free_vars(&self) -> Box<[Var]> {
        match self {
            FormulaKind::Const(_) | FormulaKind::Prop(_) => merge([]),
            FormulaKind::SetIn(a, b) | FormulaKind::SetEq(a, b) => merge([free(a), free(b)]),
            FormulaKind::RelIn(a, b) | FormulaKind::RelEq(a, b) => merge([free(a), free(b)]),
            FormulaKind::SetSize(_, s) => free(s).into(),
            FormulaKind::RelSize(_, r) => free(r).into(),
            FormulaKind::Compare(_, a, b) => merge([free(a), free(b)]),
            FormulaKind::Not(f) => free(f).into(),
            FormulaKind::And(parts) | FormulaKind::Or(parts) => merge(parts.iter().map(free)),
            FormulaKind::Implies(a, b) | FormulaKind::Iff(a, b) => merge([free(a), free(b)]),
            FormulaKind::Quantified(_, v, range, body) => {
                merge([free(range), &without(v, free(body))])
            }
        }
    }
}

fn free<K: Kind>(node: &Shared<K>) -> &[Var] {
    node.free_vars()
}

/// The union of sorted lists, sorted.
fn merge<'a>(lists: impl IntoIterator<Item = &'a [Var]>) -> Box<[Var]> {
    let mut all: Vec<Var> = Vec::new();
    for list in lists {
        all.extend_from_slice(list);
    }
    all.sort_unstable();
    all.dedup();
    all.into_boxed_slice()
}

fn without(v: &Var, list: &[Var]) -> Vec<Var> {
    list.iter().filter(|w| *w != v).cloned().collect()
}
