//! The formula of a structure: it holds in exactly the concrete structures that the structure
//! stands for, and is linear in its size.

use logic::relational::{Formula, Rel, Set, Size};

use crate::structure::{Node, Structure};
use crate::truth::Truth;
use crate::vocabulary::{Arity, Predicate, Trait, Vocabulary};

/// What predicates mean in relational logic.
pub trait Interpretation {
    /// All individuals.
    fn universe(&self) -> Set;
    /// The meaning of a proposition.
    fn proposition(&self, predicate: Predicate) -> Formula;
    /// The meaning of a unary predicate.
    fn set(&self, predicate: Predicate) -> Set;
    /// The meaning of a binary predicate.
    fn relation(&self, predicate: Predicate) -> Rel;
}

/// The formula of a blurred structure, without the laws of the vocabulary.
///
/// There is none if an abstraction predicate is indefinite for a node: then nothing tells which
/// individuals the node stands for.
pub fn concretise(
    structure: &Structure,
    vocabulary: &Vocabulary,
    meaning: &dyn Interpretation,
) -> Option<Formula> {
    let nodes: Option<Vec<Set>> = (0..structure.len() as Node)
        .map(|node| individuals(structure, vocabulary, meaning, node))
        .collect();
    let nodes = nodes?;
    let mut parts = vec![meaning.universe().within(union(&nodes))];
    for (node, set) in nodes.iter().enumerate() {
        let summary = structure.is_summary(node as Node);
        parts.push(set.size(if summary { Size::Some } else { Size::One }));
    }
    for predicate in vocabulary.predicates() {
        values(structure, meaning, predicate, &nodes, &mut parts);
    }
    Some(Formula::conjunction(parts))
}

/// The individuals that a node stands for: those with its values of the abstraction predicates.
fn individuals(
    structure: &Structure,
    vocabulary: &Vocabulary,
    meaning: &dyn Interpretation,
    node: Node,
) -> Option<Set> {
    let mut set = meaning.universe();
    for predicate in vocabulary.predicates() {
        let telling =
            predicate.arity() == Arity::Unary && !vocabulary.has(predicate, Trait::NonAbstraction);
        if !telling {
            continue;
        }
        set = match structure.value(predicate, &[node]) {
            Truth::True => &set & &meaning.set(predicate),
            Truth::False => &set - &meaning.set(predicate),
            Truth::Half => return None,
        };
    }
    Some(set)
}

fn union(sets: &[Set]) -> Set {
    sets.iter().fold(Set::null(), |all, set| &all + set)
}

/// What the definite values of a predicate say.
fn values(
    structure: &Structure,
    meaning: &dyn Interpretation,
    predicate: Predicate,
    nodes: &[Set],
    parts: &mut Vec<Formula>,
) {
    match predicate.arity() {
        Arity::Nullary => match structure.value(predicate, &[]) {
            Truth::True => parts.push(meaning.proposition(predicate)),
            Truth::False => parts.push(meaning.proposition(predicate).not()),
            Truth::Half => {}
        },
        Arity::Unary => {
            for (node, set) in nodes.iter().enumerate() {
                let own = || meaning.set(predicate);
                match structure.value(predicate, &[node as Node]) {
                    Truth::True => parts.push(set.within(own())),
                    Truth::False => parts.push((set & &own()).size(Size::No)),
                    Truth::Half => {}
                }
            }
        }
        Arity::Binary => {
            for (row, from) in nodes.iter().enumerate() {
                for (column, to) in nodes.iter().enumerate() {
                    let pairs = || from.product(to.clone());
                    let own = || meaning.relation(predicate);
                    match structure.value(predicate, &[row as Node, column as Node]) {
                        Truth::True => parts.push(pairs().within(own())),
                        Truth::False => parts.push((&pairs() & &own()).size(Size::No)),
                        Truth::Half => {}
                    }
                }
            }
        }
    }
}
