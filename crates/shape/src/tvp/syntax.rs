//! What TVP files say, before the names of actions' parameters and of sets are replaced.

use super::error::Position;
use crate::truth::Truth;

/// A predicate's name: `r[n,x]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Name {
    pub(super) base: String,
    pub(super) indices: Vec<String>,
}

/// A formula whose predicates are names.
#[derive(Clone, Debug)]
pub(super) enum Sentence {
    Value(Truth),
    Apply(Name, Vec<String>, Position),
    /// `p*(v, w)` and `p+(v, w)`.
    Path(Name, [String; 2], Steps, Position),
    Equal(String, String),
    Not(Box<Sentence>),
    And(Vec<Sentence>),
    Or(Vec<Sentence>),
    Implies(Box<[Sentence; 2]>),
    Iff(Box<[Sentence; 2]>),
    IfThenElse(Box<[Sentence; 3]>),
    Quantified(Quantifier, Vec<String>, Box<Sentence>),
    /// `TC(v, w)(a, b) step`.
    Closure([String; 2], [String; 2], Box<Sentence>),
    /// `&/{ body : name in set }` and `|/{ … }`.
    Composite(Junction, Box<Sentence>, Iterator),
}

/// How many steps a path has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    Any,
    One,
}

/// A quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantifier {
    Exists,
    ForAll,
}

/// How the parts of a composite formula are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Junction {
    And,
    Or,
}

/// `name in set`.
#[derive(Clone, Debug)]
pub(super) struct Iterator {
    pub(super) name: String,
    pub(super) set: Set,
    pub(super) position: Position,
}

/// A set of names.
#[derive(Clone, Debug)]
pub(super) enum Set {
    Named(String),
    Of(Vec<String>),
    Union(Box<[Set; 2]>),
    Difference(Box<[Set; 2]>),
}

/// Something that may be repeated for the members of a set.
#[derive(Clone, Debug)]
pub(super) enum Repeated<T> {
    Once(T),
    Each(Iterator, Vec<Repeated<T>>),
}

/// A declaration.
#[derive(Clone, Debug)]
pub(super) enum Declaration {
    Set(String, Set, Position),
    Predicate(PredicateDeclaration),
    Rule(Sentence, Sentence, Position),
}

/// `%p` and `%i`.
#[derive(Clone, Debug)]
pub(super) struct PredicateDeclaration {
    pub(super) name: Name,
    pub(super) parameters: Vec<String>,
    pub(super) definition: Option<Sentence>,
    pub(super) properties: Vec<String>,
    pub(super) position: Position,
}

/// `%action`.
#[derive(Clone, Debug, Default)]
pub(super) struct ActionDeclaration {
    pub(super) name: String,
    pub(super) parameters: Vec<String>,
    pub(super) title: Vec<Piece>,
    pub(super) focus: Vec<Repeated<Sentence>>,
    pub(super) precondition: Option<Sentence>,
    pub(super) messages: Vec<Repeated<Report>>,
    pub(super) allocates: bool,
    pub(super) updates: Vec<Repeated<UpdateDeclaration>>,
    pub(super) retain: Option<Sentence>,
    pub(super) messages_after: Vec<Repeated<Report>>,
}

/// `%message`.
#[derive(Clone, Debug)]
pub(super) struct Report {
    pub(super) violation: Sentence,
    pub(super) message: Vec<Piece>,
}

/// A piece of a title or message.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Text(String),
    Name(Name),
}

/// `p(v) = formula`.
#[derive(Clone, Debug)]
pub(super) struct UpdateDeclaration {
    pub(super) name: Name,
    pub(super) parameters: Vec<String>,
    /// `None` if the update is to be derived.
    pub(super) formula: Option<Sentence>,
    pub(super) position: Position,
}

/// `from Action(arguments) to`.
#[derive(Clone, Debug)]
pub(super) struct EdgeDeclaration {
    pub(super) from: String,
    pub(super) action: String,
    pub(super) arguments: Vec<Name>,
    pub(super) to: String,
    pub(super) position: Position,
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub(super) struct File {
    pub(super) declarations: Vec<Repeated<Declaration>>,
    pub(super) actions: Vec<ActionDeclaration>,
    pub(super) edges: Vec<EdgeDeclaration>,
    pub(super) shown: Vec<String>,
}
