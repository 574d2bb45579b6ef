//! Contracts as they are written: names are not looked up yet and nothing is typed.

use std::sync::Arc;

/// Where something stands in the text of a contract, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Extent {
    pub(crate) fn to(self, end: Extent) -> Extent {
        Extent {
            start: self.start,
            end: end.end,
        }
    }

    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// A whole contract.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) clauses: Vec<Clause>,
    pub(crate) predicates: Vec<Arc<Predicate>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) kind: ClauseKind,
    pub(crate) formula: Expr,
}

/// What a clause of a contract says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClauseKind {
    /// What the caller must see to.
    Requires,
    /// What holds when the procedure returns.
    Ensures,
    /// What holds of every object of a class whenever none of its methods is running.
    Invariant,
}

#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    pub(crate) name: Name,
    pub(crate) parameters: Vec<Name>,
    pub(crate) body: Expr,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    pub(crate) text: Arc<str>,
    pub(crate) extent: Extent,
}

/// A formula or an expression: which of the two, types tell.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) extent: Extent,
    /// How deeply it is nested, to bound every recursion over it.
    pub(crate) depth: usize,
    /// How many expressions it consists of.
    pub(crate) size: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Null,
    Truth(bool),
    Integer(i128),
    Decimal(Arc<str>),
    Name(Arc<str>),
    Result,
    Old(Box<Expr>),
    Call(Name, Vec<Expr>),
    Follow(Box<Expr>, Relation),
    Index(Box<Expr>, Box<Expr>),
    Prefix(Prefix, Box<Expr>),
    Multiplicity(Multiplicity, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Quantified {
        quantifier: Quantifier,
        names: Vec<Name>,
        domain: Box<Expr>,
        body: Box<Expr>,
    },
}

/// `f`, `*f`, `^(f + g)`.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub(crate) steps: Steps,
    pub(crate) fields: Vec<Name>,
}

/// How often a relation is followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Steps {
    One,
    AnyNumber,
    AtLeastOne,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prefix {
    Not,
    Negate,
    Count,
}

/// How many members a set has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Multiplicity {
    /// None.
    No,
    /// One or more.
    Some,
    /// Exactly one.
    One,
    /// None or one.
    Lone,
}

/// For which members of a set a formula holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// For each.
    All,
    /// For at least one.
    Some,
    /// For none.
    No,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    Iff,
    Implies,
    Compare(Comparison),
    In,
    NotIn,
    Range,
    Plus,
    Minus,
    Intersect,
    Times,
    Divide,
    Remainder,
}

/// A comparison of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// Equal.
    Equal,
    /// Different.
    NotEqual,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
    /// More.
    Greater,
    /// More or equal.
    AtLeast,
}

impl Expr {
    /// The parts of an expression.
    pub(crate) fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Null
            | ExprKind::Truth(_)
            | ExprKind::Integer(_)
            | ExprKind::Decimal(_)
            | ExprKind::Name(_)
            | ExprKind::Result => Vec::new(),
            ExprKind::Old(a)
            | ExprKind::Follow(a, _)
            | ExprKind::Prefix(_, a)
            | ExprKind::Multiplicity(_, a) => vec![a],
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Call(_, parts) | ExprKind::All(parts) | ExprKind::Any(parts) => {
                parts.iter().collect()
            }
            ExprKind::Quantified { domain, body, .. } => vec![domain, body],
        }
    }
}
