//! Three-valued structures, packed into machine words.
//!
//! A structure has at most [`MAX_NODES`] nodes, so that a set of nodes is one word. Each predicate
//! has two planes: where it *may* hold and where it *must*; the connectives of three-valued logic
//! are then bitwise operations on words.

use crate::truth::Truth;
use crate::vocabulary::{Arity, Predicate, Vocabulary};

/// The largest number of nodes of a structure.
pub const MAX_NODES: usize = 64;

/// A node: one individual, or many of them if it is a summary.
pub type Node = u8;

/// One of the two planes of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// Where the value is true or a half.
    May,
    /// Where the value is true.
    Must,
}

impl Plane {
    /// The plane that the negation reads.
    #[must_use]
    pub fn dual(self) -> Self {
        match self {
            Plane::May => Plane::Must,
            Plane::Must => Plane::May,
        }
    }
}

/// A three-valued structure over a vocabulary.
///
/// Two structures whose nodes are in canonical order (see [`Abstraction`](crate::Abstraction)) are equal if and
/// only if they are isomorphic.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Structure {
    nodes: u8,
    nullary: u16,
    unary: u16,
    binary: u16,
    /// Nullary planes (a may and a must word for each 64 predicates), then the set of summary
    /// nodes, then the planes of each unary predicate, then the rows of the planes of each binary
    /// one.
    words: Box<[u64]>,
}

impl Structure {
    /// A structure without nodes where no proposition holds.
    pub fn empty(vocabulary: &Vocabulary) -> Self {
        Structure::with_nodes(vocabulary, 0)
    }

    /// A structure of so many nodes (at most [`MAX_NODES`]), where nothing holds.
    pub fn with_nodes(vocabulary: &Vocabulary, nodes: usize) -> Self {
        let count = |arity| vocabulary.count(arity) as u16;
        Structure::blank(
            nodes.min(MAX_NODES) as u8,
            [
                count(Arity::Nullary),
                count(Arity::Unary),
                count(Arity::Binary),
            ],
        )
    }

    fn blank(nodes: u8, [nullary, unary, binary]: [u16; 3]) -> Self {
        let words = 2 * usize::from(nullary).div_ceil(64)
            + 1
            + 2 * usize::from(unary)
            + 2 * usize::from(nodes) * usize::from(binary);
        Structure {
            nodes,
            nullary,
            unary,
            binary,
            words: vec![0; words].into(),
        }
    }

    /// A structure of the same vocabulary with so many nodes, where nothing holds but the
    /// propositions that hold here.
    pub(crate) fn resized(&self, nodes: usize) -> Self {
        let mut other = Structure::blank(nodes as u8, [self.nullary, self.unary, self.binary]);
        let propositions = self.summary_index();
        other.words[..propositions].copy_from_slice(&self.words[..propositions]);
        other
    }

    /// How many nodes there are.
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.nodes)
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes == 0
    }

    /// All nodes as a set.
    #[inline]
    pub fn universe(&self) -> u64 {
        if self.len() == MAX_NODES {
            u64::MAX
        } else {
            (1 << self.nodes) - 1
        }
    }

    /// How many unary predicates there are.
    pub(crate) fn unary_count(&self) -> u16 {
        self.unary
    }

    /// How many binary predicates there are.
    pub(crate) fn binary_count(&self) -> u16 {
        self.binary
    }

    #[inline]
    fn summary_index(&self) -> usize {
        2 * usize::from(self.nullary).div_ceil(64)
    }

    /// The nodes that may stand for more than one individual.
    #[inline]
    pub fn summaries(&self) -> u64 {
        self.words[self.summary_index()]
    }

    /// Sets which nodes may stand for more than one individual.
    pub fn set_summaries(&mut self, nodes: u64) {
        let index = self.summary_index();
        self.words[index] = nodes & self.universe();
    }

    /// Whether a node may stand for more than one individual.
    #[inline]
    pub fn is_summary(&self, node: Node) -> bool {
        self.summaries() >> node & 1 == 1
    }

    #[inline]
    fn unary_index(&self, index: u16, plane: Plane) -> usize {
        self.summary_index() + 1 + 2 * usize::from(index) + plane as usize
    }

    #[inline]
    fn row_index(&self, index: u16, plane: Plane, row: Node) -> usize {
        self.summary_index()
            + 1
            + 2 * usize::from(self.unary)
            + (2 * usize::from(index) + plane as usize) * self.len()
            + usize::from(row)
    }

    /// Whether a proposition may or must hold.
    #[inline]
    pub(crate) fn proposition(&self, index: u16, plane: Plane) -> bool {
        let word = 2 * usize::from(index / 64) + plane as usize;
        self.words[word] >> (index % 64) & 1 == 1
    }

    /// The set of nodes where a unary predicate may or must hold.
    #[inline]
    pub(crate) fn set(&self, index: u16, plane: Plane) -> u64 {
        self.words[self.unary_index(index, plane)]
    }

    /// Replaces a plane of a unary predicate.
    #[inline]
    pub(crate) fn assign_set(&mut self, index: u16, plane: Plane, nodes: u64) {
        let word = self.unary_index(index, plane);
        self.words[word] = nodes;
    }

    /// Makes a unary predicate hold of these nodes and of no others.
    pub(crate) fn assign_plain(&mut self, predicate: Predicate, nodes: u64) {
        self.assign_set(predicate.index, Plane::May, nodes);
        self.assign_set(predicate.index, Plane::Must, nodes);
    }

    /// The targets of a node in a plane of a binary predicate.
    #[inline]
    pub(crate) fn row(&self, index: u16, plane: Plane, row: Node) -> u64 {
        self.words[self.row_index(index, plane, row)]
    }

    /// Replaces the targets of a node in a plane of a binary predicate.
    #[inline]
    pub(crate) fn assign_row(&mut self, index: u16, plane: Plane, row: Node, nodes: u64) {
        let word = self.row_index(index, plane, row);
        self.words[word] = nodes;
    }

    /// The value of a predicate for as many nodes as it has arguments.
    pub fn value(&self, predicate: Predicate, nodes: &[Node]) -> Truth {
        let plane = |plane| match (predicate.arity, nodes) {
            (Arity::Unary, [node]) => self.set(predicate.index, plane) >> node & 1 == 1,
            (Arity::Binary, [from, to]) => self.row(predicate.index, plane, *from) >> to & 1 == 1,
            _ => self.proposition(predicate.index, plane),
        };
        Truth::from_planes(plane(Plane::May), plane(Plane::Must))
    }

    /// Sets the value of a predicate for as many nodes as it has arguments.
    pub fn set_value(&mut self, predicate: Predicate, nodes: &[Node], value: Truth) {
        for (plane, holds) in [(Plane::May, value.may()), (Plane::Must, value.must())] {
            let (word, bit) = match (predicate.arity, nodes) {
                (Arity::Unary, [node]) => (self.unary_index(predicate.index, plane), *node),
                (Arity::Binary, [from, to]) => (self.row_index(predicate.index, plane, *from), *to),
                _ => (
                    2 * usize::from(predicate.index / 64) + plane as usize,
                    (predicate.index % 64) as u8,
                ),
            };
            self.words[word] = self.words[word] & !(1 << bit) | u64::from(holds) << bit;
        }
    }

    /// The structure whose nodes are copies of nodes here, in this order (at most
    /// [`MAX_NODES`]).
    #[must_use]
    pub fn select(&self, nodes: &[Node]) -> Self {
        let mut other = self.resized(nodes.len());
        let pick = |set: u64| pick(set, nodes);
        other.set_summaries(pick(self.summaries()));
        for plane in [Plane::May, Plane::Must] {
            for index in 0..self.unary {
                other.assign_set(index, plane, pick(self.set(index, plane)));
            }
            for index in 0..self.binary {
                for (row, node) in nodes.iter().enumerate() {
                    let targets = pick(self.row(index, plane, *node));
                    other.assign_row(index, plane, row as Node, targets);
                }
            }
        }
        other
    }

    /// Whether every value is definite and no node is a summary: a two-valued structure.
    pub fn is_concrete(&self) -> bool {
        let propositions = usize::from(self.nullary).div_ceil(64);
        self.summaries() == 0
            && (0..propositions).all(|word| self.words[2 * word] == self.words[2 * word + 1])
            && (0..self.unary).all(|i| self.set(i, Plane::May) == self.set(i, Plane::Must))
            && (0..self.binary).all(|i| {
                (0..self.nodes)
                    .all(|row| self.row(i, Plane::May, row) == self.row(i, Plane::Must, row))
            })
    }

    /// Joins the values of another structure with as many nodes into this one, node by node.
    pub(crate) fn join_pointwise(&mut self, other: &Structure) {
        let propositions = self.summary_index();
        let binary = self.summary_index() + 1 + 2 * usize::from(self.unary);
        let summaries = self.summaries() | other.summaries();
        for word in 0..propositions {
            join_word(&mut self.words[word], other.words[word], word % 2 == 0);
        }
        for word in propositions + 1..binary {
            let may = (word - propositions - 1).is_multiple_of(2);
            join_word(&mut self.words[word], other.words[word], may);
        }
        for word in binary..self.words.len() {
            let may = self.nodes == 0 || ((word - binary) / self.len()).is_multiple_of(2);
            join_word(&mut self.words[word], other.words[word], may);
        }
        self.set_summaries(summaries);
    }
}

fn join_word(word: &mut u64, other: u64, may: bool) {
    if may {
        *word |= other;
    } else {
        *word &= other;
    }
}

/// The set of places in `nodes` whose node is in `set`.
fn pick(set: u64, nodes: &[Node]) -> u64 {
    nodes.iter().enumerate().fold(0, |picked, (place, node)| {
        picked | (set >> node & 1) << place
    })
}

/// The nodes of a set in ascending order.
pub(crate) fn members(mut set: u64) -> impl Iterator<Item = Node> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let node = set.trailing_zeros() as Node;
        set &= set - 1;
        Some(node)
    })
}
