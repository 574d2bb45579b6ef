//! What a contract is decided on: a heap that an engine knows in part.

use std::fmt::Debug;
use std::hash::Hash;

use ir::{FieldRef, GlobalId, LocalId, Sign, TypeId};
use logic::{TermId, Terms};

/// A state of the program before and after a call, known in part.
///
/// The two moments share their nodes: an object that exists at both is one node. Whatever is not
/// known yet is answered with [`Answer::Undecided`]; the evaluation goes on without it as far as
/// it can and names the first such place, for the engine to initialise.
///
/// An answer must not change while a formula is being decided.
pub trait Structure {
    /// An object, or an element or part of one: what a reference that is not null leads to. Two
    /// references are equal exactly if their nodes are.
    type Node: Copy + Ord + Hash + Debug;

    /// The reference in a place. A place that is itself a record or an array, such as a member of
    /// record type or an element of an array of records, answers with its own node.
    fn reference(&mut self, at: Place<Self::Node>) -> Answer<Reference<Self::Node>>;

    /// The number in a place: a bit-vector as wide as its declared type, or a float of its
    /// format. For [`Place::Length`] an unsigned bit-vector of any width.
    fn number(&mut self, at: Place<Self::Node>) -> Answer<Numeral>;

    /// Where the terms of the answers live.
    fn terms(&mut self) -> &mut Terms;

    /// Bounds between which an integer of the structure, read with its sign, is known to lie.
    /// Used to enumerate ranges: wide bounds cost precision only, but wrong ones correctness.
    fn bounds(&mut self, term: TermId, sign: Sign) -> Option<(i128, i128)> {
        let _ = (term, sign);
        None
    }

    /// Integers, as two's complement terms, at which a formula about every number of a range
    /// that cannot be enumerated should be looked at all the same: the indices of known cells.
    fn landmarks(&mut self) -> Vec<TermId> {
        Vec::new()
    }
}

/// What a structure knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<T> {
    /// This.
    Known(T),
    /// Nothing yet: the place has to be initialised first.
    Undecided,
}

/// A known reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reference<N> {
    /// No object.
    Null,
    /// This object.
    Node(N),
    /// Each, under its condition; at most one condition holds, and null if none does.
    Choice(Vec<(TermId, Option<N>)>),
}

/// A known number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numeral {
    /// Its value.
    pub term: TermId,
    /// The condition under which there is one: the index is inside of the array, the memory has
    /// not been freed.
    pub exists: TermId,
}

impl Numeral {
    /// A number that exists.
    #[must_use]
    pub fn new(term: TermId) -> Numeral {
        Numeral {
            term,
            exists: TermId::TRUE,
        }
    }
}

/// When a place is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Moment {
    /// When the procedure is called.
    Entry,
    /// When it returns.
    Exit,
}

/// Something that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place<N> {
    /// What the caller passed, at both moments.
    Parameter(LocalId),
    /// What the procedure returns.
    Result,
    /// A global.
    Global(GlobalId, Moment),
    /// A field of a node.
    Field {
        /// The record.
        node: N,
        /// The field.
        field: FieldRef,
        /// When.
        moment: Moment,
    },
    /// An element of the array that starts at a node.
    Element {
        /// The array.
        array: N,
        /// Which: 64 bits, signed.
        index: TermId,
        /// The type of the elements.
        element: TypeId,
        /// When.
        moment: Moment,
    },
    /// How many elements there are from a node to the end of its array.
    Length {
        /// The array.
        array: N,
        /// The type of the elements.
        element: TypeId,
        /// When.
        moment: Moment,
    },
}

/// Why a formula is not decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Undecided<N> {
    /// This place is not initialised.
    Place(Place<N>),
    /// The numbers from `low` to `high`, integer terms in two's complement, are too many or too
    /// little known to be enumerated.
    Range {
        /// The first.
        low: TermId,
        /// The last.
        high: TermId,
    },
    /// Deciding it takes too many steps.
    Effort,
}
