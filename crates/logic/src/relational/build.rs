//! Building formulas: `x.dot(n.star())` is `x.*n`, `&a + &b` is a union.

use std::ops;

use super::symbol::{DataSym, IntSym, IntType, Prop, RelSym, SetSym, Sort, Var};
use super::syntax::{
    Comparison, Data, DataKind, Formula, FormulaKind, Int, IntKind, Quantifier, Rel, RelKind, Set,
    SetKind, SetOp, Shared, Size,
};

impl Set {
    /// The set without members.
    #[must_use]
    pub fn null() -> Set {
        Shared::new(SetKind::Empty)
    }

    /// Every atom there is.
    #[must_use]
    pub fn universe() -> Set {
        Shared::new(SetKind::Universe)
    }

    /// `self.r`: the successors of the members.
    #[must_use]
    pub fn dot(&self, r: impl Into<Rel>) -> Set {
        Shared::new(SetKind::Image(self.clone(), r.into()))
    }

    /// `self.d`: the field of the one member.
    #[must_use]
    pub fn value(&self, d: impl Into<Data>) -> Int {
        Shared::new(IntKind::Value(self.clone(), d.into()))
    }

    /// `self -> other`.
    #[must_use]
    pub fn product(&self, other: impl Into<Set>) -> Rel {
        Shared::new(RelKind::Product(self.clone(), other.into()))
    }

    /// `{v: self | body(v)}`.
    #[must_use]
    pub fn filter(&self, name: &str, body: impl FnOnce(&Set) -> Formula) -> Set {
        let v = Var::new(name);
        let body = body(&Set::from(&v));
        Set::comprehension(v, self.clone(), body)
    }

    /// `{v: range | body}`.
    #[must_use]
    pub fn comprehension(v: Var, range: Set, body: Formula) -> Set {
        Shared::new(SetKind::Comprehension(v, range, body))
    }

    /// `all v: self | body(v)`.
    #[must_use]
    pub fn all(&self, name: &str, body: impl FnOnce(&Set) -> Formula) -> Formula {
        let v = Var::new(name);
        let body = body(&Set::from(&v));
        Formula::quantified(Quantifier::All, v, self.clone(), body)
    }

    /// `some v: self | body(v)`.
    #[must_use]
    pub fn any(&self, name: &str, body: impl FnOnce(&Set) -> Formula) -> Formula {
        let v = Var::new(name);
        let body = body(&Set::from(&v));
        Formula::quantified(Quantifier::Some, v, self.clone(), body)
    }

    /// `self in other`.
    #[must_use]
    pub fn within(&self, other: impl Into<Set>) -> Formula {
        Shared::new(FormulaKind::SetIn(self.clone(), other.into()))
    }

    /// `self = other`.
    #[must_use]
    pub fn equals(&self, other: impl Into<Set>) -> Formula {
        Shared::new(FormulaKind::SetEq(self.clone(), other.into()))
    }

    /// `self = null`.
    #[must_use]
    pub fn is_null(&self) -> Formula {
        self.equals(Set::null())
    }

    /// `no self`, `some self`, `one self` or `lone self`.
    #[must_use]
    pub fn size(&self, size: Size) -> Formula {
        Shared::new(FormulaKind::SetSize(size, self.clone()))
    }

    /// `#self`.
    #[must_use]
    pub fn count(&self) -> Int {
        Shared::new(IntKind::Count(self.clone()))
    }

    fn combine(op: SetOp, a: &Set, b: &Set) -> Set {
        Shared::new(SetKind::Combine(op, a.clone(), b.clone()))
    }

    /// Whether the set has at most one member in every structure, as far as its form shows.
    #[must_use]
    pub fn is_lone(&self) -> bool {
        self.at_most_one()
    }
}

impl Rel {
    /// The relation without pairs.
    #[must_use]
    pub fn empty() -> Rel {
        Shared::new(RelKind::Empty)
    }

    /// Each atom with itself.
    #[must_use]
    pub fn identity() -> Rel {
        Shared::new(RelKind::Identity)
    }

    /// `*self`: zero or more steps.
    #[must_use]
    pub fn star(&self) -> Rel {
        Shared::new(RelKind::ReflexiveClosure(self.clone()))
    }

    /// `^self`: one or more steps.
    #[must_use]
    pub fn plus(&self) -> Rel {
        Shared::new(RelKind::Closure(self.clone()))
    }

    /// `~self`.
    #[must_use]
    pub fn transpose(&self) -> Rel {
        Shared::new(RelKind::Transpose(self.clone()))
    }

    /// `self.other`.
    #[must_use]
    pub fn compose(&self, other: impl Into<Rel>) -> Rel {
        Shared::new(RelKind::Compose(self.clone(), other.into()))
    }

    /// `self ++ other`.
    #[must_use]
    pub fn overridden_by(&self, other: impl Into<Rel>) -> Rel {
        Shared::new(RelKind::Override(self.clone(), other.into()))
    }

    /// `self[at := to]`: the field after `at.self = to`.
    #[must_use]
    pub fn update(&self, at: impl Into<Set>, to: impl Into<Set>) -> Rel {
        Shared::new(RelKind::Update(self.clone(), at.into(), to.into()))
    }

    /// `self in other`.
    #[must_use]
    pub fn within(&self, other: impl Into<Rel>) -> Formula {
        Shared::new(FormulaKind::RelIn(self.clone(), other.into()))
    }

    /// `self = other`.
    #[must_use]
    pub fn equals(&self, other: impl Into<Rel>) -> Formula {
        Shared::new(FormulaKind::RelEq(self.clone(), other.into()))
    }

    /// `no self`, `some self`, `one self` or `lone self`.
    #[must_use]
    pub fn size(&self, size: Size) -> Formula {
        Shared::new(FormulaKind::RelSize(size, self.clone()))
    }

    /// `#self`.
    #[must_use]
    pub fn count(&self) -> Int {
        Shared::new(IntKind::CountPairs(self.clone()))
    }

    fn combine(op: SetOp, a: &Rel, b: &Rel) -> Rel {
        Shared::new(RelKind::Combine(op, a.clone(), b.clone()))
    }

    /// Whether no atom has two successors in any structure, as far as the relation's form shows.
    #[must_use]
    pub fn is_functional(&self) -> bool {
        self.at_most_one()
    }
}

impl Data {
    /// The same value for every atom.
    #[must_use]
    pub fn constant(value: i128) -> Data {
        Shared::new(DataKind::Constant(value))
    }

    /// `self[at := value]`: the field after `at.self = value`.
    #[must_use]
    pub fn update(&self, at: impl Into<Set>, value: impl Into<Int>) -> Data {
        Shared::new(DataKind::Update(self.clone(), at.into(), value.into()))
    }
}

impl Int {
    /// The sum, wrapped to the type.
    #[must_use]
    pub fn add(&self, ty: IntType, other: impl Into<Int>) -> Int {
        Shared::new(IntKind::Add(ty, self.clone(), other.into()))
    }

    /// The difference, wrapped to the type.
    #[must_use]
    pub fn sub(&self, ty: IntType, other: impl Into<Int>) -> Int {
        Shared::new(IntKind::Sub(ty, self.clone(), other.into()))
    }

    /// A comparison.
    #[must_use]
    pub fn compare(&self, how: Comparison, other: impl Into<Int>) -> Formula {
        Shared::new(FormulaKind::Compare(how, self.clone(), other.into()))
    }

    /// `self = other`.
    #[must_use]
    pub fn equals(&self, other: impl Into<Int>) -> Formula {
        self.compare(Comparison::Eq, other)
    }

    /// `self < other`.
    #[must_use]
    pub fn less(&self, other: impl Into<Int>) -> Formula {
        self.compare(Comparison::Lt, other)
    }

    /// `self <= other`.
    #[must_use]
    pub fn at_most(&self, other: impl Into<Int>) -> Formula {
        self.compare(Comparison::Le, other)
    }

    /// `self > other`.
    #[must_use]
    pub fn greater(&self, other: impl Into<Int>) -> Formula {
        self.compare(Comparison::Gt, other)
    }
}

impl Formula {
    /// `true` or `false`.
    #[must_use]
    pub fn constant(value: bool) -> Formula {
        Shared::new(FormulaKind::Const(value))
    }

    /// The formula's truth value, if it is a constant.
    #[must_use]
    pub fn as_constant(&self) -> Option<bool> {
        match self.kind() {
            FormulaKind::Const(value) => Some(*value),
            _ => None,
        }
    }

    /// The negation.
    #[must_use]
    pub fn not(&self) -> Formula {
        match self.kind() {
            FormulaKind::Const(value) => Formula::constant(!value),
            FormulaKind::Not(inner) => inner.clone(),
            _ => Shared::new(FormulaKind::Not(self.clone())),
        }
    }

    /// The conjunction of all; constants and nesting are folded away.
    #[must_use]
    pub fn conjunction(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut kept = Vec::new();
        for part in parts {
            match part.kind() {
                FormulaKind::Const(true) => {}
                FormulaKind::Const(false) => return part,
                FormulaKind::And(inner) => kept.extend(inner.iter().cloned()),
                _ => kept.push(part),
            }
        }
        match kept.len() {
            0 => Formula::constant(true),
            1 => kept.swap_remove(0),
            _ => Shared::new(FormulaKind::And(kept)),
        }
    }

    /// The disjunction of all; constants and nesting are folded away.
    #[must_use]
    pub fn disjunction(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut kept = Vec::new();
        for part in parts {
            match part.kind() {
                FormulaKind::Const(false) => {}
                FormulaKind::Const(true) => return part,
                FormulaKind::Or(inner) => kept.extend(inner.iter().cloned()),
                _ => kept.push(part),
            }
        }
        match kept.len() {
            0 => Formula::constant(false),
            1 => kept.swap_remove(0),
            _ => Shared::new(FormulaKind::Or(kept)),
        }
    }

    /// `self and other`.
    #[must_use]
    pub fn and(&self, other: impl Into<Formula>) -> Formula {
        Formula::conjunction([self.clone(), other.into()])
    }

    /// `self or other`.
    #[must_use]
    pub fn or(&self, other: impl Into<Formula>) -> Formula {
        Formula::disjunction([self.clone(), other.into()])
    }

    /// `self => other`.
    #[must_use]
    pub fn implies(&self, other: impl Into<Formula>) -> Formula {
        let other = other.into();
        match (self.as_constant(), other.as_constant()) {
            (Some(true), _) | (_, Some(true)) => other,
            (Some(false), _) => Formula::constant(true),
            (_, Some(false)) => self.not(),
            _ => Shared::new(FormulaKind::Implies(self.clone(), other)),
        }
    }

    /// `self <=> other`.
    #[must_use]
    pub fn iff(&self, other: impl Into<Formula>) -> Formula {
        let other = other.into();
        match (self.as_constant(), other.as_constant()) {
            (Some(true), _) => other,
            (Some(false), _) => other.not(),
            (_, Some(true)) => self.clone(),
            (_, Some(false)) => self.not(),
            _ => Shared::new(FormulaKind::Iff(self.clone(), other)),
        }
    }

    /// `all v: range | body` or `some v: range | body`.
    #[must_use]
    pub fn quantified(quantifier: Quantifier, v: Var, range: Set, body: Formula) -> Formula {
        Shared::new(FormulaKind::Quantified(quantifier, v, range, body))
    }
}

macro_rules! set_operators {
    ($($class:ty: $trait:ident $method:ident $op:ident),*) => {$(
        impl ops::$trait<&$class> for &$class {
            type Output = $class;

            fn $method(self, other: &$class) -> $class {
                <$class>::combine(SetOp::$op, self, other)
            }
        }
    )*};
}

set_operators! {
    Set: Add add Union, Set: BitAnd bitand Intersection, Set: Sub sub Difference,
    Rel: Add add Union, Rel: BitAnd bitand Intersection, Rel: Sub sub Difference
}

macro_rules! from_symbol {
    ($($symbol:ty => $class:ty, $kind:path;)*) => {$(
        impl From<&$symbol> for $class {
            fn from(symbol: &$symbol) -> $class {
                Shared::new($kind(symbol.clone()))
            }
        }
    )*};
}

from_symbol! {
    Sort => Set, SetKind::Sort;
    SetSym => Set, SetKind::Symbol;
    RelSym => Rel, RelKind::Symbol;
    DataSym => Data, DataKind::Symbol;
    IntSym => Int, IntKind::Symbol;
    Prop => Formula, FormulaKind::Prop;
}

impl From<&Var> for Set {
    fn from(v: &Var) -> Set {
        Shared::new(SetKind::Var(v.clone()))
    }
}

impl From<i128> for Int {
    fn from(value: i128) -> Int {
        Shared::new(IntKind::Const(value))
    }
}
