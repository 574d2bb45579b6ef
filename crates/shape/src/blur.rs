//! Blur: canonical abstraction, which merges the nodes that no abstraction predicate tells apart.

use crate::structure::{Node, Plane, Structure};
use crate::vocabulary::{Arity, Predicate, Trait, Vocabulary};

/// How nodes and structures are told apart.
#[derive(Clone, Debug)]
pub struct Abstraction {
    unary: Vec<u16>,
    nullary: Vec<u16>,
}

/// Whether an abstraction lost anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merged {
    Nothing,
    Nodes,
}

/// The values of the abstraction predicates: nodes of the same name are merged.
type Name = Box<[u64]>;

/// What structures must share to be joined: the propositions and the names of their nodes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Outline {
    propositions: Name,
    nodes: Box<[Name]>,
}

impl Abstraction {
    /// The abstraction that a vocabulary declares.
    pub fn new(vocabulary: &Vocabulary) -> Self {
        let telling = |arity| {
            let told = move |p: &Predicate| {
                p.arity() == arity && !vocabulary.has(*p, Trait::NonAbstraction)
            };
            vocabulary
                .predicates()
                .filter(told)
                .map(|p| p.index)
                .collect()
        };
        Abstraction {
            unary: telling(Arity::Unary),
            nullary: telling(Arity::Nullary),
        }
    }

    /// Merges the nodes of the same name, and puts nodes into the order of their names: the
    /// canonical form.
    #[must_use]
    pub fn blur(&self, structure: &Structure) -> Structure {
        self.blur_noting(structure).0
    }

    /// Blurs, and says whether nodes were merged.
    pub(crate) fn blur_noting(&self, structure: &Structure) -> (Structure, Merged) {
        let mut names: Vec<(Name, Node)> = (0..structure.len() as Node)
            .map(|node| (self.name(structure, node), node))
            .collect();
        names.sort_unstable();
        let order: Vec<Node> = names.iter().map(|(_, node)| *node).collect();
        let groups: Vec<&[(Name, Node)]> = names.chunk_by(|one, two| one.0 == two.0).collect();
        if groups.len() == names.len() {
            return (structure.select(&order), Merged::Nothing);
        }
        let groups: Vec<u64> = groups
            .iter()
            .map(|group| group.iter().fold(0, |set, (_, node)| set | 1 << node))
            .collect();
        (merge(structure, &groups), Merged::Nodes)
    }

    fn name(&self, structure: &Structure, node: Node) -> Name {
        pack(self.unary.iter().flat_map(|index| {
            [Plane::May, Plane::Must].map(|plane| structure.set(*index, plane) >> node & 1 == 1)
        }))
    }

    /// What a blurred structure shares with those it may be joined with.
    pub(crate) fn outline(&self, structure: &Structure) -> Outline {
        let propositions = pack(self.nullary.iter().flat_map(|index| {
            [Plane::May, Plane::Must].map(|plane| structure.proposition(*index, plane))
        }));
        let nodes = (0..structure.len() as Node)
            .map(|node| self.name(structure, node))
            .collect();
        Outline {
            propositions,
            nodes,
        }
    }
}

fn pack(bits: impl Iterator<Item = bool>) -> Name {
    let mut words = Vec::new();
    for (place, bit) in bits.enumerate() {
        if place % 64 == 0 {
            words.push(0);
        }
        if let Some(last) = words.last_mut() {
            *last |= u64::from(bit) << (place % 64);
        }
    }
    words.into()
}

/// The structure whose nodes are these sets of nodes.
fn merge(structure: &Structure, groups: &[u64]) -> Structure {
    let mut merged = structure.resized(groups.len());
    let may = |set: u64| select(groups, |group| set & group != 0);
    let must = |set: u64| select(groups, |group| set & group == group);
    let several = select(groups, |group| group.count_ones() > 1);
    merged.set_summaries(several | may(structure.summaries()));
    for index in 0..structure.unary_count() {
        merged.assign_set(index, Plane::May, may(structure.set(index, Plane::May)));
        merged.assign_set(index, Plane::Must, must(structure.set(index, Plane::Must)));
    }
    for index in 0..structure.binary_count() {
        for (row, group) in groups.iter().enumerate() {
            let origins = || crate::structure::members(*group);
            let any = origins().fold(0, |set, node| set | structure.row(index, Plane::May, node));
            let all = origins().fold(u64::MAX, |set, node| {
                set & structure.row(index, Plane::Must, node)
            });
            merged.assign_row(index, Plane::May, row as Node, may(any));
            merged.assign_row(index, Plane::Must, row as Node, must(all));
        }
    }
    merged
}

fn select(groups: &[u64], holds: impl Fn(u64) -> bool) -> u64 {
    let chosen = groups
        .iter()
        .enumerate()
        .filter(|(_, group)| holds(**group));
    chosen.fold(0, |set, (place, _)| set | 1 << place)
}
