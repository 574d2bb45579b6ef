//! Contracts with every name looked up and every operator decided by the types of its operands.

use std::sync::Arc;

use ir::{FieldRef, GlobalId, LocalId, RecordId, Sign, Span, TypeId};
use logic::FloatFormat;

use crate::structure::{Moment, Place};
pub use crate::syntax::{ClauseKind, Comparison, Multiplicity, Quantifier};
use crate::uses;

/// The contract of a procedure.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Contract {
    /// Its clauses in the order in which they are written.
    pub clauses: Vec<Clause>,
    /// What holds of the objects that the caller gives.
    pub invariants: Vec<Invariant>,
}

impl Contract {
    /// What the caller must see to: the preconditions, and the invariants of the class.
    pub fn requires(&self) -> impl Iterator<Item = &Clause> {
        let at_entry = |clause: &&Clause| clause.moment == Moment::Entry;
        self.clauses.iter().filter(at_entry)
    }

    /// What holds when the procedure returns: the postconditions, and the invariants of the class.
    pub fn ensures(&self) -> impl Iterator<Item = &Clause> {
        let at_exit = |clause: &&Clause| clause.moment == Moment::Exit;
        self.clauses.iter().filter(at_exit)
    }

    /// Whether what holds at the end depends on the state before the call.
    pub fn looks_back(&self) -> bool {
        self.ensures()
            .any(|clause| uses::looks_back(&clause.formula))
    }

    /// What it may say the length of.
    pub fn measured(&self) -> uses::Measured {
        uses::Measured::by(self)
    }
}

/// A clause of a contract. An invariant is two clauses, one for each moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// Which kind of clause.
    pub kind: ClauseKind,
    /// When it holds.
    pub moment: Moment,
    /// What it says.
    pub formula: Formula,
    /// The formula as it is written.
    pub text: Arc<str>,
    /// Where it is written.
    pub span: Span,
}

/// What holds of each object of a class that the caller gives.
#[derive(Clone, PartialEq, Debug)]
pub struct Invariant {
    /// The class.
    pub record: RecordId,
    /// What holds when the procedure is called; the object is the only variable.
    pub formula: Formula,
}

/// A formula.
#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    /// Always, or never.
    Constant(bool),
    /// Not this.
    Not(Box<Formula>),
    /// Each of these.
    All(Vec<Formula>),
    /// At least one of these.
    Any(Vec<Formula>),
    /// If the first, then the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// Both integers exist and compare like that.
    Compare(Comparison, Expr, Expr),
    /// Both floats exist and compare like that, after conversion to the format.
    CompareFloats(Comparison, FloatFormat, Expr, Expr),
    /// Every member of the first set is one of the second.
    Subset(Expr, Expr),
    /// The sets have the same members.
    Same(Expr, Expr),
    /// The set has so many members.
    Multiplicity(Multiplicity, Expr),
    /// The body holds for so many members of the domain, each bound to one more variable.
    Quantified {
        /// For how many.
        quantifier: Quantifier,
        /// The set.
        domain: Expr,
        /// What holds for them.
        body: Box<Formula>,
    },
    /// A predicate: its body, in which nothing is bound but the arguments.
    Call(Vec<Expr>, Arc<Formula>),
}

impl Formula {
    /// Whether it says of each member of a set that it does not lead to itself.
    pub fn says_acyclic(&self) -> bool {
        let Formula::Quantified {
            quantifier: Quantifier::All,
            body,
            ..
        } = self
        else {
            return false;
        };
        let Formula::Not(body) = &**body else {
            return false;
        };
        let Formula::Subset(
            Expr::Variable(member),
            Expr::Closure {
                base,
                reach: Reach::Irreflexive,
                ..
            },
        ) = &**body
        else {
            return false;
        };
        matches!(&**base, Expr::Variable(start) if start == member)
    }
}

/// An expression: a set of references, of integers or of floats. A number is a set of one, and
/// what does not exist, null included, is the empty set.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// The empty set.
    Null,
    /// An integer.
    Integer(i128),
    /// A decimal number.
    Decimal(Arc<str>),
    /// The variable that was bound as the one of that number, counted from 0 and from outside.
    Variable(usize),
    /// What a parameter, a global or the result holds.
    Root(Root, Holds),
    /// What is in some fields.
    Field {
        /// Of what.
        base: Box<Expr>,
        /// The fields, each after the anonymous members that it is in.
        paths: Vec<Vec<FieldRef>>,
        /// What they hold.
        holds: Holds,
        /// When.
        moment: Moment,
    },
    /// What is reached by following links.
    Closure {
        /// From where.
        base: Box<Expr>,
        /// The record that the base refers to.
        start: RecordId,
        /// Whether the base itself is among it.
        reach: Reach,
        /// The links.
        links: Vec<Link>,
        /// When.
        moment: Moment,
    },
    /// An element of an array.
    Element {
        /// The array.
        array: Box<Expr>,
        /// Which element.
        index: Box<Expr>,
        /// The type of the elements.
        element: TypeId,
        /// What they hold.
        holds: Holds,
        /// When.
        moment: Moment,
    },
    /// How many elements an array has; none if it is null.
    Length {
        /// The array.
        array: Box<Expr>,
        /// The type of the elements.
        element: TypeId,
        /// When.
        moment: Moment,
    },
    /// How many members a set has.
    Count(Box<Expr>),
    /// The integers from the first to the second.
    Range(Box<Expr>, Box<Expr>),
    /// An operation on sets.
    Combine(SetOperator, Box<Expr>, Box<Expr>),
    /// An operation on integers.
    Arithmetic(ArithmeticOperator, Box<Expr>, Box<Expr>),
    /// The integer with the other sign.
    Negate(Box<Expr>),
}

/// Where an expression starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Root {
    /// A parameter, with the value that the caller passed.
    Parameter(LocalId),
    /// `\result`.
    Result,
    /// A global.
    Global(GlobalId, Moment),
}

impl Root {
    /// The place it is in.
    pub fn place<N>(self) -> Place<N> {
        match self {
            Root::Parameter(local) => Place::Parameter(local),
            Root::Result => Place::Result,
            Root::Global(global, moment) => Place::Global(global, moment),
        }
    }
}

/// What a place holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holds {
    /// A reference, or a record or array, which is referred to.
    Reference,
    /// An integer.
    Integer(Sign),
    /// A float.
    Float(FloatFormat),
}

/// Whether a closure contains where it starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// `*f`: it does.
    Reflexive,
    /// `^f`: only if it can be reached again.
    Irreflexive,
}

/// A field that leads from a record to a record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Link {
    /// The record that has the field.
    pub from: RecordId,
    /// The field, after the anonymous members that it is in.
    pub path: Vec<FieldRef>,
    /// The record that it refers to.
    pub to: RecordId,
}

/// An operation on sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetOperator {
    /// The members of either.
    Union,
    /// The members of both.
    Intersection,
    /// The members of the first that are not of the second.
    Difference,
}

/// An operation on integers, which are as large as they need to be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArithmeticOperator {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient, rounded towards zero.
    Divide,
    /// The remainder, with the sign of the dividend.
    Remainder,
}
