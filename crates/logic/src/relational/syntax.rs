//! The syntax of relational formulas: shared trees, built bottom-up.
//!
//! Five syntactic classes, one Rust type each, so that an expression of the wrong arity does
//! not compile: [`Set`] (unary), [`Rel`] (binary), [`Data`] (integer-valued field), [`Int`]
//! and [`Formula`]. Sorts are not checked: joining relations whose sorts do not meet is
//! simply empty, which is what makes `l.*(first + next)` meaningful.

use std::sync::Arc;

use super::attributes::Kind;
use super::symbol::{DataSym, IntSym, IntType, Prop, RelSym, SetSym, Sort, Var};

/// A node shared by all formulas it occurs in. Cloning is cheap.
pub struct Shared<K: Kind>(Arc<Node<K>>);

struct Node<K: Kind> {
    kind: K,
    free: Box<[Var]>,
    at_most_one: bool,
}

/// A set of atoms.
pub type Set = Shared<SetKind>;
/// A set of pairs of atoms.
pub type Rel = Shared<RelKind>;
/// A function from atoms to integers.
pub type Data = Shared<DataKind>;
/// An integer, or nothing.
pub type Int = Shared<IntKind>;
/// A truth value.
pub type Formula = Shared<FormulaKind>;

/// The ways to form a set.
#[derive(Debug, Default)]
pub enum SetKind {
    /// The set without members: `null`. A null reference is a variable without a referent.
    #[default]
    Empty,
    /// Every atom there is: `univ`.
    Universe,
    /// Every atom of a sort.
    Sort(Sort),
    /// A declared set.
    Symbol(SetSym),
    /// The atom a variable stands for.
    Var(Var),
    /// Union, intersection, difference.
    Combine(SetOp, Set, Set),
    /// The successors of members, `s.r`.
    Image(Set, Rel),
    /// The members with a property, `{v: s | f}`.
    Comprehension(Var, Set, Formula),
}

/// The ways to form a binary relation.
#[derive(Debug, Default)]
pub enum RelKind {
    /// The relation without pairs.
    #[default]
    Empty,
    /// Each atom with itself: `iden`.
    Identity,
    /// A declared relation.
    Symbol(RelSym),
    /// Union, intersection, difference.
    Combine(SetOp, Rel, Rel),
    /// Every member of the one with every member of the other, `a -> b`.
    Product(Set, Set),
    /// The pairs turned round, `~r`.
    Transpose(Rel),
    /// One step of each, `r.q`.
    Compose(Rel, Rel),
    /// One or more steps, `^r`.
    Closure(Rel),
    /// Zero or more steps, `*r`.
    ReflexiveClosure(Rel),
    /// `r ++ q`: as `q` where that has successors, as `r` elsewhere.
    Override(Rel, Rel),
    /// `r[at := to]`: the members of `at` lead to `to` and nowhere else.
    ///
    /// Unlike `r ++ (at -> to)` this also carries the assignment of null.
    Update(Rel, Set, Set),
}

/// The ways to form an integer-valued field.
#[derive(Debug)]
pub enum DataKind {
    /// The same value for every atom.
    Constant(i128),
    /// A declared field.
    Symbol(DataSym),
    /// `d[at := value]`: the members of `at` have a new value. If there is no value
    /// (see [`IntKind`]), they keep theirs.
    Update(Data, Set, Int),
}

impl Default for DataKind {
    fn default() -> Self {
        DataKind::Constant(0)
    }
}

/// The ways to form an integer.
///
/// An integer term may be without a value: the field of no atom, or of several. A comparison
/// with such a term is false, whichever way it points.
#[derive(Debug)]
pub enum IntKind {
    /// A number.
    Const(i128),
    /// A declared integer.
    Symbol(IntSym),
    /// The field of the one member of a set, `s.d`. It has a value if there is exactly one
    /// member and that member has the field.
    Value(Set, Data),
    /// How many members a set has, `#s`.
    Count(Set),
    /// How many pairs a relation has, `#r`.
    CountPairs(Rel),
    /// The sum, wrapped to a type as a program would.
    Add(IntType, Int, Int),
    /// The difference, wrapped to a type as a program would.
    Sub(IntType, Int, Int),
}

impl Default for IntKind {
    fn default() -> Self {
        IntKind::Const(0)
    }
}

/// The ways to form a formula.
#[derive(Debug)]
pub enum FormulaKind {
    /// `true` or `false`.
    Const(bool),
    /// A declared truth value.
    Prop(Prop),
    /// `a in b`.
    SetIn(Set, Set),
    /// `a = b`.
    SetEq(Set, Set),
    /// `r in q`.
    RelIn(Rel, Rel),
    /// `r = q`.
    RelEq(Rel, Rel),
    /// `no s`, `some s`, `one s`, `lone s`.
    SetSize(Size, Set),
    /// `no r`, `some r`, `one r`, `lone r`.
    RelSize(Size, Rel),
    /// A comparison of integers; false if either side is without a value.
    Compare(Comparison, Int, Int),
    /// Negation.
    Not(Formula),
    /// Conjunction.
    And(Vec<Formula>),
    /// Disjunction.
    Or(Vec<Formula>),
    /// Implication.
    Implies(Formula, Formula),
    /// Equivalence.
    Iff(Formula, Formula),
    /// `all v: s | f` or `some v: s | f`.
    Quantified(Quantifier, Var, Set, Formula),
}

impl Default for FormulaKind {
    fn default() -> Self {
        FormulaKind::Const(true)
    }
}

/// Set operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetOp {
    /// `+`
    Union,
    /// `&`
    Intersection,
    /// `-`
    Difference,
}

/// How many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// None.
    No,
    /// At least one.
    Some,
    /// Exactly one.
    One,
    /// At most one.
    Lone,
}

impl Size {
    /// Whether `count` is so many.
    #[must_use]
    pub fn allows(self, count: usize) -> bool {
        match self {
            Size::No => count == 0,
            Size::Some => count >= 1,
            Size::One => count == 1,
            Size::Lone => count <= 1,
        }
    }
}

/// Integer comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl Comparison {
    /// Whether the comparison holds.
    #[must_use]
    pub fn holds(self, a: i128, b: i128) -> bool {
        match self {
            Comparison::Eq => a == b,
            Comparison::Ne => a != b,
            Comparison::Lt => a < b,
            Comparison::Le => a <= b,
            Comparison::Gt => a > b,
            Comparison::Ge => a >= b,
        }
    }
}

/// Quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// Every member.
    All,
    /// At least one member.
    Some,
}

impl<K: Kind> Shared<K> {
    pub(super) fn new(kind: K) -> Shared<K> {
        let (free, at_most_one) = (kind.free_vars(), kind.at_most_one());
        Shared(Arc::new(Node {
            kind,
            free,
            at_most_one,
        }))
    }

    /// How the node is formed.
    #[must_use]
    pub fn kind(&self) -> &K {
        &self.0.kind
    }

    /// The variables that occur without being bound, oldest first.
    #[must_use]
    pub fn free_vars(&self) -> &[Var] {
        &self.0.free
    }

    /// What identifies the node as long as it lives: two handles of one node have the same.
    #[must_use]
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    pub(super) fn at_most_one(&self) -> bool {
        self.0.at_most_one
    }
}

impl<K: Kind> Clone for Shared<K> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<K: Kind> From<&Shared<K>> for Shared<K> {
    fn from(node: &Shared<K>) -> Self {
        node.clone()
    }
}

impl<K: Kind> Drop for Node<K> {
    /// A chain of a million updates must not need a million stack frames to be freed.
    fn drop(&mut self) {
        let kind = std::mem::take(&mut self.kind);
        deep(|| drop(kind));
    }
}

/// Runs one step of a recursion over formulas, on a new piece of stack if this one runs out.
///
/// The weakest precondition of a long path is a deep formula; walking it must not depend on
/// the size of the thread's stack.
pub fn deep<T>(step: impl FnOnce() -> T) -> T {
    const RESERVE: usize = 128 * 1024;
    const PIECE: usize = 2 * 1024 * 1024;
    stacker::maybe_grow(RESERVE, PIECE, step)
}
