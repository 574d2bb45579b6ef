//! A state as a graph: what can still be seen of it (Definition 1). Garbage is not in it.

use super::super::transfer::{Mover, Transfer};
use crate::symbolic::cells::Background;
use crate::symbolic::heap::{Extent, Life};
use crate::symbolic::value::{Num, ObjectId};
use ir::{LocalId, Mutability, ProcedureId, SourceKind, Span};
use logic::TermId;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A node of a [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct NodeId(pub(super) usize);

/// What can be seen of a state.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// What the locals hold, in a fixed order.
    pub(super) roots: Vec<Item>,
    /// What else the future of the state depends on, in a fixed order.
    pub(super) anchors: Vec<(Anchor, NodeId)>,
    pub(super) nodes: Vec<Node>,
    /// Where memory was allocated that nothing leads to.
    pub(super) lost: Vec<Span>,
    /// Where memory was allocated that only something leads to which is not in the graph.
    pub(super) kept: Vec<Span>,
    /// A bit that is set if standard input has come to its end, where that is possible. Nothing
    /// else of what was read tells what comes next.
    pub(super) ended: Option<Num>,
    /// What the environment answers again when it is asked again.
    pub(super) answered: Vec<Answer>,
    /// What the numbers of summary nodes satisfy (Definition 9).
    pub(super) facts: Vec<TermId>,
    /// The numbers that a number of a summary node stands for.
    pub(super) members: Vec<(TermId, Vec<Num>)>,
}

/// Why an object matters though no live local leads to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    /// It is a global that is not as it was at the start.
    Global(ObjectId),
    /// Its address is part of the number that is the root of this position.
    Address(usize),
    /// The variable of a call, counted from the outermost, keeps it from being lost, although
    /// nobody reads it any more.
    Held(u32, LocalId),
    /// The environment may still give pointers to it, and could not have given it as it is.
    Changed,
}

/// What the environment said about something that stays the same.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Answer {
    pub(super) kind: SourceKind,
    pub(super) name: Arc<str>,
    pub(super) dynamic_name: Option<Arc<[u8]>>,
    pub(super) index: Option<u64>,
    pub(super) value: Num,
}

impl Answer {
    /// Whether another answers the same question.
    pub(super) fn is_about_same(&self, other: &Answer) -> bool {
        self.kind == other.kind
            && self.name == other.name
            && self.dynamic_name == other.dynamic_name
            && self.index == other.index
    }
}

/// An object, or a summary of several.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) object: ObjectId,
    pub(super) kind: Kind,
    /// What it holds, by place.
    pub(super) entries: Vec<(Place, Item)>,
    /// The places of what the environment can have put there itself.
    pub(super) as_given: FxHashSet<Place>,
    /// The places of what nothing wrote, where nobody asks about the use of that. Whatever is found
    /// there can also be found where nothing was read yet.
    pub(super) never_written: FxHashSet<Place>,
}

/// What objects must have in common to be matched.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Kind {
    pub(super) made: Kindred,
    pub(super) life: Life,
    pub(super) align: u64,
    pub(super) mutability: Mutability,
    pub(super) background: Background,
    pub(super) storage: Storage,
    pub(super) content: GivenContent,
}

/// How the contents of an object are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    Cells,
    /// The bytes of an element, and whether there can be too few of them.
    Elements(u64, Extent),
}

/// What the environment puts into an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GivenContent {
    /// Nothing.
    None,
    /// Values of this type.
    Typed(ir::TypeId),
    /// What is read there.
    Untyped,
    /// The bytes of a string and its end.
    String,
}

/// What made an object, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kindred {
    Global(ir::GlobalId),
    /// With the call that it ends with, counted from the outermost.
    Stack(Option<u32>),
    Heap(Span),
    Internal,
    Environment,
    /// Elements of an array that were not accessed: `n*` of Algorithm 3.
    Untouched,
}

/// A place in an object: the index of an element, and an offset in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    /// The size of the object.
    Size,
    /// The number of its elements.
    Length,
    /// A cell.
    At(Num, u64),
    /// An object whose address is part of the number in a cell, and which of several.
    Address(Num, u64, u32),
    /// What the environment put into a cell at first, where a contract can ask for it.
    Initially(Num, u64),
    /// The next element of an array that is taken as a list.
    Next,
    /// A further way out of a summary node from one field: the offset, and which.
    Further(u64, u32),
}

/// What is in a place.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Item {
    Undefined(u64),
    Zero(u64),
    Bytes(Arc<[u8]>, u64, u64),
    /// A number of so many bytes, and which of its bits have no value.
    Number(Num, u64, u128),
    Pointer(To, Num),
}

/// Where a pointer leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum To {
    Null,
    Nowhere,
    Procedure(ProcedureId),
    Node(NodeId),
}

impl Transfer for Graph {
    fn transfer(&self, mover: &mut Mover<'_>) -> Graph {
        Graph {
            roots: self.roots.transfer(mover),
            anchors: self.anchors.clone(),
            nodes: self.nodes.transfer(mover),
            lost: self.lost.clone(),
            kept: self.kept.clone(),
            ended: self.ended.transfer(mover),
            answered: self.answered.transfer(mover),
            facts: self.facts.transfer(mover),
            members: self.members.transfer(mover),
        }
    }
}

impl Transfer for Node {
    fn transfer(&self, mover: &mut Mover<'_>) -> Node {
        let mut places = |places: &FxHashSet<Place>| {
            let places = places.iter();
            places.map(|place| place.transfer(mover)).collect()
        };
        Node {
            as_given: places(&self.as_given),
            never_written: places(&self.never_written),
            entries: self.entries.transfer(mover),
            ..self.clone()
        }
    }
}

impl Transfer for Answer {
    fn transfer(&self, mover: &mut Mover<'_>) -> Answer {
        Answer {
            value: self.value.transfer(mover),
            ..self.clone()
        }
    }
}

impl Transfer for Place {
    fn transfer(&self, mover: &mut Mover<'_>) -> Place {
        match self {
            Place::At(index, offset) => Place::At(index.transfer(mover), *offset),
            Place::Address(index, offset, which) => {
                Place::Address(index.transfer(mover), *offset, *which)
            }
            Place::Initially(index, offset) => Place::Initially(index.transfer(mover), *offset),
            other => *other,
        }
    }
}

impl Transfer for Item {
    fn transfer(&self, mover: &mut Mover<'_>) -> Item {
        match self {
            Item::Number(num, size, undefined) => {
                Item::Number(num.transfer(mover), *size, *undefined)
            }
            Item::Pointer(to, offset) => Item::Pointer(*to, offset.transfer(mover)),
            other => other.clone(),
        }
    }
}
