//! Subsumption of shapes (Algorithm 1).

use super::super::cells::Background;
use super::super::value::Num;
use super::graph::{Graph, Item, Kindred, NodeId, Place, To};
use rustc_hash::{FxHashMap, FxHashSet};

/// What must be equal for a matched shape to subsume: numbers of the general state and of the
/// special one.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// General, special.
    pub(super) numbers: Vec<(Num, Num)>,
    /// Matched nodes, for the addresses of their objects.
    pub(super) nodes: Vec<(NodeId, NodeId)>,
}

/// Whether the environment may put anything into what it has left open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Giving {
    /// It may.
    Freely,
    /// Contracts or assumptions restrict it.
    Restricted,
}

/// Whether the shape of `general` subsumes that of `special`, and what their numbers must satisfy.
pub(super) fn subsumes(general: &Graph, special: &Graph, giving: Giving) -> Option<Pairs> {
    if general.roots.len() != special.roots.len()
        || general.globals.len() != special.globals.len()
        || general.answered.len() != special.answered.len()
    {
        return None;
    }
    // What the special state has lost, it must not be the only one to have lost.
    if special.lost.iter().any(|span| !general.lost.contains(span)) {
        return None;
    }
    let mut matcher = Matcher {
        general,
        special,
        labels: FxHashMap::default(),
        taken: FxHashSet::default(),
        pending: Vec::new(),
        pairs: Pairs::default(),
        giving,
    };
    // Before its end, standard input may go on as it does after it.
    if let Some(old) = general.ended {
        matcher.number(old, special.ended.unwrap_or(Num::ZERO))?;
    }
    for (old, new) in general.answered.iter().zip(&special.answered) {
        matcher.number(*old, *new)?;
    }
    for (old, new) in general.roots.iter().zip(&special.roots) {
        matcher.item(old, new)?;
    }
    for ((old, old_node), (new, new_node)) in general.globals.iter().zip(&special.globals) {
        if old != new {
            return None;
        }
        matcher.node(*old_node, *new_node)?;
    }
    matcher.follow()?;
    Some(matcher.pairs)
}

/// Whether no number tells at a glance that one list of items does not subsume another.
pub(super) fn could_be_same(general: &[Item], special: &[Item]) -> bool {
    let could_be = |(old, new): (&Item, &Item)| match (old, new) {
        (Item::Number(Num::Const(old), ..), Item::Number(Num::Const(new), ..)) => old == new,
        _ => true,
    };
    general.len() == special.len() && general.iter().zip(special).all(could_be)
}

struct Matcher<'g> {
    general: &'g Graph,
    special: &'g Graph,
    /// The special node that each general one is matched with.
    labels: FxHashMap<NodeId, NodeId>,
    /// The special nodes that are matched.
    taken: FxHashSet<NodeId>,
    pending: Vec<(NodeId, NodeId)>,
    pairs: Pairs,
    giving: Giving,
}

impl Matcher<'_> {
    fn number(&mut self, old: Num, new: Num) -> Option<()> {
        match (old, new) {
            (Num::Const(old), Num::Const(new)) => (old == new).then_some(()),
            // A constant can be implied by the path of the special state.
            _ => {
                self.pairs.numbers.push((old, new));
                Some(())
            }
        }
    }

    fn item(&mut self, old: &Item, new: &Item) -> Option<()> {
        match (old, new) {
            (Item::Undefined(a), Item::Undefined(b)) | (Item::Zero(a), Item::Zero(b)) => {
                (a == b).then_some(())
            }
            (Item::Bytes(..), Item::Bytes(..)) => (old == new).then_some(()),
            (Item::Number(a, size, undefined), Item::Number(b, other, missing)) => {
                if size != other || undefined != missing {
                    return None;
                }
                self.number(*a, *b)
            }
            (Item::Pointer(a, offset), Item::Pointer(b, other)) => {
                match (a, b) {
                    (To::Null, To::Null) | (To::Nowhere, To::Nowhere) => {}
                    (To::Procedure(a), To::Procedure(b)) if a == b => {}
                    (To::Node(a), To::Node(b)) => self.node(*a, *b)?,
                    _ => return None,
                }
                self.number(*offset, *other)
            }
            _ => None,
        }
    }

    /// Lines 12 to 18: two nodes get one label, or have it already.
    fn node(&mut self, old: NodeId, new: NodeId) -> Option<()> {
        match self.labels.get(&old) {
            Some(label) => return (*label == new).then_some(()),
            None if self.taken.contains(&new) => return None,
            None => {}
        }
        self.labels.insert(old, new);
        self.taken.insert(new);
        self.pending.push((old, new));
        self.pairs.nodes.push((old, new));
        Some(())
    }

    /// The successors of matched nodes.
    fn follow(&mut self) -> Option<()> {
        while let Some((old, new)) = self.pending.pop() {
            let (old, new) = (&self.general.nodes[old.0], &self.special.nodes[new.0]);
            if old.kind != new.kind {
                return None;
            }
            let open = old.kind.background == Background::Unknown && self.giving == Giving::Freely;
            let found: FxHashMap<Place, &Item> = new
                .entries
                .iter()
                .map(|(place, item)| (*place, item))
                .collect();
            for (place, item) in &old.entries {
                // Line 9: what the special state leaves open, the general one must, too.
                self.item(item, found.get(place)?)?;
            }
            if old.entries.len() == new.entries.len() {
                continue;
            }
            // Line 8: what the general state leaves open matches whatever the environment can
            // have put there.
            if !open {
                return None;
            }
            let known: FxHashSet<Place> = old.entries.iter().map(|(place, _)| *place).collect();
            for (place, item) in &new.entries {
                if !known.contains(place) && !self.could_be_given(item) {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Whether the environment can have chosen this: numbers, null, and its own objects, with
    /// nothing else in them.
    fn could_be_given(&self, item: &Item) -> bool {
        let mut seen = FxHashSet::default();
        let mut pending = vec![item];
        while let Some(item) = pending.pop() {
            match item {
                Item::Number(_, _, 0) | Item::Pointer(To::Null, _) => {}
                Item::Pointer(To::Node(id), Num::Const(0)) => {
                    let node = &self.special.nodes[id.0];
                    if node.kind.made != Kindred::Environment
                        || node.kind.life != super::super::heap::Life::Live
                    {
                        return false;
                    }
                    if seen.insert(*id) {
                        pending.extend(node.entries.iter().map(|(_, item)| item));
                    }
                }
                _ => return false,
            }
        }
        true
    }
}
