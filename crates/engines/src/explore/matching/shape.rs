//! Subsumption of shapes (Algorithm 1).

use super::graph::{Graph, Item, Node, NodeId, Place, To};
use crate::environment::Assumed;
use crate::symbolic::Setting;
use crate::symbolic::cells::Background;
use crate::symbolic::value::Num;
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
pub(super) enum Giving {
    /// It may.
    Freely,
    /// Contracts or assumptions restrict it.
    Restricted,
}

impl Giving {
    pub(super) fn of(setting: &Setting) -> Giving {
        match setting.assumed == Assumed::default() && setting.contract.is_none() {
            true => Giving::Freely,
            false => Giving::Restricted,
        }
    }
}

/// Whether the shape of `general` subsumes that of `special`, and what their numbers must satisfy.
pub(super) fn subsumes(general: &Graph, special: &Graph, giving: Giving) -> Option<Pairs> {
    if general.roots.len() != special.roots.len()
        || general.anchors.len() != special.anchors.len()
        || general.answered.len() != special.answered.len()
    {
        return None;
    }
    // What the special state has lost, or may lose, it must not be the only one to have lost.
    let mut losses = special.lost.iter().chain(&special.kept);
    if losses.any(|span| !general.lost.contains(span)) {
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
        if !old.is_about_same(new) {
            return None;
        }
        matcher.number(old.value, new.value)?;
    }
    for (old, new) in general.roots.iter().zip(&special.roots) {
        matcher.item(old, new)?;
    }
    for ((old, old_node), (new, new_node)) in general.anchors.iter().zip(&special.anchors) {
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
            let renamed = Renaming::of(old, new);
            for (a, b) in renamed.pairs() {
                self.number(a, b)?;
            }
            let found: FxHashMap<Place, &Item> = new
                .entries
                .iter()
                .map(|(place, item)| (*place, item))
                .collect();
            let mut known: FxHashSet<Place> = FxHashSet::default();
            for (place, item) in &old.entries {
                let place = renamed.place(*place);
                // Line 9: what the special state leaves open, the general one must, too.
                let special = found.get(&place)?;
                let is_any = matches!(item, Item::Undefined(_));
                if !is_any || !new.never_written.contains(&place) {
                    self.item(item, special)?;
                }
                known.insert(place);
            }
            if old.entries.len() == new.entries.len() {
                continue;
            }
            // Line 8: what the general state leaves open matches whatever the environment can
            // have put there. What it never wrote nor read matches whatever else was never written:
            // it can still be found to be the same.
            let has_no_value = old.kind.background == Background::Undefined;
            for (place, _) in &new.entries {
                let can_be_given = open && new.as_given.contains(place);
                let can_be_found = has_no_value && new.never_written.contains(place);
                if !known.contains(place) && !can_be_given && !can_be_found {
                    return None;
                }
            }
        }
        Some(())
    }
}

/// Which element of the special state corresponds to one of the general one: indices may be unknown,
/// and whether they are equal is a question about numbers.
struct Renaming {
    general: Vec<Num>,
    special: Vec<Num>,
}

impl Renaming {
    /// Elements are in the order of their indices. Where one state has more of them, only those with
    /// the same index can be found.
    fn of(general: &Node, special: &Node) -> Renaming {
        let (general, special) = (indices(general), indices(special));
        match general.len() == special.len() {
            true => Renaming { general, special },
            false => Renaming {
                special: general.clone(),
                general,
            },
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (Num, Num)> {
        let general = self.general.iter().copied();
        general.zip(self.special.iter().copied())
    }

    fn place(&self, place: Place) -> Place {
        let index = |index: Num| {
            let position = self.general.iter().position(|known| *known == index);
            position.map_or(index, |position| self.special[position])
        };
        match place {
            Place::At(at, offset) => Place::At(index(at), offset),
            Place::Initially(at, offset) => Place::Initially(index(at), offset),
            Place::Address(at, offset, which) => Place::Address(index(at), offset, which),
            other => other,
        }
    }
}

/// The indices of the elements of a node, in the order of the elements.
fn indices(node: &Node) -> Vec<Num> {
    let mut indices: Vec<Num> = Vec::new();
    for (place, _) in &node.entries {
        if let Place::At(index, _) | Place::Initially(index, _) = place
            && !indices.contains(index)
        {
            indices.push(*index);
        }
    }
    indices
}
